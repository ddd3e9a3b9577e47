import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { maxFileBytes } from "#lib/field-limits.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { RadioGroup, TextareaField, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { OwnVerification } from "../contract.ts";
import {
  documentKindNames,
  documentKinds,
  documentRetentionDuration,
  neededDocuments,
  sellerKindNames,
  sellerKinds,
  sellerTextLength,
  verificationDuration,
  verificationFields,
  verificationStatuses,
  type SellerKind,
  type VerificationField,
  type VerificationStatus,
} from "../rules.ts";
import styles from "./verification.module.css";

const tones: Readonly<Record<VerificationStatus, Tone>> = {
  draft: "neutral",
  sent: "info",
  returned: "warning",
  verified: "success",
  refused: "error",
  withdrawn: "neutral",
  expired: "warning",
  replaced: "neutral",
};

type Props = { verification: OwnVerification; notice: string | null; failure: FormFailure | undefined };

/** The seller's side of a verification: its state, what to correct, and the form. */
export function VerificationView({ verification, notice, failure }: Props) {
  const { status, verified } = verification;
  return (
    <div className={styles.stack}>
      <h1>Verifikasi penjual {status && <Badge tone={tones[status]}>{verificationStatuses[status]}</Badge>}</h1>
      {notice && !failure && <Notice tone="success">{notice}</Notice>}
      <State {...verification} />
      {status === "sent" ? (
        <Withdraw
          label="Tarik kembali"
          question="Data ini tidak diperiksa lagi. Anda bisa mengirimnya kembali."
          failure={failure}
        />
      ) : status === "verified" ? (
        <details open={failure?.values.intent === "send"}>
          <summary className="link">Ubah data</summary>
          <p className={styles.small}>
            Toko Anda tetap terverifikasi dengan data sekarang sampai data baru selesai diperiksa.
          </p>
          <VerificationForm verification={verification} failure={failure} />
        </details>
      ) : (
        <VerificationForm verification={verification} failure={failure} />
      )}
      {verified && status === "verified" && (
        <Withdraw
          label="Cabut verifikasi"
          question={`Pembeli tidak melihat tanda terverifikasi lagi. Dokumen Anda kami hapus ${span(documentRetentionDuration)} kemudian.`}
          failure={failure}
        />
      )}
    </div>
  );
}

