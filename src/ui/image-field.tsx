import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { maxFileBytes, maxPicturePixels } from "#lib/field-limits.ts";
import { classes } from "./class-names.ts";
import { FieldNotes, useField, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { Icon } from "./icon.tsx";
import styles from "./image-field.module.css";
import { useShowRefusal } from "./show-refusal.ts";
import { formatBytes, moveItem, pictureProblem, type PictureLimits } from "./picture-validation.ts";

const CropDialog = lazy(async () => ({ default: (await import("./image-crop.tsx")).CropDialog }));

/** Sends one picture at once and answers the value that the form keeps for it. `onProgress` is told 0 to 1. */
export type SendPicture = (
  picture: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<{ value: string }>;

type Picture = {
  key: string;
  name: string;
  /** What is shown: an address of ours or of the chosen file. */
  src: string;
  /** A chosen file; null for a picture that the server has. */
  file: File | null;
  /** What the form is sent for a picture that the server has. */
  value: string | null;
  progress: number | null;
  failure: string | null;
};

const defaultLimits: PictureLimits = { bytes: maxFileBytes, pixels: maxPicturePixels };
const accepted = "image/jpeg,image/png,image/webp,image/avif";
let pictureCount = 0;

/**
 * Pictures from the device: preview, order by dragging or by buttons, crop to a square, and no to what the server would
 * say no to. Without `send` the files travel with the form under `name`, in their order. With `send` each is sent at
 * once, and the form carries its value under `name`; `saved` are pictures that the server has already. Without scripts it
 * is a plain file input.
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
  saved?: readonly { value: string; src: string; name: string }[];
  send?: SendPicture;
  /** Told whether pictures are still on their way. */
  onBusy?: (busy: boolean) => void;
  /** Called with the values of the form in their order. */
  onValues?: (values: readonly string[]) => void;
}) {
  const field = useField(id, { hint, errors });
  const status = useId();
  const hydrated = useHydrated();
  const [pictures, setPictures] = useState<readonly Picture[]>(() =>
    saved.map((one) => ({ ...one, key: one.value, file: null, progress: null, failure: null })),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  const problemList = useShowRefusal<HTMLUListElement>(problems.length > 0 ? problems : undefined, { alone: true });
  const [said, setSaid] = useState("");
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState<string>();
  const [cropping, setCropping] = useState<Picture>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const running = useRef(new Map<string, AbortController>());
  const several = most > 1;
  const room = most - pictures.length;
  const limitWords = `JPEG, PNG, WebP, atau AVIF, paling besar ${formatBytes(limits.bytes)}${several ? `, sampai ${most} foto` : ""}`;

  useEffect(() => () => running.current.forEach((one) => one.abort()), []);
  const busy = pictures.some(({ progress }) => progress !== null);
  const tell = useRef(onBusy);
  useEffect(() => {
    tell.current = onBusy;
  });
  useEffect(() => tell.current?.(busy), [busy]);
  const tellValues = useRef(onValues);
  useEffect(() => {
    tellValues.current = onValues;
  });
  useEffect(() => tellValues.current?.(pictures.flatMap(({ value }) => value ?? [])), [pictures]);
  // What was chosen before the scripts were there counts too.
  useEffect(() => {
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) void add(early);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the scripts have come
  }, []);
  // The input itself holds the chosen files in their order, so that the form sends them like any other.
  useEffect(() => {
    if (!input.current || send) return;
    const files = new DataTransfer();
    for (const { file } of pictures) if (file) files.items.add(file);
    input.current.files = files.files;
  }, [pictures, send]);
  useEffect(() => {
    input.current?.setCustomValidity(busy ? "Tunggu sampai semua foto terkirim." : "");
  }, [busy]);

  const change = (key: string, to: Partial<Picture>) =>
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));

  async function add(files: readonly File[]): Promise<void> {
    const wrong: string[] = [];
    const fitting: Picture[] = [];
    for (const file of files) {
      const { src, problem } = await inspect(file, limits);
      if (problem) wrong.push(problem);
      else fitting.push(newPicture(file, src));
    }
    const free = several ? room : 1;
    if (fitting.length > free) {
      wrong.push(`Paling banyak ${most} foto. ${fitting.length - free} foto tidak ditambahkan.`);
    }
    const taken = fitting.slice(0, free);
    setProblems(wrong);
    setPictures((now) => (several ? [...now, ...taken] : taken.length > 0 ? taken : now));
    if (taken.length > 0) setSaid(`${taken.length} foto ditambahkan.`);
    for (const one of taken) start(one);
  }

  function start(picture: Picture): void {
    if (!send || !picture.file) return;
    const stop = new AbortController();
    running.current.set(picture.key, stop);
    change(picture.key, { progress: 0, failure: null });
    send(picture.file, { signal: stop.signal, onProgress: (progress) => change(picture.key, { progress }) }).then(
      ({ value }) => change(picture.key, { value, progress: null }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        change(picture.key, {
          progress: null,
          failure: error instanceof Error ? error.message : "Foto belum terkirim.",
        });
      },
    );
  }

  function remove(picture: Picture, at: number): void {
    running.current.get(picture.key)?.abort();
    setPictures((now) => now.filter(({ key }) => key !== picture.key));
    setSaid(`${picture.name} dihapus.`);
    setProblems([]);
    const next = list.current?.children[at === 0 ? 1 : at - 1]?.querySelector<HTMLElement>("[data-remove]");
    (next ?? input.current)?.focus();
  }

  function move(from: number, to: number, follow?: string): void {
    setPictures((now) => moveItem(now, from, to));
    setSaid(`Sekarang foto ke-${to + 1}.`);
    if (follow === undefined) return;
    const key = pictures[from]?.key;
    requestAnimationFrame(() => {
      const tile = [...(list.current?.children ?? [])].find(
        (one) => one instanceof HTMLElement && one.dataset.key === key,
      );
      const button = tile?.querySelector<HTMLButtonElement>(`[data-move="${follow}"]`);
      (button?.disabled ? tile?.querySelector<HTMLElement>("[data-move]:not(:disabled)") : button)?.focus();
    });
  }

  async function cropped(picture: Picture, file: File): Promise<void> {
    setCropping(undefined);
    const next = newPicture(file, URL.createObjectURL(file));
    setPictures((now) => now.map((one) => (one.key === picture.key ? next : one)));
    setSaid(`${picture.name} dipotong menjadi bujur sangkar.`);
    start(next);
  }

  const shownCurrent = pictures.length === 0 && current !== undefined;
  const full = several && room <= 0;
  const tools = (picture: Picture, at: number): ReactNode => (
    <div className={classes(styles.tools, "needs-js")}>
      {several && (
        <>
          <button
            type="button"
            data-move="left"
            disabled={at === 0}
            aria-label={`Geser ${picture.name} ke kiri`}
            onClick={() => move(at, at - 1, "left")}
          >
            <Icon name="chevron-left" small />
          </button>
          <button
            type="button"
            data-move="right"
            disabled={at === pictures.length - 1}
            aria-label={`Geser ${picture.name} ke kanan`}
            onClick={() => move(at, at + 1, "right")}
          >
            <Icon name="chevron-right" small />
          </button>
        </>
      )}
      {picture.file && (
        <button type="button" aria-label={`Potong ${picture.name}`} onClick={() => setCropping(picture)}>
          <Icon name="crop" small />
        </button>
      )}
      <button type="button" data-remove aria-label={`Hapus ${picture.name}`} onClick={() => remove(picture, at)}>
        <Icon name="trash" small />
      </button>
    </div>
  );
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
          void add([...event.dataTransfer.files]);
        }}
      >
        {pictures.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={typeof label === "string" ? label : undefined}>
            {pictures.map((picture, at) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; the buttons do the same
              <li
                key={picture.key}
                data-key={picture.key}
                className={classes(styles.tile, dragged === picture.key && styles.dragged)}
                draggable={several && !disabled}
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
              >
                <span className={styles.picture}>
                  <img src={picture.src} alt={`Foto ${at + 1}: ${picture.name}`} draggable={false} />
                  {several && at === 0 && <b className={styles.main}>Utama</b>}
                  {picture.progress !== null && (
                    <progress max={1} value={picture.progress} aria-label={`Mengirim ${picture.name}`} />
                  )}
                </span>
                {picture.failure !== null && (
                  <span className={styles.failure}>
                    {picture.failure}
                    <button type="button" onClick={() => start(picture)}>
                      Coba lagi
                    </button>
                  </span>
                )}
                {!disabled && tools(picture, at)}
                {picture.value !== null && <input type="hidden" name={name} value={picture.value} />}
              </li>
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
            disabled={disabled || full}
            required={required && pictures.length === 0 && current === undefined}
            aria-describedby={classes(field["aria-describedby"], status)}
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])];
              // Choosing adds to what is there already; giving up the choice keeps it.
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
      {cropping?.file && (
        <Suspense>
          <CropDialog
            file={cropping.file}
            onClose={() => setCropping(undefined)}
            onCrop={(file) => void cropped(cropping, file)}
          />
        </Suspense>
      )}
    </div>
  );
}

function newPicture(file: File, src: string): Picture {
  pictureCount += 1;
  return {
    key: `${pictureCount} ${file.name}`,
    name: file.name,
    src,
    file,
    value: null,
    progress: null,
    failure: null,
  };
}

/** Looks at a file as the server will: first bytes, size, and whether it can be read at all. */
async function inspect(file: File, limits: PictureLimits): Promise<{ src: string; problem: string | null }> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const src = URL.createObjectURL(file);
  const early = pictureProblem(
    { name: file.name, size: file.size, head },
    { width: 1, height: 1 },
    { ...limits, side: 0 },
  );
  const size = early ? null : await readSize(src);
  const problem = early ?? pictureProblem({ name: file.name, size: file.size, head }, size, limits);
  if (problem) URL.revokeObjectURL(src);
  return { src, problem };
}

function readSize(src: string): Promise<{ width: number; height: number } | null> {
  return new Promise((done) => {
    const image = new Image();
    image.onload = () => done({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => done(null);
    image.src = src;
  });
}
