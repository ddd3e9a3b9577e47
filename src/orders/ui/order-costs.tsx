import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Panel } from "#ui/card.tsx";
import type { OrderView } from "../contract.ts";
import styles from "./order-parts.module.css";
import { displayTotal } from "./order-parts.tsx";

const discountLabels: Readonly<Record<string, string>> = {
  voucher: "Voucher",
  free_shipping: "Gratis ongkir",
  unique_code: "Kode unik transfer",
};

/** The costs of an order, each on its own line. */
export function OrderCosts({ order, reader }: { order: OrderView; reader: "buyer" | "seller" }) {
  return (
    <Panel title="Rincian biaya">
      <dl className={styles.costs}>
        <div>
          <dt>Harga barang</dt>
          <dd>{formatRupiah(order.goods_total)}</dd>
        </div>
        <div>
          <dt>Ongkos kirim ({order.courier_name})</dt>
          <dd>{formatRupiah(order.shipping_cost)}</dd>
        </div>
        {order.discounts
          .filter(({ bearer }) => reader === "buyer" || bearer === "shop")
          .map(({ kind, bearer, amount }) => (
            <div key={`${kind} ${bearer}`}>
              <dt>
                {discountLabels[kind] ?? "Potongan"}
                {reader === "buyer" && `, ditanggung ${bearer === "shop" ? order.shop.name : marketName}`}
              </dt>
              <dd>−{formatRupiah(-amount)}</dd>
            </div>
          ))}
        {order.commission === null || order.payout === null ? (
          <>
            {order.sibling_count === 0 && (
              <div>
                <dt>Biaya layanan</dt>
                <dd>{formatRupiah(order.service_fee)}</dd>
              </div>
            )}
            <div className={styles.sum}>
              <dt>{order.sibling_count === 0 ? "Total" : "Total pesanan ini"}</dt>
              <dd>{formatRupiah(displayTotal(order, "buyer"))}</dd>
            </div>
          </>
        ) : (
          <>
            {order.commission > 0 && (
              <div>
                <dt>Komisi</dt>
                <dd>−{formatRupiah(order.commission)}</dd>
              </div>
            )}
            {order.withheld_tax !== null && order.withheld_tax > 0 && (
              <div>
                <dt>PPh 22 dipungut</dt>
                <dd>−{formatRupiah(order.withheld_tax)}</dd>
              </div>
            )}
            <div className={styles.sum}>
              <dt>Anda terima</dt>
              <dd>{formatRupiah(order.payout)}</dd>
            </div>
          </>
        )}
      </dl>
      {order.payment_method && (
        <dl className={styles.costs}>
          <div>
            <dt>{order.paid_at ? "Dibayar dengan" : "Metode pembayaran"}</dt>
            <dd>{order.payment_method}</dd>
          </div>
        </dl>
      )}
      {order.paid_at !== null && (
        <p className={styles.small}>
          <a className="link" href={hrefs.paper(order.id)}>
            {reader === "buyer" ? "Invoice dan kuitansi" : "Invoice dan ringkasan"}
          </a>
        </p>
      )}
      {reader === "buyer" && order.sibling_count > 0 && (
        <p className={styles.small}>
          Dibayar bersama {order.sibling_count} pesanan lain, dengan biaya layanan {formatRupiah(order.service_fee)}{" "}
          sekali untuk semuanya. Bila pesanan ini batal, bagiannya {formatRupiah(order.service_fee_share)} ikut kembali.
        </p>
      )}
    </Panel>
  );
}
