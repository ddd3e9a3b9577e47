import { formatDateTime } from "#lib/time.ts";
import { Icon } from "#ui/icon.tsx";
import type { OrderView } from "../order-view/contract.ts";
import { eventActors, orderStatuses } from "../rules.ts";
import { orderSteps } from "./order-steps.ts";
import styles from "./order-timeline.module.css";

/** The steps of an order from payment to completion, and below them every event. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const steps = orderSteps(order);
  const branch = order.status === "cancelled" || order.status === "refunded" || order.status === "disputed";
  const shown = branch ? steps.filter(({ done }) => done) : steps;
  const current = branch ? -1 : steps.findLastIndex(({ done }) => done);
  const last = order.events.at(-1);
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map(({ name, done, at, note }, index) => (
          <li
            key={name}
            className={`${styles.node} ${done ? styles.done : ""}`}
            aria-current={index === current ? "step" : undefined}
          >
            <span className={styles.dot}>{done && <Icon name="check" small />}</span>
            <div className={styles.text}>
              <p className={styles.name}>
                {name}
                {done && <span className="sr-only"> (sudah)</span>}
              </p>
              {at && <Moment at={at} order={order} />}
              {note && <p>{note}</p>}
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
                {eventActors[event.actor]} · {formatDateTime(new Date(event.at), order.zone)}
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
      {formatDateTime(new Date(at), order.zone)}
    </time>
  );
}
