import { Form } from "react-router";
import { submittedList, type FormFailure } from "#lib/api-client.ts";
import { spanInFullDays } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, TextareaField, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import styles from "../../requests/ui/operator-view.module.css";
import { breachNoticeDuration } from "../../rules.ts";
import type { BreachDetail } from "../contract.ts";
import { breachDataKindNames, breachDataKinds, breachTextLength, typedMoment } from "../rules.ts";

type Moment = "began_at" | "ended_at" | "noticed_at";
type Text = "what" | "cause" | "measures" | "advice";

/** What is known about a breach, to record it or to change the record. */
export function BreachForm({ breach, failure }: { breach: BreachDetail | null; failure: FormFailure | undefined }) {
  const values = failure?.values ?? {};
  const fields = failure?.fields ?? {};
  const moment = (name: Moment, label: string, hint?: string) => (
    <TextField
      label={`${label} (WIB)`}
      name={name}
      type="datetime-local"
      hint={hint}
      defaultValue={values[name] ?? (breach ? typedMoment(new Date(breach[name])) : undefined)}
      errors={fields[name]}
    />
  );
  const text = (name: Text, label: string, required: boolean, hint: string) => (
    <TextareaField
      label={label}
      name={name}
      rows={4}
      required={required}
      hint={hint}
      minLength={required ? breachTextLength.min : undefined}
      maxLength={breachTextLength.max}
      defaultValue={values[name] ?? breach?.[name]}
      errors={fields[name]}
    />
  );
  return (
    <Panel title={breach ? "Ubah catatan" : "Catat kejadian"}>
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} />
        {breach && breach.sent_letters.length > 0 && (
          <Notice tone="warning" title="Surat yang sudah dikirim tidak berubah.">
            {breach.sent_letters.some((letter) => letter.is_outdated)
              ? "Catatan ini sudah berbeda dari surat yang dikirim. Bila orangnya perlu tahu, beri tahu mereka sendiri; "
              : "Mengubah catatan ini tidak mengubah surat yang sudah diterima orang; "}
            isi yang baru hanya masuk ke laporan dan ke surat kepada orang yang ditambahkan sesudahnya.
          </Notice>
        )}
        <input type="hidden" name="intent" value={breach ? `breach ${breach.id}` : "breach"} />
        <TextField
          label="Nama kejadian"
          name="title"
          minLength={breachTextLength.titleMin}
          maxLength={breachTextLength.titleMax}
          defaultValue={values.title ?? breach?.title}
          errors={fields.title}
        />
        {moment("noticed_at", "Diketahui", `Jam ${spanInFullDays(breachNoticeDuration)} berjalan sejak saat ini.`)}
        {moment("began_at", "Kejadian mulai")}
        {moment("ended_at", "Kejadian selesai")}
        <RadioGroup
          label="Data yang terungkap"
          name="data_kinds"
          multiple
          required={false}
          options={breachDataKindNames.map((value) => ({ value, label: breachDataKinds[value] }))}
          defaultValue={submittedList(failure, "data_kinds") ?? breach?.data_kinds}
          errors={fields.data_kinds}
        />
        {text("what", "Yang terjadi", true, "Dibaca orang yang datanya terungkap dan lembaga.")}
        {text("cause", "Penyebab", false, "Hanya untuk lembaga.")}
        {text("measures", "Penanganan dan pemulihan", true, "Yang sudah dan sedang dilakukan.")}
        {text("advice", "Saran kepada orangnya", false, "Misalnya mengganti kata sandi.")}
        <TextField
          label="Orang tanpa akun"
          name="other_people"
          type="number"
          min={0}
          hint="Perkiraan, misalnya penerima paket."
          defaultValue={values.other_people ?? String(breach?.other_people ?? 0)}
          errors={fields.other_people}
        />
        <div>
          <Button>{breach ? "Simpan catatan" : "Catat kejadian"}</Button>
        </div>
      </Form>
    </Panel>
  );
}
