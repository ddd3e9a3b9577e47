import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { clampQuantity } from "#ui/quantity.ts";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { Quantity } from "#ui/quantity.tsx";
import type { CartLine } from "../contract.ts";
import { isFixable, maxQuantity, maxNoteLength } from "../rules.ts";
import styles from "./cart-line.module.css";
import { useReportRefusal, useSendAgain } from "./cart-forms.ts";
import { SelectionBox } from "./selection-box.tsx";

/** A changed quantity is sent after this time without another click, in milliseconds. */
const quantityDebounce = 350;

/** Key of the fetcher that removes this line. The page has it too, because a line being removed is not shown. */
export const removeKey = (lineId: string) => `cart-remove-${lineId}`;

type OnQuantityChange = (lineId: string, quantity: number | null) => void;

/** One line of the cart, with its selection, quantity, note and removal. */
export function CartLineRow({
  line,
  onType,
  typedBefore,
}: {
  line: CartLine;
  onType: OnQuantityChange;
  /** What the refused form of this line contained. */
  typedBefore: Record<string, string> | undefined;
}) {
  const buyable = line.problem === null;
  return (
    <li className={styles.line}>
      <div className={styles.select}>
        <SelectionBox
          state={line.selected && buyable ? "all" : "none"}
          label={`Pilih ${line.product_name}`}
          field={{ name: "line_id", value: line.id }}
          disabled={!buyable}
        />
      </div>
      <Thumbnail line={line} />
      <div className={styles.text}>
        <a href={hrefs.product(line.product_slug)} className={styles.name}>
          {line.product_name}
        </a>
        {line.variant_name && <p className={styles.variant}>{line.variant_name}</p>}
        <p className={styles.price}>{formatRupiah(line.price)}</p>
        {line.problem_text && <p className={styles.problem}>{line.problem_text}</p>}
      </div>
      <NoteForm line={line} typedBefore={typedBefore?.note} />
      <div className={styles.controls}>
        <RemoveForm line={line} />
        <QuantityForm line={line} onType={onType} typedBefore={typedBefore?.quantity} />
      </div>
    </li>
  );
}

/** A line that cannot be bought now, greyed out. */
export function UnavailableLine({ line }: { line: CartLine }) {
  return (
    <li className={classes(styles.line, styles.off)}>
      <Thumbnail line={line} />
      <div className={styles.text}>
        <a href={hrefs.product(line.product_slug)} className={styles.name}>
          {line.product_name}
        </a>
        {line.variant_name && <p className={styles.variant}>{line.variant_name}</p>}
        <p className={styles.reason}>{line.problem_text}</p>
      </div>
      <div className={styles.controls}>
        <RemoveForm line={line} />
      </div>
    </li>
  );
}

function Thumbnail({ line }: { line: CartLine }) {
  return (
    <a href={hrefs.product(line.product_slug)} className={styles.picture} tabIndex={-1} aria-hidden>
      {line.picture ? (
        <Picture pictureKey={line.picture.key} color={line.picture.color} alt="" sizes="72px" size={72} />
      ) : (
        <Icon name="package" />
      )}
    </a>
  );
}

function QuantityForm({
  line,
  onType,
  typedBefore,
}: {
  line: CartLine;
  onType: OnQuantityChange;
  typedBefore: string | undefined;
}) {
  const hydrated = useHydrated();
  const fetcher = useFetcher<FormFailure | null>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ fetcher, onType });
  useEffect(() => {
    latest.current = { fetcher, onType };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const failure = fetcher.state === "idle" && fetcher.data?.failed ? fetcher.data : undefined;
  useSendAgain(fetcher);

  const place = useShowRefusal<HTMLParagraphElement>(failure, { alone: true });
  function change(quantity: number) {
    onType(line.id, quantity);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void latest.current.fetcher.submit(
        { intent: "quantity", line_id: line.id, quantity: String(quantity) },
        { method: "post", action: hrefs.cart() },
      );
      latest.current.onType(line.id, null);
    }, quantityDebounce);
  }
  const max = Math.min(Math.max(line.stock, 1), maxQuantity);
  const min = Math.min(line.min_order, max);
  return (
    <fetcher.Form method="post" action={hrefs.cart()} className={styles.quantity}>
      <input type="hidden" name="intent" value="quantity" />
      <input type="hidden" name="line_id" value={line.id} />
      <Quantity
        name="quantity"
        label={`Jumlah ${line.product_name}`}
        max={max}
        min={min}
        value={hydrated || !typedBefore ? line.quantity : clampQuantity(typedBefore, max, min)}
        onChange={change}
      />
      <span className="without-js">
        <Button variant="outline">Ubah</Button>
      </span>
      {!failure && (line.quantity >= max || (line.quantity === min && min > 1)) && (
        <p className={styles.most} role="status">
          {line.quantity >= max ? `Paling banyak ${max}` : `Minimal ${min}`}
        </p>
      )}
      {failure && (
        <p ref={place} className={styles.problem} role="alert" tabIndex={-1}>
          {failure.fields.quantity?.[0] ?? failure.message}
        </p>
      )}
    </fetcher.Form>
  );
}

function NoteForm({ line, typedBefore }: { line: CartLine; typedBefore: string | undefined }) {
  const fetcher = useFetcher<FormFailure | null>();
  const box = useRef<HTMLDetailsElement>(null);
  useReportRefusal(fetcher);
  useSendAgain(fetcher);
  const pending = fetcher.formData?.get("note");
  const note = typeof pending === "string" ? pending : line.note;
  const id = `catatan-${line.id}`;
  return (
    <details className={styles.note} ref={box} open={typedBefore !== undefined}>
      <summary>
        <Icon name="edit" small />
        <span>{note ? `Catatan: ${note}` : "Tulis catatan untuk penjual"}</span>
      </summary>
      <fetcher.Form
        method="post"
        action={hrefs.cart()}
        className={styles.noteForm}
        onSubmit={() => box.current?.removeAttribute("open")}
      >
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="line_id" value={line.id} />
        <label className="sr-only" htmlFor={id}>
          Catatan untuk penjual {line.product_name}
        </label>
        <input
          id={id}
          name="note"
          defaultValue={typedBefore ?? line.note}
          maxLength={maxNoteLength}
          placeholder="Misalnya warna"
          className={styles.noteInput}
          autoComplete="off"
        />
        <Button variant="outline">Simpan</Button>
      </fetcher.Form>
    </details>
  );
}

function RemoveForm({ line }: { line: CartLine }) {
  const fetcher = useFetcher({ key: removeKey(line.id) });
  return (
    <fetcher.Form method="post" action={hrefs.cart()}>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="line_id" value={line.id} />
      <button type="submit" className={styles.remove} aria-label={`Hapus ${line.product_name}`}>
        <Icon name="trash" small />
        Hapus
      </button>
    </fetcher.Form>
  );
}

/** True when the line belongs in the greyed-out group at the bottom: another quantity does not make it buyable. */
export function isUnavailable(line: CartLine): boolean {
  return line.problem !== null && !isFixable(line.problem);
}
