import { redirect } from "react-router";
import type { SectionSuccess } from "#accounts/ui/section-success.ts";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { cancelAnswerDuration } from "#shipping/handling-rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { OrderApi } from "../contract.ts";
import type { OrderCard, OrderView } from "../order-view/contract.ts";
import { extensionDuration } from "../deadlines/rules.ts";
import { orderStatuses, orderStatusNames, reasonLength, type OrderAction, type OrderStatus } from "../rules.ts";
import { PlacedBefore } from "./placed-before.tsx";
import { OrderPage } from "./order-page.tsx";
import styles from "./order-parts.module.css";
import { ActionForm, ConfirmForm } from "#ui/confirm-form.tsx";
import { OutdatedActionRefusal, canDo, OrderListCard } from "./order-parts.tsx";

/** The status in the URL that filters a list; undefined means all. */
export function statusOf(request: Request): OrderStatus | undefined {
  const asked = new URL(request.url).searchParams.get("status");
  return orderStatusNames.find((name) => name === asked);
}

/** The cursor in the URL where a list continues. */
export function cursorOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get("cursor") ?? undefined;
}

type Transactions = {
  orders: OrderCard[];
  next: string | null;
  now: string;
  zone: "WIB" | "WITA" | "WIT";
  status: OrderStatus | undefined;
};

/** `/profile?page=transactions`: the buyer's orders by status. */
export const buyerTransactionsSection: Section<Transactions> = {
  title: "Pesanan",
  load: async ({ request, context }) => {
    const status = statusOf(request);
    const cursor = cursorOf(request);
    const { result, next, now, zone } = await pageApi<OrderApi>({ request, context })("GET /v1/orders", {
      query: { status, cursor },
    });
    if (cursor && result.length === 0) throw redirect(hrefs.buyerTransactions(status));
    return { orders: result, next, now, zone, status };
  },
  View: TransactionsView,
};

function TransactionsView({ data }: { data: Transactions; failure: FormFailure | undefined }) {
  const { orders, next, now, zone, status } = data;
  return (
    <div className={styles.place}>
      <h1>Pesanan</h1>
      <Tabs
        label="Status pesanan"
        tabs={[
          { href: hrefs.buyerTransactions(), label: "Semua", current: status === undefined },
          ...orderStatusNames.map((name) => ({
            href: hrefs.buyerTransactions(name),
            label: orderStatuses[name].label,
            current: status === name,
          })),
        ]}
      />
      {orders.length === 0 ? (
        <EmptyState action={<ButtonLink href={hrefs.products()}>Mulai belanja</ButtonLink>}>
          {status
            ? `Tidak ada pesanan dengan status ${orderStatuses[status].label}.`
            : "Belum ada pesanan. Yang Anda beli akan muncul di sini."}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {orders.map((order) => (
            <OrderListCard
              key={order.id}
              order={order}
              reader="buyer"
              zone={zone}
              now={now}
              href={hrefs.buyerTransaction(order.id)}
              note={<ComplaintFrom order={order} now={now} zone={zone} />}
              action={
                order.payment_id ? (
                  <ButtonLink size="s" href={hrefs.payment(order.payment_id)}>
                    Bayar
                  </ButtonLink>
                ) : canDo("receive", order, "buyer") ? (
                  <>
                    {order.status === "shipped" && complaintLink(order, now) && (
                      <a className="link" href={complaintHrefs.openComplaint(order.id)}>
                        {complaintLink(order, now)}
                      </a>
                    )}
                    <ButtonLink size="s" variant="outline" href={hrefs.buyerTransaction(order.id)}>
                      Terima pesanan
                    </ButtonLink>
                  </>
                ) : isReviewable(order, now) ? (
                  <ButtonLink size="s" variant="outline" href={reviewHrefs.buyerReviews({ order: order.id })}>
                    Beri ulasan
                  </ButtonLink>
                ) : undefined
              }
            />
          ))}
        </ul>
      )}
      {next && <LoadMore href={`${hrefs.buyerTransactions(status)}&cursor=${next}`} />}
    </div>
  );
}

/** Whether the buyer can still review a line of this order. */
function isReviewable({ review_until: until }: OrderCard, now: string): boolean {
  return until !== null && Date.parse(now) <= Date.parse(until);
}

/** `/profile?page=showTransaction&transactionId=…`: one order of the buyer. */
export const buyerTransactionSection: Section<OrderView> = {
  title: "Pesanan",
  load: async (args) => {
    const { result } = await pageApi<OrderApi>(args)("GET /v1/orders/:orderId", {
      params: { orderId: transactionIdOf(args.request) },
    });
    return result;
  },
  act: buyerAct,
  View: TransactionView,
};

/** The order id in the URL. */
export function transactionIdOf(request: Request): string {
  const asked = new URL(request.url).searchParams.get("transactionId") ?? "";
  // A malformed id is treated like an unknown id.
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(asked) ? asked : "00000000-0000-7000-8000-000000000000";
}

