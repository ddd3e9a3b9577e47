import { Form } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { CodApi } from "../contract.ts";
import {
  codCompanies,
  codPages,
  companyName,
  remittanceColumns,
  remittanceDuration,
  remittanceLimits,
  remittanceProblems,
} from "../rules.ts";
import { DecisionForm, Decisions } from "./cod-decisions.tsx";
import styles from "./cod.module.css";

export type Cod = ApiResponse<CodApi["GET /v1/operator/cod"]>["result"] & { notice: string | null };

const companies = codCompanies.map((value) => ({ value, label: companyName(value) }));

/** Cash of COD orders for operators: what couriers owe, the booking of a remittance, and earlier ones. */
export function CodView({ data, failure }: { data: Cod; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <h1>Bayar di tempat (COD)</h1>
      {data.notice && !failure && <Notice tone="success">{data.notice}</Notice>}
      {data.couriers.length === 0 && <p>Tidak ada uang COD yang masih dipegang kurir.</p>}
      {data.couriers.map(({ courier, name, orders, amount, overdue_orders: late, overdue_amount: lateAmount }) => (
        <Notice
          key={courier}
          tone={late > 0 ? "warning" : "info"}
          title={`${name} memegang ${formatRupiah(amount)} dari ${formatCount(orders)} pesanan`}
        >
          {late > 0
            ? `${formatRupiah(lateAmount)} dari ${formatCount(late)} pesanan lebih dari ${span(remittanceDuration)}. Tagih kurir ini.`
            : `Semuanya belum lewat ${span(remittanceDuration)}.`}
        </Notice>
      ))}
      {data.decides ? <ListUpload failure={failure?.values.intent === "file" ? failure : undefined} /> : null}
      {data.owed.length > 0 && <Owed data={data} failure={failure?.values.intent === "orders" ? failure : undefined} />}
      {data.decides && <DecisionForm data={data} failure={failure?.values.intent === "decide" ? failure : undefined} />}
      {data.decisions.length > 0 && (
        <Decisions data={data} failure={failure?.values.intent === "approve" ? failure : undefined} />
      )}
      {data.remittances.length > 0 && <Remittances data={data} />}
    </div>
  );
}

/** The courier and the number of a remittance. */
function RemittanceFields({ failure }: { failure: FormFailure | undefined }) {
  return (
    <>
      <FormNotice failure={failure} />
      <SelectField
        label="Kurir"
        name="courier"
        options={companies}
        defaultValue={failure?.values.courier ?? companies[0]?.value ?? ""}
        errors={failure?.fields.courier}
      />
      <TextField
        label="Nomor setoran"
        name="reference"
        maxLength={remittanceLimits.reference}
        hint="Nomor dari kurir atau mutasi bank. Setiap nomor dibukukan sekali."
        defaultValue={failure?.values.reference ?? ""}
        errors={failure?.fields.reference}
      />
    </>
  );
}

function ListUpload({ failure }: { failure: FormFailure | undefined }) {
  return (
    <Panel title="Unggah daftar setoran">
      <Form method="post" encType="multipart/form-data" className={styles.form}>
        <input type="hidden" name="intent" value="file" />
        <RemittanceFields failure={failure} />
        <TextField
          label="Berkas CSV dari kurir"
          name="list"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hint={`Kolom ${Object.values(remittanceColumns).join(", ")}. Hanya baris yang jumlahnya sama persis dengan pesanannya yang dibukukan; yang lain ditunjukkan sebagai perbedaan.`}
          errors={failure?.fields.list}
        />
        <div>
          <Button>Bukukan daftar</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Owed({ data, failure }: { data: Cod; failure: FormFailure | undefined }) {
  const rows = (
    <ListTable
      head={data.decides ? ["Pesanan", "Jumlah", "Pilih"] : ["Pesanan", "Jumlah"]}
      label="Uang pada kurir"
      wide
    >
      {data.owed.map((row) => (
        <tr key={row.order_id}>
          <th scope="row">
            {row.invoice}
            <small>
              {companyName(row.courier)}
              {row.tracking_number && `, resi ${row.tracking_number}`}
            </small>
            <small className={table.when}>tiba {formatDateTime(new Date(row.collected_at))}</small>
          </th>
          <td>
            {formatRupiah(row.amount)} {row.overdue && <Badge tone="error">Terlambat</Badge>}
          </td>
          {data.decides && (
            <td data-label="Pilih">
              <input
                type="checkbox"
                name="order_ids"
                value={row.order_id}
                aria-label={`Setoran untuk ${row.invoice}`}
              />
            </td>
          )}
        </tr>
      ))}
    </ListTable>
  );
  const title = `Belum disetor${data.owed.length >= codPages.owed ? `, ${formatCount(codPages.owed)} yang terlama` : ""}`;
  if (!data.decides)
    return (
      <Panel title={title} flush>
        {rows}
      </Panel>
    );
  return (
    <Panel title={title}>
      <Form method="post" className={styles.form}>
        <input type="hidden" name="intent" value="orders" />
        {rows}
        <RemittanceFields failure={failure} />
        <TextField
          label="Biaya kurir untuk semuanya (Rp)"
          name="fee"
          inputMode="numeric"
          maxLength={12}
          defaultValue={failure?.values.fee ?? "0"}
          errors={failure?.fields.fee}
        />
        <div>
          <Button>Bukukan yang dipilih</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Remittances({ data: { remittances } }: { data: Cod }) {
  return (
    <Panel title="Setoran terakhir" flush>
      <ListTable head={["Setoran", "Hasil"]} label="Setoran kurir" wide>
        {remittances.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              {companyName(one.courier)} {one.reference}
              <small>
                {formatRupiah(one.amount)} dari {formatCount(one.matched_count)} pesanan, biaya {formatRupiah(one.fee)}
              </small>
              <small className={table.when}>
                {one.created_by}, {formatDateTime(new Date(one.created_at))}
              </small>
            </th>
            <td>
              <Badge tone={one.found === 0 ? "success" : "error"}>
                {one.found === 0 ? "Cocok" : `${formatCount(one.found)} perbedaan`}
              </Badge>
              {one.differences.slice(0, 20).map((difference, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a list may name a number twice
                <small key={`${difference.tracking_number} ${at}`}>
                  {difference.tracking_number}: {formatRupiah(difference.theirs)}
                  {difference.ours !== null && ` (terutang ${formatRupiah(difference.ours)})`}.{" "}
                  {remittanceProblems[difference.problem]}.
                </small>
              ))}
            </td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
