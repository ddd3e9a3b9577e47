import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Panel } from "#ui/card.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Notice } from "#ui/notice.tsx";
import { formatDateTime } from "#lib/time.ts";
import { askedAgainText, explainDeadline, heldText, isAskedAgain, stateText } from "../deadlines/deadline-text.ts";
import type { OrderView } from "../order-view/contract.ts";
import { orderStatuses } from "../rules.ts";
import { feesBackText } from "./cost-rows.ts";
import { expectedDelivery, expectedText, lateText } from "./expected-delivery.ts";
import { OrderCosts } from "./order-costs.tsx";
import { OrderDelivery } from "./order-delivery.tsx";
import styles from "./order-page.module.css";
import parts from "./order-parts.module.css";
import { clockPausedTexts, OrderLines, stateOf } from "./order-parts.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** The page of one order for buyer or seller: first the next step with its buttons, then timeline and details. */
export function OrderPage({
  order,
  reader,
  back,
  about,
  notice,
  children,
}: {
  order: OrderView;
  reader: "buyer" | "seller";
  back: { href: string; label: string };
  /** What is said above the order. */
  notice?: ReactNode;
  /** Who the other side is. */
  about: ReactNode;
  /** The actions that the reader can take now. */
  children: ReactNode;
}) {
  return (
    <div className={`${parts.place} ${styles.page}`}>
      <header className={parts.top}>
        <div className={styles.offPaper}>
          <BackLink href={back.href}>{back.label}</BackLink>
        </div>
        <div className={parts.titleRow}>
          <h1>{order.invoice}</h1>
          <StatusBadge status={order.status} pickup={order.pickup} />
        </div>
        <p className={`${parts.small} ${styles.offPaper}`}>{about}</p>
        <PrintHeader order={order} />
      </header>
      {notice}
      <div className={parts.detail}>
        <div className={parts.main}>
          <NextActionPanel order={order} reader={reader}>
            {children}
          </NextActionPanel>
          <Panel title="Barang">
            <OrderLines lines={order.lines} />
          </Panel>
          <Panel title="Perjalanan pesanan" className={styles.offPaper}>
            <OrderTimeline order={order} />
          </Panel>
        </div>
        <div className={parts.side}>
          <OrderCosts order={order} reader={reader} />
          <OrderDelivery order={order} reader={reader} />
        </div>
      </div>
    </div>
  );
}

/** The header of the printed page: both sides, and when each step happened. */
function PrintHeader({ order }: { order: OrderView }) {
  const rows = [
    ["Penjual", order.shop.name],
    ["Pembeli", order.buyer_name],
    ["Dipesan", order.created_at],
    ["Dibayar", order.paid_at],
    [order.pickup ? "Siap diambil" : "Dikirim", order.shipped_at],
    ["Selesai", order.completed_at],
  ] as const;
  return (
    <dl className={styles.onPaper}>
      {rows.map(
        ([name, value], at) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{at < 2 ? value : formatDateTime(new Date(value), order.zone)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Who must act, until when, what happens otherwise, and the reader's buttons. */
function NextActionPanel({
  order,
  reader,
  children,
}: {
  order: OrderView;
  reader: "buyer" | "seller";
  children: ReactNode;
}) {
  const state = stateOf(order);
  const explained = order.due_at ? explainDeadline(state, reader) : null;
  const sentence = stateText(state, reader);
  const expected = expectedDelivery(order, order.now, order.zone);
  const late = lateText(order, reader, order.now, order.zone);
  const { final } = orderStatuses[order.status];
  const held = heldText({ ...state, cod: order.cod }, reader);
  const isHeldSaid = `${sentence} ${explained?.otherwise ?? ""}`.includes("rekening bersama");
  return (
    <Panel
      className={`${styles.next} ${styles.offPaper}`}
      aria-label={final ? "Hasil pesanan" : "Yang terjadi berikutnya"}
    >
      {!final && <p className={styles.kicker}>{explained?.who === reader ? "Giliran Anda" : "Berikutnya"}</p>}
      <h2>{explained ? explained.must : sentence}</h2>
      {explained && order.clock_stands && <p>{clockPausedTexts[reader]}</p>}
      {explained && !order.clock_stands && isAskedAgain(order, order.now) && <p>{askedAgainText}</p>}
      {explained && order.due_at && !order.clock_stands && !isAskedAgain(order, order.now) && (
        <>
          <p className={styles.until}>
            {expected && `${expectedText(expected)}, `}
            {explained.until} <Countdown until={order.due_at} now={order.now} zone={order.zone} />
          </p>
          <p className={parts.small}>
            {sentence} {explained.otherwise}
          </p>
        </>
      )}
      {order.complaint_due_at && (
        <p className={styles.until}>
          Langkah berikutnya dalam komplain paling lambat{" "}
          <Countdown until={order.complaint_due_at} now={order.now} zone={order.zone} />
        </p>
      )}
      {held && !isHeldSaid && (
        <p className={parts.small}>
          <b>{held}</b>
        </p>
      )}
      {late && <Notice tone="warning">{late}</Notice>}
      <RefundNotice order={order} reader={reader} />
      <div className={parts.acts}>{children}</div>
    </Panel>
  );
}

/** Money that went back to the buyer. */
function RefundNotice({ order, reader }: { order: OrderView; reader: "buyer" | "seller" }) {
  const { refunds } = order;
  if (refunds.length === 0) return null;
  const sum = formatRupiah(refunds.reduce((all, { amount }) => all + amount, 0));
  const fees = feesBackText(order);
  const withFee = fees && `, ${fees}`;
  if (reader === "seller")
    return (
      <p className={parts.small}>
        {sum} dikembalikan ke pembeli{withFee}.
      </p>
    );
  const needsAccount = refunds.some(({ status }) => status === "needs_account");
  const isDone = refunds.every(({ status }) => status === "done");
  return (
    <p className={parts.small}>
      {needsAccount
        ? `${sum} dikembalikan kepada Anda${withFee}. Kami perlu rekening bank Anda.`
        : isDone
          ? `${sum} sudah dikembalikan kepada Anda${withFee}.`
          : `${sum} sedang dikembalikan kepada Anda${withFee}.`}{" "}
      <a className="link" href={hrefs.profile("refunds")}>
        {needsAccount ? "Pilih rekening" : "Lihat pengembalian dana"}
      </a>
    </p>
  );
}
