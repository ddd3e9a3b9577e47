import { Form, useNavigation } from "react-router";
import type { CatalogApi } from "#catalog/contract.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import type { FeeRuleBody } from "#payments/fees/contract.ts";
import { feeKindNames, feeKinds, feeLimits, feeNoticeDuration, formatFeeDay } from "#payments/fees/rules.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { readAmount } from "#ui/currency.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import styles from "../charges.module.css";

export type FeeToAnnounce = {
  categories: ApiResponse<CatalogApi["GET /v1/categories"]>["result"];
  /** The current day in Jakarta, as `2026-11-30`. */
  today: string;
  earliestIncrease: string;
};

const labels: Record<string, string> = {
  kind: "Jenis biaya",
  category: "Kategori",
  per_mille: "Persen",
  cap: "Paling banyak",
  flat: "Ditambah jumlah tetap",
  valid_from: "Berlaku mulai",
};

// -1 for anything but an amount. The API refuses it with a sentence about the field.
function amount(value: FormDataEntryValue | null): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") return undefined;
  const read = readAmount(text);
  return Number.isNaN(read) ? -1 : read;
}

/**
 * The fee rule of a sent form. The percentage may have one decimal, with a comma or a dot. An empty field is not 0: the
 * rule then lacks it.
 */
export function readFeeRule(form: FormData): FeeRuleBody {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const kind = text("kind") as FeeRuleBody["kind"];
  const percent = /^(\d{1,3})(?:[.,](\d))?$/.exec(text("per_mille"));
  const flat = amount(form.get("flat"));
  return {
    kind,
    category: kind === "service_fee" ? null : text("category") || null,
    ...(text("per_mille") !== "" && {
      per_mille: percent ? Number(percent[1]) * 10 + Number(percent[2] ?? 0) : Number.NaN,
    }),
    cap: amount(form.get("cap")) ?? null,
    ...(flat !== undefined && { flat }),
    valid_from: text("valid_from"),
  };
}

/**
 * The form of a new fee rule. The operator first sees its effect and then announces exactly that rule: the form
 * contains it as `previewed`. A refused form keeps what was typed; so does one whose effect was asked for.
 */
export function FeeForm({
  data: { categories, today, earliestIncrease },
  failure,
}: {
  data: FeeToAnnounce;
  failure: FormFailure | undefined;
}) {
  const { state } = useNavigation();
  const values = failure?.values;
  const errors = failure?.fields ?? {};
  const previewed = values?.previewed;
  return (
    <div className={styles.stack}>
      <header className={styles.title}>
        <BackLink href={operatorHrefs.fees()}>Semua aturan</BackLink>
        <h1>Umumkan aturan biaya</h1>
      </header>
      <Form method="post" className={styles.stack}>
        <FormNotice failure={failure} labelOf={(field) => labels[field]} />
        <Panel title="Untuk apa">
          <div className={styles.fields}>
            <RadioGroup
              label={labels.kind}
              name="kind"
              look="tiles"
              defaultValue={values?.kind ?? "commission"}
              options={feeKindNames.map((kind) => ({
                value: kind,
                label: feeKinds[kind].label,
                hint:
                  kind === "commission" ? "Dari harga barang setiap baris pesanan" : "Sekali untuk setiap pembayaran",
              }))}
              errors={errors.kind}
            />
            <div className={styles.category}>
              <SelectField
                label={labels.category}
                name="category"
                required={false}
                empty="Semua barang"
                defaultValue={values?.category ?? ""}
                options={categories
                  .filter((root) => root.isCustom === "0")
                  .flatMap((root) => [
                    { value: root.slug, label: `Semua ${root.name}`, group: root.name },
                    ...root.categories.map(({ slug, name }) => ({ value: slug, label: name, group: root.name })),
                  ])}
                errors={errors.category}
              />
            </div>
          </div>
        </Panel>
        <Panel title="Berapa dan sejak kapan">
          <div className={styles.fields}>
            <div className={styles.two}>
              <TextField
                label={labels.per_mille}
                name="per_mille"
                inputMode="decimal"
                maxLength={5}
                required={false}
                hint={`Dari harga barang, misalnya 2,5. Paling banyak ${feeLimits.maxPerMille / 10}.`}
                defaultValue={values?.per_mille}
                errors={errors.per_mille}
              />
              <CurrencyField
                label={labels.cap}
                name="cap"
                required={false}
                hint="Batas rupiah dari persennya. Kosongkan bila tanpa batas."
                defaultValue={values?.cap}
                errors={errors.cap}
              />
            </div>
            <div className={styles.two}>
              <CurrencyField
                label={labels.flat}
                name="flat"
                required={false}
                hint={`Paling banyak ${formatRupiah(feeLimits.maxFlat)}.`}
                defaultValue={values?.flat}
                errors={errors.flat}
              />
              <DatePickerField
                label={labels.valid_from}
                name="valid_from"
                today={today}
                min={today}
                hint={
                  earliestIncrease === today
                    ? "Pukul 00.00 WIB. Baru operator yang punya akun, jadi aturan boleh langsung berlaku."
                    : `Pukul 00.00 WIB. Bila menaikkan biaya, paling cepat ${formatFeeDay(earliestIncrease)} (${span(feeNoticeDuration)} setelah diumumkan).`
                }
                defaultValue={values?.valid_from ?? earliestIncrease}
                errors={errors.valid_from}
              />
            </div>
          </div>
        </Panel>
        {previewed !== undefined && <input type="hidden" name="previewed" value={previewed} />}
        <div className={styles.send}>
          <Button
            name="intent"
            value="preview"
            variant={previewed === undefined ? "primary" : "outline"}
            busy={state === "submitting"}
          >
            Lihat akibatnya
          </Button>
          {previewed !== undefined && (
            <Button name="intent" value="announce" busy={state === "submitting"}>
              Umumkan ke penjual
            </Button>
          )}
          <ButtonLink variant="ghost" href={operatorHrefs.fees()}>
            Batal
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
