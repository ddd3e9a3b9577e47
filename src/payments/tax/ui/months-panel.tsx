import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import type { TaxMonth } from "../files/contract.ts";
import { taxReferenceLength } from "../files/rules.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import styles from "./tax.module.css";
import type { Withholding } from "./withholding-panel.tsx";

/** PPh 22 by month with its files, and the form that records a payment to the state. */
export function MonthsPanel({
  months,
  withholding: { today, decides },
  failure,
}: {
  months: readonly TaxMonth[];
  withholding: Withholding;
  failure: FormFailure | undefined;
}) {
  return (
    <Panel title="Per bulan" flush>
      <ListTable head={["Bulan", "PPh 22", "Setoran"]} label="Pajak per bulan" wide>
        {months.map((one) => (
          <tr key={one.month}>
            <th scope="row">
              {one.label}
              {decides && (
                <small>
                  <a href={operatorHrefs.withheldFile(one.month)} aria-label={`CSV PPh 22 ${one.label}`} download>
                    CSV PPh 22
                  </a>
                  {" · "}
                  <a href={operatorHrefs.vatFile(one.month)} aria-label={`CSV PPN ${one.label}`} download>
                    CSV PPN
                  </a>
                  {" · "}
                  <a
                    href={operatorHrefs.sellersFile(one.month)}
                    aria-label={`CSV penjual (PMSE) ${one.label}`}
                    download
                  >
                    CSV penjual (PMSE)
                  </a>
                </small>
              )}
            </th>
            <td>
              <span className={styles.label}>PPh 22: </span>
              {signed(one.withheld)}
              <small>dari barang {signed(one.base)}</small>
            </td>
            <td>
              <span className={styles.label}>Setoran: </span>
              <Payment month={one} today={decides ? today : null} failure={failure} />
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

const signed = (amount: number) => `${amount < 0 ? "−" : ""}${formatRupiah(Math.abs(amount))}`;

/** `today` is null for an operator whose role does not decide. */
function Payment({
  month,
  today,
  failure,
}: {
  month: TaxMonth;
  today: string | null;
  failure: FormFailure | undefined;
}) {
  const { payment, due } = month;
  if (payment)
    return (
      <>
        <Badge tone="success">Disetor</Badge>
        <small className={table.when}>
          {formatRupiah(payment.amount)}, {formatWithholdingDay(payment.paid_on)}
        </small>
        <small className={table.when}>
          {payment.reference}, dicatat {payment.entered_by}
        </small>
      </>
    );
  if (due === 0) return month.withheld < 0 ? <>Dikurangkan dari bulan berikutnya</> : <>Tidak ada</>;
  if (!month.is_over) return <>{formatRupiah(due)} sampai sekarang</>;
  if (today === null) return <>{formatRupiah(due)}</>;
  const intent = `pay ${month.month} ${due}`;
  const sent = failure?.values.intent === intent ? failure : undefined;
  return (
    <>
      {formatRupiah(due)}
      <ConfirmForm
        intent={intent}
        label="Catat setoran"
        question={`PPh 22 ${month.label} sebesar ${formatRupiah(due)} sudah disetor ke negara. Ini dibukukan sekali.`}
        confirm="Bukukan setoran"
        failure={failure}
      >
        <TextField
          label="NTPN"
          name="reference"
          autoComplete="off"
          minLength={taxReferenceLength.min}
          maxLength={taxReferenceLength.max}
          defaultValue={sent?.values.reference}
          errors={sent?.fields.reference}
        />
        <DatePickerField
          label="Tanggal setor"
          name="paid_on"
          today={today}
          max={today}
          defaultValue={sent?.values.paid_on ?? today}
          errors={sent?.fields.paid_on}
        />
      </ConfirmForm>
    </>
  );
}
