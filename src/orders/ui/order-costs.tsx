import { accountHrefs } from "#account-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { Panel } from "#ui/card.tsx";
import type { OrderView } from "../order-view/contract.ts";
import { canBeCancelled } from "../rules.ts";
import { costRows } from "./cost-rows.ts";
import styles from "./order-parts.module.css";

/** The costs of an order, each on its own line. */
export function OrderCosts({ order, reader }: { order: OrderView; reader: "buyer" | "seller" }) {
  return (
    <Panel title="Rincian biaya">
      <dl className={styles.costs}>
        {costRows(order, reader).map(({ label, amount, isSum }, at) => (
          <div key={`${at} ${label}`} className={isSum ? styles.sum : undefined}>
            <dt>{label}</dt>
            <dd>{formatRupiah(amount)}</dd>
          </div>
        ))}
      </dl>
      {order.payment_method && (
        <dl className={styles.costs}>
          <div>
            <dt>{order.paid_at ? "Dibayar dengan" : "Metode pembayaran"}</dt>
            <dd>{order.payment_method}</dd>
          </div>
        </dl>
      )}
      <CorrectionReasons order={order} reader={reader} />
      {order.awaits_cash && (
        <p className={styles.small}>
          {reader === "buyer" ? "Anda membayar" : "Pembeli membayar"} {formatRupiah(order.total)} tunai kepada kurir
          saat paket tiba.
        </p>
      )}
      {order.paid_at !== null && (
        <p className={styles.small}>
          <a className="link" href={accountHrefs.paper(order.id)}>
            {reader === "buyer" ? "Invoice dan kuitansi" : "Invoice dan ringkasan"}
          </a>
        </p>
      )}
      {reader === "buyer" && order.sibling_count > 0 && (
        <p className={styles.small}>
          Dibayar bersama {order.sibling_count} pesanan lain, dengan biaya layanan {formatRupiah(order.service_fee)}{" "}
          sekali untuk semuanya.
          {canBeCancelled(order.status) &&
            ` Bila pesanan ini batal, bagiannya ${formatRupiah(order.service_fee_share)} ikut kembali.`}
        </p>
      )}
    </Panel>
  );
}

/** Why operators corrected the order's money, and where a compensation is. */
function CorrectionReasons({ order, reader }: { order: OrderView; reader: "buyer" | "seller" }) {
  return order.corrections.map(({ label, amount, reason, at, refund_status: status }) => (
    <p key={`${at} ${label}`} className={styles.small}>
      <b>
        {label}
        {reader === "buyer" && ` ${formatRupiah(amount)}`}
      </b>
      , {formatDate(new Date(at), order.zone)}: {reason}{" "}
      {reader === "buyer" && (
        <a className="link" href={hrefs.profile("refunds")}>
          {status === "needs_account" ? "Pilih rekening tujuannya" : "Lihat di pengembalian dana"}
        </a>
      )}
    </p>
  ));
}