async function buyerAct({ request, context }: SectionArgs, form: FormData): Promise<unknown> {
  const api = pageApi<OrderApi>({ request, context });
  const params = { orderId: transactionIdOf(request) };
  const reason = String(form.get("reason") ?? "").trim();
  try {
    switch (form.get("intent")) {
      case "cancel":
        await api("POST /v1/orders/:orderId/cancel", { params, body: reason ? { reason } : {} });
        break;
      case "request_cancel":
        await api("POST /v1/orders/:orderId/request-cancel", { params, body: { reason } });
        break;
      case "withdraw_cancel":
        await api("POST /v1/orders/:orderId/withdraw-cancel", { params });
        break;
      case "receive":
        await api("POST /v1/orders/:orderId/receive", { params });
        break;
      case "confirm_arrival":
        await api("POST /v1/orders/:orderId/arrived", { params });
        break;
      case "extend":
        await api("POST /v1/orders/:orderId/extend", { params });
        break;
      case "buy_again":
        return cartRedirect(await api("POST /v1/orders/:orderId/buy-again", { params }));
      default:
        break;
    }
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(hrefs.buyerTransaction(params.orderId));
}

/** Opens the cart when all lines are in it; otherwise first shows what is missing. */
function cartRedirect({ message, data: { lines } }: ApiResponse<OrderApi["POST /v1/orders/:orderId/buy-again"]>) {
  const missing = lines.filter(({ problem }) => problem !== null);
  if (missing.length === 0) return redirect(hrefs.cart());
  const but = missing.map(
    ({ name, variant_name, problem }) =>
      `${name}${variant_name && `, ${variant_name}`}: ${problem?.replace(/\.$/, "")}.`,
  );
  const isThere = lines.some(({ quantity }) => quantity > 0);
  const done: SectionSuccess = { done: true, message, but };
  return isThere ? { ...done, next: { href: hrefs.cart(), label: "Buka keranjang" } } : done;
}

function TransactionView({ data: order, failure }: { data: OrderView; failure: FormFailure | undefined }) {
  return (
    <OrderPage
      order={order}
      reader="buyer"
      notice={<PlacedBefore />}
      back={{ href: hrefs.buyerTransactions(), label: "Semua pesanan" }}
      about={
        <>
          Dari{" "}
          <a className="link" href={hrefs.merchant(order.shop.slug)}>
            {order.shop.name}
          </a>
        </>
      }
    >
      <BuyerActions order={order} failure={failure} />
    </OrderPage>
  );
}

/** The buyer's request to cancel and the seller's answer. */
function CancelRequest({ order }: { order: OrderView }) {
  if (order.cancel_requested_at !== null)
    return (
      <Notice title="Permintaan pembatalan terkirim">
        <p>Anda memintanya {formatDateTime(new Date(order.cancel_requested_at), order.zone)}.</p>
        <p>Alasan Anda: {order.cancel_reason}</p>
      </Notice>
    );
  const refused = order.events.findLast(({ action }) => action === "refuse_cancel");
  if (!refused || orderStatuses[order.status].final) return null;
  return (
    <Notice tone="warning" title="Permintaan pembatalan ditolak">
      {refused.reason}
    </Notice>
  );
}

const returnActions: readonly string[] = ["refuse_parcel", "undelivered", "no_first_scan"] satisfies OrderAction[];

/**
 * What the buyer of a COD parcel can do when it does not come, or when the courier has the cash and no scan says so.
 * Nothing is held for it, so a complaint has nothing to decide.
 */
function CashHelp({ order }: { order: OrderView }) {
  const isUnderWay = order.awaits_cash && order.status === "shipped";
  const isReturned =
    order.cod && order.status === "cancelled" && returnActions.includes(order.events.at(-1)?.action ?? "");
  if (!isUnderWay && !isReturned) return null;
  return (
    <>
      <p className={styles.small}>
        {isUnderWay
          ? "Paket tidak kunjung datang? Anda belum membayar, jadi tidak perlu komplain: pesanan batal dengan sendirinya. Sudah membayar kurir, tetapi pesanan belum tertulis tiba? Simpan buktinya dan hubungi kami. Setelah tertulis tiba, komplain bisa dibuka di sini."
          : "Sudah menerima atau membayar paket ini? Simpan buktinya dan hubungi kami."}
      </p>
      <ButtonLink href={hrefs.aboutUs()} variant="outline" wide>
        Hubungi kami
      </ButtonLink>
    </>
  );
}

/** What the link to open a complaint says; null while a complaint is not possible. */
function complaintLink(order: OrderCard, now: string): string | null {
  if (!canDo("dispute", order, "buyer") || isComplaintEarly(order, now)) return null;
  return order.status === "shipped" && !order.pickup ? "Belum tiba, buka komplain" : "Buka komplain";
}

function isComplaintEarly({ missing_from: from }: OrderCard, now: string): boolean {
  return from !== null && Date.parse(from) > Date.parse(now);
}

/** From when the buyer of an order under way can complain; nothing once that is possible. */
function ComplaintFrom({ order, now, zone }: { order: OrderCard; now: string; zone: Transactions["zone"] }) {
  if (!order.missing_from || !canDo("dispute", order, "buyer") || !isComplaintEarly(order, now)) return null;
  return (
    <p className={styles.small}>
      {order.pickup ? "Bila belum bisa Anda ambil" : "Bila belum tiba"}, komplain bisa dibuka mulai{" "}
      {formatDateTime(new Date(order.missing_from), zone)}.
    </p>
  );
}

function BuyerActions({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  const unpaid = order.status === "awaiting_payment";
  return (
    <>
      <OutdatedActionRefusal failure={failure} order={order} by="buyer" />
      <CancelRequest order={order} />
      {order.payment_id && (
        <ButtonLink href={hrefs.payment(order.payment_id)} wide>
          Bayar sekarang
        </ButtonLink>
      )}
      {canDo("confirm_arrival", order, "buyer") && (
        <ActionForm
          intent="confirm_arrival"
          label="Sudah tiba"
          variant={order.arrival_asked ? "primary" : "outline"}
          failure={failure}
        />
      )}
      {canDo("receive", order, "buyer") && (
        <ConfirmForm
          intent="receive"
          label="Pesanan diterima"
          question="Sudah menerima dan memeriksa isinya? Uang diteruskan ke penjual dan tidak bisa ditarik kembali."
          confirm="Ya, pesanan sudah saya terima"
          look="primary"
          failure={failure}
        />
      )}
      {canDo("extend", order, "buyer") && (
        <ActionForm
          intent="extend"
          label={`Minta tambahan waktu ${span(extensionDuration())}`}
          variant="outline"
          failure={failure}
        />
      )}
      {complaintLink(order, order.now) && (
        <ButtonLink href={complaintHrefs.openComplaint(order.id)} variant="outline" wide>
          {complaintLink(order, order.now)}
        </ButtonLink>
      )}
      <ComplaintFrom order={order} now={order.now} zone={order.zone} />
      <CashHelp order={order} />
      {order.complaint_id && (
        <ButtonLink
          href={complaintHrefs.buyerComplaint(order.complaint_id)}
          variant={order.status === "disputed" ? "primary" : "outline"}
          wide
        >
          Lihat komplain
        </ButtonLink>
      )}
      {canDo("request_cancel", order, "buyer") && (
        <ConfirmForm
          intent="request_cancel"
          label="Minta pembatalan"
          question={`Penjual sudah menyiapkan pesanan, jadi ia yang memutuskan. Bila penjual tidak menjawab dalam ${span(cancelAnswerDuration())}, ${order.awaits_cash ? "pesanan batal dan Anda tidak membayar apa pun" : "pesanan batal dan uang Anda kembali utuh"}. Permintaan bisa dibuat satu kali.`}
          confirm="Kirim permintaan"
          reason={{ label: "Alasan", length: reasonLength }}
          failure={failure}
        />
      )}
      {canDo("withdraw_cancel", order, "buyer") && (
        <ConfirmForm
          intent="withdraw_cancel"
          label="Tarik permintaan pembatalan"
          question="Pesanan dilanjutkan dan penjual diberi tahu. Permintaan hanya bisa dibuat satu kali, jadi Anda tidak bisa memintanya lagi untuk pesanan ini, kecuali saat toko libur."
          confirm="Ya, lanjutkan pesanan"
          failure={failure}
        />
      )}
      {isReviewable(order, order.now) && (
        <ButtonLink href={reviewHrefs.buyerReviews({ order: order.id })} wide>
          Beri ulasan
        </ButtonLink>
      )}
      {orderStatuses[order.status].final && (
        <ActionForm intent="buy_again" label="Beli lagi" variant="outline" failure={failure} />
      )}
      {canDo("cancel", order, "buyer") && (
        <ConfirmForm
          intent="cancel"
          label="Batalkan pesanan"
          question={
            order.awaits_cash
              ? "Pesanan dibatalkan. Anda tidak membayar apa pun."
              : !unpaid
                ? "Pesanan dibatalkan dan uang Anda dikembalikan utuh."
                : order.sibling_count > 0
                  ? `Satu pembayaran untuk semua: ${order.sibling_count} pesanan lain dalam pembayaran ini ikut dibatalkan.`
                  : "Tagihan ditutup. Anda bisa memesan lagi kapan saja."
          }
          confirm="Ya, batalkan"
          look="danger"
          reason={{ label: "Alasan", optional: true, length: reasonLength }}
          failure={failure}
        />
      )}
    </>
  );
}
