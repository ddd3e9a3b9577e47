import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type Answer } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatMoment } from "#lib/time.ts";
import { explainDeadline } from "#orders/deadline-words.ts";
import { orderStatuses } from "#orders/rules.ts";
import { StatusBadge } from "#orders/ui/order-parts.tsx";
import type { PaymentApi } from "#payments/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { Notice } from "#ui/notice.tsx";
import type { SimulatorApi } from "../contract.ts";
import styles from "./simulator.module.css";

type Desk = Answer<SimulatorApi["GET /v1/simulator"]>["result"];

export async function loader(args: LoaderFunctionArgs): Promise<Desk> {
  return (await pageApi<SimulatorApi>(args)("GET /v1/simulator")).result;
}

export async function action({ request, context }: ActionFunctionArgs): Promise<unknown> {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const api = pageApi<SimulatorApi>({ request, context });
  try {
    switch (text("intent")) {
      case "pay":
      case "expire":
        await pageApi<PaymentApi>({ request, context })("POST /v1/simulator/payments/:reference", {
          params: { reference: text("reference") },
          body: { action: text("intent") === "pay" ? "pay" : "expire" },
        });
        break;
      case "scan":
        await api("POST /v1/simulator/orders/:orderId/scan", { params: { orderId: text("order") } });
        break;
      case "seller":
        await api("POST /v1/simulator/orders/:orderId/seller", { params: { orderId: text("order") } });
        break;
      case "clock":
        await api("POST /v1/simulator/clock", { body: { hours: Number(text("hours")) } });
        break;
      default:
        break;
    }
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(hrefs.simulator());
}

export const handle: PageHandle<Desk> = { layout: "shop", head: () => ({ title: "Simulator", noindex: true }) };

const steps = [
  { hours: 1, label: "1 jam" },
  { hours: 24, label: "1 hari" },
  { hours: 48, label: "2 hari" },
  { hours: 24 * 7, label: "1 minggu" },
];

const paymentStates: Record<string, string> = {
  pending: "Menunggu dibayar",
  paid: "Sudah dibayar",
  expired: "Kedaluwarsa",
  cancelled: "Ditutup",
};

/** Bank, courier and clock of a demo marketplace in one place: a whole order can be watched in a minute. */
export function Component() {
  const desk = useLoaderData<typeof loader>();
  const failure = useActionData() as { failed?: true; message: string } | undefined;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>Simulator</h1>
        <p>
          Di pasar percobaan ini Anda berperan sebagai bank, penjual, kurir, dan waktu. Setiap pesanan menunjukkan satu
          langkah berikutnya; tekan tombolnya sampai selesai.
        </p>
        <ol className={styles.guide}>
          <li>
            Beli sesuatu sebagai <code>pembeli@kawung.test</code>, lalu tekan <b>Bayar</b> di bawah Tagihan.
          </li>
          <li>
            Di bawah Pesanan: <b>Penjual: terima</b>, lalu <b>Penjual: kirim</b>.
          </li>
          <li>
            <b>Kurir</b> empat kali sampai paket tiba.
          </li>
          <li>
            <b>Maju 2 hari</b>, atau terima pesanan sebagai pembeli: dana masuk ke saldo penjual.
          </li>
        </ol>
        <a className="link" href={hrefs.outbox()}>
          Kotak keluar: email dan kode
        </a>
      </header>
      {failure?.failed && <Notice tone="error">{failure.message}</Notice>}
      <Panel title="Waktu">
        <div className={styles.clock}>
          <b>{formatMoment(new Date(desk.now))}</b>
          <span className={styles.small}>
            {desk.offset_ms > 0
              ? `${Math.round(desk.offset_ms / 3_600_000)} jam di depan waktu sebenarnya`
              : "Sama dengan waktu sebenarnya"}
          </span>
          <Form method="post">
            <input type="hidden" name="intent" value="clock" />
            {steps.map(({ hours, label }) => (
              <Button key={hours} name="hours" value={hours} size="s" variant="outline">
                Maju {label}
              </Button>
            ))}
          </Form>
        </div>
        <p className={styles.small}>Semua tenggat yang terlewati langsung dijalankan. Waktu tidak dapat dimundurkan.</p>
      </Panel>
      <div className={styles.columns}>
        <Payments payments={desk.payments} />
        <Orders desk={desk} />
      </div>
    </div>
  );
}

function Payments({ payments }: { payments: Desk["payments"] }) {
  return (
    <Panel title="Tagihan terbaru" flush>
      {payments.length === 0 ? (
        <p className={styles.none}>Belum ada tagihan. Belanjalah sesuatu lebih dahulu.</p>
      ) : (
        <ul className={styles.rows}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <div className={styles.row}>
                <b>{formatRupiah(payment.amount)}</b>
                <span className={styles.small}>{payment.method_name}</span>
                <Badge
                  tone={payment.status === "paid" ? "success" : payment.status === "pending" ? "warning" : "neutral"}
                >
                  {paymentStates[payment.status] ?? payment.status}
                </Badge>
              </div>
              <p className={styles.small}>
                {payment.reference} · {formatMoment(new Date(payment.created_at))}
              </p>
              {payment.status === "pending" && (
                <Form method="post" className={styles.buttons}>
                  <input type="hidden" name="reference" value={payment.reference} />
                  <Button name="intent" value="pay" size="s">
                    Bayar
                  </Button>
                  <Button name="intent" value="expire" size="s" variant="outline">
                    Biarkan lewat
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Orders({ desk }: { desk: Desk }) {
  return (
    <Panel title="Pesanan" flush>
      {desk.orders.length === 0 ? (
        <p className={styles.none}>Belum ada pesanan.</p>
      ) : (
        <ul className={styles.rows}>
          {desk.orders.map((order) => {
            const explained = order.due_at ? explainDeadline(order.status, order.facts, "seller") : null;
            return (
              <li key={order.id}>
                <div className={styles.row}>
                  <b>{order.shop_name}</b>
                  <span className={styles.small}>
                    {order.invoice} · {formatRupiah(order.total)}
                  </span>
                  <StatusBadge status={order.status} />
                </div>
                {explained && order.due_at && (
                  <p className={styles.small}>
                    {people[explained.who]} ditunggu sampai {formatMoment(new Date(order.due_at))}, sesudah itu:{" "}
                    {outcomes[order.status] ?? orderStatuses[order.status].label}.
                  </p>
                )}
                <div className={styles.buttons}>
                  {order.next_of_seller && (
                    <Form method="post">
                      <input type="hidden" name="intent" value="seller" />
                      <input type="hidden" name="order" value={order.id} />
                      <Button size="s">Penjual: {order.next_of_seller === "accept" ? "terima" : "kirim"}</Button>
                    </Form>
                  )}
                  {order.next_scan && (
                    <Form method="post">
                      <input type="hidden" name="intent" value="scan" />
                      <input type="hidden" name="order" value={order.id} />
                      <Button size="s">Kurir: {order.next_scan}</Button>
                    </Form>
                  )}
                  <ButtonLink size="s" variant="ghost" href={hrefs.buyerTransaction(order.id)}>
                    Lihat sebagai pembelinya
                  </ButtonLink>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

const people = { buyer: "Pembeli", seller: "Penjual", courier: "Kurir" } as const;
const outcomes: Partial<Record<keyof typeof orderStatuses, string>> = {
  awaiting_payment: "dibatalkan",
  awaiting_confirmation: "dibatalkan, uang kembali",
  processing: "dibatalkan, uang kembali",
  shipped: "dibatalkan, uang kembali",
  delivered: "selesai, dana untuk penjual",
};
