import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { SelectField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { CategoryTaxAnswer } from "../categories/contract.ts";
import { categoryTaxTexts } from "../categories/rules.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import type { OperatorTax } from "./operator-tax-view.tsx";
import styles from "./tax.module.css";
import { rulePhases } from "./withholding-panel.tsx";

const textOf = ({ kind, value }: Pick<CategoryTaxAnswer, "kind" | "value">) => categoryTaxTexts[`${kind} ${value}`];

/** Which goods are exempt from PPh 22 or are luxury goods, and the form of a new rule. */
export function CategoryTaxPanel({
  data: { withholding, categoryTaxes, categories },
  failure,
}: {
  data: OperatorTax;
  failure: FormFailure | undefined;
}) {
  const sent = failure?.values.intent === "category" ? failure : undefined;
  const busy = useNavigation().formData?.get("intent") === "category";
  return (
    <Panel title="Pajak menurut kategori">
      <div className={styles.stack}>
        <p>
          PMK 37/2025 membebaskan sebagian barang dari PPh 22, dan barang mewah dikenai PPN 12% penuh. Aturan kategori
          berlaku juga untuk subkategorinya, kecuali subkategori itu punya aturan sendiri. Tanyakan kepada konsultan
          pajak bila ragu: tanpa aturan, semua barang diperlakukan sama.
        </p>
        {withholding.decides && (
          <Form method="post" className={styles.form}>
            <FormNotice failure={sent} />
            <input type="hidden" name="intent" value="category" />
            <SelectField
              label="Kategori"
              name="category_id"
              empty="Pilih kategori"
              options={categories.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={sent?.values.category_id}
              errors={sent?.fields.category_id}
            />
            <SelectField
              label="Perlakuan"
              name="treatment"
              empty="Pilih perlakuan"
              options={Object.entries(categoryTaxTexts).map(([value, label]) => ({ value, label }))}
              defaultValue={sent?.values.treatment}
              errors={sent?.fields.value ?? sent?.fields.kind}
            />
            <DatePickerField
              label="Mulai"
              name="valid_from"
              today={withholding.today}
              min={withholding.today}
              hint="Pukul 00.00 WIB. Pesanan sebelumnya tidak berubah."
              defaultValue={sent?.values.valid_from ?? withholding.today}
              errors={sent?.fields.valid_from}
            />
            <div>
              <Button variant="outline" busy={busy}>
                Simpan aturan
              </Button>
            </div>
          </Form>
        )}
        {categoryTaxes.length > 0 && (
          <ListTable head={["Kategori", "Perlakuan"]} label="Pajak menurut kategori">
            {categoryTaxes.map((rule) => (
              <tr key={rule.id}>
                <th scope="row">
                  {rule.category_name}
                  <small>
                    mulai {formatWithholdingDay(rule.valid_from)}, oleh {rule.announced_by},{" "}
                    {formatDate(new Date(rule.announced_at))}
                  </small>
                </th>
                <td>
                  {textOf(rule)}
                  <small className={table.when}>
                    <Badge tone={rulePhases[rule.phase].tone}>{rulePhases[rule.phase].label}</Badge>
                  </small>
                  {rule.phase === "announced" && withholding.decides && (
                    <ConfirmForm
                      intent={`withdraw_category ${rule.id}`}
                      label="Tarik"
                      question="Aturan ini tidak jadi berlaku."
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
