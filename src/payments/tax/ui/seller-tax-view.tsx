import { Form, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { RadioGroup, TextareaField, TextField } from "#ui/field.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { formatPerMille } from "../../fees/rules.ts";
import { withholdingPerMille } from "../rules.ts";
import type { TaxFileApi } from "../files/contract.ts";
import type { ExemptionAnswer, TaxOfSeller } from "../sellers/contract.ts";
import {
  certificateNumberLength,
  endedTexts,
  exemptionKinds,
  exemptionStatuses,
  statementTurnover,
  taxNumberKindNames,
  taxNumberKinds,
  taxpayerKindNames,
  taxpayerKinds,
  taxpayerTextLength,
  type ExemptionStatus,
} from "../sellers/rules.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import styles from "./tax.module.css";

export type SellerTax = {
  tax: TaxOfSeller;
  files: ApiResponse<TaxFileApi["GET /v1/seller/tax/files"]>["result"];
  notice: string | null;
};
type Part = { tax: TaxOfSeller; failure: FormFailure | undefined };

const rate = formatPerMille(withholdingPerMille);

/** What a seller declares about taxes, and what is withheld. */
export function SellerTaxView({
  data: { tax, files, notice },
  failure,
}: {
  data: SellerTax;
  failure: FormFailure | undefined;
}) {
  return (
    <div className={styles.stack}>
      <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>
      <h1>Pajak</h1>
      {notice && !failure && <Notice tone="success">{notice}</Notice>}
      <Notice>{withholdingText(tax)}</Notice>
      <IdentityPanel tax={tax} failure={failure?.values.intent === "identity" ? failure : undefined} />
      {(tax.is_pkp || files.vat_months.length > 0) && (
        <Panel title="Faktur pajak">
          <p>
            Berkas XML untuk Coretax dari pesanan ber-PPN setiap bulan ada di{" "}
            <a className="link" href={sellerHrefs.taxInvoices()}>
              Faktur pajak
            </a>
            .
          </p>
        </Panel>
      )}
      {tax.identity && <ExemptionPanel tax={tax} failure={failure} />}
      {tax.exemptions.length > 0 && <ExemptionList tax={tax} failure={failure} />}
      <FilesPanel files={files} />
    </div>
  );
}

/** The proof of what was withheld, and the PPN of a PKP shop. */
function FilesPanel({ files: { years, vat_months } }: Pick<SellerTax, "files">) {
  if (years.length + vat_months.length === 0) return null;
  return (
    <Panel title="Berkas pajak" flush>
      <ListTable head={["Berkas", "Isi"]} label="Berkas pajak">
        {years.map(({ year, amount }) => (
          <tr key={year}>
            <th scope="row">
              PPh 22 dipungut {year}
              <small>
                <a href={sellerHrefs.ownWithheldFile(year)} aria-label={`Unduh CSV PPh 22 ${year}`} download>
                  Unduh CSV
                </a>
              </small>
            </th>
            <td>{formatRupiah(amount)}</td>
          </tr>
        ))}
        {vat_months.map(({ month, label }) => (
          <tr key={month}>
            <th scope="row">PPN {label}</th>
            <td>
              <a href={sellerHrefs.ownVatFile(month)} aria-label={`Unduh CSV PPN ${label}`} download>
                Unduh CSV
              </a>
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

function withholdingText({ is_withholding, withheld_per_mille }: TaxOfSeller): string {
  if (!is_withholding) return "Saat ini PPh 22 tidak dipungut dari penjualan di sini.";
  return withheld_per_mille > 0
    ? `Dari pesanan baru, PPh 22 sebesar ${rate} dari harga barang tanpa PPN dipotong dari hasil penjualan Anda dan disetor ke negara (PMK 37/2025). Orang pribadi dengan peredaran bruto sampai ${formatRupiah(statementTurnover)} dalam tahun itu bisa menyerahkan surat pernyataan, yang lain SKB.`
    : "Dari pesanan baru toko Anda, PPh 22 tidak dipungut karena pembebasan di bawah.";
}

function IdentityPanel({ tax, failure }: Part) {
  const { identity } = tax;
  const busy = useNavigation().formData?.get("intent") === "identity";
  const values = failure?.values;
  const errors = failure?.fields ?? {};
  return (
    <Panel title="Data wajib pajak">
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="identity" />
        <RadioGroup
          label="Pemilik toko"
          name="kind"
          look="tiles"
          defaultValue={values?.kind ?? identity?.kind ?? "person"}
          options={taxpayerKindNames.map((value) => ({ value, label: taxpayerKinds[value] }))}
          errors={errors.kind}
        />
        <RadioGroup
          label="Jenis nomor"
          name="number_kind"
          look="tiles"
          defaultValue={values?.number_kind ?? identity?.number_kind ?? "npwp"}
          options={taxNumberKindNames.map((value) => ({ value, label: taxNumberKinds[value] }))}
          errors={errors.number_kind}
        />
        <TextField
          label="Nomor"
          name="tax_number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required={identity === null}
          hint={
            identity
              ? `Tersimpan ${identity.number}. Kosongkan bila tidak berubah.`
              : "Disimpan tersandi. Hanya operator pajak yang membacanya, dan setiap pembacaan dicatat."
          }
          errors={errors.number}
        />
        <TextField
          label="Nama wajib pajak"
          name="name"
          autoComplete="name"
          maxLength={taxpayerTextLength.name.max}
          defaultValue={values?.name ?? identity?.name}
          errors={errors.name}
        />
        <TextareaField
          label="Alamat surat-menyurat"
          name="address"
          rows={3}
          minLength={taxpayerTextLength.address.min}
          maxLength={taxpayerTextLength.address.max}
          defaultValue={values?.address ?? identity?.address}
          errors={errors.address}
        />
        <RadioGroup
          label="Pengusaha Kena Pajak (PKP)"
          name="is_pkp"
          look="tiles"
          defaultValue={values?.is_pkp ?? (tax.is_pkp ? "1" : "0")}
          options={[
            { value: "0", label: "Bukan PKP" },
            { value: "1", label: "PKP", hint: "Harga Anda sudah termasuk PPN" },
          ]}
          errors={errors.is_pkp}
        />
        <div>
          <Button busy={busy}>Simpan data pajak</Button>
        </div>
      </Form>
    </Panel>
  );
}

function ExemptionPanel({ tax, failure }: Part) {
  if (tax.statements.length === 0 && tax.certificate_text === null) return null;
  const sent = failure?.values.intent === "certificate" ? failure : undefined;
  return (
    <Panel title="Bebas dari pemungutan PPh 22">
      <div className={styles.stack}>
        <p className={styles.small}>
          Peredaran bruto toko Anda di sini tahun ini {formatRupiah(tax.turnover)}. Pembebasan berlaku sejak diterima,
          tidak untuk pesanan sebelumnya.
        </p>
        {tax.statements.map(({ year, text }) => (
          <ConfirmForm
            key={year}
            intent={`statement ${year}`}
            label={`Serahkan surat pernyataan tahun ${year}`}
            question={text}
            confirm="Saya menyatakan demikian"
            failure={failure}
          >
            <input type="hidden" name="text" value={text} />
          </ConfirmForm>
        ))}
        {tax.certificate_text !== null && (
          <ConfirmForm
            intent="certificate"
            label="Serahkan SKB"
            question={tax.certificate_text}
            confirm="Kirim SKB"
            failure={failure}
          >
            <input type="hidden" name="text" value={tax.certificate_text} />
            <TextField
              label="Nomor SKB"
              name="number"
              autoComplete="off"
              maxLength={certificateNumberLength.max}
              defaultValue={sent?.values.number}
              errors={sent?.fields.number}
            />
            <DatePickerField
              label="Berlaku mulai"
              name="valid_from"
              today={tax.today}
              defaultValue={sent?.values.valid_from ?? tax.today}
              errors={sent?.fields.valid_from}
            />
            <DatePickerField
              label="Berlaku sampai"
              name="valid_until"
              today={tax.today}
              min={tax.today}
              defaultValue={sent?.values.valid_until ?? `${tax.today.slice(0, 4)}-12-31`}
              errors={sent?.fields.valid_until}
            />
          </ConfirmForm>
        )}
      </div>
    </Panel>
  );
}

const tones: Record<ExemptionStatus, Tone> = { waiting: "info", accepted: "success", refused: "warning" };

function ExemptionList({ tax, failure }: Part) {
  return (
    <Panel title="Pembebasan Anda">
      <ul className={styles.rows}>
        {tax.exemptions.map((one) => (
          <li key={one.id}>
            <p className={styles.name}>
              <b>{exemptionName(one)}</b>
              <Badge tone={tones[one.status]}>{exemptionStatuses[one.status]}</Badge>
            </p>
            <p className={styles.small}>
              {formatWithholdingDay(one.valid_from)} sampai {formatWithholdingDay(one.valid_until)}
              {one.ended_reason && `. ${endedTexts[one.ended_reason]}.`}
              {one.reason !== "" && `. Alasan: ${one.reason}`}
            </p>
            <details className={styles.text}>
              <summary className="link">Yang Anda nyatakan</summary>
              <p className={styles.small}>{one.text}</p>
            </details>
            {one.kind === "statement" && one.ended_reason === null && one.valid_until >= tax.today && (
              <ConfirmForm
                intent={`end ${one.id}`}
                label="Peredaran bruto saya melebihi batas"
                question="Surat pernyataan berakhir pada akhir bulan ini, dan PPh 22 dipungut sesudahnya."
                confirm="Ya, akhiri"
                look="danger"
                failure={failure}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** `Surat pernyataan 2026`, `SKB KET-12/2026` */
function exemptionName({ kind, year, certificate_number }: ExemptionAnswer): string {
  return `${exemptionKinds[kind]} ${year ?? certificate_number ?? ""}`;
}
