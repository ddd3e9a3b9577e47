import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { CatalogApi } from "#catalog/contract.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { parseCurrency } from "#ui/currency.ts";
import { DatePickerField } from "#ui/date-picker.tsx";
import { CheckboxField, RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import {
  maxCostText,
  stackingGroups,
  voucherAmountLimits,
  voucherCodeLength,
  voucherKindNames,
  voucherKinds,
  voucherQuotaLimits,
  type Bearer,
  type VoucherKind,
} from "../vouchers/rules.ts";
import styles from "./vouchers.module.css";

export type VoucherToCreate = {
  categories: ApiResponse<CatalogApi["GET /v1/categories"]>["result"];
  /** The current day in Jakarta, as `2026-11-30`. */
  today: string;
};

const kindHints: Record<VoucherKind, string> = {
  percent: "Dari harga barang",
  fixed: "Dari harga barang",
  free_shipping: "Dari ongkos kirim",
  cashback: "Voucher setelah pesanan selesai",
};

const labels: Record<string, string> = {
  voucher_code: "Kode voucher",
  kind: "Jenis voucher",
  percent: "Persen",
  max_amount: "Potongan paling banyak",
  min_goods: "Minimal belanja",
  category: "Kategori",
  quota: "Kuota",
  per_buyer: "Paling banyak untuk satu pembeli",
  starts_on: "Hari pertama",
  ends_on: "Hari terakhir",
  is_listed: "Siapa yang melihat",
};

type Costs = { quota: number | null; maxAmount: number | null };

/** What the voucher would cost at most; undefined while the two fields are incomplete. */
function costOf({ quota, maxAmount }: Costs, bearer: Bearer): string | undefined {
  const isValid =
    quota !== null &&
    maxAmount !== null &&
    quota >= voucherQuotaLimits.min &&
    quota <= voucherQuotaLimits.max &&
    maxAmount >= voucherAmountLimits.min &&
    maxAmount <= voucherAmountLimits.max;
  return isValid ? maxCostText({ quota, maxAmount }, bearer) : undefined;
}

const parseCount = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null);

type FormProps = {
  data: VoucherToCreate;
  failure: FormFailure | undefined;
  /** The list of vouchers. */
  back: string;
  ofPlatform?: boolean;
};

/**
 * The form of a new voucher of a shop or, with `ofPlatform`, of the platform. After a refusal, or when the page was
 * left, what was typed is there again.
 */
export function VoucherForm(props: FormProps) {
  const draft = useFormDraft({ failure: props.failure });
  return <VoucherFields key={draft.key} {...props} draft={draft} />;
}

