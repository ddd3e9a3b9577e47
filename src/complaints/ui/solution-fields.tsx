import { useEffect, useState } from "react";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { parseCurrency } from "#ui/currency.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import { returnText, priceOf } from "./amounts.ts";
import { lineField } from "./case-requests.ts";
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
  /** Called with the chosen kind and the sum of the typed amounts, in whole rupiah. */
  onChange?: (kind: string, sum: number) => void;
}) {
  const [kind, setKind] = useState<string>(failure?.values.kind ?? demand.kind);
  const [typed, setTyped] = useState<Record<string, number | null>>({});
  const isReturn = kind === "return_refund";
  const first = (name: string): number | null => {
    if (failure?.values.kind === kind && failure.values[name] !== undefined) return parseCurrency(failure.values[name]);
    const line = lines.find(({ line_id }) => name === lineField + line_id);
    if (!line) return demand.shipping > 0 ? demand.shipping : null;
    if (isReturn && demand.kind !== "return_refund") return priceOf(line);
    return demand.lines.find(({ line_id }) => line_id === line.line_id)?.amount ?? null;
  };
  const valueOf = (name: string) => (name in typed ? typed[name] : first(name)) ?? 0;
  const names = lines.map(({ line_id }) => lineField + line_id);
  const sum = [...names, "shipping"].reduce((all, name) => all + valueOf(name), 0);
  useEffect(() => onChange?.(kind, sum), [onChange, kind, sum]);
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
        {lines.map(({ line_id, name, refundable }) => (
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
        ))}
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
        {isReturn && (
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
