import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { courierOf } from "#shipping/rules.ts";
import type { TariffApi } from "#shipping/tariffs/contract.ts";
import {
  quotedTariffDuration,
  tariffColumns,
  tariffEffects,
  tariffLimits,
  zoneNames,
} from "#shipping/tariffs/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { RefusedLines } from "./refused-lines.tsx";
import styles from "../charges.module.css";

type Listed = ApiResponse<TariffApi["GET /v1/operator/tariffs"]>["result"];
export type ListedTariffs = Listed & {
  /** What the operator has just done. */
  done: string | null;
};

type Previewed = ApiResponse<TariffApi["POST /v1/operator/tariffs/preview"]>["result"];
/** What a file would change, with its text and terms. */
export type TariffPreviewed = Previewed & { csv: string; from: string; note: string };

type ViewProps = {
  data: ListedTariffs;
  failure: FormFailure | undefined;
  preview: TariffPreviewed | undefined;
};

const courierName = (id: string) => courierOf(id)?.name ?? id;

/** What couriers cost: a file with its preview, and the files so far. */
export function TariffView({ data, failure, preview }: ViewProps) {
  const isOfFile = failure?.values.intent === "preview" || failure?.values.intent === "import";
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Tarif kurir</h1>
        <ButtonLink variant="outline" href={operatorHrefs.tariffFile()} download>
          Unduh CSV
        </ButtonLink>
      </header>
      {data.done !== null && !failure && !preview && (
        <Notice tone="success">
          {data.done === "withdrawn"
            ? "Tarif dikembalikan seperti sebelumnya."
            : `${formatCount(Number(data.done) || 0)} tarif disimpan.`}
        </Notice>
      )}
      <p className={styles.small}>
        Berkas unduhan berisi semua tarif yang berlaku sekarang, juga tarif bawaan. Ubah barisnya atau tambah rute, lalu
        unggah. Tarif yang paling tepat didahulukan: kecamatan, lalu kota, provinsi, dan zona. Checkout yang sudah
        terbuka tetap memakai harga yang dilihat pembeli sampai {span(quotedTariffDuration)}.
      </p>
      {preview && <Preview preview={preview} />}
      {data.changes && !preview && <Upload data={data} failure={isOfFile ? failure : undefined} />}
      <InForce data={data} />
      <Lists data={data} failure={failure} />
    </div>
  );
}

