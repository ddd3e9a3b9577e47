import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { confirmationDuration } from "#shipping/handling-rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { KawungMark } from "#ui/kawung-mark.tsx";
import type { PaymentView } from "#payments/contract.ts";
import { isUnfinished, ordersOf, statusOf } from "./payment-orders.tsx";
import styles from "./payment.module.css";

/** Cash for the courier: nothing to do before the parcel arrives. */
export function CashPayment({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel} aria-label="Bayar di tempat">
      <p className={styles.amount}>{formatRupiah(payment.amount)}</p>
      <ol className={styles.steps}>
        {payment.instructions?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ButtonLink href={ordersOf(payment)}>Lihat pesanan</ButtonLink>
    </section>
  );
}

/** The money has come in: where it is, and what happens next. */
export function PaidPayment({ payment }: { payment: PaymentView }) {
  const unfinished = payment.orders.filter(isUnfinished);
  const held = unfinished.length < payment.orders.length ? "Uang untuk pesanan yang masih berjalan" : "Uang Anda";
  return (
    <section className={`${styles.panel} ${styles.done}`}>
      <KawungMark size={72} />
      <p className={styles.amount}>{formatRupiah(payment.amount)}</p>
      <p>
        {unfinished.length === 0
          ? "Pesanan dalam pembayaran ini sudah berakhir. Hasilnya ada di bawah."
          : `${held} aman di rekening bersama: kami teruskan ke penjual setelah barang diterima. ${nextStep(payment)}`}
      </p>
      <ButtonLink href={ordersOf(payment)}>Lihat pesanan</ButtonLink>
      {payment.simulator && unfinished[0] && (
        <a className="link" href={operatorHrefs.simulator(unfinished[0].id)}>
          Ikuti di simulator: mainkan penjual dan kurirnya
        </a>
      )}
    </section>
  );
}

/** What comes next: the seller's confirmation, or after cash the check of the parcel. */
function nextStep({ group, orders }: PaymentView): string {
  const statuses = orders.map(statusOf);
  if (group === "cod")
    return statuses.includes("delivered") ? "Periksa isi paket, lalu tekan Pesanan diterima di halaman pesanan." : "";
  // An order that is still to learn of its payment comes to its seller next.
  return statuses.includes("awaiting_confirmation") || statuses.includes("awaiting_payment")
    ? `Berikutnya, penjual mengonfirmasi dalam ${span(confirmationDuration())}. Bila penjual tidak mengonfirmasi, pesanan batal dan uang Anda kembali utuh.`
    : "";
}

/** An expired or cancelled bill, and where money that came all the same is. */
export function ClosedPayment({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel}>
      <p>
        {payment.status === "expired"
          ? "Tagihan ini tidak dibayar sampai batas waktunya, jadi pesanannya dibatalkan dan stok dikembalikan ke penjual."
          : "Tagihan ini dibatalkan. Tidak ada uang yang ditagih."}{" "}
        {payment.returned
          ? "Uang yang telanjur Anda kirim sedang kami kembalikan seluruhnya."
          : "Jangan membayar ke nomor yang lama."}
      </p>
      <p className={styles.pair}>
        <ButtonLink href={hrefs.products()}>Belanja lagi</ButtonLink>
        <ButtonLink href={ordersOf(payment)} variant="outline">
          Lihat pesanan
        </ButtonLink>
      </p>
    </section>
  );
}
