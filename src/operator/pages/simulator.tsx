import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { StatusBadge } from "#orders/ui/status-badge.tsx";
import type { PaymentApi } from "#payments/contract.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { SimulatorApi } from "../contract.ts";
import type { SimulatorData, SimulatorOrder } from "../simulator-text.ts";
import { SelectedOrder } from "../ui/simulator/selected-order.tsx";
import styles from "./simulator.module.css";

/** The order id in the URL; undefined when it is malformed. */
function selectedOrderId(request: Request): string | undefined {
  const asked = new URL(request.url).searchParams.get("order") ?? "";
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked) ? asked : undefined;
}

export async function loader(args: LoaderFunctionArgs): Promise<SimulatorData> {
  const query = { order: selectedOrderId(args.request) };
  return (await pageApi<SimulatorApi>(args)("GET /v1/simulator", { query })).result;
}

export async function action({ request, context }: ActionFunctionArgs): Promise<unknown> {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const api = pageApi<SimulatorApi>({ request, context });
  const params = { orderId: text("order") };
  const [intent, hours] = text("intent").split(" ");
  try {
    switch (intent) {
      case "pay":
      case "expire":
        await pageApi<PaymentApi>({ request, context })("POST /v1/simulator/payments/:reference", {
          params: { reference: text("reference") },
          body: { action: intent },
        });
        break;
      case "scan":
        await api("POST /v1/simulator/orders/:orderId/scan", { params });
        break;
      case "seller":
        await api("POST /v1/simulator/orders/:orderId/seller", { params });
        break;
      case "buyer":
        await api("POST /v1/simulator/orders/:orderId/buyer", { params });
        break;
      case "clock":
        await api("POST /v1/simulator/clock", { body: { hours: Number(hours) } });
        break;
      default:
        break;
    }
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(operatorHrefs.simulator(params.orderId || selectedOrderId(request)));
}

export const handle: PageHandle<SimulatorData> = {
  layout: "work",
  head: () => ({ title: "Simulator", noindex: true }),
};

const hoursOf = { jam: 1, hari: 24, minggu: 7 * 24 };

function leap(count: number, unit: keyof typeof hoursOf) {
  return { hours: count * hoursOf[unit], label: `${count} ${unit}` };
}

const clockSteps = [leap(1, "jam"), leap(1, "hari"), leap(2, "hari"), leap(1, "minggu")];

/**
 * Simulates bank, seller, courier, buyer and clock of a demo marketplace on one page, so that a whole order takes a
 * minute.
 */
export function Component() {
  const simulator = useLoaderData<typeof loader>();
  const failure = useActionData() as { failed?: true; message: string } | undefined;
  const [followed, ...others] = simulator.orders;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>Simulator</h1>
        <p>
          Ikuti satu pesanan dari tagihan sampai dananya masuk ke saldo penjual. Anda memainkan bank, penjual, kurir,
          dan pembeli; satu tombol, satu langkah. Mulai dari pesanan di bawah, atau{" "}
          <a className="link" href={hrefs.products()}>
            belanja sendiri
          </a>{" "}
          sebagai <code>pembeli@kawung.test</code> lalu kembali ke sini.
        </p>
        <p>
          Dari pesanan yang sudah tiba, pembeli bisa membuka komplain. Komplain itu lalu diikuti di sini juga: barang
          dikirim balik, kurir membawanya, penjual memeriksa, uang kembali.
        </p>
        <p>
          <a className="link" href={operatorHrefs.outbox()}>
            Kotak keluar: email dan kode
          </a>
        </p>
      </header>
      <FormNotice failure={failure} alone />
      {followed ? (
        <SelectedOrder order={followed} />
      ) : (
        <EmptyState action={<ButtonLink href={hrefs.products()}>Pilih barang</ButtonLink>}>
          Belum ada pesanan untuk diikuti. Belanjalah sesuatu lebih dahulu.
        </EmptyState>
      )}
      <Panel title="Waktu">
        <div className={styles.clock}>
          <p>
            <b>{formatDateTime(new Date(simulator.now))}</b>{" "}
            <span className={styles.small}>
              {simulator.offset_ms > 0
                ? `${Math.round(simulator.offset_ms / 3_600_000)} jam di depan waktu sebenarnya`
                : "sama dengan waktu sebenarnya"}
            </span>
          </p>
          <Form method="post">
            <input type="hidden" name="order" value={followed?.id ?? ""} />
            {clockSteps.map(({ hours, label }) => (
              <Button key={hours} name="intent" value={`clock ${hours}`} size="s" variant="outline">
                Maju {label}
              </Button>
            ))}
          </Form>
        </div>
        <p className={styles.small}>
          Semua tenggat yang terlewati langsung dijalankan, di semua pesanan. Waktu tidak bisa dimundurkan.
        </p>
      </Panel>
      {others.length > 0 && <OtherOrders orders={others} />}
    </div>
  );
}

function OtherOrders({ orders }: { orders: readonly SimulatorOrder[] }) {
  return (
    <Panel title="Pesanan lain" flush>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <div className={styles.what}>
              <b>{order.first_line}</b>
              <p className={styles.small}>
                {order.shop_name} · {formatRupiah(order.total)} · {formatDateTime(new Date(order.created_at))}
              </p>
            </div>
            <StatusBadge status={order.status} />
            <ButtonLink size="s" variant="outline" href={operatorHrefs.simulator(order.id)}>
              Ikuti<span className="sr-only"> {order.invoice}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
