import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { KawungMark } from "#ui/kawung.tsx";
import type { PaymentApi, PaymentView } from "../contract.ts";
import { paymentStatusLabels } from "../rules.ts";
import styles from "./payment.module.css";

/** How often an open page asks whether the money came, in milliseconds. */
const askEvery = 3000;

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<PaymentView> {
  const api = pageApi<PaymentApi>({ request, context });
  const { result } = await api("GET /v1/payments/:paymentId", { params: { paymentId: params.paymentId ?? "" } });
  return result;
}

/** "Periksa status" without JavaScript: just look again. */
export async function action({ params }: ActionFunctionArgs) {
  return redirect(hrefs.payment(params.paymentId ?? ""));
}

export const handle: PageHandle<PaymentView> = {
  layout: "checkout",
  head: () => ({ title: "Pembayaran", noindex: true }),
};

export function Component() {
  const payment = useLoaderData<typeof loader>();
  const revalidator = useRevalidator();
  const waiting = payment.status === "pending";
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && revalidator.state === "idle") void revalidator.revalidate();
    }, askEvery);
    return () => clearInterval(timer);
  }, [waiting, revalidator]);

  return (
    <div className={`wrap ${styles.page}`}>
      <div aria-live="polite" aria-atomic="true">
        <h1 className={styles.title}>{paymentStatusLabels[payment.status]}</h1>
      </div>
      {waiting ? (
        <Waiting payment={payment} />
      ) : payment.status === "paid" ? (
        <Paid payment={payment} />
      ) : (
        <Closed payment={payment} />
      )}
      <Orders payment={payment} />
    </div>
  );
}

function Waiting({ payment }: { payment: PaymentView }) {
  const { instructions } = payment;
  return (
    <>
      <div className={styles.deadline}>
        <Icon name="clock" />
        <p>Bayar sebelum</p>
        <Countdown until={payment.due_at} now={payment.now} />
      </div>
      <section className={styles.panel} aria-labelledby="cara">
        <div className={styles.row}>
          <h2 id="cara">{payment.method_name}</h2>
          <span className={styles.wordmark}>{payment.method_name.split(" ")[0]}</span>
        </div>
        <dl className={styles.facts}>
          {instructions?.biller && (
            <div>
              <dt>Kode perusahaan</dt>
              <dd>
                <b className={styles.number}>{instructions.biller}</b>
                <CopyButton text={instructions.biller} what="kode perusahaan" />
              </dd>
            </div>
          )}
          {instructions?.number && (
            <div>
              <dt>{payment.group === "minimarket" ? "Kode pembayaran" : "Nomor virtual account"}</dt>
              <dd>
                <b className={styles.number}>{spaced(instructions.number)}</b>
                <CopyButton text={instructions.number} what="nomor pembayaran" />
              </dd>
            </div>
          )}
          <div>
            <dt>Jumlah yang dibayar</dt>
            <dd>
              <b className={styles.amount}>{formatRupiah(payment.amount)}</b>
              <CopyButton text={String(payment.amount)} what="jumlah" />
            </dd>
          </div>
        </dl>
        {instructions?.qr && (
          <figure className={styles.qr}>
            <img
              src={`/v1/payments/${payment.id}/qr.svg`}
              width={264}
              height={264}
              alt={`Kode QRIS untuk pembayaran ${formatRupiah(payment.amount)}`}
            />
            <figcaption>QRIS · Kawung</figcaption>
          </figure>
        )}
        {instructions?.link && (
          <ButtonLink href={instructions.link} wide>
            Lanjutkan ke {payment.group === "card" ? "halaman bank" : payment.method_name}
          </ButtonLink>
        )}
        {instructions ? (
          <ol className={styles.steps}>
            {instructions.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : (
          <p className={styles.quiet}>Cara pembayaran sedang disiapkan. Halaman ini berubah sendiri sebentar lagi.</p>
        )}
      </section>
      {payment.simulator && (
        <p className={styles.simulator}>
          <Icon name="info" />
          <span>
            Pasar ini berjalan dengan bank simulasi. <a href={payment.simulator}>Buka bank simulasi</a> untuk membayar
            tanpa uang sungguhan.
          </span>
        </p>
      )}
      <form method="post" className={styles.actions}>
        <p className={styles.quiet}>Halaman ini berubah sendiri begitu pembayaran masuk.</p>
        <Button variant="outline">Periksa status</Button>
      </form>
    </>
  );
}

function Paid({ payment }: { payment: PaymentView }) {
  return (
    <section className={`${styles.panel} ${styles.done}`}>
      <KawungMark size={72} />
      <p className={styles.amount}>{formatRupiah(payment.amount)}</p>
      <p>
        Dana Anda kami tahan di rekening bersama sampai barang diterima. Penjual diberi tahu sekarang dan punya waktu
        satu hari untuk mengonfirmasi.
      </p>
      <ButtonLink href={hrefs.buyerTransactions()}>Lihat pesanan</ButtonLink>
    </section>
  );
}

function Closed({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel}>
      <p>
        {payment.status === "expired"
          ? "Tagihan ini tidak dibayar sampai batas waktunya, jadi pesanannya dibatalkan dan stok dikembalikan ke penjual."
          : "Tagihan ini dibatalkan. Tidak ada dana yang ditahan."}{" "}
        {payment.returned
          ? "Dana yang terlanjur Anda kirim sedang dikembalikan seluruhnya."
          : "Jangan membayar ke nomor yang lama."}
      </p>
      <ButtonLink href={hrefs.products()} variant="outline">
        Belanja lagi
      </ButtonLink>
    </section>
  );
}

function Orders({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel} aria-labelledby="pesanan">
      <h2 id="pesanan">Pesanan dalam pembayaran ini</h2>
      <ul className={styles.orders}>
        {payment.orders.map((order) => (
          <li key={order.id}>
            <a href={hrefs.buyerTransaction(order.id)}>
              <b>{order.shop_name}</b>
              <small>{order.invoice}</small>
            </a>
            <span>{formatRupiah(order.total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Groups of four digits: easier to read out and to type. */
function spaced(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
