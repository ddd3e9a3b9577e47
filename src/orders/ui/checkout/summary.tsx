import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { paymentMethods, shortMethodName } from "#payments/rules.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Quote } from "../../checkout/contract.ts";
import { CheckoutBlock } from "./block.tsx";
import styles from "./summary.module.css";
import { VoucherCosts, VoucherSavings } from "./vouchers.tsx";

/**
 * Every cost on its own line, and the button that repeats the total. Without any payment method (`isOffered`) nothing
 * can be ordered.
 */
export function CheckoutSummary({ quote, isOffered, busy }: { quote: Quote; isOffered: boolean; busy: boolean }) {
  return (
    <div className={styles.place}>
      <CheckoutBlock number={5} title="Ringkasan">
        <dl className={styles.costs}>
          <div>
            <dt>Total harga ({formatCount(quote.pieces)} barang)</dt>
            <dd>{formatRupiah(quote.goods_total)}</dd>
          </div>
          {quote.shops.map((shop) => (
            <div key={shop.id}>
              <dt>Ongkos kirim {shop.name}</dt>
              <dd>
                {shop.courier === null
                  ? "Pilih alamat"
                  : shop.shipping_cost === 0
                    ? "Gratis"
                    : formatRupiah(shop.shipping_cost)}
              </dd>
            </div>
          ))}
          {quote.shops.map(
            (shop) =>
              shop.is_insured &&
              shop.premium !== null && (
                <div key={`insurance-${shop.id}`}>
                  <dt>Asuransi {shop.name}</dt>
                  <dd>{formatRupiah(shop.premium)}</dd>
                </div>
              ),
          )}
          <div>
            <dt>Biaya layanan</dt>
            <dd>{formatRupiah(quote.service_fee)}</dd>
          </div>
          <VoucherCosts quote={quote} />
          <div className={styles.total}>
            <dt>{quote.address ? "Total bayar" : "Total sementara"}</dt>
            <dd aria-live="polite">{formatRupiah(quote.total)}</dd>
          </div>
        </dl>
        <VoucherSavings quote={quote} />
        <p className={styles.safe}>
          <Icon name="shield" />
          <span data-pays="now">
            Uang Anda aman di rekening bersama: kami teruskan ke penjual setelah barang diterima.
          </span>
          <span data-pays="on-arrival">Anda membayar tunai kepada kurir saat paket tiba.</span>
        </p>
      </CheckoutBlock>
      <div className={styles.pay}>
        <Button wide name="intent" value="pay" disabled={!quote.can_pay || !isOffered} busy={busy}>
          {!isOffered ? (
            "Pembayaran belum tersedia"
          ) : quote.address ? (
            <>
              <span data-pays="now">
                Bayar {formatRupiah(quote.total)}{" "}
                <span className={styles.by}>
                  dengan{" "}
                  {paymentMethods.map((method) => (
                    <span key={method.id} data-method={method.id}>
                      {shortMethodName(method)}
                    </span>
                  ))}
                  <span data-method="transfer">transfer bank</span>
                </span>
              </span>
              <span data-pays="on-arrival">Pesan, bayar {formatRupiah(quote.total)} di tempat</span>
            </>
          ) : (
            "Tambahkan alamat untuk membayar"
          )}
        </Button>
      </div>
    </div>
  );
}
