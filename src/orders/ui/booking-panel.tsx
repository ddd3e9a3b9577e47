import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { isInstant } from "#shipping/instant-rules.ts";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { bookingLabels, borneCost, isBookingCancellable } from "../bookings/rules.ts";
import type { OrderView } from "../order-view/contract.ts";

/** The courier that fetches the parcel: ordering it, how far it is, and cancelling it. */
export function BookingPanel({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  const { booking } = order;
  // A further parcel's courier is ordered with the form that names its pieces.
  const canBook = order.can_book && order.status === "processing";
  const isAwaited = booking !== null && isBookingCancellable(booking.state);
  const isShown = booking !== null && (order.status === "processing" || isAwaited || booking.failure !== null);
  const intent = failure?.values.intent;
  // The refused form is no longer on the page, so this panel shows its message.
  const isOutdated = (intent === "book" && !canBook) || (intent === "cancel_booking" && !booking);
  return (
    <>
      <FormNotice failure={isOutdated ? failure : undefined} alone />
      {isShown && (
        <Notice tone={booking.failure ? "warning" : "info"} title={bookingLabels[booking.state]}>
          {booking.failure ??
            (booking.cancel_requested && booking.state !== "cancelled"
              ? "Pembatalannya sedang kami minta."
              : booking.price > 0
                ? `Ongkosnya ${formatRupiah(booking.price)}, dibayar dari ongkos kirim pesanan ini.`
                : "")}
        </Notice>
      )}
      {canBook && order.has_pickup_place && (
        <ConfirmForm
          intent="book"
          label={isInstant(order.courier) ? "Paket siap, panggil pengemudi" : "Pesan penjemputan lewat Biteship"}
          question={`${isInstant(order.courier) ? `Pengemudi ${order.courier_name} datang ke titik toko Anda sekarang` : `${order.courier_name} menjemput paket di alamat toko Anda`} dan resinya terisi sendiri.${order.awaits_cash ? ` Kurir menagih ${formatRupiah(order.total)} kepada pembeli.` : ""} Kami membayar kurirnya dari ongkos kirim pesanan ini (${formatRupiah(order.shipping_cost)}); bila ongkosnya lebih tinggi, sisanya kami tanggung, sampai ${formatRupiah(borneCost.max)} untuk satu toko dalam ${span(borneCost.window)}.`}
          confirm="Ya, pesan kurir"
          failure={failure}
        />
      )}
      {canBook && !order.has_pickup_place && (
        <p>
          Kurir bisa menjemput paket ini setelah Anda mengisi alamat, kode pos, telepon
          {isInstant(order.courier) && ", dan titik peta"} di{" "}
          <a className="link" href={hrefs.manageMerchant("settings")}>
            pengaturan toko
          </a>
          .
        </p>
      )}
      {booking && isBookingCancellable(booking.state) && !booking.cancel_requested && (
        <ConfirmForm
          intent="cancel_booking"
          label="Batalkan penjemputan"
          question="Kurir tidak jadi menjemput paket. Anda bisa memesan lagi atau mengirimnya sendiri."
          confirm="Ya, batalkan"
          look="danger"
          failure={failure}
        />
      )}
    </>
  );
}
