import { useEffect, type ReactNode } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { StatusBadge } from "#orders/ui/status-badge.tsx";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { moneyTexts, nextStep, steps, stepsDone, partyTexts, type SimulatorOrder } from "../../simulator-text.ts";
import styles from "./selected-order.module.css";

/** One order of the demo: its progress, the next step, and how buyer, seller and ledger see it. */
export function SelectedOrder({ order }: { order: SimulatorOrder }) {
  const reached = stepsDone(order);
  const ended = order.status === "cancelled" || order.status === "refunded" || order.status === "disputed";
  const moving = order.status === "awaiting_payment" && order.bill.status !== "pending";
  useReloadWhile(moving);
  return (
    <section className={styles.followed} aria-labelledby="selected-order">
      <header className={styles.head}>
        <div>
          <h2 id="selected-order">
            {order.first_line}
            {order.line_count > 1 && ` dan ${order.line_count - 1} barang lain`}
          </h2>
          <p className={styles.small}>
            {order.shop_name} · {order.invoice} · {formatRupiah(order.total)}
          </p>
        </div>
        <StatusBadge status={order.status} />
      </header>
      {!ended && (
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            <li
              key={step}
              className={classes(at < reached && styles.done, at === reached && styles.current)}
              aria-current={at === reached ? "step" : undefined}
            >
              <span className={styles.dot}>{at < reached && <Icon name="check" small />}</span>
              {step}
              {at < reached && <span className="sr-only"> (sudah)</span>}
            </li>
          ))}
        </ol>
      )}
      <NextStepForm order={order} moving={moving} />
      <div className={styles.views}>
        <View
          title="Yang dilihat pembeli"
          link={
            order.complaint
              ? { href: complaintHrefs.buyerComplaint(order.complaint.id), label: "Buka komplainnya" }
              : { href: hrefs.buyerTransaction(order.id), label: "Buka di Pesanan" }
          }
        >
          <p>{partyTexts(order, "buyer")}</p>
        </View>
        <View
          title="Yang dilihat penjual"
          link={
            order.complaint
              ? { href: complaintHrefs.sellerComplaint(order.complaint.id), label: "Buka komplain di Toko" }
              : { href: hrefs.sellerTransaction(order.id), label: "Buka di Toko" }
          }
        >
          <p>{partyTexts(order, "seller")}</p>
        </View>
        <View title="Tempat uangnya" link={{ href: hrefs.operator(), label: "Buka sebagai operator" }}>
          <Money order={order} />
        </View>
      </div>
      <p className={styles.small}>
        Tiga tautan itu meminta Anda masuk sebagai pemiliknya: pembeli, penjual toko ini, atau operator.
      </p>
    </section>
  );
}

function NextStepForm({ order, moving }: { order: SimulatorOrder; moving: boolean }) {
  const step = nextStep(order);
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" className={styles.next}>
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="reference" value={order.bill.reference} />
      {/* Identifies the step, so that a second click does not perform the next one. */}
      <input type="hidden" name="step" value={[order.status, order.complaint?.state, order.next_scan].join(" ")} />
      <div role="status">
        <p className={styles.role}>
          {step.buttons.length > 0 && "Berikutnya: "}
          {step.role}
        </p>
        <p>{step.about}</p>
      </div>
      <div className={styles.buttons}>
        {/* The index as key keeps the keyboard focus on the next step's button. */}
        {step.buttons.map(({ intent, label, hours }, at) => (
          <Button
            key={at === 0 ? "step" : "instead"}
            name="intent"
            value={hours ? `${intent} ${hours}` : intent}
            variant={at === 0 ? "primary" : "outline"}
            busy={busy && at === 0}
          >
            {label}
          </Button>
        ))}
        {moving && (
          <a className="link" href={operatorHrefs.simulator(order.id)}>
            Muat ulang
          </a>
        )}
      </div>
    </Form>
  );
}

function View({
  title,
  link,
  children,
}: {
  title: string;
  link: { href: string; label: string };
  children: ReactNode;
}) {
  return (
    <section className={styles.view}>
      <h3>{title}</h3>
      {children}
      <a className="link" href={link.href}>
        {link.label}
      </a>
    </section>
  );
}

function Money({ order }: { order: SimulatorOrder }) {
  const places = moneyTexts(order);
  if (places.length === 0) return <p>Belum ada uang yang masuk.</p>;
  return (
    <dl className={styles.money}>
      {places.map(({ place, amount }) => (
        <div key={place}>
          <dt>{place}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A job handles the bank's notification a moment later, so the page reloads until then. */
function useReloadWhile(waiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!waiting || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), 400);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
}
