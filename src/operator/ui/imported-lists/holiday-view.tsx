import { Form, useNavigation } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatLongDate } from "#lib/time.ts";
import type { HolidayApi } from "#orders/holidays/contract.ts";
import { holidayColumns, holidayEffects, holidayLimits, lastHolidayDay } from "#orders/holidays/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { CheckboxField, SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { RefusedLines } from "./refused-lines.tsx";
import styles from "../charges.module.css";

type Listed = ApiResponse<HolidayApi["GET /v1/operator/holidays"]>["result"];
export type ListedHolidays = Listed & {
  /** The day whose form is open. */
  edited: Listed["rows"][number] | null;
  /** What the operator has just done. */
  done: string | null;
};

/** What a file would change, with its text. */
export type HolidayPreviewed = ApiResponse<HolidayApi["POST /v1/operator/holidays/import/preview"]>["result"] & {
  csv: string;
};

type ViewProps = {
  data: ListedHolidays;
  failure: FormFailure | undefined;
  preview: HolidayPreviewed | undefined;
};

const dayText = (day: string) => formatLongDate(new Date(`${day}T05:00:00Z`));

/** The holidays that stop clocks in working days: the list, the form of one day, and a file with its preview. */
export function HolidayView({ data, failure, preview }: ViewProps) {
  const intent = failure?.values.intent ?? "";
  const isOfFile = intent === "preview" || intent === "import";
  const isOfForm = intent === "add" || intent.startsWith("change ");
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Hari libur</h1>
        <ButtonLink variant="outline" href={operatorHrefs.holidayFile()} download>
          Unduh CSV
        </ButtonLink>
      </header>
      {data.done !== null && !failure && !preview && <Notice tone="success">{doneText(data.done)}</Notice>}
      <p className={styles.small}>
        Batas waktu dalam hari kerja melompati Sabtu, Minggu, dan hari-hari ini. Perubahan langsung berlaku untuk batas
        waktu yang mulai setelahnya; batas waktu yang sudah berjalan tidak berubah. Hari yang sudah lewat tidak bisa
        diubah.
      </p>
      {preview && <Preview preview={preview} />}
      {data.changes && (
        <HolidayForm key={data.edited?.id ?? "new"} data={data} failure={isOfForm ? failure : undefined} />
      )}
      {data.changes && !preview && <Upload failure={isOfFile ? failure : undefined} />}
      <Days data={data} failure={failure} />
    </div>
  );
}

function doneText(done: string): string {
  const [, added, changed] = /^(\d{1,3}) (\d{1,3})$/.exec(done) ?? [];
  if (added !== undefined) return `${added} hari ditambah, ${changed} hari diubah.`;
  return done === "removed" ? "Hari libur dihapus." : "Hari libur disimpan.";
}

function HolidayForm({ data, failure }: Pick<ViewProps, "data" | "failure">) {
  const { edited, today, provinces } = data;
  const intent = edited ? `change ${edited.id}` : "add";
  const isSending = useNavigation().formData?.get("intent") === intent;
  const values = failure?.values;
  return (
    <Panel title={edited ? `Ubah ${edited.name}` : "Tambah hari"}>
      <Form method="post" className={styles.fields}>
        <input type="hidden" name="intent" value={intent} />
        <FormNotice failure={failure} />
        <div className={styles.two}>
          <DatePickerField
            label="Hari"
            name="day"
            today={today}
            min={today}
            max={lastHolidayDay(today)}
            defaultValue={values?.day ?? edited?.day}
            errors={failure?.fields.day}
          />
          <TextField
            label="Nama"
            name="name"
            minLength={holidayLimits.name.min}
            maxLength={holidayLimits.name.max}
            defaultValue={values?.name ?? edited?.name}
            errors={failure?.fields.name}
          />
          <SelectField
            label="Berlaku di"
            name="province"
            required={false}
            empty="Seluruh Indonesia"
            options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
            defaultValue={values?.province ?? edited?.province ?? ""}
            errors={failure?.fields.province}
          />
          <TextField
            label="Sumber"
            name="source"
            required={false}
            maxLength={holidayLimits.source}
            hint="Misalnya nomor SKB."
            defaultValue={values?.source ?? edited?.source}
            errors={failure?.fields.source}
          />
        </div>
        <CheckboxField
          label="Perkiraan: harinya masih bisa berubah"
          name="is_provisional"
          defaultChecked={values ? values.is_provisional !== undefined : edited?.is_provisional}
        />
        <div className={styles.send}>
          <Button busy={isSending}>{edited ? "Simpan" : "Tambah"}</Button>
          {edited && (
            <ButtonLink variant="ghost" href={operatorHrefs.holidays()}>
              Batal
            </ButtonLink>
          )}
        </div>
      </Form>
    </Panel>
  );
}

