import { lowStockThreshold } from "#catalog/rules.ts";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDate, span } from "#lib/time.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import type { SellerOrderApi } from "../../contract.ts";
import { maxExactLowStock, summaryDuration, urgentDuration } from "../../rules.ts";
import parts from "../order-parts.module.css";
import styles from "./sections.module.css";

/** The seller's to-do counts and the shop's numbers. */
export type SellerSummary = ApiResponse<SellerOrderApi["GET /v1/seller/summary"]>["result"];

/** `/manageMerchant`: first what the seller has to do, then the numbers. */
export const sellerOverviewSection: Section<SellerSummary> = {
  title: "Ringkasan",
  load: async (args) => (await pageApi<SellerOrderApi>(args)("GET /v1/seller/summary")).result,
  View: OverviewView,
};

const lowStock = `Stok tipis (${lowStockThreshold} atau kurang)`;

function OverviewView({ data }: { data: SellerSummary; failure: FormFailure | undefined }) {
  const todo = [
    { count: data.to_confirm, label: "Pesanan baru", href: hrefs.manageMerchant("orders", "awaiting_confirmation") },
    { count: data.to_ship, label: "Perlu dikirim", href: hrefs.manageMerchant("orders", "processing") },
    { count: data.disputed, label: "Komplain", href: complaintHrefs.sellerComplaints() },
    { count: data.cancel_requests, label: "Permintaan batal", href: sellerHrefs.sellerCancelRequests() },
    {
      count: data.low_stock,
      label: lowStock,
      href: sellerHrefs.sellerProducts("thin"),
    },
  ];
  const waiting = todo.reduce((sum, one) => sum + one.count, 0);
  return (
    <div className={parts.place}>
      <header className={styles.head}>
        <h1>{data.shop.name}</h1>
        {data.shop.product_count > 0 && (
          <ButtonLink variant="outline" icon="plus" href={sellerHrefs.sellerProduct()}>
            Tambah produk
          </ButtonLink>
        )}
      </header>
      {data.shop.on_vacation && (
        <Notice
          tone="warning"
          title="Toko sedang libur"
          action={
            <ButtonLink size="s" variant="outline" href={hrefs.manageMerchant("settings")}>
              Atur libur
            </ButtonLink>
          }
        >
          Pembeli tidak bisa memesan sampai toko buka lagi.
        </Notice>
      )}
      {data.shop.product_count === 0 && !data.shop.is_suspended && (
        <Notice
          title="Etalase Anda masih kosong"
          action={
            <ButtonLink size="s" href={sellerHrefs.sellerProduct()}>
              Tambah produk pertama
            </ButtonLink>
          }
        >
          Satu foto, harga, dan stok sudah cukup untuk mulai berjualan.
        </Notice>
      )}
      <section aria-labelledby="to-do">
        <h2 id="to-do" className={styles.subhead}>
          Perlu dikerjakan
        </h2>
        <ul className={styles.todo}>
          {todo.map(({ count, label, href }) => (
            <li key={label}>
              <a href={href} className={count > 0 ? styles.waiting : undefined}>
                <b>{count > maxExactLowStock && label === lowStock ? `${maxExactLowStock}+` : formatCount(count)}</b>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {data.urgent > 0 && (
          <p className={parts.small}>
            {data.urgent} di antaranya jatuh tempo dalam {span(urgentDuration)}.
          </p>
        )}
        {waiting === 0 && <p className={parts.small}>Semua sudah beres.</p>}
      </section>
      <Panel title={`${span(summaryDuration)} terakhir`}>
        <dl className={styles.numbers}>
          <div>
            <dt>Penjualan barang</dt>
            <dd>
              {formatRupiah(data.month.revenue)}
              <small>{changeText(data.month.revenue, data.month_before.revenue)}</small>
            </dd>
          </div>
          <div>
            <dt>Pesanan selesai</dt>
            <dd>
              {formatCount(data.month.orders)}
              <small>{changeText(data.month.orders, data.month_before.orders)}</small>
            </dd>
          </div>
          <div>
            <dt>Saldo</dt>
            <dd>
              {formatRupiah(data.balance)}
              {data.pending > 0 && <small>{formatRupiah(data.pending)} menunggu pesanan selesai</small>}
            </dd>
          </div>
          <div>
            <dt>Penilaian</dt>
            <dd>
              {data.shop.rating_count > 0 ? data.shop.rating_average.toFixed(1).replace(".", ",") : "–"}
              <small>
                {formatCount(data.shop.rating_count)} penilaian · {formatCount(data.shop.sold_count)} terjual
              </small>
            </dd>
          </div>
        </dl>
      </Panel>
      <Panel title="Penjualan per hari">
        <RevenueChart days={data.days} />
      </Panel>
    </div>
  );
}

/** How a number differs from the one of the period before. */
function changeText(now: number, before: number): string {
  const period = `${span(summaryDuration)} sebelumnya`;
  if (before === 0) return now === 0 ? `Sama seperti ${period}` : `${period} kosong`;
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0
    ? `Sama seperti ${period}`
    : `${percent > 0 ? "Naik" : "Turun"} ${formatCount(Math.abs(percent))}% dari ${period}`;
}

function dayName(day: string): string {
  return formatDate(new Date(`${day}T05:00:00Z`)).replace(/ \d{4}$/, "");
}

function RevenueChart({ days }: { days: SellerSummary["days"] }) {
  const highest = Math.max(...days.map(({ revenue }) => revenue));
  if (highest <= 0)
    return <p className={parts.small}>Belum ada pesanan selesai dalam {span(summaryDuration)} terakhir.</p>;
  const points = days.map(
    ({ revenue }, index) =>
      `${((index / (days.length - 1)) * 100).toFixed(2)},${(48 - (revenue / highest) * 46).toFixed(2)}`,
  );
  return (
    <>
      <svg
        className={styles.chart}
        viewBox="0 0 100 50"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Penjualan per hari, tertinggi ${formatRupiah(highest)}`}
      >
        <polygon points={`0,48 ${points.join(" ")} 100,48`} />
        <line x1="0" y1="48" x2="100" y2="48" />
        <polyline points={points.join(" ")} />
      </svg>
      <p className={styles.axis}>
        <span>{dayName(days[0]?.day ?? "")}</span>
        <span>tertinggi {formatRupiah(highest)}</span>
        <span>{dayName(days.at(-1)?.day ?? "")}</span>
      </p>
      <details className={styles.asTable}>
        <summary className="link">Tampilkan tabel</summary>
        <ListTable head={["Hari", "Penjualan"]} label="Penjualan per hari">
          {days.toReversed().map(({ day, revenue }) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              <td>{formatRupiah(revenue)}</td>
            </tr>
          ))}
        </ListTable>
      </details>
    </>
  );
}
