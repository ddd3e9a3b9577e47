import { hrefs } from "#hrefs.ts";
import { formatDateTime } from "#lib/time.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import type { PlacedPurchase, Quote } from "../../checkout/contract.ts";
import styles from "./notices.module.css";
import { addressOf, placedHref, type QuoteChoice } from "./purchase-choice.ts";

/** In place of the form: the same was bought a short time ago. Only a link of its own buys it once more. */
export function AlreadyPlaced({ placed, choice }: { placed: PlacedPurchase; choice: QuoteChoice }) {
  return (
    <EmptyState
      title="Pesanan ini sudah dibuat"
      action={
        <ButtonLink href={placedHref(placed)}>
          {placed.awaits_payment ? "Bayar pesanan ini" : "Lihat pesanan"}
        </ButtonLink>
      }
    >
      Dibuat {formatDateTime(new Date(placed.placed_at))}, dan tidak ada pesanan kedua. Ingin barang yang sama sekali
      lagi?{" "}
      <a className="link" href={addressOf({ ...choice, again: placed.checkout_id })}>
        Beli lagi
      </a>
    </EmptyState>
  );
}

/** What the buyer chose and this purchase does not allow, such as a courier that does not reach the new address. */
export function DeclinedChoices({ quote }: { quote: Quote }) {
  return (
    <div role="status">
      {quote.declined.length > 0 && (
        <Notice tone="warning" title="Sebagian pilihan Anda tidak bisa dipakai">
          <ul className={styles.changes}>
            {quote.declined.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** What the total leaves out, and why nothing can be paid. */
export function Problems({ quote, isAlone }: { quote: Pick<Quote, "problems">; isAlone: boolean }) {
  const ofTotal = quote.problems.find(({ kind }) => kind === "too_large" || kind === "nothing_to_pay");
  const left = quote.problems.filter((problem) => problem.kind !== ofTotal?.kind);
  const slug = quote.problems.find(({ product_slug }) => product_slug !== null)?.product_slug;
  const toCart =
    isAlone && slug ? (
      <a className={styles.toCart} href={hrefs.product(slug)}>
        Kembali ke barang
      </a>
    ) : (
      <a className={styles.toCart} href={isAlone ? hrefs.products() : hrefs.cart()}>
        {isAlone ? "Lihat produk lain" : "Ubah keranjang"}
      </a>
    );
  return (
    <>
      {ofTotal && (
        <Notice tone="warning" title={ofTotal.text}>
          <p>
            {ofTotal.kind === "too_large"
              ? "Kurangi barang agar bisa membayar."
              : "Lepas salah satu voucher agar bisa membayar."}
          </p>
          {ofTotal.kind === "too_large" && toCart}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice
          tone="warning"
          title={isAlone ? "Belum bisa dibeli" : "Tidak ikut dibeli, tetap tersimpan di keranjang"}
        >
          <ul className={styles.changes}>
            {left.map((problem) => (
              <li key={problem.line_id ?? problem.shop_id}>
                {problem.name}: {problem.text}
              </li>
            ))}
          </ul>
          {toCart}
        </Notice>
      )}
    </>
  );
}
