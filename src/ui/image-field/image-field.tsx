import { useEffect, useId, useRef, useState } from "react";
import { maxFileBytes, maxPicturePixels } from "#lib/field-limits.ts";
import { classes } from "../class-names.ts";
import { FieldNotes, useField, type FieldProps } from "../field.tsx";
import { Icon } from "../icon.tsx";
import { useShowRefusal } from "../show-refusal.ts";
import { useHydrated } from "../use-hydrated.ts";
import { setProblem } from "../validation-messages.ts";
import type { Picture, SavedPicture } from "./chosen-picture.ts";
import styles from "./image-field.module.css";
import { unsentPictures } from "./unsent-pictures.ts";
import { PictureTile } from "./picture-tile.tsx";
import { formatBytes, type PictureLimits } from "./picture-validation.ts";
import { usePictures, type SendPicture } from "./use-pictures.ts";

const loadCropDialog = async () => (await import("./image-crop.tsx")).CropDialog;

const defaultLimits: PictureLimits = { bytes: maxFileBytes, pixels: maxPicturePixels };
const accepted = "image/jpeg,image/png,image/webp,image/avif";

/**
 * Pictures from the device: preview, order by dragging or by buttons, crop to a square, and refusal of files that the
 * server would refuse. Without `send` the form sends the files under `name`, in their order. With `send` each file is
 * uploaded immediately, and the form sends its value under `name`; `saved` are pictures that are already on the server.
 * Without scripts it is a plain file input.
 */
