import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { sellerHrefs } from "#seller-hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField } from "#ui/field.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import type { TaxInvoiceApi } from "../tax-invoices/contract.ts";
import styles from "../ui/paper.module.css";

type Month = ApiResponse<TaxInvoiceApi["GET /v1/seller/tax-invoices/:month"]>["result"];
type Data = {
  list: ApiResponse<TaxInvoiceApi["GET /v1/seller/tax-invoices"]>["result"];
  /** The chosen month; null when no month has orders with PPN. */
  chosen: Month | null;
};

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<TaxInvoiceApi>(args);
  const { result: list } = await api("GET /v1/seller/tax-invoices");
  const asked = new URL(args.request.url).searchParams.get("month") ?? "";
  const month = list.months.find((one) => one.month === asked) ?? list.months[0];
  if (!month) return { list, chosen: null };
  const { result: chosen } = await api("GET /v1/seller/tax-invoices/:month", { params: { month: month.month } });
  return { list, chosen };
}

export const handle: PageHandle<Data> = {
  layout: "work",
  head: () => ({ title: "Faktur pajak", noindex: true }),
};

/** The files with which a seller who is PKP reports PPN to the tax office (Coretax). */
export function Component() {
  const { list, chosen } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <BackLink href={sellerHrefs.sellerTax()}>Pajak</BackLink>
      <h1>Faktur pajak</h1>
      {chosen === null ? (
        <EmptyState title="Belum ada faktur pajak">
          Di sini ada berkas untuk Coretax dari setiap bulan yang sudah lewat, bila toko Anda PKP dan pesanannya memuat
          PPN.
        </EmptyState>
      ) : (
        <>
          {list.months.length > 1 && <MonthForm months={list.months} month={chosen.month} />}
          {!list.has_number && (
            <Notice tone="warning" title="NPWP toko belum ada">
              Berkas Coretax memuat NPWP. Simpan NPWP Anda di{" "}
              <a className="link" href={sellerHrefs.sellerTax()}>
                data pajak toko
              </a>
              , lalu unduh berkasnya di sini.
            </Notice>
          )}
          <MonthPanel month={chosen} hasNumber={list.has_number} />
          {chosen.corrections.length > 0 && <Corrections month={chosen} />}
        </>
      )}
    </div>
  );
}

function MonthForm({ months, month }: { months: Data["list"]["months"]; month: string }) {
  return (
    <form method="get" action={sellerHrefs.taxInvoices()} className={styles.choice}>
      <SelectField
        label="Bulan"
        name="month"
        defaultValue={month}
        options={months.map((one) => ({ value: one.month, label: one.label }))}
      />
      <Button type="submit" variant="outline">
        Tampilkan
      </Button>
    </form>
  );
}

function MonthPanel({ month, hasNumber }: { month: Month; hasNumber: boolean }) {
  const parts = Array.from({ length: hasNumber ? month.parts : 0 }, (_, at) => at + 1);
  const partName = (part: number) => (month.parts > 1 ? ` (bagian ${part} dari ${month.parts})` : "");
  return (
    <Panel title={month.label}>
      <dl className={styles.facts}>
        <div>
          <dt>Jumlah faktur</dt>
          <dd>{formatCount(month.count)}</dd>
        </div>
        <div>
          <dt>DPP (harga tanpa PPN)</dt>
          <dd>{formatRupiah(month.base)}</dd>
        </div>
        <div>
          <dt>PPN</dt>
          <dd>{formatRupiah(month.vat)}</dd>
        </div>
      </dl>
      <p className={styles.text}>
        Pesanan yang dibayar pada bulan ini, dikurangi pengembalian dana sampai akhir bulan. Laporkan setiap pesanan
        sekali: dalam berkas digunggung bila identitas pembeli tidak Anda ketahui, atau sebagai faktur pajak biasa bila
        Anda mengetahui NIK atau NPWP pembeli. Kami tidak menyimpan NIK pembeli, jadi di berkas faktur pajak nomornya
        berisi nol dan harus Anda ganti sebelum diunggah ke Coretax.
      </p>
      {parts.map((part) => (
        <div key={part} className={styles.actions}>
          <ButtonLink href={sellerHrefs.taxFile(month.month, "retail", part)} icon="download" download>
            Unduh XML digunggung{partName(part)}
          </ButtonLink>
          <ButtonLink
            href={sellerHrefs.taxFile(month.month, "invoices", part)}
            icon="download"
            variant="outline"
            download
          >
            Unduh XML faktur pajak{partName(part)}
          </ButtonLink>
        </div>
      ))}
    </Panel>
  );
}

function Corrections({ month }: { month: Month }) {
  return (
    <Panel title="Pengembalian dana untuk bulan sebelumnya" flush>
      <ListTable head={["Nota", "Tanggal", "PPN berkurang"]} label="Pengembalian dana">
        {month.corrections.map(({ number, invoice, at, base, vat }) => (
          <tr key={number}>
            <th scope="row">
              {number}
              <small>
                {invoice} · DPP {formatRupiah(base)}
              </small>
            </th>
            <td>{formatDate(new Date(at))}</td>
            <td>{formatRupiah(vat)}</td>
          </tr>
        ))}
      </ListTable>
      <p className={styles.hint}>
        Pesanannya sudah ada di berkas bulan sebelumnya. Kurangi PPN-nya di Coretax dengan nota retur, faktur pengganti,
        atau pembetulan, sesuai keadaannya. Jumlah minus berarti uang yang ditarik bank pembeli sudah kembali kepada
        Anda: tambahkan PPN-nya lagi.
      </p>
    </Panel>
  );
}
