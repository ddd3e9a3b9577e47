import { useEffect, useState } from "react";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { parseCurrency } from "#ui/currency.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { CheckboxField, RadioGroup } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import { returnText, priceOf, sumWithin } from "./amounts.ts";
import { lineField, voucherField } from "./case-requests.ts";
import styles from "./case.module.css";

/**
 * The kind of a solution and its amounts by line, for an offer or a decision. Amounts of "none" are not sent. For goods
 * that come back the amounts begin with their full price, and a sentence compares both.
 */
export function SolutionFields({
  complaint: { lines, refundable_shipping, solutions, demand, side },
  failure,
  question,
  onChange,
}: {
  complaint: Pick<ComplaintView, "lines" | "refundable_shipping" | "solutions" | "demand" | "side">;
  failure: FormFailure | undefined;
  question: string;
  /**
   * Called with the chosen kind, the sum of the typed amounts (null while one is above its limit), and what the seller
   * gives up of lines that vouchers paid, in whole rupiah.
   */
  onChange?: (kind: string, sum: number | null, byVoucher: number) => void;
}) {
  const [kind, setKind] = useState<string>(failure?.values.kind ?? demand.kind);
  const [typed, setTyped] = useState<Record<string, number | null>>({});
  const [taken, setTaken] = useState<Record<string, boolean>>({});
  const isReturn = kind === "return_refund";
  const first = (name: string): number | null => {
    if (failure?.values.kind === kind && failure.values[name] !== undefined) return parseCurrency(failure.values[name]);
    const line = lines.find(({ line_id }) => name === lineField + line_id);
    if (!line) return demand.shipping > 0 ? demand.shipping : null;
    if (isReturn && demand.kind !== "return_refund") return priceOf(line);
    return demand.lines.find(({ line_id }) => line_id === line.line_id)?.amount ?? null;
  };
  const valueOf = (name: string) => (name in typed ? typed[name] : first(name)) ?? 0;
  const sum = sumWithin([
    ...lines.map(({ line_id, refundable }) => ({ amount: valueOf(lineField + line_id), max: refundable })),
    ...(refundable_shipping > 0 ? [{ amount: valueOf("shipping"), max: refundable_shipping }] : []),
  ]);
  const isTaken = (lineId: string) =>
    taken[lineId] ?? (failure ? failure.values[voucherField + lineId] === "1" : isWanted(demand, lineId));
  const byVoucher = lines.reduce((all, line) => all + (isTaken(line.line_id) ? line.by_voucher : 0), 0);
  useEffect(() => onChange?.(kind, sum, byVoucher), [onChange, kind, sum, byVoucher]);
  const price = lines.reduce((all, line) => all + priceOf(line), 0);
  const onAmount = (name: string) => (amount: number | null) => setTyped((before) => ({ ...before, [name]: amount }));
  return (
    <>
      <RadioGroup
        label={question}
        name="kind"
        options={solutions.map(({ kind: value, label }) => ({ value, label }))}
        defaultValue={failure?.values.kind ?? demand.kind}
        errors={failure?.fields.kind}
        onChange={(next) => {
          setKind(next);
          if (isReturn !== (next === "return_refund")) setTyped({});
        }}
      />
      <div className={styles.amounts} key={isReturn ? "return" : "stay"}>
        {lines.map(({ line_id, name, by_voucher: covered }) =>
          covered === 0 ? null : (
            <CheckboxField
              key={line_id}
              label={`Penjual tidak menerima harga ${name} (${formatRupiah(covered)})`}
              name={`${voucherField}${line_id}`}
              hint="Harganya dibayar voucher, jadi kembali ke pemberi voucher."
              defaultChecked={isTaken(line_id)}
              onChange={(event) => setTaken((before) => ({ ...before, [line_id]: event.currentTarget.checked }))}
            />
          ),
        )}
        {lines.map(({ line_id, name, refundable, by_voucher }) =>
          by_voucher > 0 ? null : (
            <CurrencyField
              key={line_id}
              label={`Uang kembali untuk ${name}`}
              name={`${lineField}${line_id}`}
              hint={`Paling banyak ${formatRupiah(refundable)}`}
              defaultValue={first(`${lineField}${line_id}`)}
              errors={failure?.fields[`${lineField}${line_id}`]}
              required={false}
              onAmount={onAmount(`${lineField}${line_id}`)}
            />
          ),
        )}
        {refundable_shipping > 0 && (
          <CurrencyField
            label="Ongkos kirim yang kembali"
            name="shipping"
            hint={`Paling banyak ${formatRupiah(refundable_shipping)}`}
            defaultValue={first("shipping")}
            errors={failure?.fields.shipping}
            required={false}
            onAmount={onAmount("shipping")}
          />
        )}
        {isReturn && sum !== null && (
          <div className="needs-js">
            <Notice tone={sum < price ? "warning" : "info"}>{returnText(side, price, sum)}</Notice>
          </div>
        )}
        <p className={styles.quiet}>
          Untuk barang pengganti atau kiriman kekurangan, jumlah ini kembali hanya bila barangnya tidak dikirim.
        </p>
      </div>
    </>
  );
}

/** Whether the buyer named a line of which vouchers paid everything. */
function isWanted(demand: ComplaintView["demand"], lineId: string): boolean {
  return demand.lines.some(({ line_id, given_up: givenUp = 0 }) => line_id === lineId && givenUp > 0);
}