export function ImageField({
  label,
  name,
  hint,
  errors,
  id,
  required = true,
  disabled = false,
  most = 1,
  limits = defaultLimits,
  current,
  saved = [],
  send,
  onBusy,
  onValues,
}: FieldProps & {
  id?: string;
  required?: boolean;
  disabled?: boolean;
  /** How many pictures at most; more than one have an order. */
  most?: number;
  limits?: PictureLimits;
  /** Address of the picture that is shown until another one is chosen. */
  current?: string | undefined;
  saved?: readonly SavedPicture[];
  send?: SendPicture;
  /** Called with true while uploads are running. */
  onBusy?: (busy: boolean) => void;
  /** Called with the values of the form in their order. */
  onValues?: (values: readonly string[]) => void;
}) {
  const field = useField(id, { hint, errors });
  const status = useId();
  const hydrated = useHydrated();
  const { pictures, problems, said, add, start, remove, move, replaceByCrop, setProblems } = usePictures({
    saved,
    most,
    limits,
    send,
  });
  const problemList = useShowRefusal<HTMLUListElement>(problems.length > 0 ? problems : undefined, { alone: true });
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState<string>();
  const [cropping, setCropping] = useState<{ picture: Picture; Dialog: Awaited<ReturnType<typeof loadCropDialog>> }>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const several = most > 1;
  const room = most - pictures.length;
  const limitWords = `JPEG, PNG, WebP, atau AVIF, paling besar ${formatBytes(limits.bytes)}${several ? `, sampai ${most} foto` : ""}`;

  const busy = pictures.some(({ progress }) => progress !== null);
  const onBusyRef = useRef(onBusy);
  useEffect(() => {
    onBusyRef.current = onBusy;
  });
  useEffect(() => onBusyRef.current?.(busy), [busy]);
  const onValuesRef = useRef(onValues);
  useEffect(() => {
    onValuesRef.current = onValues;
  });
  useEffect(() => onValuesRef.current?.(pictures.flatMap(({ value }) => value ?? [])), [pictures]);
  // Keep files that were chosen before the scripts ran.
  useEffect(() => {
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) void add(early);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);
  // The input itself holds the chosen files in their order, so that the form sends them like any other.
  useEffect(() => {
    if (!input.current || send) return;
    const files = new DataTransfer();
    for (const { file } of pictures) if (file) files.items.add(file);
    input.current.files = files.files;
  }, [pictures, send]);
  // The form sends only pictures that were uploaded, so it waits until the others are, or are removed.
  const hasFailed = pictures.some(({ failure }) => failure !== null);
  const unsent = busy
    ? unsentPictures
    : hasFailed
      ? "Ada foto yang belum terkirim. Tekan Coba lagi di foto itu, atau hapus fotonya."
      : "";
  useEffect(() => {
    if (input.current) setProblem(input.current, unsent);
  }, [unsent]);

  /** Opens the dialog that crops a picture. Its code loads at the first use, and may not arrive. */
  async function openCrop(picture: Picture): Promise<void> {
    try {
      const Dialog = await loadCropDialog();
      setProblems([]);
      setCropping({ picture, Dialog });
    } catch {
      setProblems([
        `${picture.name} belum bisa dipotong, karena alatnya tidak dapat dimuat. Fotonya tetap utuh dan bisa dipakai begitu saja.`,
      ]);
    }
  }

  /** Removes a picture. The focus goes to the previous one, or to the input when none is left. */
  function removeAt(at: number): void {
    const picture = pictures[at];
    if (!picture) return;
    remove(picture);
    field.onInput?.();
    const next = list.current?.children[at === 0 ? 1 : at - 1]?.querySelector<HTMLElement>("[data-remove]");
    (next ?? input.current)?.focus();
  }

  /** Moves a picture by one of its buttons, which keeps the focus while it is enabled. */
  function moveByButton(from: number, to: number, button: "left" | "right"): void {
    const key = pictures[from]?.key;
    move(from, to);
    requestAnimationFrame(() => {
      const tile = [...(list.current?.children ?? [])].find(
        (one) => one instanceof HTMLElement && one.dataset.key === key,
      );
      const pressed = tile?.querySelector<HTMLButtonElement>(`[data-move="${button}"]`);
      (pressed?.disabled ? tile?.querySelector<HTMLElement>("[data-move]:not(:disabled)") : pressed)?.focus();
    });
  }

  const shownCurrent = pictures.length === 0 && current !== undefined;
  const full = several && room <= 0;
  return (
    <div className={styles.field} data-field>
      <label className={styles.label} htmlFor={field.id}>
        {label}
        {!required && <span className={styles.optional}> (opsional)</span>}
      </label>
      <div
        className={classes(styles.box, over && styles.over)}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files") || disabled) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes("Files") || disabled) return;
          event.preventDefault();
          setOver(false);
          field.onInput?.();
          void add([...event.dataTransfer.files]);
        }}
      >
        {pictures.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={typeof label === "string" ? label : undefined}>
            {pictures.map((picture, at) => (
              <PictureTile
                key={picture.key}
                {...{ picture, at, name, several, disabled }}
                isLast={at === pictures.length - 1}
                isDragged={dragged === picture.key}
                onMove={(to, button) => moveByButton(at, to, button)}
                onCrop={() => void openCrop(picture)}
                onRemove={() => removeAt(at)}
                onRetry={() => start(picture)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = "move";
                  event.dataTransfer.setData("text/plain", picture.name);
                  setDragged(picture.key);
                }}
                onDragEnter={() => {
                  const from = pictures.findIndex(({ key }) => key === dragged);
                  if (from >= 0 && from !== at) move(from, at);
                }}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={(event) => dragged !== undefined && event.preventDefault()}
                onDragEnd={() => setDragged(undefined)}
              />
            ))}
          </ul>
        )}
        {shownCurrent && <img className={styles.current} src={current} alt="" width={96} height={96} />}
        <div className={classes(styles.add, full && styles.full)}>
          <Icon name="picture" />
          <span className={styles.invite}>
            <b>
              {full
                ? `Sudah ${most} foto`
                : pictures.length > 0 && !several
                  ? "Ganti foto"
                  : shownCurrent
                    ? "Ganti foto"
                    : several && pictures.length > 0
                      ? "Tambah foto"
                      : "Pilih foto"}
            </b>
            <span className={classes(styles.drop, "needs-js")}>atau seret ke sini</span>
            <small>{limitWords}</small>
          </span>
          <input
            {...field}
            ref={input}
            type="file"
            name={send && hydrated ? undefined : name}
            accept={accepted}
            multiple={several}
            disabled={disabled || (full && unsent === "")}
            required={required && pictures.length === 0 && current === undefined}
            aria-describedby={classes(field["aria-describedby"], status)}
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])];
              // Choosing adds to the present files. Cancelling the choice keeps them.
              const before = pictures.flatMap(({ file }) => file ?? []);
              void add(chosen.filter((file) => !before.includes(file)));
            }}
          />
        </div>
      </div>
      <p id={status} className="sr-only" role="status">
        {said}
      </p>
      {problems.length > 0 && (
        <ul ref={problemList} className={styles.problems} role="alert" tabIndex={-1}>
          {problems.map((one) => (
            <li key={one}>
              <Icon name="warning" small />
              <span>{one}</span>
            </li>
          ))}
        </ul>
      )}
      <FieldNotes {...{ field, hint, errors }} />
      {cropping?.picture.file && (
        <cropping.Dialog
          file={cropping.picture.file}
          onClose={() => setCropping(undefined)}
          onCrop={(file) => {
            setCropping(undefined);
            replaceByCrop(cropping.picture, file);
          }}
        />
      )}
    </div>
  );
}