function State({ status, verified, sent_at, reasons, note, max_products }: OwnVerification) {
  if (status === "sent")
    return (
      <Notice title="Data Anda sedang diperiksa">
        Dikirim {sent_at && formatDateTime(new Date(sent_at))}. Kami memutuskannya dalam {span(verificationDuration)}{" "}
        dan mengabari Anda.
      </Notice>
    );
  if (status === "returned")
    return (
      <Notice tone="warning" title="Beberapa hal perlu diperbaiki">
        <ul>
          {reasons.map(({ field, text }) => (
            <li key={field}>
              <b>{verificationFields[field]}:</b> {text}
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (status === "refused")
    return (
      <Notice tone="error" title="Verifikasi ditolak">
        {note} Anda bisa mengirim data yang lain.
      </Notice>
    );
  if (verified)
    return (
      <Notice tone="success" title={`Terverifikasi sampai ${formatDate(new Date(verified.until))}`}>
        Pembeli melihat nama {verified.name}
        {verified.kind === "company" && " dan NIB-nya"} di halaman toko dan produk Anda.
      </Notice>
    );
  return (
    <Notice>
      {status === "withdrawn" && note !== "" && `Verifikasi dicabut. Alasan: ${note} `}
      Undang-undang meminta identitas penjual. Setelah diperiksa, pembeli melihat nama Anda dan tanda terverifikasi.
      {max_products !== null && ` Sebelum itu, toko Anda bisa memuat paling banyak ${max_products} produk.`}
    </Notice>
  );
}

const labelOfField = (field: string) =>
  Object.hasOwn(verificationFields, field) ? verificationFields[field as VerificationField] : undefined;

function VerificationForm({ verification, failure }: Omit<Props, "notice">) {
  const own = failure?.values.intent === "send" ? failure : undefined;
  const values = own?.values;
  const [kind, setKind] = useState<SellerKind>((values?.kind as SellerKind | undefined) ?? verification.kind);
  const isCompany = kind === "company";
  const busy = useNavigation().formData?.get("intent") === "send";
  const asked = (field: VerificationField) => verification.reasons.filter((one) => one.field === field);
  const errors = (field: VerificationField) => own?.fields[field] ?? asked(field).map(({ text }) => text);
  const stored = (number: string) => (number === "" ? "" : `Tersimpan ${number}. Kosongkan bila tidak berubah. `);
  return (
    <Panel title="Data penjual">
      <Form method="post" encType="multipart/form-data" className={styles.form}>
        <FormNotice failure={own} labelOf={labelOfField} />
        <input type="hidden" name="intent" value="send" />
        <RadioGroup
          label="Pemilik toko"
          name="kind"
          look="tiles"
          defaultValue={kind}
          options={sellerKindNames.map((value) => ({ value, label: sellerKinds[value] }))}
          onChange={(value) => setKind(value as SellerKind)}
          errors={own?.fields.kind}
        />
        <TextField
          label={isCompany ? "Nama badan usaha" : "Nama sesuai KTP"}
          name="name"
          autoComplete={isCompany ? "organization" : "name"}
          maxLength={sellerTextLength.name.max}
          hint="Pembeli melihat nama ini."
          defaultValue={values?.name ?? verification.name}
          errors={errors("name")}
        />
        <TextField
          label={isCompany ? "NIK penanggung jawab" : "NIK"}
          name="nik"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required={verification.nik === ""}
          hint={`${stored(verification.nik)}Disimpan tersandi. Setiap pembacaan oleh operator dicatat.`}
          defaultValue={values?.nik}
          errors={errors("nik")}
        />
        <TextField
          label="NPWP"
          name="npwp"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required={isCompany && verification.npwp === ""}
          optional={!isCompany}
          hint={stored(verification.npwp) || "15 atau 16 angka."}
          defaultValue={values?.npwp}
          errors={errors("npwp")}
        />
        <TextField
          label="NIB (badan usaha)"
          name="nib"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required={isCompany && verification.nib === ""}
          optional={!isCompany}
          hint={`${stored(verification.nib)}13 angka. Pembeli melihat NIB badan usaha.`}
          defaultValue={values?.nib}
          errors={errors("nib")}
        />
        <TextareaField
          label="Alamat"
          name="address"
          rows={3}
          minLength={sellerTextLength.address.min}
          maxLength={sellerTextLength.address.max}
          defaultValue={values?.address ?? verification.address}
          errors={errors("address")}
        />
        {documentKindNames.map((document) => {
          const needs = sellerKindNames.filter((one) => neededDocuments[one].includes(document));
          const isStored =
            verification.status !== "verified" && verification.documents.some((one) => one.kind === document);
          const hint = `${documentKinds[document].hint} JPEG, PNG, atau PDF, paling besar ${maxFileBytes / 1024 / 1024} MB.`;
          return (
            <TextField
              key={document}
              label={`${documentKinds[document].label}${needs.length === 1 ? ` (${sellerKinds[needs[0] ?? "person"].toLowerCase()})` : ""}`}
              name={document}
              type="file"
              accept="image/jpeg,image/png,application/pdf"
              className={styles.file}
              required={false}
              optional={!needs.includes(kind)}
              hint={isStored ? `Sudah tersimpan. Pilih berkas hanya untuk menggantinya. ${hint}` : hint}
              errors={errors(document)}
            />
          );
        })}
        <p className={styles.small}>
          Dokumen Anda disandikan dan hanya dibuka operator yang memeriksa. Setelah verifikasi berakhir, dokumen dan
          nomor dihapus dalam {span(documentRetentionDuration)}.
        </p>
        <div>
          <Button busy={busy}>Kirim untuk diperiksa</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Withdraw({ label, question, failure }: { label: string; question: string; failure: FormFailure | undefined }) {
  return <ConfirmForm intent="withdraw" label={label} question={question} confirm={label} failure={failure} />;
}
