import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { ListTable } from "#ui/list-table.tsx";
import type { WaitingCertificate } from "../sellers/contract.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";

/** The certificates (SKB) that wait for an operator. */
export function CertificatesPanel({
  rows,
  today,
  failure,
}: {
  rows: readonly WaitingCertificate[];
  today: string;
  failure: FormFailure | undefined;
}) {
  return (
    <Panel title="SKB yang menunggu" flush>
      <ListTable head={["SKB", "Keputusan"]} label="SKB yang menunggu" wide>
        {rows.map((row) => {
          const sent = failure?.values.intent === `accept ${row.id}` ? failure : undefined;
          return (
            <tr key={row.id}>
              <th scope="row">
                {row.certificate_number}
                <small>
                  {row.shop} · {row.taxpayer} · {row.number}
                </small>
                <small>
                  {formatWithholdingDay(row.valid_from)} sampai {formatWithholdingDay(row.valid_until)}, dikirim{" "}
                  {formatDate(new Date(row.declared_at))}
                </small>
              </th>
              <td>
                <ConfirmForm
                  intent={`accept ${row.id}`}
                  label="Terima"
                  question="Cocokkan nomor dan masa berlakunya di laman DJP. PPh 22 tidak dipungut dari toko ini selama masa itu, paling cepat mulai hari ini."
                  confirm="Terima SKB"
                  failure={failure}
                >
                  <DatePickerField
                    label="Berlaku mulai"
                    name="valid_from"
                    today={today}
                    defaultValue={sent?.values.valid_from ?? row.valid_from}
                    errors={sent?.fields.valid_from}
                  />
                  <DatePickerField
                    label="Berlaku sampai"
                    name="valid_until"
                    today={today}
                    min={today}
                    defaultValue={sent?.values.valid_until ?? row.valid_until}
                    errors={sent?.fields.valid_until}
                  />
                </ConfirmForm>
                <ConfirmForm
                  intent={`refuse ${row.id}`}
                  label="Tolak"
                  question="Penjual diberi tahu dan bisa mengirim SKB lain."
                  confirm="Tolak SKB"
                  look="danger"
                  reason={{ label: "Alasan untuk penjual", length: { min: 5, max: 300 } }}
                  failure={failure}
                />
              </td>
            </tr>
          );
        })}
      </ListTable>
    </Panel>
  );
}
