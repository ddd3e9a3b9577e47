import { Form, useNavigation } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { RadioGroup } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { beginningOf, formatPerMille } from "../../fees/rules.ts";
import { withholdingPerMille } from "../rules.ts";
import type { WithholdingAnswer, WithholdingApi } from "../withholding/contract.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import styles from "./tax.module.css";

export type Withholding = ApiResponse<WithholdingApi["GET /v1/operator/withholding"]>["result"];

/** How the phase of a dated rule is named. */
export const rulePhases: Record<WithholdingAnswer["phase"], { label: string; tone: Tone }> = {
  announced: { label: "Akan berlaku", tone: "info" },
  in_force: { label: "Berlaku", tone: "success" },
  past: { label: "Sudah diganti", tone: "neutral" },
  withdrawn: { label: "Ditarik", tone: "neutral" },
};
/** Whether a day can be written in a sentence. */
const isDay = (text: string) => !Number.isNaN(beginningOf(text).getTime());
const stateText = (isOn: boolean) => (isOn ? "PPh 22 dipungut" : "PPh 22 tidak dipungut");
const labels: Readonly<Record<string, string>> = { is_on: "Pemungutan", valid_from: "Mulai" };

/** Whether PPh 22 is withheld, the form that switches it, and when it was switched by whom. */
export function WithholdingPanel({ data, failure }: { data: Withholding; failure: FormFailure | undefined }) {
  const sent = ["ask", "switch"].includes(failure?.values.intent ?? "") ? failure : undefined;
  // A switch that waits for its confirmation, or that was refused when it was confirmed.
  const isAsked = sent?.values.intent === "switch" && isDay(sent.values.valid_from ?? "");
  const busy = useNavigation().formData?.get("intent") === "ask";
  return (
    <Panel
      title="Pemungutan PPh 22"
      action={<Badge tone={data.is_on ? "success" : "neutral"}>{data.is_on ? "Menyala" : "Mati"}</Badge>}
    >
      <div className={styles.stack}>
        <p>
          Selama menyala, {formatPerMille(withholdingPerMille)} dari harga barang tanpa PPN dipotong dari hasil setiap
          penjual yang tidak bebas (PMK 37/2025). Nyalakan hanya bila DJP menunjuk Anda sebagai pemungut. Pesanan
          menyimpan aturan pada hari pesanan itu dibuat.
        </p>
        {data.decides && (
          <Form method="post" className={styles.form}>
            <FormNotice failure={isAsked ? undefined : sent} labelOf={(field) => labels[field]} />
            <input type="hidden" name="intent" value="ask" />
            <RadioGroup
              label={labels.is_on}
              name="is_on"
              look="tiles"
              defaultValue={sent?.values.is_on ?? (data.is_on ? "1" : "0")}
              options={[
                { value: "1", label: "Nyalakan" },
                { value: "0", label: "Matikan" },
              ]}
              errors={sent?.fields.is_on}
            />
            <DatePickerField
              label={labels.valid_from}
              name="valid_from"
              today={data.today}
              min={data.today}
              hint="Pukul 00.00 WIB. Semua penjual diberi tahu."
              defaultValue={sent?.values.valid_from ?? data.today}
              errors={sent?.fields.valid_from}
            />
            <div>
              <Button variant="outline" busy={busy}>
                Lanjutkan
              </Button>
            </div>
          </Form>
        )}
        {data.decides && isAsked && <ConfirmSwitch failure={sent} />}
        {data.rules.length > 0 && (
          <ListTable head={["Mulai", "Pengaturan"]} label="Pengaturan pemungutan PPh 22">
            {data.rules.map((rule) => (
              <tr key={rule.id}>
                <th scope="row">
                  {formatWithholdingDay(rule.valid_from)}
                  <small>
                    oleh {rule.announced_by}, {formatDate(new Date(rule.announced_at))}
                  </small>
                </th>
                <td>
                  {stateText(rule.is_on)}
                  <small className={table.when}>
                    <Badge tone={rulePhases[rule.phase].tone}>{rulePhases[rule.phase].label}</Badge>
                  </small>
                  {rule.phase === "announced" && data.decides && (
                    <ConfirmForm
                      intent={`withdraw ${rule.id}`}
                      label="Tarik"
                      question="Pengaturan ini tidak jadi berlaku, dan semua penjual diberi tahu."
                      confirm="Ya, tarik"
                      look="danger"
                      failure={failure}
                    />
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        )}
      </div>
    </Panel>
  );
}

/** The confirmation of a switch, which names what changes and from which day. */
function ConfirmSwitch({ failure }: { failure: FormFailure }) {
  const { is_on: isOn = "0", valid_from: validFrom = "" } = failure.values;
  const verb = isOn === "1" ? "nyalakan" : "matikan";
  const what = isOn === "1" ? `${formatPerMille(withholdingPerMille)} PPh 22 dipungut` : "PPh 22 tidak lagi dipungut";
  const onDay = formatWithholdingDay(validFrom);
  return (
    <ConfirmForm
      intent="switch"
      label={`${isOn === "1" ? "Nyalakan" : "Matikan"} mulai ${onDay}`}
      question={`${what} dari pesanan yang dibuat mulai ${onDay}. Semua penjual langsung diberi tahu.`}
      confirm={`Ya, ${verb}`}
      look={isOn === "1" ? "primary" : "danger"}
      failure={failure}
    >
      <input type="hidden" name="is_on" value={isOn} />
      <input type="hidden" name="valid_from" value={validFrom} />
    </ConfirmForm>
  );
}
