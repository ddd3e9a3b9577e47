import { formatMoment } from "#lib/time.ts";
import { Icon } from "#ui/icon.tsx";
import type { OrderView } from "../contract.ts";
import { eventActors, orderStatuses } from "../rules.ts";
import styles from "./order-timeline.module.css";

type Node = { name: string; at: string | null; reached: boolean };

function nodesOf(order: OrderView): Node[] {
  const completed = order.status === "completed";
  return [
    { name: "Dibayar", at: order.paid_at, reached: order.paid_at !== null },
    { name: "Dikemas", at: order.accepted_at, reached: order.accepted_at !== null },
    { name: "Dikirim", at: order.shipped_at, reached: order.shipped_at !== null },
    { name: "Tiba", at: order.delivered_at, reached: order.delivered_at !== null || completed },
    { name: "Selesai", at: order.completed_at, reached: completed },
  ];
}

/** The way of an order from payment to the end: what is done and what comes, every event below. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const nodes = nodesOf(order);
  const branch = order.status === "cancelled" || order.status === "refunded" || order.status === "disputed";
  const shown = branch ? nodes.filter((node) => node.reached) : nodes;
  const current = branch ? -1 : nodes.findIndex((node) => !node.reached);
  const last = order.events.at(-1);
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map((node, index) => (
          <li
            key={node.name}
            className={`${styles.node} ${node.reached ? styles.done : index === current ? styles.current : ""}`}
            aria-current={index === current ? "step" : undefined}
          >
            <span className={styles.dot}>{node.reached && <Icon name="check" small />}</span>
            <div className={styles.text}>
              <p className={styles.name}>
                {node.name}
                {node.reached && <span className="sr-only"> (sudah)</span>}
              </p>
              {node.at && <Moment at={node.at} order={order} />}
            </div>
          </li>
        ))}
        {branch && (
          <li className={`${styles.node} ${order.status === "disputed" ? styles.disputed : styles.cancelled}`}>
            <span className={styles.dot}>
              <Icon name={order.status === "disputed" ? "warning" : "close"} small />
            </span>
            <div className={styles.text}>
              <p className={styles.name}>{orderStatuses[order.status].label}</p>
              {last && <Moment at={last.at} order={order} />}
              {last && <p>{last.label}.</p>}
              {last?.reason && <p>Alasan: {last.reason}</p>}
            </div>
          </li>
        )}
      </ol>
      <details className={styles.history}>
        <summary>Riwayat lengkap ({order.events.length})</summary>
        <ol>
          {order.events.map((event) => (
            <li key={`${event.at}-${event.action}`}>
              <b>{event.label}</b>
              <p className={styles.who}>
                {eventActors[event.actor]} · {formatMoment(new Date(event.at), order.zone)}
              </p>
              {event.reason && <p>{event.reason}</p>}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function Moment({ at, order }: { at: string; order: OrderView }) {
  return (
    <time className={styles.at} dateTime={at}>
      {formatMoment(new Date(at), order.zone)}
    </time>
  );
}
