import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { eventActors, orderStatuses, orderStatusNames, type OrderStatus } from "#orders/rules.ts";
import { StatusBadge } from "#orders/ui/status-badge.tsx";
import { providerNameOf } from "#payments/reconciliation/rules.ts";
import { paymentStatusLabels, type PaymentStatus } from "#payments/rules.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { ConsoleApi } from "../../console/contract.ts";
import {
  accountLabels,
  countText,
  invoiceSearchText,
  ledgerLabels,
  maxCountedLate,
  maxCountedOrders,
  movementHelp,
  movementText,
} from "../../rules.ts";
import styles from "./console-parts.module.css";

type Result<Call extends keyof ConsoleApi> = ApiResponse<ConsoleApi[Call]>["result"];

const at = (moment: string) => formatDateTime(new Date(moment));
const balance = (amount: number) => (amount < 0 ? `−${formatRupiah(-amount)}` : formatRupiah(amount));

const refundText = ({ count, amount }: { count: number; amount: number }) =>
  `${formatCount(count)} pengembalian (${formatRupiah(amount)})`;

/** An invoice number that links to the order in the list. */
function OrderLink({ invoice }: { invoice: string }) {
  return <a href={hrefs.operator("orders", { q: invoice })}>{invoice}</a>;
}

/** The sum over all statuses, with a plus when one of them was not counted to its end. */
function allOrdersText(orders: Readonly<Record<string, number>>): string {
  const counts = orderStatusNames.map((status) => orders[status] ?? 0);
  const sum = counts.reduce((all, count) => all + Math.min(count, maxCountedOrders), 0);
  return `${formatCount(sum)}${counts.some((count) => count > maxCountedOrders) ? "+" : ""}`;
}

