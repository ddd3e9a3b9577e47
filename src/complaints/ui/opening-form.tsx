import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { parseCurrency } from "#ui/currency.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { RadioGroup, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Picture } from "#ui/picture.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { ComplaintOptions } from "../case-view/contract.ts";
import { conflictOf, descriptionLength, type Problem, solutionLabel, solutionsFor } from "../opening/rules.ts";
import { type SolutionKind, solutionKinds } from "../rules.ts";
import { EvidenceField } from "./evidence-field.tsx";
import { amountFor, openingFields, shippingFor } from "./opening-request.ts";
import styles from "./opening.module.css";

type Line = ComplaintOptions["lines"][number];
/** What is typed for a line; scripts compute from it what the form offers. */
type Typed = { problem: Problem | ""; quantity: number; amount: number | null };

/**
 * The form that opens a complaint: what is wrong with which goods, what the buyer wants, a description, pictures and
 * videos. Without scripts all fields are shown, and the server computes what is left empty.
 */
export function OpeningForm({
  orderId,
  options,
  failure,
}: {
  orderId: string;
  options: ComplaintOptions;
  failure: FormFailure | undefined;
}) {
  if (!options.can_open)
    return (
      <div className={styles.page}>
        <BackLink href={hrefs.buyerTransaction(orderId)}>Kembali ke pesanan</BackLink>
        <h1>Buka komplain</h1>
        <Notice
          tone="warning"
          title={options.why_not ?? "Pesanan ini tidak bisa dikomplain."}
          action={
            <ButtonLink size="s" variant="outline" href={hrefs.buyerTransaction(orderId)}>
              Lihat pesanan
            </ButtonLink>
          }
        />
      </div>
    );
  return <OpenForm {...{ orderId, options, failure }} />;
}

type FormProps = { orderId: string; options: ComplaintOptions; failure: FormFailure | undefined };

function OpenForm(props: FormProps) {
  const draft = useFormDraft({ failure: props.failure });
  return <OpeningFields key={draft.key} {...props} failure={draft.typed} draft={draft} />;
}