/** What counts now, by courier and zone. */
function InForce({ data: { in_force: couriers } }: Pick<ViewProps, "data">) {
  return (
    <Panel title="Berlaku sekarang" flush>
      <ListTable head={["Kurir", "Tarif per kg menurut zona"]} label="Tarif yang berlaku sekarang" wide>
        {couriers.map(({ courier, zones, exact_routes: exact }) => (
          <tr key={courier}>
            <th scope="row">
              {courierName(courier)}
              {exact > 0 && <small>{formatCount(exact)} rute dengan tarif sendiri, ada di berkas CSV</small>}
            </th>
            <td>
              {zones.map(({ zone, per_kg: perKg, days_min: from, days_max: to, is_imported: isImported }) => (
                <small key={zone}>
                  {zone}: {perKg === null ? "tidak dilayani" : formatRupiah(perKg)}
                  {perKg !== null && ` (${from === to ? from : `${from}–${to}`} hari)`}
                  {isImported && ", diimpor"}
                </small>
              ))}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

function Upload({ data, failure }: Pick<ViewProps, "data" | "failure">) {
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
          hint={`Kolom ${tariffColumns.join(", ")}. Asal: * atau kode wilayah. Tujuan: kode wilayah atau ${Object.values(zoneNames).join(", ")}. per_kg kosong berarti tidak dilayani.`}
          errors={failure?.fields.file ?? failure?.fields.csv}
        />
        <div className={styles.two}>
          <DatePickerField
            label="Berlaku mulai"
            name="from"
            today={data.today}
            min={data.today}
            hint="Pukul 00.00 WIB; hari ini berarti langsung."
            defaultValue={failure?.values.from ?? data.today}
            errors={failure?.fields.from}
          />
          <TextField
            label="Catatan"
            name="note"
            required={false}
            maxLength={tariffLimits.note}
            hint="Misalnya daftar harga kurir yang dipakai."
            defaultValue={failure?.values.note}
            errors={failure?.fields.note}
          />
        </div>
        <div>
          <Button>Lihat perubahannya</Button>
        </div>
      </Form>
    </Panel>
  );
}

type PreviewLine = TariffPreviewed["lines"][number];

function rateText({ perKg, nextKg, minKg, divisor, daysMin, daysMax }: PreviewLine["rate"]): string {
  if (perKg === null) return "tidak dilayani";
  const next = nextKg !== null && nextKg !== perKg ? `, kg berikutnya ${formatRupiah(nextKg)}` : "";
  return `${formatRupiah(perKg)}/kg${next}, paling sedikit ${minKg} kg, pembagi ${divisor}, ${daysMin}–${daysMax} hari`;
}

function Preview({ preview: { csv, from, note, counts, lines, refused } }: { preview: TariffPreviewed }) {
  const changes = counts.add + counts.change + counts.stop;
  return (
    <Panel title="Isi berkas ini">
      <div className={styles.fields}>
        <RefusedLines count={counts.refused} lines={refused} />
        <p>
          Mulai {formatDate(new Date(`${from}T05:00:00Z`))}: {formatCount(counts.add)} tarif baru,{" "}
          {formatCount(counts.change)} diubah, {formatCount(counts.stop)} tidak dilayani lagi,{" "}
          {formatCount(counts.same)} tetap.
        </p>
        {lines.length > 0 && (
          <ListTable head={["Rute", "Akibat"]} label="Perubahan dari berkas" wide>
            {lines.map(({ line, rate, before, effect }) => (
              <tr key={line}>
                <th scope="row">
                  {courierName(rate.courier)}, {rate.origin} ke {rate.destination}
                  <small>{rateText(rate)}</small>
                  {before && <small>sebelumnya {rateText(before)}</small>}
                </th>
                <td>{tariffEffects[effect]}</td>
              </tr>
            ))}
          </ListTable>
        )}
        {lines.length < changes && (
          <p className={styles.small}>Hanya {formatCount(lines.length)} perubahan pertama yang ditampilkan.</p>
        )}
        <Form method="post" encType="multipart/form-data" className={styles.send}>
          <input type="hidden" name="intent" value="import" />
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="note" value={note} />
          <textarea name="csv" defaultValue={csv} hidden readOnly />
          {counts.refused === 0 && changes > 0 && <Button>Simpan perubahan ini</Button>}
          <ButtonLink variant="ghost" href={operatorHrefs.tariffs()}>
            Batal
          </ButtonLink>
        </Form>
      </div>
    </Panel>
  );
}

function Lists({ data, failure }: Pick<ViewProps, "data" | "failure">) {
  if (data.lists.length === 0) return <p>Belum ada tarif yang diimpor: tarif bawaan berlaku.</p>;
  return (
    <Panel title="Riwayat" flush>
      <ListTable head={["Berkas", "Status"]} label="Berkas tarif" wide>
        {data.lists.map((list) => (
          <tr key={list.id}>
            <th scope="row">
              {list.note || `${formatCount(list.rate_count)} tarif`}
              <small>
                {formatCount(list.rate_count)} tarif: {list.couriers.map(courierName).join(", ")}
              </small>
              <small className={table.when}>
                {list.created_by ?? "Perintah di server"}, {formatDateTime(new Date(list.created_at))}
              </small>
            </th>
            <td>
              {list.withdrawn_at ? (
                <Badge tone="neutral">Dikembalikan</Badge>
              ) : (
                <Badge tone={list.has_begun ? "success" : "info"}>{list.has_begun ? "Berlaku" : "Terjadwal"}</Badge>
              )}
              <small className={table.when}>mulai {formatDateTime(new Date(list.begins_at))}</small>
              {data.changes && !list.withdrawn_at && (
                <ConfirmForm
                  intent={`withdraw ${list.id}`}
                  label="Kembalikan"
                  question="Rute dalam berkas ini kembali ke tarif sebelumnya, langsung."
                  confirm="Ya, kembalikan"
                  look="danger"
                  failure={failure}
                />
              )}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