/** Orders by status, and the balances of the ledger. */
export function Overview({ data }: { data: Result<"GET /v1/operator/overview"> }) {
  const sum = data.accounts.reduce((all, account) => all + account.balance, 0);
  return (
    <div className={styles.stack}>
      <h1>Ringkasan</h1>
      {data.overdue > 0 && (
        <Notice tone="warning" title={`${countText(data.overdue, maxCountedLate)} pesanan melewati tenggatnya`}>
          Tenggat biasanya berjalan dalam satu menit. Periksa pekerjaan latar belakang.
        </Notice>
      )}
      {data.providers.every(({ methods }) => methods.length === 0) && (
        <Notice tone="error" title="Belum ada penyedia pembayaran">
          Checkout menolak semua pesanan. Atur PAYMENT_PROVIDERS seperti di docs/operating.md, lalu mulai ulang.
        </Notice>
      )}
      {data.providers.map(
        ({ id, paused }) =>
          paused && (
            <Notice key={id} tone="warning" title={`Penyedia pembayaran ${providerNameOf(id)} tidak menjawab`}>
              Pembayaran lewat penyedia ini belum bisa dimulai atau diperiksa. Kami mencoba lagi sendiri.
            </Notice>
          ),
      )}
      <section aria-labelledby="pesanan">
        <h2 id="pesanan">Pesanan</h2>
        <ul className={styles.counts}>
          <li>
            <a href={hrefs.operator("orders")}>
              <b>{allOrdersText(data.orders)}</b>
              Semua
            </a>
          </li>
          {orderStatusNames.map((status) => (
            <li key={status}>
              <a href={hrefs.operator("orders", { status })}>
                <b>{countText(data.orders[status] ?? 0, maxCountedOrders)}</b>
                {orderStatuses[status].label}
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.small}>
          Pesanan yang batal setelah dibayar ada di {orderStatuses.cancelled.label}. Uang yang kembali ke pembeli:{" "}
          {refundText(data.refunds.paid)} sudah dikembalikan, {refundText(data.refunds.waiting)} dalam perjalanan.
        </p>
      </section>
      {data.providers.length > 0 && (
        <Panel title="Penyedia pembayaran" flush>
          <ListTable head={["Penyedia", "Cara bayar"]} label="Penyedia pembayaran">
            {data.providers.map(({ id, methods }) => (
              <tr key={id}>
                <th scope="row">
                  {providerNameOf(id)}
                  <small>{methods.length > 0 ? methods.join(", ") : "Tidak ada pembayaran baru"}</small>
                </th>
                <td data-label="Cara bayar">{formatCount(methods.length)}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Panel title={data.summed_at === null ? "Uang" : `Uang, dijumlahkan ${at(data.summed_at)}`} flush>
        <ListTable head={["Akun", "Bersaldo", "Jumlah"]} label="Saldo buku besar">
          {data.accounts.map(({ kind, balance: amount, owners }) => (
            <tr key={kind}>
              <th scope="row">
                {accountLabels[kind].name}
                <small>{accountLabels[kind].about}</small>
                {kind === "cash" && amount < 0 && (
                  <small>Artinya penyedia pembayaran memegang {formatRupiah(-amount)} untuk pasar ini.</small>
                )}
              </th>
              <td>{formatCount(owners)} pemilik</td>
              <td>{balance(amount)}</td>
            </tr>
          ))}
          <tr className={table.sum}>
            <th scope="row" colSpan={2}>
              Jumlah semua akun
            </th>
            <td>{balance(sum)}</td>
          </tr>
        </ListTable>
      </Panel>
      {sum === 0 ? (
        <p className={styles.small}>Buku besar seimbang: jumlah semua akun nol.</p>
      ) : (
        <Notice tone="error" title="Buku besar tidak seimbang">
          Periksa catatan terakhir di buku besar.
        </Notice>
      )}
    </div>
  );
}

/** All orders; a row expands to the order's history. */
export function OrderList({
  data,
  status,
  q,
  page,
}: {
  data: Result<"GET /v1/operator/orders">;
  status: OrderStatus | undefined;
  q: string;
  page: number;
}) {
  return (
    <div className={styles.stack}>
      <h1>Pesanan</h1>
      <ListSearch
        keep={{ page: "orders", status }}
        label="Cari pesanan"
        placeholder="Invoice, resi, toko, nama atau email pembeli"
        value={q}
      />
      <Tabs
        label="Status pesanan"
        tabs={[undefined, ...orderStatusNames].map((one) => ({
          href: hrefs.operator("orders", { status: one, q }),
          label: one ? orderStatuses[one].label : "Semua",
          current: one === status,
        }))}
      />
      {data.rows.length === 0 ? (
        q ? (
          <EmptyState
            title="Data tidak ditemukan."
            action={
              <ButtonLink href={hrefs.operator("orders", { status })} variant="outline" size="s">
                Hapus pencarian
              </ButtonLink>
            }
          >
            Yang dicari: {invoiceSearchText}, resi lengkap, nama toko, awal nama pembeli, atau email lengkapnya
            {status ? `, dari pesanan berstatus ${orderStatuses[status].label}` : ""}.
          </EmptyState>
        ) : (
          <EmptyState>{page > 1 ? "Data tidak ditemukan." : "Belum ada pesanan di sini."}</EmptyState>
        )
      ) : (
        <Panel flush>
          <ListTable head={["Pesanan", "Toko dan pembeli", "Status", "Jumlah"]} label="Pesanan">
            {data.rows.map((order) => (
              <tr key={order.id}>
                <th scope="row">
                  <a href={operatorHrefs.order(order.id)}>{order.invoice}</a>
                  <small className={table.when}>{at(order.created_at)}</small>
                  {order.has_papers && (
                    <small>
                      <a href={accountHrefs.paper(order.id)}>Dokumen</a>
                    </small>
                  )}
                  <details className={styles.history} open={q !== "" && data.rows.length === 1}>
                    <summary>Riwayat ({order.events.length})</summary>
                    <ol>
                      {order.events.map((event) => (
                        <li key={`${event.at} ${event.label}`}>
                          {event.label} · {eventActors[event.actor]} · {at(event.at)}
                          {event.reason && <small>{event.reason}</small>}
                        </li>
                      ))}
                    </ol>
                  </details>
                </th>
                <td>
                  <a href={hrefs.merchant(order.shop_slug)}>{order.shop_name}</a>
                  <small>{order.buyer_name}</small>
                </td>
                <td>
                  <StatusBadge status={order.status} />
                  {order.due_at && <small className={table.when}>tenggat {at(order.due_at)}</small>}
                  <small>{order.courier_name}</small>
                  {order.resi && <small className={table.when}>{order.resi}</small>}
                </td>
                <td>{formatRupiah(order.total)}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pages page={page} more={data.more} href={(n) => hrefs.operator("orders", { status, q, n })} />
    </div>
  );
}

const paymentTones: Record<PaymentStatus, Tone> = {
  pending: "warning",
  paid: "success",
  expired: "neutral",
  cancelled: "neutral",
};

/** All payments. */
export function PaymentList({
  data,
  status,
  page,
}: {
  data: Result<"GET /v1/operator/payments">;
  status: PaymentStatus | undefined;
  page: number;
}) {
  const names = Object.keys(paymentStatusLabels) as PaymentStatus[];
  return (
    <div className={styles.stack}>
      <h1>Pembayaran</h1>
      <Tabs
        label="Status pembayaran"
        tabs={[undefined, ...names].map((one) => ({
          href: hrefs.operator("payments", { status: one }),
          label: one ? paymentStatusLabels[one] : "Semua",
          current: one === status,
        }))}
      />
      {data.rows.length === 0 ? (
        <EmptyState>{page > 1 ? "Data tidak ditemukan." : "Belum ada pembayaran di sini."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Pembayaran", "Pembeli dan pesanan", "Status", "Jumlah"]} label="Pembayaran">
            {data.rows.map((payment) => (
              <tr key={payment.id}>
                <th scope="row">
                  {payment.method_name}
                  <small>{payment.reference}</small>
                  <small className={table.when}>{at(payment.created_at)}</small>
                </th>
                <td>
                  {payment.buyer_name}
                  {payment.invoices.map((invoice) => (
                    <small key={invoice}>
                      <OrderLink invoice={invoice} />
                    </small>
                  ))}
                </td>
                <td>
                  <Badge tone={paymentTones[payment.status]}>{paymentStatusLabels[payment.status]}</Badge>
                  {payment.status === "pending" && <small className={table.when}>sampai {at(payment.due_at)}</small>}
                  <small>lewat {providerNameOf(payment.provider)}</small>
                  {payment.refunded > 0 && <small>{formatRupiah(payment.refunded)} dikembalikan</small>}
                </td>
                <td>{formatRupiah(payment.amount)}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pages page={page} more={data.more} href={(n) => hrefs.operator("payments", { status, n })} />
    </div>
  );
}

/** Events of the ledger. The entries of each sum to zero. */
export function LedgerList({ data, page }: { data: Result<"GET /v1/operator/ledger">; page: number }) {
  return (
    <div className={styles.stack}>
      <h1>Buku besar</h1>
      <p className={styles.small}>
        Debit dan kredit setiap kejadian sama besar. {movementHelp} Catatan hanya bertambah, tidak pernah diubah.
      </p>
      {data.rows.length === 0 ? (
        <EmptyState>{page > 1 ? "Data tidak ditemukan." : "Belum ada uang yang bergerak."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Kejadian", "Gerakan"]} label="Buku besar" wide>
            {data.rows.map((event) => (
              <tr key={event.id}>
                <th scope="row">
                  {ledgerLabels[event.kind] ?? event.kind}
                  {event.invoices.map((invoice) => (
                    <small key={invoice}>
                      <OrderLink invoice={invoice} />
                    </small>
                  ))}
                  <small>{at(event.at)}</small>
                </th>
                <td>
                  <ul className={styles.movements}>
                    {event.movements.map(({ account, shop, amount }) => (
                      <li key={`${account} ${amount}`}>
                        <span>
                          {accountLabels[account].name}
                          {shop && ` · ${shop}`}
                        </span>
                        <b>{movementText(amount)}</b>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <Pages page={page} more={data.more} href={(n) => hrefs.operator("ledger", { n })} />
    </div>
  );
}

function Pages({ page, more, href }: { page: number; more: boolean; href: (page: number) => string }) {
  return page > 1 || more ? <Pagination page={page} last={more ? page + 1 : page} href={href} /> : null;
}