function VoucherFields({
  data: { categories, today },
  failure,
  back,
  ofPlatform = false,
  draft,
}: FormProps & { draft: FormDraft }) {
  const { state } = useNavigation();
  const form = draft.form.ref;
  const values = draft.typed?.values;
  const errors = failure?.fields ?? {};
  const hydrated = useHydrated();
  const [kind, setKind] = useState<string>(values?.kind ?? "percent");
  const [costs, setCosts] = useState<Costs>({
    quota: parseCount(values?.quota ?? ""),
    maxAmount: parseCurrency(values?.max_amount ?? ""),
  });
  // What was typed or chosen before the script started.
  useEffect(() => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    setKind(String(typed.get("kind") ?? "percent"));
    setCosts({
      quota: parseCount(String(typed.get("quota") ?? "")),
      maxAmount: parseCurrency(String(typed.get("max_amount") ?? "")),
    });
  }, [form]);
  return (
    <div className={styles.stack}>
      <header className={styles.title}>
        <BackLink href={back}>Semua voucher</BackLink>
        <h1>Buat voucher</h1>
      </header>
      <Form {...draft.form} method="post" className={styles.stack}>
        {draft.notice}
        <FormNotice failure={failure} labelOf={(field) => labels[field]} />
        <Panel title="Yang didapat pembeli">
          <div className={styles.fields}>
            <RadioGroup
              label={labels.kind}
              name="kind"
              look="tiles"
              defaultValue={values?.kind ?? "percent"}
              options={voucherKindNames.map((kind) => ({
                value: kind,
                label: voucherKinds[kind],
                hint: kindHints[kind],
              }))}
              onChange={setKind}
              errors={errors.kind}
            />
            <div className={styles.two}>
              <div className={styles.percent}>
                <TextField
                  label={labels.percent}
                  name="percent"
                  inputMode="numeric"
                  pattern="[0-9]*"
                  maxLength={3}
                  // Without scripts the field is always there, also for kinds without a percentage.
                  required={hydrated && (kind === "percent" || kind === "cashback")}
                  hint="1 sampai 100, untuk diskon persen dan cashback."
                  defaultValue={values?.percent}
                  errors={errors.percent}
                />
              </div>
              <CurrencyField
                label={labels.max_amount}
                name="max_amount"
                hint={`Untuk setiap pemakaian, ${formatRupiah(voucherAmountLimits.min)} sampai ${formatRupiah(voucherAmountLimits.max)}.`}
                defaultValue={values?.max_amount}
                onAmount={(maxAmount) => setCosts((before) => ({ ...before, maxAmount }))}
                errors={errors.max_amount}
              />
            </div>
            <div className={styles.two}>
              <CurrencyField
                label={labels.min_goods}
                name="min_goods"
                required={false}
                hint="Dari harga barang, tanpa ongkos kirim."
                defaultValue={values?.min_goods}
                errors={errors.min_goods}
              />
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
        <Panel title="Kapan dan berapa kali">
          <div className={styles.fields}>
            <div className={styles.two}>
              <DatePickerField
                label={labels.starts_on}
                name="starts_on"
                today={today}
                min={today}
                hint="Mulai pukul 00.00 WIB."
                defaultValue={values?.starts_on ?? today}
                errors={errors.starts_on}
              />
              <DatePickerField
                label={labels.ends_on}
                name="ends_on"
                today={today}
                min={today}
                hint="Sampai tengah malam WIB."
                defaultValue={values?.ends_on}
                errors={errors.ends_on}
              />
            </div>
            <div className={styles.two}>
              <TextField
                label={labels.quota}
                name="quota"
                inputMode="numeric"
                pattern="[0-9]*"
                maxLength={7}
                hint={`Berapa kali voucher bisa dipakai semua pembeli, paling banyak ${formatCount(voucherQuotaLimits.max)}.`}
                defaultValue={values?.quota}
                onChange={({ currentTarget }) => {
                  const quota = parseCount(currentTarget.value);
                  setCosts((before) => ({ ...before, quota }));
                }}
                errors={errors.quota}
              />
              <TextField
                label={labels.per_buyer}
                name="per_buyer"
                inputMode="numeric"
                pattern="[0-9]*"
                maxLength={3}
                defaultValue={values?.per_buyer ?? "1"}
                errors={errors.per_buyer}
              />
            </div>
            <p className={styles.cost} role="status">
              {costOf(costs, ofPlatform ? "platform" : "shop")}
            </p>
          </div>
        </Panel>
        <Panel title="Cara memakai">
          <div className={styles.fields}>
            <TextField
              label={labels.voucher_code}
              name="voucher_code"
              minLength={voucherCodeLength.min}
              maxLength={voucherCodeLength.max}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              hint={`${voucherCodeLength.min} sampai ${voucherCodeLength.max} huruf A–Z dan angka. Huruf besar dan kecil sama saja.`}
              defaultValue={values?.voucher_code}
              errors={errors.voucher_code}
            />
            <RadioGroup
              label={labels.is_listed}
              name="is_listed"
              look="tiles"
              defaultValue={values?.is_listed ?? "1"}
              options={[
                {
                  value: "1",
                  label: "Semua pembeli",
                  hint: ofPlatform ? "Tampil saat pembelian" : "Tampil di halaman toko dan saat pembelian",
                },
                { value: "0", label: "Hanya dengan kode", hint: "Pembeli mengetik kodenya" },
              ]}
              errors={errors.is_listed}
            />
            {ofPlatform && (
              <CheckboxField
                label={stackingGroups.alone}
                name="is_alone"
                defaultChecked={values?.is_alone === "1"}
                hint="Tanpa centang, satu diskon atau cashback dan satu gratis ongkir dari pasar ini bisa dipakai bersama, ditambah satu voucher dari setiap toko."
                errors={errors.is_alone}
              />
            )}
          </div>
        </Panel>
        <div className={styles.send}>
          <Button name="intent" value="create" busy={state === "submitting"}>
            Buat voucher
          </Button>
          <Button name="intent" value="preview" variant="outline" className="without-js">
            Hitung biaya
          </Button>
          <ButtonLink variant="ghost" href={back} onClick={draft.cancel}>
            Batal
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
