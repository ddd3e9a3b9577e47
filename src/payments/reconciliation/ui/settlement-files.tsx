import { Form, useNavigation } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { DateField, SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { decimalMarks } from "../../statements/rules.ts";
import { providerNames } from "../rules.ts";
import type { SettlementApi } from "../settlement-files/contract.ts";
import { settlementLimits } from "../settlement-files/rules.ts";
import { Differences } from "./differences.tsx";
import styles from "./reconciliation.module.css";

/** The intent of the upload of a settlement report. */
export const uploadIntent = "settlement";

type Settlements = ApiResponse<SettlementApi["GET /v1/operator/settlement-files"]>["result"];

/** The upload of settlement reports, a form for each provider, and earlier reports. */
export function SettlementFiles({
  settlements: { rows, columns, decides },
  failure,
}: {
  settlements: Settlements;
  failure: FormFailure | undefined;
}) {
  return (
    <>
      {decides &&
        columns.map((known) => (
          <UploadPanel
            key={known.provider}
            known={known}
            failure={failure?.values.provider === known.provider ? failure : undefined}
          />
        ))}
      {rows.length > 0 && (
        <Panel title="Laporan terakhir" flush>
          <ListTable head={["Laporan", "Hasil"]} label="Laporan penyedia" wide>
            {rows.map((file) => (
              <tr key={file.id}>
                <th scope="row">
                  {providerNames[file.provider]}, {file.file_name}
                  <small>
                    {formatCount(file.new_count)} baris baru dari {formatCount(file.line_count)}, biaya{" "}
                    {formatRupiah(file.fees)}
                  </small>
                  <small className={table.when}>
                    {file.uploaded_by}, {formatDateTime(new Date(file.uploaded_at))}
                  </small>
                </th>
                <td>
                  <Badge tone={file.found === 0 ? "success" : "error"}>
                    {file.found === 0 ? "Cocok" : `${formatCount(file.found)} perbedaan`}
                  </Badge>
                  <Differences differences={file.differences} found={file.found} />
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
    </>
  );
}

function UploadPanel({ known, failure }: { known: Settlements["columns"][number]; failure: FormFailure | undefined }) {
  const isSending = useNavigation().formData?.get("provider") === known.provider;
  const of = (name: string, stored: string) => failure?.values[name] ?? stored;
  const errors = (name: string) => failure?.fields[name];
  return (
    <Panel title={`Laporan ${providerNames[known.provider]}`}>
      <details open={failure !== undefined}>
        <summary className={`link ${styles.fold}`}>Unggah laporan penyelesaian</summary>
        <Form method="post" encType="multipart/form-data" className={styles.form}>
          <FormNotice failure={failure} />
          <input type="hidden" name="intent" value={uploadIntent} />
          <input type="hidden" name="provider" value={known.provider} />
          <p className={styles.small}>
            {known.provider === "midtrans" &&
              "Midtrans tidak punya API yang mendaftar mutasi pembayaran: unduh laporannya dari dasbor Midtrans, lalu unggah di sini. "}
            Biaya penyedia hanya ada di laporannya. Setiap baris dibukukan sekali, walau berkasnya diunggah lagi.
          </p>
          <TextField
            label="Berkas CSV dari dasbor"
            name="report"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className={styles.file}
            hint={`Paling besar ${settlementLimits.bytes / 1024 / 1024} MB dan ${formatCount(settlementLimits.lines)} baris.`}
            errors={errors("report")}
          />
          <TextField
            label="Kolom nomor tagihan (KWG-…)"
            name="reference_column"
            maxLength={100}
            defaultValue={of("reference_column", known.reference_column)}
            errors={errors("reference_column")}
          />
          <TextField
            label="Kolom jumlah sebelum biaya"
            name="amount_column"
            maxLength={100}
            hint="Pengembalian dana bertanda minus."
            defaultValue={of("amount_column", known.amount_column)}
            errors={errors("amount_column")}
          />
          <TextField
            label="Kolom biaya"
            name="fee_columns"
            required={false}
            maxLength={300}
            hint="Beberapa kolom dipisahkan koma"
            defaultValue={of("fee_columns", known.fee_columns.join(", "))}
            errors={errors("fee_columns")}
          />
          <SelectField
            label="Bentuk jumlah"
            name="decimal_mark"
            options={Object.entries(decimalMarks).map(([value, label]) => ({ value, label }))}
            defaultValue={of("decimal_mark", known.decimal_mark)}
            errors={errors("decimal_mark")}
          />
          <DateField
            label="Laporan lengkap dari tanggal"
            name="from"
            required={false}
            hint="Bila diisi, pembayaran yang tidak ada di laporan ikut ditunjukkan."
            defaultValue={of("from", "")}
            errors={errors("from")}
          />
          <DateField
            label="sampai tanggal"
            name="to"
            required={false}
            defaultValue={of("to", "")}
            errors={errors("to")}
          />
          <div>
            <Button busy={isSending}>Unggah laporan</Button>
          </div>
        </Form>
      </details>
    </Panel>
  );
}
