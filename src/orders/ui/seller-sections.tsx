import { Form, redirect, useLocation } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { submittedList, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { courierOf, maxTrackingNumberLength } from "#shipping/rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { OrderCard, OrderView } from "../order-view/contract.ts";
import type { SellerOrderApi } from "../contract.ts";
import type { BookingApi } from "../bookings/contract.ts";
import { openBookingStates } from "../bookings/rules.ts";
import type { ParcelApi } from "../parcels/contract.ts";
import { handoverCodeLength } from "../parcels/rules.ts";
import { canReportReturn, firstScanDuration } from "../deadlines/rules.ts";
import { maxBulkAccept, orderStatuses, orderStatusNames, reasonLength, type OrderStatus } from "../rules.ts";
import { premiumOf } from "./cost-rows.ts";
import { BookingPanel } from "./booking-panel.tsx";
import { cursorOf, statusOf, transactionIdOf } from "./buyer-sections.tsx";
import { OrderPage } from "./order-page.tsx";
import parts from "./order-parts.module.css";
import { ActionForm, ConfirmForm } from "#ui/confirm-form.tsx";
import { OutdatedActionRefusal, canDo, OrderListCard } from "./order-parts.tsx";
import { AddProgress, AddParcel, sendBooking, sendParcel, sendProgress } from "./parcel-forms.tsx";
import { PartRefund, sendPartRefund } from "./part-refund.tsx";
import styles from "./seller-sections.module.css";

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
              { href: hrefs.manageMerchant("orders"), label: "Semua", current: status === undefined },
              ...orderStatusNames.map((name) => ({
                href: hrefs.manageMerchant("orders", name),
                label: orderStatuses[name].label,
                count: orderStatuses[name].final ? undefined : counts[name],
                current: status === name,
              })),
            ]}
          />
        </>
      )}
      <FormNotice failure={failure} alone />
      {bulk && <BulkNotice {...bulk} />}
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
      {orders.length === 0 ? (
        <EmptyState>
          {q
            ? "Data tidak ditemukan."
            : cancel
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
      {next && (
        <LoadMore
          href={`${cancel ? sellerHrefs.sellerCancelRequests() : hrefs.manageMerchant("orders", status)}${q ? `&q=${encodeURIComponent(q)}` : ""}&cursor=${next}`}
        />
      )}
    </div>
  );
}

/** What the seller prints for one order, or for all orders to ship. */
function PrintLinks({ orderId }: { orderId?: string }) {
  return (
    <p className={parts.small}>
      Cetak:{" "}
      <a className="link" href={sellerHrefs.labels("label", orderId)}>
        Label A6
      </a>
      {", "}
      <a className="link" href={sellerHrefs.labels("slip", orderId)}>
        slip isi paket
      </a>
      {!orderId && (
        <>
          {", "}
          <a className="link" href={sellerHrefs.labels("picking")}>
            daftar ambil barang
          </a>
        </>
      )}
    </p>
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

/** `/manageMerchant?page=showTransaction&transactionId=…`: one order of the shop. */
export const sellerTransactionSection: Section<OrderView> = {
  title: "Pesanan",
  load: async (args) => {
    const { result } = await pageApi<SellerOrderApi>(args)("GET /v1/seller/orders/:orderId", {
      params: { orderId: transactionIdOf(args.request) },
    });
    return result;
  },
  act: sellerAct,
  View: SellerTransactionView,
};

async function sellerAct({ request, context }: SectionArgs, form: FormData): Promise<unknown> {
  const api = pageApi<SellerOrderApi>({ request, context });
  const params = { orderId: transactionIdOf(request) };
  const reason = String(form.get("reason") ?? "").trim();
  try {
    switch (form.get("intent")) {
      case "accept":
        await api("POST /v1/seller/orders/:orderId/accept", { params });
        break;
      case "reject":
        await api("POST /v1/seller/orders/:orderId/reject", { params, body: { reason } });
        break;
      case "ship": {
        const trackingNumber = String(form.get("resi") ?? "").trim();
        await api("POST /v1/seller/orders/:orderId/ship", {
          params,
          body: trackingNumber ? { resi: trackingNumber } : {},
        });
        break;
      }
      case "book":
      case "book_parcel":
        await sendBooking(pageApi<BookingApi>({ request, context }), params.orderId, form);
        break;
      case "cancel_booking":
        await pageApi<BookingApi>({ request, context })("POST /v1/seller/orders/:orderId/booking/cancel", { params });
        break;
      case "add_parcel":
        await sendParcel(api, params.orderId, form);
        return redirect(`${hrefs.sellerTransaction(params.orderId)}&parcel=added`);
      case "add_progress":
        await sendProgress(pageApi<ParcelApi>({ request, context }), params.orderId, form);
        break;
      case "hand_over":
        await api("POST /v1/seller/orders/:orderId/hand-over", {
          params,
          body: { code: String(form.get("code") ?? "").trim() },
        });
        break;
      case "refuse_parcel":
        await api("POST /v1/seller/orders/:orderId/refuse-parcel", { params, body: { reason } });
        break;
      case "approve_cancel":
        await api("POST /v1/seller/orders/:orderId/approve-cancel", { params });
        break;
      case "refund_part": {
        const question = await sendPartRefund(api, params.orderId, form);
        return question ?? redirect(`${hrefs.sellerTransaction(params.orderId)}&refunded=1`);
      }
      case "refuse_cancel":
        await api("POST /v1/seller/orders/:orderId/refuse-cancel", { params, body: { reason } });
        break;
      default:
        break;
    }
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(hrefs.sellerTransaction(params.orderId));
}

function SellerTransactionView({ data: order, failure }: { data: OrderView; failure: FormFailure | undefined }) {
  const { search } = useLocation();
  const isParcelAdded = new URLSearchParams(search).has("parcel") && !failure;
  const refund = new URLSearchParams(search).has("refunded") && !failure ? order.refunds.at(-1) : undefined;
  return (
    <OrderPage
      order={order}
      reader="seller"
      back={{ href: hrefs.manageMerchant("orders"), label: "Semua pesanan" }}
      about={`Pembeli: ${order.buyer_name}`}
    >
      {isParcelAdded && (
        <Notice tone="success" key={order.parcels.length}>
          Paket {order.parcels.length} dicatat, dan pembeli kami beri tahu.
        </Notice>
      )}
      {refund && (
        <Notice tone="success" key={refund.id}>
          {formatRupiah(refund.amount)} dikembalikan kepada pembeli.
        </Notice>
      )}
      <SellerActions order={order} failure={failure} />
    </OrderPage>
  );
}

/** Whether the seller can say now that this COD parcel came back unpaid. */
function isReturnReportable(order: OrderView): boolean {
  const { scanned, eta } = order;
  const shippedAt = order.shipped_at === null ? null : new Date(order.shipped_at);
  return canDo("refuse_parcel", order, "seller") && canReportReturn({ scanned, eta, shippedAt }, new Date(order.now));
}

/** Whether a courier is ordered, so that the seller has no number to enter. */
function isBooked({ booking }: OrderView): boolean {
  return booking !== null && openBookingStates.includes(booking.state);
}

function SellerActions({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  const shipFailure = failure?.values.intent === "ship" ? failure : undefined;
  const handoverFailure = failure?.values.intent === "hand_over" ? failure : undefined;
  const courier = courierOf(order.courier);
  return (
    <>
      <OutdatedActionRefusal failure={failure} order={order} by="seller" />
      {order.findings.map((text) => (
        <Notice tone="warning" key={text}>
          {text}
        </Notice>
      ))}
      {order.complaint_id && (
        <ButtonLink
          href={complaintHrefs.sellerComplaint(order.complaint_id)}
          variant={order.status === "disputed" ? "primary" : "outline"}
          wide
        >
          Lihat komplain
        </ButtonLink>
      )}
      {canDo("approve_cancel", order, "seller") && (
        <Notice tone="warning" title="Pembeli meminta pembatalan">
          {order.cancel_reason}
        </Notice>
      )}
      {canDo("approve_cancel", order, "seller") && (
        <ConfirmForm
          intent="approve_cancel"
          label="Setujui pembatalan"
          question={
            order.awaits_cash
              ? "Pesanan dibatalkan dan stok kembali. Belum ada uang yang dibayar."
              : "Pesanan dibatalkan, stok kembali, dan uang kembali ke pembeli."
          }
          confirm="Ya, setujui"
          look="primary"
          failure={failure}
        />
      )}
      {canDo("refuse_cancel", order, "seller") && (
        <ConfirmForm
          intent="refuse_cancel"
          label="Tolak pembatalan"
          question="Anda tetap mengirim pesanan ini. Pembeli membaca alasan Anda."
          confirm="Tolak permintaan"
          reason={{ label: "Alasan", length: reasonLength }}
          failure={failure}
        />
      )}
      {canDo("accept", order, "seller") && <ActionForm intent="accept" label="Terima pesanan" failure={failure} />}
      {canDo("reject", order, "seller") && (
        <ConfirmForm
          intent="reject"
          label="Tolak pesanan"
          question={`${order.awaits_cash ? "Pesanan dibatalkan dan stok kembali. Belum ada uang yang dibayar." : "Pesanan dibatalkan, stok kembali, dan uang kembali ke pembeli."} Pembeli membaca alasan Anda.`}
          confirm="Tolak pesanan"
          look="danger"
          reason={{ label: "Alasan", length: reasonLength }}
          failure={failure}
        />
      )}
      {isReturnReportable(order) && (
        <ConfirmForm
          intent="refuse_parcel"
          label="Paket COD tidak diterima"
          question="Tekan hanya bila paket sudah kembali kepada Anda tanpa dibayar. Pesanan dibatalkan dan stok kembali. Pembeli membaca alasan Anda dan bisa membantahnya kepada kami."
          confirm="Ya, paket sudah kembali"
          look="danger"
          reason={{ label: "Apa yang kurir sampaikan", length: reasonLength }}
          failure={failure}
        />
      )}
      {(order.status === "processing" || order.status === "shipped") && <PrintLinks orderId={order.id} />}
      {premiumOf(order) > 0 && order.status === "processing" && (
        <Notice title="Pesanan ini diasuransikan">
          Mintalah asuransi saat menyerahkan paket ke {order.courier_name}. Premi {formatRupiah(premiumOf(order))} dari
          pembeli masuk kepada Anda bersama ongkos kirim. Penjemputan yang dipesan di sini sudah termasuk asuransi.
        </Notice>
      )}
      <BookingPanel order={order} failure={failure} />
      {canDo("ship", order, "seller") && !isBooked(order) && (
        <Form method="post" className={styles.split}>
          <input type="hidden" name="intent" value="ship" />
          <FormNotice failure={shipFailure} />
          {order.has_resi ? (
            <TextField
              label={`Nomor resi ${order.courier_name}`}
              name="resi"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={maxTrackingNumberLength}
              hint={`Contoh: ${courier?.trackingNumberExample ?? ""}. ${order.tracked ? `Kurir harus memindai paket dalam ${span(firstScanDuration())}.` : "Pindaian kurir ini tidak sampai ke kami: pembeli yang menyatakan paket tiba."}`}
              defaultValue={shipFailure?.values.resi}
              errors={shipFailure?.fields.resi}
            />
          ) : (
            <p>
              {order.courier_name} tidak memakai nomor resi. Minta kode penyerahan dari pembeli saat barang diserahkan,
              lalu isi di halaman ini.
            </p>
          )}
          <Button wide>Tandai sudah dikirim</Button>
        </Form>
      )}
      {canDo("hand_over", order, "seller") && (
        <Form method="post" className={styles.split}>
          <input type="hidden" name="intent" value="hand_over" />
          <FormNotice failure={handoverFailure} />
          <TextField
            label="Kode penyerahan"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            required
            maxLength={handoverCodeLength}
            hint={`${handoverCodeLength} angka dari halaman pesanan pembeli.`}
            errors={handoverFailure?.fields.code}
          />
          <Button wide>Barang sudah diserahkan</Button>
        </Form>
      )}
      <AddParcel order={order} failure={failure} />
      <AddProgress order={order} failure={failure} />
      <PartRefund order={order} failure={failure} />
    </>
  );
}
