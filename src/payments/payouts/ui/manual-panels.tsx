import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { placeholders } from "../review/rules.ts";
import styles from "./payouts.module.css";
import type { Review } from "./review-view.tsx";

/** Files for the bank, their results, and the columns of the bank's file. */
export function ManualPanels({ data, failure }: { data: Review; failure: FormFailure | undefined }) {
  const intent = failure?.values.intent;
  return (
    <>
      <div className={styles.two}>
        <Panel title="Berkas untuk bank">
          <Form method="post" className={styles.form}>
            <FormNotice failure={intent === "batch" ? failure : undefined} alone />
            <input type="hidden" name="intent" value="batch" />
            <p>
              {data.to_export === 0
                ? "Tidak ada pencairan yang menunggu transfer manual."
                : `${formatCount(data.to_export)} pencairan disetujui dan menunggu transfer.`}
            </p>
            {data.decides && data.to_export > 0 && (
              <div>
                <Button>Buat berkas</Button>
              </div>
            )}
          </Form>
        </Panel>
        {data.decides && (
          <Panel title="Hasil dari bank">
            <Form method="post" encType="multipart/form-data" className={styles.form}>
              <FormNotice failure={intent === "results" ? failure : undefined} />
              <input type="hidden" name="intent" value="results" />
              <p className={styles.small}>
                Berkas CSV dengan judul kolom <b>referensi</b>, <b>hasil</b> (berhasil atau gagal), dan{" "}
                <b>referensi_bank</b>.
              </p>
              <TextField
                label="Berkas CSV"
                name="file"
                type="file"
                accept=".csv,text/csv"
                className={styles.file}
                errors={failure?.fields.content}
              />
              <div>
                <Button variant="outline">Unggah hasil</Button>
              </div>
            </Form>
          </Panel>
        )}
      </div>
      {data.batches.length > 0 && <BatchPanel data={data} />}
      {data.decides && <LayoutPanel data={data} failure={failure} />}
    </>
  );
}

function BatchPanel({ data }: { data: Review }) {
  return (
    <Panel title="Berkas terakhir" flush>
      <ListTable head={["Berkas", "Pencairan", "Jumlah"]} label="Berkas terakhir">
        {data.batches.map((batch) => (
          <tr key={batch.id}>
            <th scope="row">
              <span className={table.when}>{formatDateTime(new Date(batch.created_at))}</span>
              {data.decides && (
                <small>
                  <a href={operatorHrefs.payoutFile(batch.id)} download>
                    Kolom netral
                  </a>
                  {data.layouts.map(({ id, name }) => (
                    <span key={id}>
                      {" · "}
                      <a href={operatorHrefs.payoutFile(batch.id, id)} download>
                        {name}
                      </a>
                    </span>
                  ))}
                </small>
              )}
            </th>
            <td>
              {formatCount(batch.payouts)}
              <small>{batch.open === 0 ? "selesai" : `${formatCount(batch.open)} menunggu hasil`}</small>
            </td>
            <td>{formatRupiah(batch.total)}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

function LayoutPanel({ data, failure }: { data: Review; failure: FormFailure | undefined }) {
  const own = failure?.values.intent === "layout" ? failure : undefined;
  return (
    <Panel title="Susunan kolom bank">
      <div className={styles.stack}>
        <p className={styles.small}>
          Bank memakai susunan kolom sendiri. Tulis satu baris untuk setiap kolom, misalnya{" "}
          <span className={styles.code}>Rekening tujuan: {"{nomor_rekening}"}</span>. Nama yang sama mengganti susunan
          yang lama.
        </p>
        {data.layouts.length > 0 && (
          <ul className={styles.rows}>
            {data.layouts.map(({ id, name, columns }) => (
              <li key={id}>
                <div>
                  <b>{name}</b>
                  <p className={styles.small}>{columns.split("\n").join(" | ")}</p>
                </div>
                <Form method="post">
                  <input type="hidden" name="intent" value="delete-layout" />
                  <input type="hidden" name="id" value={id} />
                  <Button variant="outline" size="s" aria-label={`Hapus susunan ${name}`}>
                    Hapus
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <details open={own !== undefined}>
          <summary className="link">Tambah atau ganti susunan</summary>
          <Form method="post" className={styles.form}>
            <FormNotice failure={own} />
            <input type="hidden" name="intent" value="layout" />
            <TextField
              label="Nama"
              name="name"
              maxLength={60}
              defaultValue={own?.values.name}
              errors={own?.fields.name}
            />
            <SelectField
              label="Pemisah"
              name="separator"
              options={[
                { value: ",", label: "Koma" },
                { value: ";", label: "Titik koma" },
              ]}
              defaultValue={own?.values.separator ?? ","}
            />
            <TextField
              label="Baris pertama"
              name="first_row"
              required={false}
              maxLength={500}
              hint="Bila bank memintanya, misalnya P;{tanggal};{banyak_baris};{total}"
              defaultValue={own?.values.first_row}
              errors={own?.fields.first_row}
            />
            <TextareaField
              label="Kolom"
              name="columns"
              rows={6}
              defaultValue={own?.values.columns}
              errors={own?.fields.columns}
            />
            <details>
              <summary className="link">Isian yang tersedia</summary>
              <dl className={styles.facts}>
                {Object.entries(placeholders).map(([name, about]) => (
                  <div key={name}>
                    <dt className={styles.code}>{`{${name}}`}</dt>
                    <dd>{about}</dd>
                  </div>
                ))}
              </dl>
            </details>
            <div>
              <Button>Simpan susunan</Button>
            </div>
          </Form>
        </details>
      </div>
    </Panel>
  );
}