function OpeningFields({ orderId, options, failure, draft }: FormProps & { draft: FormDraft }) {
  const lines = options.lines.filter(({ problems }) => problems.length > 0);
  const isSending = useNavigation().state !== "idle";
  const [typed, setTyped] = useState<Record<string, Typed>>(() =>
    Object.fromEntries(lines.map((line) => [line.line_id, typedLine(line, (name) => failure?.values[name] ?? "")])),
  );
  const [selected, setKind] = useState<string>(failure?.values.kind ?? "refund");
  const [shipping, setShipping] = useState(() => parseCurrency(failure?.values.shipping ?? ""));
  const change = (lineId: string, part: Partial<Typed>) =>
    setTyped((before) => ({ ...before, [lineId]: { ...(before[lineId] ?? emptyLine), ...part } }));
  const form = draft.form.ref;
  // What was chosen before the scripts ran.
  useEffect(() => {
    if (!form.current) return;
    const sent = new FormData(form.current);
    const valueOf = (name: string) => String(sent.get(name) ?? "");
    setTyped(Object.fromEntries(lines.map((line) => [line.line_id, typedLine(line, valueOf)])));
    setKind(valueOf("kind"));
    setShipping(parseCurrency(valueOf("shipping")));
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps
  const chosen = lines.filter(({ line_id }) => typed[line_id]?.problem);
  const kinds = kindsFor(lines, typed);
  const kind = kinds.find((one) => one === selected) ?? kinds[0] ?? selected;
  const goods = chosen.reduce((all, line) => {
    const { amount, quantity } = typed[line.line_id] ?? emptyLine;
    const most = amountFor(line, quantity);
    return all + (kind === "refund" ? Math.min(amount ?? most, most) : most);
  }, 0);
  const missingShipping = shippingFor(
    options,
    chosen.map(({ line_id }) => ({ line_id, ...(typed[line_id] ?? emptyLine) })),
  );
  const shippingSum = Math.min(shipping ?? (kind === "refund" ? missingShipping : 0), options.refundable_shipping);
  const isTooMuch =
    (shipping ?? 0) > options.refundable_shipping ||
    (kind === "refund" &&
      chosen.some((line) => {
        const { amount, quantity } = typed[line.line_id] ?? emptyLine;
        return (amount ?? 0) > amountFor(line, quantity);
      }));
  const conflicting = conflictOf(problemsOf(chosen, typed));
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <BackLink href={hrefs.buyerTransaction(orderId)}>Kembali ke pesanan</BackLink>
        <h1>Buka komplain</h1>
        <p className={styles.quiet}>{options.promise}</p>
      </header>
      <Form {...draft.form} method="post" encType="multipart/form-data" className={styles.form}>
        {draft.notice}
        <FormNotice failure={draft.refused} labelOf={labelOf(lines)} />
        <Panel title={lines.length === 1 ? "Barang dan masalahnya" : "Barang mana yang bermasalah?"}>
          {lines.length > 1 && (
            <p className={styles.quiet}>
              Pilih semua barang yang bermasalah: begitu komplain ini selesai, seluruh pesanan ikut selesai.
            </p>
          )}
          <div className={styles.lines}>
            {lines.map((line) => (
              <div key={line.line_id}>
                <LineFields
                  {...{ line, failure }}
                  alone={lines.length === 1}
                  problem={typed[line.line_id]?.problem ?? ""}
                  onChange={(part) => change(line.line_id, part)}
                />
              </div>
            ))}
          </div>
        </Panel>
        <Panel title="Yang Anda minta">
          <div className={styles.fields}>
            {conflicting ? (
              <Notice tone="warning" title={conflicting} />
            ) : (
              <RadioGroup
                // Other problems offer other solutions. The key starts the group again with one that is offered.
                key={kinds.join()}
                label="Penyelesaian"
                hideLabel
                name="kind"
                options={kinds.map((value) => ({
                  value,
                  label: solutionLabel(value, problemsOf(chosen, typed)),
                  hint: kindHint(value, problemsOf(chosen, typed)),
                }))}
                defaultValue={kind}
                errors={failure?.fields.kind ?? failure?.fields.wanted}
                onChange={setKind}
              />
            )}
            <div className={styles.amounts}>
              {lines.map((line) => (
                <AmountField
                  key={line.line_id}
                  {...{ line, failure }}
                  typed={typed[line.line_id] ?? emptyLine}
                  onAmount={(amount) => change(line.line_id, { amount })}
                />
              ))}
              {options.refundable_shipping > 0 && (
                <CurrencyField
                  label="Ongkos kirim yang diminta kembali"
                  name="shipping"
                  required={false}
                  hint={
                    missingShipping > 0
                      ? `Kosongkan untuk ${formatRupiah(missingShipping)}, seluruh ongkos kirim dengan asuransinya, bila ada.`
                      : `Paling banyak ${formatRupiah(options.refundable_shipping)}. Hanya bila semua barang pesanan ini bermasalah.`
                  }
                  defaultValue={failure?.values.shipping}
                  onAmount={setShipping}
                  errors={failure?.fields.shipping}
                />
              )}
            </div>
            {chosen.length > 0 && (kind === "refund" || kind === "return_refund") && (
              <p className={`${styles.sum} needs-js`} aria-live="polite">
                {isTooMuch ? (
                  "Ada jumlah yang lebih dari batasnya."
                ) : (
                  <>
                    Uang yang Anda minta kembali: <b>{formatRupiah(goods + shippingSum)}</b>
                    {shippingSum > 0 && `, termasuk ongkos kirim ${formatRupiah(shippingSum)}`}
                  </>
                )}
              </p>
            )}
          </div>
        </Panel>
        <Panel title="Ceritakan dan tunjukkan">
          <div className={styles.fields}>
            <TextareaField
              label="Apa yang terjadi?"
              name="text"
              rows={5}
              minLength={descriptionLength.min}
              maxLength={descriptionLength.max}
              hint="Misalnya: bagian mana yang rusak, dan bagaimana keadaan kemasannya saat tiba."
              defaultValue={failure?.values.text}
              errors={failure?.fields.text}
            />
            <EvidenceField
              errors={failure?.fields.evidence}
              hint="Hanya Anda, penjual, dan mediator yang melihatnya."
            />
          </div>
        </Panel>
        <div className={styles.send}>
          <Button wide busy={isSending}>
            Buka komplain
          </Button>
          <p className={styles.quiet} role="status">
            {isSending ? "Mengirim. Jangan tutup halaman ini." : "Uang pesanan ini ditahan sampai komplain selesai."}
          </p>
        </div>
      </Form>
    </div>
  );
}

const emptyLine: Typed = { problem: "", quantity: 1, amount: null };

function typedLine(line: Line, valueOf: (name: string) => string): Typed {
  return {
    problem: valueOf(openingFields.problem + line.line_id) as Problem | "",
    quantity: Number(valueOf(openingFields.quantity + line.line_id) || line.quantity),
    amount: parseCurrency(valueOf(openingFields.amount + line.line_id)),
  };
}

const kindHints: Partial<Record<SolutionKind, string>> = {
  refund: "Seluruhnya atau sebagian. Barang tidak dikirim balik.",
  return_refund: "Seluruh harga barangnya kembali setelah penjual menerimanya.",
  replacement: "Penjual mengirim barang yang sama lagi.",
  send_rest: "Penjual mengirim yang kurang.",
};

function kindHint(kind: SolutionKind, found: readonly Problem[]): string | undefined {
  const isMissing = found.length > 0 && found.every((problem) => problem === "not_arrived");
  return kind === "refund" && isMissing ? "Seluruhnya atau sebagian." : kindHints[kind];
}

function problemsOf(chosen: readonly Line[], typed: Record<string, Typed>): Problem[] {
  return chosen.flatMap(({ line_id }) => typed[line_id]?.problem || []);
}

/** The solutions that fit the chosen problems; before a choice, those of any problem of the order. */
function kindsFor(lines: readonly Line[], typed: Record<string, Typed>): SolutionKind[] {
  const chosen = lines.flatMap(({ line_id }) => typed[line_id]?.problem || []);
  const fitting = chosen.length > 0 ? solutionsFor(chosen) : [];
  const all = lines.flatMap(({ problems }) =>
    problems.flatMap(({ solutions: offered }) => offered.map((one) => one.kind)),
  );
  const kinds = new Set(fitting.length > 0 ? fitting : all);
  // Always in the same order, so that no option changes its place when a problem is chosen.
  return solutionKinds.filter((kind) => kind !== "none" && kinds.has(kind));
}

function labelOf(lines: readonly Line[]) {
  const names: Record<string, string> = {
    text: "Apa yang terjadi?",
    kind: "Penyelesaian",
    shipping: "Ongkos kirim",
    evidence: "Foto dan video",
  };
  return (field: string) => names[field] ?? lines.find(({ line_id }) => field.endsWith(line_id))?.name;
}

function LineFields({
  line,
  alone,
  problem,
  failure,
  onChange,
}: {
  line: Line;
  /** The chosen problem. */
  problem: Problem | "";
  /** The order has no other line. */
  alone: boolean;
  failure: FormFailure | undefined;
  onChange: (part: Partial<Typed>) => void;
}) {
  const { line_id, name, variant_name, picture_key, quantity, problems } = line;
  const names = { problem: openingFields.problem + line_id, quantity: openingFields.quantity + line_id };
  const until = problems.find((one) => one.problem === problem)?.until;
  return (
    <fieldset className={styles.line}>
      <legend className={styles.goods}>
        <span className={styles.picture}>
          {picture_key && <Picture pictureKey={picture_key} alt="" sizes="56px" size={56} />}
        </span>
        <span>
          <b>{name}</b>
          <span className={styles.quiet}>
            {variant_name && `${variant_name} · `}
            {quantity} buah · {formatRupiah(line.refundable)}
          </span>
        </span>
      </legend>
      <SelectField
        label="Masalah"
        name={names.problem}
        required={alone}
        empty={alone ? "Pilih masalah" : "Tidak bermasalah"}
        options={problems.map(({ problem, label }) => ({ value: problem, label }))}
        hint={until ? `Berubah pikiran bisa sampai ${formatDateTime(new Date(until))}.` : undefined}
        defaultValue={failure?.values[names.problem]}
        errors={failure?.fields[names.problem]}
        onChange={(event) => onChange({ problem: event.currentTarget.value as Problem | "" })}
      />
      {quantity > 1 ? (
        <div className={styles.detail}>
          <TextField
            label={`Jumlah yang bermasalah (dari ${quantity})`}
            name={names.quantity}
            type="number"
            inputMode="numeric"
            min={1}
            max={quantity}
            defaultValue={failure?.values[names.quantity] ?? quantity}
            errors={failure?.fields[names.quantity]}
            onChange={(event) => onChange({ quantity: Number(event.currentTarget.value) || 1 })}
          />
        </div>
      ) : (
        <input type="hidden" name={names.quantity} value={1} />
      )}
    </fieldset>
  );
}

function AmountField({
  line,
  typed,
  failure,
  onAmount,
}: {
  line: Line;
  typed: Typed;
  failure: FormFailure | undefined;
  onAmount: (amount: number | null) => void;
}) {
  const name = openingFields.amount + line.line_id;
  const hydrated = useHydrated();
  const pieces = Math.min(typed.quantity, line.quantity);
  const most = amountFor(line, pieces);
  if (line.by_voucher > 0)
    return (
      <p className={styles.amount} hidden={hydrated && typed.problem === ""}>
        {line.name} dibayar voucher seluruhnya, jadi tidak ada uang Anda yang kembali untuknya. Bila komplain diterima,
        penjual tidak menerima harganya.
      </p>
    );
  return (
    <div className={styles.amount} hidden={hydrated && typed.problem === ""}>
      <CurrencyField
        label={`Uang kembali untuk ${line.name}`}
        name={name}
        required={false}
        hint={`Paling banyak ${formatRupiah(most)}, harga ${pieces} buah. Kosongkan untuk jumlah itu.`}
        defaultValue={failure?.values[name]}
        errors={failure?.fields[name]}
        onAmount={onAmount}
      />
    </div>
  );
}
