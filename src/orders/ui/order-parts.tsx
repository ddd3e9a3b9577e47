import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Picture } from "#ui/picture.tsx";
import { askedAgainText, explainDeadline, isAskedAgain, type OrderState } from "../deadlines/deadline-text.ts";
import type { OrderCard, OrderView } from "../order-view/contract.ts";
import {
  canOrder,
  isUnfollowed,
  orderActionNames,
  urgentDuration,
  type OrderAction,
  type OrderFacts,
} from "../rules.ts";
import { expectedDelivery, expectedText } from "./expected-delivery.ts";
import styles from "./order-parts.module.css";
import { StatusBadge } from "./status-badge.tsx";

function factsOf(order: OrderCard): OrderFacts {
  return {
    cancelRequested: order.cancel_requested,
    cancelAsked: order.cancel_asked,
    extended: order.extended,
    tracked: order.tracked,
    unfollowed: isUnfollowed({
      hasNumber: order.has_resi,
      hasSource: order.tracked,
      awaitsCash: order.awaits_cash,
      partArrived: order.part_arrived,
    }),
    arrivalAsked: order.arrival_asked,
    scanned: order.scanned,
    awaitsCash: order.awaits_cash,
  };
}

/** The facts that the sentences about an order depend on. */
export function stateOf(order: OrderCard | OrderView): OrderState {
  const events = "events" in order ? order.events : [];
  const isFetched = events.some(({ action, actor }) => action === "ship" && actor === "courier");
  const { status, pickup, part_arrived: partArrived } = order;
  const partRefunded = "refunds" in order && order.refunds.length > 0;
  return { ...factsOf(order), status, pickup, partArrived, partRefunded, isFetched, last: events.at(-1)?.action };
}

/** Whether the reader may do this to the order now. The same table guards the server. */
export function canDo(action: OrderAction, order: OrderCard, by: "buyer" | "seller"): boolean {
  return canOrder(action, order.status, by, factsOf(order));
}

/** A refused action that is no longer offered, because the order has changed meanwhile. */
export function OutdatedActionRefusal({
  failure,
  order,
  by,
}: {
  failure: FormFailure | undefined;
  order: OrderCard;
  by: "buyer" | "seller";
}) {
  const intent = orderActionNames.find((name) => name === failure?.values.intent);
  return <FormNotice failure={intent && !canDo(intent, order, by) ? failure : undefined} alone />;
}

/** Why no deadline runs while the shop is on vacation. */
export const clockPausedTexts = {
  buyer: "Toko sedang libur, jadi batas waktunya berhenti sampai toko buka lagi. Anda tetap bisa membatalkan.",
  seller: "Toko Anda libur, jadi batas waktunya berhenti sampai toko buka lagi.",
} as const;

/** Who must act on an order and until when, as a line of a list. */
export function NextAction({
  order,
  reader,
  zone,
  now,
}: {
  order: OrderCard;
  reader: "buyer" | "seller";
  zone: Zone;
  now: string;
}) {
  const explained = order.due_at ? explainDeadline(stateOf(order), reader) : null;
  if (!explained || !order.due_at) return null;
  if (order.clock_stands)
    return (
      <p className={styles.next}>
        {explained.must}. {clockPausedTexts[reader]}
      </p>
    );
  if (isAskedAgain(order, now)) return <p className={styles.next}>{askedAgainText}</p>;
  const urgent = explained.who === reader && Date.parse(order.due_at) - Date.parse(now) < urgentDuration;
  const expected = expectedDelivery(order, now, zone);
  return (
    <p className={`${styles.next} ${urgent ? styles.urgent : ""}`}>
      {explained.must}
      {expected && `: ${expectedText(expected)},`} {explained.until}{" "}
      <b>{formatDateTime(new Date(order.due_at), zone)}</b>
    </p>
  );
}

/** Lines of an order with pictures. */
export function OrderLines({ lines }: { lines: OrderCard["lines"] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line}>
          <span className={styles.picture}>
            {line.picture_key && <Picture pictureKey={line.picture_key} alt="" sizes="56px" size={56} />}
          </span>
          <div>
            <p className={styles.lineName}>
              <a href={hrefs.product(line.product_slug)}>{line.name}</a>
            </p>
            <p className={styles.small}>
              {line.variant_name && `${line.variant_name} · `}
              {line.quantity} × {formatRupiah(line.price)}
            </p>
            {line.note && <p className={styles.small}>Catatan: {line.note}</p>}
          </div>
          <b className={styles.money}>{formatRupiah(line.price * line.quantity)}</b>
        </li>
      ))}
    </ul>
  );
}

/** An order in a list. `action` is its buttons, `note` a line above them, `select` a checkbox before it. */
export function OrderListCard({
  order,
  reader,
  zone,
  now,
  href,
  note,
  action,
  select,
}: {
  order: OrderCard;
  reader: "buyer" | "seller";
  zone: Zone;
  now: string;
  href: string;
  note?: ReactNode;
  action?: ReactNode;
  select?: ReactNode;
}) {
  const more = order.line_count - order.lines.length;
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        {select}
        {reader === "buyer" ? (
          <a className={styles.shop} href={hrefs.merchant(order.shop.slug)}>
            {order.shop.name}
          </a>
        ) : (
          <span className={styles.shop}>{order.buyer_name}</span>
        )}
        <span className={styles.when}>
          <span>{formatDateTime(new Date(order.created_at), zone)}</span>
          <span>{order.invoice}</span>
        </span>
        <StatusBadge status={order.status} pickup={order.pickup} />
      </div>
      <div className={styles.body}>
        <OrderLines lines={order.lines} />
        {more > 0 && <p className={styles.small}>dan {more} barang lain</p>}
        {order.cancel_requested && (
          <Notice tone="warning">
            {reader === "seller" ? "Pembeli meminta pembatalan." : "Anda meminta pembatalan."}
          </Notice>
        )}
        <NextAction order={order} reader={reader} zone={zone} now={now} />
        {note}
      </div>
      <div className={styles.foot}>
        <p className={styles.total}>
          {reader === "seller" ? "Nilai pesanan" : order.sibling_count === 0 ? "Total" : "Total tanpa biaya layanan"}{" "}
          <b>{formatRupiah(displayTotal(order, reader))}</b>
        </p>
        <div className={styles.buttons}>
          {action}
          <a className="link" href={href} aria-label={`Lihat pesanan ${order.invoice}`}>
            Lihat pesanan
          </a>
        </div>
      </div>
    </li>
  );
}

/**
 * The total of an order in a list. The service fee belongs to the checkout, so it counts only for the buyer of a
 * checkout with one order.
 */
export function displayTotal(order: OrderCard, reader: "buyer" | "seller"): number {
  if (reader === "seller") return order.shop_total;
  return order.sibling_count === 0 ? order.total : order.total - order.service_fee_share;
}