function Upload({ failure }: { failure: FormFailure | undefined }) {
  return (
    <Panel title="Isi dari berkas">
      <Form method="post" encType="multipart/form-data" className={styles.fields}>
        <input type="hidden" name="intent" value="preview" />
        <FormNotice failure={failure} />
        <TextField
          label="Berkas CSV"
          name="file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hint={`Kolom ${holidayColumns.join(", ")}. Hari ditulis 24/12/2026 atau 2026-12-24, dan pemisahnya koma atau titik koma. Provinsi kosong berarti seluruh Indonesia; perkiraan diisi ya atau tidak. Hari yang tidak disebut tetap seperti sekarang.`}
          errors={failure?.fields.file ?? failure?.fields.csv}
        />
        <div>
          <Button variant="outline">Lihat perubahannya</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Preview({ preview: { csv, lines, refused } }: { preview: HolidayPreviewed }) {
  const changes = lines.filter(({ effect }) => effect !== "same");
  const same = lines.length - changes.length;
  return (
    <Panel title="Isi berkas ini">
      <div className={styles.fields}>
        <RefusedLines count={refused.length} lines={refused} />
        {changes.length > 0 && (
          <ListTable head={["Hari", "Akibat"]} label="Perubahan dari berkas" wide>
            {changes.map(({ line, holiday, effect }) => (
              <tr key={line}>
                <th scope="row">
                  {dayText(holiday.day)}
                  <small>{holiday.name}</small>
                </th>
                <td>{holidayEffects[effect]}</td>
              </tr>
            ))}
          </ListTable>
        )}
        {same > 0 && <p className={styles.small}>{formatCount(same)} hari sudah sama.</p>}
        <Form method="post" className={styles.send}>
          <input type="hidden" name="intent" value="import" />
          <textarea name="csv" defaultValue={csv} hidden readOnly />
          {refused.length === 0 && changes.length > 0 && <Button>Simpan perubahan ini</Button>}
          <ButtonLink variant="ghost" href={operatorHrefs.holidays()}>
            Batal
          </ButtonLink>
        </Form>
      </div>
    </Panel>
  );
}

function Days({ data, failure }: Pick<ViewProps, "data" | "failure">) {
  // What can still be changed comes first.
  const rows = [...data.rows.filter((row) => !row.is_past), ...data.rows.filter((row) => row.is_past).toReversed()];
  return (
    <Panel title="Daftar hari" flush>
      <ListTable head={["Hari", "Berlaku"]} label="Hari libur" wide>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {dayText(row.day)}
              <small>{row.name}</small>
              {row.source && <small>{row.source}</small>}
            </th>
            <td>
              {row.province_name ?? "Seluruh Indonesia"} {row.is_provisional && <Badge tone="warning">Perkiraan</Badge>}
              {row.is_past && <small className={table.when}>sudah lewat</small>}
              {data.changes && !row.is_past && (
                <>
                  <a className="link" href={operatorHrefs.holidays({ id: row.id })} aria-label={`Ubah ${row.name}`}>
                    Ubah
                  </a>
                  <ConfirmForm
                    intent={`remove ${row.id}`}
                    label="Hapus"
                    question={`${dayText(row.day)} menjadi hari kerja untuk batas waktu yang mulai setelah ini.`}
                    confirm="Ya, hapus"
                    look="danger"
                    failure={failure}
                  />
                </>
              )}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
