import { Form, useNavigation } from "react-router";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { PurchaseVouchers } from "#promotions/ui/purchase-vouchers.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Preview } from "../../checkout/contract.ts";
import { CheckoutBlock } from "./block.tsx";
import parcel from "./shipping.module.css";
import { ShopGoods } from "./shipping.tsx";
import styles from "./summary.module.css";
import visitor from "./visitor-checkout.module.css";

/**
 * The checkout before the login: goods and their sum. Address, courier and payment follow after it. `fields` are the
 * choices that the address of the page contains; they come back after the login.
 */
export function VisitorCheckout({
  preview,
  fields,
  className,
  stepsClassName,
}: {
  preview: Preview;
  fields: readonly (readonly [name: string, value: string])[];
  className: string | undefined;
  stepsClassName: string | undefined;
}) {
  const busy = useNavigation().state !== "idle";
  return (
    // The login takes this page's place in the history, so that Back leads to where the visitor came from.
    <Form method="post" replace className={className}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={stepsClassName}>
        <CheckoutBlock number={1} title="Barang">
          {preview.shops.map((shop) => (
            <section key={shop.id} className={parcel.parcel} aria-label={`Pesanan dari ${shop.name}`}>
              <ShopGoods shop={shop} />
            </section>
          ))}
        </CheckoutBlock>
        <CheckoutBlock number={2} title="Alamat, kurir, dan pembayaran">
          <p>
            Masuk untuk memilih alamat, kurir, dan cara bayar. Barang, jumlah, dan catatan di atas tetap seperti ini.
          </p>
        </CheckoutBlock>
        <PurchaseVouchers vouchers={preview.vouchers} isVisitor />
      </div>
      <div className={styles.place}>
        <CheckoutBlock number={3} title="Ringkasan">
          <dl className={styles.costs}>
            <div>
              <dt>Total harga ({formatCount(preview.pieces)} barang)</dt>
              <dd>{formatRupiah(preview.goods_total)}</dd>
            </div>
            <div>
              <dt>Ongkos kirim</dt>
              <dd>Setelah masuk</dd>
            </div>
            <div>
              <dt>Biaya layanan</dt>
              <dd>{formatRupiah(preview.service_fee)}</dd>
            </div>
            {preview.vouchers.some((voucher) => voucher.is_chosen) && (
              <div>
                <dt>Voucher</dt>
                <dd>Setelah masuk</dd>
              </div>
            )}
            <div className={styles.total}>
              <dt>Total sementara</dt>
              <dd>{formatRupiah(preview.total)}</dd>
            </div>
          </dl>
          <p className={styles.safe}>
            <Icon name="shield" />
            <span>Uang Anda aman di rekening bersama: kami teruskan ke penjual setelah barang diterima.</span>
          </p>
        </CheckoutBlock>
        <div className={styles.pay}>
          <div className={visitor.buttons}>
            <Button wide name="intent" value="login" busy={busy}>
              Masuk untuk melanjutkan
            </Button>
            <Button wide name="intent" value="register" variant="outline">
              Daftar
            </Button>
          </div>
        </div>
      </div>
    </Form>
  );
}
