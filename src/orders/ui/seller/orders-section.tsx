import { Form, redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { submittedList, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { OrderCard } from "../../order-view/contract.ts";
import type { SellerOrderApi } from "../../contract.ts";
import { maxBulkAccept, orderStatuses, orderStatusNames, type OrderStatus } from "../../rules.ts";
import { cursorOf, statusOf } from "../buyer-sections.tsx";
import parts from "../order-parts.module.css";
import { canDo, OrderListCard } from "../order-parts.tsx";
import { PrintLinks } from "./print-links.tsx";
import styles from "./sections.module.css";

type SellerOrders = {
  orders: OrderCard[];
  next: string | null;
  now: string;
  zone: "WIB" | "WITA" | "WIT";
  status: OrderStatus | undefined;
  /** Only orders with an unanswered request to cancel. */
  cancel: boolean;
  q: string;
  /** The result of accepting many orders, right after it; otherwise null. */
  bulk: { accepted: number; refused: number } | null;
  counts: Record<OrderStatus, number>;
};

/** `/manageMerchant?page=orders`: the shop's orders by status, with a search and bulk acceptance. */
export const sellerOrdersSection: Section<SellerOrders> = {
  title: "Pesanan",
  load: async ({ request, context }) => {
    const api = pageApi<SellerOrderApi>({ request, context });
    const status = statusOf(request);
    const search = new URL(request.url).searchParams;
    const q = (search.get("q") ?? "").slice(0, 80);
    const cancel = search.get("cancel") === "1";
    const cursor = cursorOf(request);
    const [list, summary] = await Promise.all([
      api("GET /v1/seller/orders", {
        query: { status, cancel: cancel ? "1" : undefined, q: q.trim() || undefined, cursor },
      }),
      api("GET /v1/seller/summary"),
    ]);
    const { result, next, now, zone } = list;
    if (cursor && result.length === 0)
      throw redirect(cancel ? sellerHrefs.sellerCancelRequests() : hrefs.manageMerchant("orders", status));
    const bulk = search.has("accepted")
      ? { accepted: Number(search.get("accepted")) || 0, refused: Number(search.get("refused")) || 0 }
      : null;
    return { orders: result, next, now, zone, status, cancel, q, bulk, counts: summary.result.counts };
  },
  act: async ({ request, context }, form) => {
    const ids = form.getAll("ids").map(String).slice(0, maxBulkAccept);
    if (ids.length === 0) return redirect(`${hrefs.manageMerchant("orders", "awaiting_confirmation")}&accepted=0`);
    try {
      const { data } = await pageApi<SellerOrderApi>({ request, context })("POST /v1/seller/orders/accept", {
        body: { ids },
      });
      const result = `&accepted=${data.accepted.length}&refused=${data.refused.length}`;
      // After accepting one order the seller stays in the list; after several, the list of orders to prepare opens.
      const list = form.get("intent") === "accept" ? statusOf(request) : "processing";
      return redirect(hrefs.manageMerchant("orders", list) + result);
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: SellerOrdersView,
};

const bulkForm = "bulk-accept";

function SellerOrdersView({ data, failure }: { data: SellerOrders; failure: FormFailure | undefined }) {
  const { orders, next, now, zone, status, cancel, q, bulk, counts } = data;
  const acceptable = orders.filter((order) => canDo("accept", order, "seller"));
  const all = cancel ? sellerHrefs.sellerCancelRequests() : hrefs.manageMerchant("orders", status);
  const withSearch = (href: string) => `${href}${q ? `&q=${encodeURIComponent(q)}` : ""}`;
  const any = Object.values(counts).some((count) => count > 0);
  return (
    <div className={parts.place}>
      <h1>Pesanan</h1>
      {any && (
        <>
          <ListSearch
            keep={{ page: "orders", status, cancel: cancel ? "1" : undefined }}
            label="Cari pesanan"
            placeholder="Invoice, resi, barang, pembeli"
            value={q}
          />
          <Tabs
            label="Status pesanan"
            tabs={[
              { href: withSearch(hrefs.manageMerchant("orders")), label: "Semua", current: status === undefined },
              ...orderStatusNames.map((name) => ({
                href: withSearch(hrefs.manageMerchant("orders", name)),
                label: orderStatuses[name].label,
                // How many of them a search finds is not counted.
                count: q || orderStatuses[name].final ? undefined : counts[name],
                current: status === name,
              })),
            ]}
          />
        </>
      )}
      <FormNotice failure={failure} alone />
      {bulk && !failure && <BulkNotice {...bulk} />}
      {cancel && (
        <p className={parts.small}>
          Hanya pesanan yang pembelinya meminta pembatalan.{" "}
          <a className="link" href={hrefs.manageMerchant("orders", "processing")}>
            Lihat semua yang diproses
          </a>
        </p>
      )}
      {acceptable.length > 0 && (
        <Form method="post" id={bulkForm} className={styles.bulk}>
          <p>Centang pesanan yang ingin Anda terima.</p>
          <Button
            type="button"
            variant="ghost"
            size="s"
            className="needs-js"
            onClick={() => {
              for (const box of document.querySelectorAll<HTMLInputElement>(`input[form="${bulkForm}"]`))
                box.checked = true;
            }}
          >
            Centang semua
          </Button>
          <Button size="s">Terima yang dicentang</Button>
        </Form>
      )}
      {status === "processing" && orders.length > 0 && <PrintLinks />}
      {orders.length === 0 && q ? (
        <EmptyState
          title="Data tidak ditemukan."
          action={
            <ButtonLink href={all} variant="outline" size="s">
              Hapus pencarian
            </ButtonLink>
          }
        >
          Tidak ada yang cocok dengan “{q}”
          {cancel ? " di antara permintaan pembatalan" : status && ` di antara pesanan ${orderStatuses[status].label}`}.
        </EmptyState>
      ) : orders.length === 0 ? (
        <EmptyState>
          {cancel
            ? "Tidak ada permintaan pembatalan."
            : status
              ? `Tidak ada pesanan dengan status ${orderStatuses[status].label}.`
              : "Belum ada pesanan. Pesanan baru muncul di sini begitu dibayar."}
        </EmptyState>
      ) : (
        <ul className={parts.list}>
          {orders.map((order) => (
            <OrderListCard
              key={order.id}
              order={order}
              reader="seller"
              zone={zone}
              now={now}
              href={hrefs.sellerTransaction(order.id)}
              action={
                acceptable.includes(order) && (
                  <Form method="post">
                    <input type="hidden" name="intent" value="accept" />
                    <input type="hidden" name="ids" value={order.id} />
                    <Button size="s" aria-label={`Terima ${order.invoice}`}>
                      Terima
                    </Button>
                  </Form>
                )
              }
              select={
                acceptable.includes(order) && (
                  <label className={styles.pick} htmlFor={`select-${order.id}`}>
                    <Checkbox
                      id={`select-${order.id}`}
                      form={bulkForm}
                      name="ids"
                      value={order.id}
                      defaultChecked={submittedList(failure, "ids")?.includes(order.id)}
                    />
                    <span className="sr-only">Centang {order.invoice}</span>
                  </label>
                )
              }
            />
          ))}
        </ul>
      )}
      {next && <LoadMore href={`${withSearch(all)}&cursor=${next}`} />}
    </div>
  );
}

/** The result of accepting many orders. */
function BulkNotice({ accepted, refused }: NonNullable<SellerOrders["bulk"]>) {
  if (accepted === 0 && refused === 0) return <Notice tone="warning">Belum ada pesanan yang dicentang.</Notice>;
  return (
    <Notice
      tone={refused > 0 ? "warning" : "success"}
      title={accepted > 0 ? `${accepted} pesanan diterima.` : undefined}
    >
      {refused > 0
        ? `${refused} tidak bisa diterima karena statusnya sudah berubah.`
        : "Siapkan paketnya, lalu isi nomor resi."}
    </Notice>
  );
}
