import { Form } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { courierOf, maxTrackingNumberLength } from "#shipping/rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ActionForm, ConfirmForm } from "#ui/confirm-form.tsx";
import { TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { openBookingStates } from "../../bookings/rules.ts";
import { canReportReturn, firstScanDuration } from "../../deadlines/rules.ts";
import type { OrderView } from "../../order-view/contract.ts";
import { handoverCodeLength } from "../../parcels/rules.ts";
import { reasonLength } from "../../rules.ts";
import { BookingPanel } from "../booking-panel.tsx";
import { premiumOf } from "../cost-rows.ts";
import { OutdatedActionRefusal, canDo } from "../order-parts.tsx";
import { AddParcel, AddProgress } from "../parcel-forms.tsx";
import { PartRefund } from "../part-refund.tsx";
import { PrintLinks } from "./print-links.tsx";
import { ReplaceNumber } from "./replace-number.tsx";
import styles from "./sections.module.css";

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

/** What the seller can do with this order now, with the refusal of the last attempt. */
export function SellerActions({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
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
      {(order.status === "processing" || order.status === "shipped") && (
        <PrintLinks orderId={order.id} isPickup={order.pickup} />
      )}
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
              {order.pickup
                ? "Pembeli mengambil pesanan ini di toko."
                : `${order.courier_name} tidak memakai nomor resi.`}{" "}
              Minta kode penyerahan dari pembeli saat barang diserahkan, lalu isi di halaman ini.
            </p>
          )}
          <Button wide>{order.pickup ? "Tandai siap diambil" : "Tandai sudah dikirim"}</Button>
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
      <ReplaceNumber order={order} failure={failure} />
      <AddParcel order={order} failure={failure} />
      <AddProgress order={order} failure={failure} />
      <PartRefund order={order} failure={failure} />
    </>
  );
}
