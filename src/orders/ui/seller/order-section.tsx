import { redirect, useLocation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Notice } from "#ui/notice.tsx";
import type { OrderView } from "../../order-view/contract.ts";
import type { SellerOrderApi } from "../../contract.ts";
import type { BookingApi } from "../../bookings/contract.ts";
import type { ParcelApi } from "../../parcels/contract.ts";
import { findingTexts } from "../../parcels/rules.ts";
import { transactionIdOf } from "../buyer-sections.tsx";
import { OrderPage } from "../order-page.tsx";
import { sendBooking, sendParcel, sendProgress } from "../parcel-forms.tsx";
import { sendPartRefund } from "../part-refund.tsx";
import { SellerActions } from "./order-actions.tsx";
import { sendReplacedNumber } from "./replace-number.tsx";

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
        return redirect(`${hrefs.sellerTransaction(params.orderId)}&accepted=1`);
      case "reject":
        await api("POST /v1/seller/orders/:orderId/reject", { params, body: { reason } });
        break;
      case "ship": {
        const trackingNumber = String(form.get("resi") ?? "").trim();
        await api("POST /v1/seller/orders/:orderId/ship", {
          params,
          body: trackingNumber ? { resi: trackingNumber } : {},
        });
        return redirect(`${hrefs.sellerTransaction(params.orderId)}&shipped=1`);
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
      case "replace_number":
        await sendReplacedNumber(api, params.orderId, form);
        return redirect(`${hrefs.sellerTransaction(params.orderId)}&resi=replaced`);
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

/** Directly after a number was replaced, the sentence about that says enough. */
function withoutReplacedFinding(order: OrderView): OrderView {
  return { ...order, findings: order.findings.filter((text) => text !== findingTexts.number_replaced.seller) };
}

function SellerTransactionView({ data: order, failure }: { data: OrderView; failure: FormFailure | undefined }) {
  const { search } = useLocation();
  const isAccepted = new URLSearchParams(search).has("accepted") && order.status === "processing" && !failure;
  const isShipped = new URLSearchParams(search).has("shipped") && order.status === "shipped" && !failure;
  const isParcelAdded = new URLSearchParams(search).has("parcel") && !failure;
  const isNumberReplaced = new URLSearchParams(search).has("resi") && !failure;
  const refund = new URLSearchParams(search).has("refunded") && !failure ? order.refunds.at(-1) : undefined;
  return (
    <OrderPage
      order={order}
      reader="seller"
      back={{ href: hrefs.manageMerchant("orders"), label: "Semua pesanan" }}
      about={`Pembeli: ${order.buyer_name}`}
    >
      {isAccepted && <Notice tone="success">Anda menerima pesanan ini. Siapkan barangnya.</Notice>}
      {isShipped && (
        <Notice tone="success">
          Pesanan ini tercatat {order.pickup ? "siap diambil" : "sudah dikirim"}, dan pembeli kami beri tahu.
        </Notice>
      )}
      {isParcelAdded && (
        <Notice tone="success" key={order.parcels.length}>
          Paket {order.parcels.length} dicatat, dan pembeli kami beri tahu.
        </Notice>
      )}
      {isNumberReplaced && (
        <Notice tone="success" key={order.parcels.map(({ resi }) => resi).join(" ")}>
          Nomor resi diubah, dan pembeli kami beri tahu. Batas waktu pindaian pertama tidak berubah.
        </Notice>
      )}
      {refund && (
        <Notice tone="success" key={refund.id}>
          {formatRupiah(refund.amount)} dikembalikan kepada pembeli.
        </Notice>
      )}
      <SellerActions order={isNumberReplaced ? withoutReplacedFinding(order) : order} failure={failure} />
    </OrderPage>
  );
}
