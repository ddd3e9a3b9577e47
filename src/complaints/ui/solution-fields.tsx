import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { RadioGroup } from "#ui/field.tsx";
import type { ComplaintView } from "../contract.ts";
import styles from "./case.module.css";
import { lineField } from "./case-requests.ts";

/**
 * The kind of a solution and its amounts by line, for an offer or a decision. Amounts of "none" are not sent. `labels`
 * name what the amounts are.
 */
export function SolutionFields({
  complaint: { lines, refundable_shipping, solutions, demand },
  failure,
  question,
}: {
  complaint: Pick<ComplaintView, "lines" | "refundable_shipping" | "solutions" | "demand">;
  failure: FormFailure | undefined;
  question: string;
}) {
  const amountOf = (lineId: string) => demand.lines.find(({ line_id }) => line_id === lineId)?.amount;
  return (
    <>
      <RadioGroup
        label={question}
        name="kind"
        options={solutions.map(({ kind, label }) => ({ value: kind, label }))}
        defaultValue={failure?.values.kind ?? demand.kind}
        errors={failure?.fields.kind}
      />
      <div className={styles.amounts}>
        {lines.map(({ line_id, name, refundable }) => (
          <CurrencyField
            key={line_id}
            label={`Uang kembali untuk ${name}`}
            name={`${lineField}${line_id}`}
            hint={`Paling banyak ${formatRupiah(refundable)}`}
            defaultValue={failure?.values[`${lineField}${line_id}`] ?? amountOf(line_id)}
            errors={failure?.fields[`${lineField}${line_id}`]}
            required={false}
          />
        ))}
        {refundable_shipping > 0 && (
          <CurrencyField
            label="Ongkos kirim yang kembali"
            name="shipping"
            hint={`Paling banyak ${formatRupiah(refundable_shipping)}`}
            defaultValue={failure?.values.shipping ?? (demand.shipping > 0 ? demand.shipping : undefined)}
            errors={failure?.fields.shipping}
            required={false}
          />
        )}
        <p className={styles.quiet}>
          Untuk barang pengganti atau kiriman kekurangan, jumlah ini kembali hanya bila barangnya tidak dikirim.
        </p>
      </div>
    </>
  );
}
