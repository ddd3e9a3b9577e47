import { useEffect, useState } from "react";
import {
  Form,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { ApiError, browserCall, formFailure, pageApi, typedApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { confirmationDuration } from "#shipping/handling-rules.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { KawungMark } from "#ui/kawung-mark.tsx";
import type { PaymentApi, PaymentView } from "#payments/contract.ts";
import type { TransferApi } from "#payments/providers/manual/contract.ts";
import { ExactAmount } from "#payments/ui/exact-amount.tsx";
import { reportIntent, sendTransferReport, TransferReport } from "#payments/ui/transfer-report.tsx";
import { paymentStatusLabels } from "#payments/rules.ts";
import type { CheckoutApi } from "../checkout/contract.ts";
import { PaymentMethods } from "../ui/checkout/payment.tsx";
import { PlacedBefore } from "../ui/placed-before.tsx";
import styles from "./payment.module.css";

/** How often an open page asks for the payment's status, in milliseconds. */
const statusPollInterval = 3000;

/** In the address after a change of the method: the page says so, and begins there. */
const changedKey = "changed";

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<PaymentView> {
  const api = pageApi<PaymentApi>({ request, context });
  const { result } = await api("GET /v1/payments/:paymentId", { params: { paymentId: params.paymentId ?? "" } });
  return result;
}

/**
 * `change` pays in another way, the report is about a bank transfer. Without an intent, as "Periksa status" without
 * JavaScript, the page loads again.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const paymentId = params.paymentId ?? "";
  const api = pageApi<CheckoutApi & TransferApi>({ request, context });
  try {
    if (form.get("intent") === "change") {
      const payment_method = String(form.get("payment_method") ?? "");
      await api("PUT /v1/payments/:paymentId/method", { params: { paymentId }, body: { payment_method } });
      if (payment_method !== form.get("current_method"))
        return redirect(`${hrefs.payment(paymentId)}?${changedKey}=1#${changedKey}`);
    } else if (form.get("intent") === reportIntent) await sendTransferReport(api, paymentId, form);
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(hrefs.payment(paymentId));
}

export const handle: PageHandle<PaymentView> = {
  layout: "checkout",
  head: () => ({ title: "Pembayaran", noindex: true }),
};

export function Component() {
  const payment = useLoaderData<typeof loader>();
  const revalidator = useRevalidator();
  const isCash = payment.group === "cod";
  const waiting = payment.status === "pending";
  const failure = useActionData<typeof action>();
  const isReport = failure?.values.intent === reportIntent;
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!waiting || isCash) return undefined;
    // Does not use the page's loader: when the network fails, the payment number must stay on the screen.
    const ask = typedApi<PaymentApi>(browserCall);
    async function look() {
      if (document.visibilityState !== "visible" || revalidator.state !== "idle") return;
      try {
        const { result } = await ask("GET /v1/payments/:paymentId", { params: { paymentId: payment.id } });
        setUnreachable(false);
        const changed =
          result.status !== payment.status ||
          result.open !== payment.open ||
          result.received !== payment.received ||
          result.method !== payment.method ||
          (result.instructions && !payment.instructions);
        if (changed) await revalidator.revalidate();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 401) await revalidator.revalidate();
        else setUnreachable(true);
      }
    }
    const timer = setInterval(() => void look(), statusPollInterval);
    return () => clearInterval(timer);
  }, [waiting, isCash, revalidator, payment]);

  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.ways}>
        <BackLink href={ordersOf(payment)}>{payment.orders.length > 1 ? "Pesanan Anda" : "Pesanan ini"}</BackLink>
        <a className="link" href={hrefs.products()}>
          Lanjut belanja
        </a>
      </p>
      <PlacedBefore />
      <div aria-live="polite" aria-atomic="true">
        <h1 className={styles.title}>
          {waiting && isCash ? "Bayar saat paket tiba" : paymentStatusLabels[payment.status]}
        </h1>
      </div>
      <FormNotice failure={isReport ? undefined : failure} alone />
      {waiting && isCash ? (
        <CashPayment payment={payment} />
      ) : waiting ? (
        <>
          {payment.open ? (
            <>
              <PendingPayment payment={payment} unreachable={unreachable} />
              {payment.transfer && <TransferReport payment={payment} failure={isReport ? failure : undefined} />}
            </>
          ) : (
            <p className={styles.quiet}>
              Nomor yang tadi sudah tidak berlaku. Pilih cara bayar di bawah; pesanan Anda masih kami simpan.
            </p>
          )}
          {/* A changed method closes the panel again. */}
          <MethodChange key={payment.method} payment={payment} />
        </>
      ) : payment.status === "paid" ? (
        <PaidPayment payment={payment} />
      ) : (
        <ClosedPayment payment={payment} />
      )}
      <Orders payment={payment} />
    </div>
  );
}

function PendingPayment({ payment, unreachable }: { payment: PaymentView; unreachable: boolean }) {
  const { instructions } = payment;
  const isTitled = payment.group in methodTitles;
  return (
    <>
      <ChangedMethod name={payment.method_name} />
      <div className={styles.deadline}>
        <Icon name="clock" />
        <p>{payment.transfer ? "Transfer sebelum" : "Bayar sebelum"}</p>
        <Countdown until={payment.charge_due_at} now={payment.now} />
      </div>
      {payment.transfer && payment.charge_due_at <= payment.now && (
        <Notice tone="warning" title="Batas waktu transfer sudah lewat">
          Bila Anda sudah transfer, tunggu: pesanan masih kami simpan sampai {formatDateTime(new Date(payment.due_at))}{" "}
          untuk dicocokkan. Bila belum, jangan transfer lagi.
        </Notice>
      )}
      {payment.received > 0 && (
        <p className={styles.quiet} role="status">
          {formatRupiah(payment.received)} sudah kami terima. Kurang {formatRupiah(payment.amount - payment.received)}{" "}
          lagi; bila tidak dilengkapi, yang sudah masuk kami kembalikan.
        </p>
      )}
      <section className={styles.panel} aria-labelledby="cara">
        <div className={styles.row}>
          <h2 id="cara">{isTitled ? methodTitles[payment.group as keyof typeof methodTitles] : payment.method_name}</h2>
          {isTitled && <span className={styles.wordmark}>{payment.method_name.split(" ")[0]}</span>}
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
              <dt>{numberLabel(payment)}</dt>
              <dd>
                <b className={styles.number}>{groupDigits(instructions.number)}</b>
                <CopyButton text={instructions.number} what="nomor pembayaran" />
              </dd>
            </div>
          )}
          {instructions?.holder && (
            <div>
              <dt>Atas nama</dt>
              <dd>
                <b>{instructions.holder}</b>
              </dd>
            </div>
          )}
          <div>
            <dt>Jumlah yang dibayar</dt>
            <dd>
              <b className={styles.amount}>
                {payment.transfer ? <ExactAmount amount={payment.amount} /> : formatRupiah(payment.amount)}
              </b>
              {/* The other methods show the amount with the code or at the counter. */}
              {typedAmounts.has(payment.group) && <CopyButton text={String(payment.amount)} what="jumlah" />}
            </dd>
          </div>
        </dl>
        {instructions?.qr && (
          <>
            <figure className={styles.qr}>
              <img
                src={`/v1/payments/${payment.id}/qr.svg`}
                width={264}
                height={264}
                alt={`Kode QRIS untuk pembayaran ${formatRupiah(payment.amount)}`}
              />
              <figcaption>QRIS · {brandName()}</figcaption>
            </figure>
            <ButtonLink
              href={`/v1/payments/${payment.id}/qr.png`}
              download="qris-kawung.png"
              variant="outline"
              className={styles.keep}
              size="s"
              icon="download"
            >
              Simpan gambar
            </ButtonLink>
          </>
        )}
        {instructions?.link && (
          <ButtonLink href={instructions.link} wide>
            {linkLabel(payment)}
          </ButtonLink>
        )}
        {instructions ? (
          <ol className={styles.steps}>
            {instructions.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : (
          <p className={styles.quiet}>
            Cara pembayaran sedang disiapkan.{" "}
            <span className="needs-js">Halaman ini berubah sendiri sebentar lagi.</span>
            <span className="without-js">Tekan Periksa status sebentar lagi.</span>
          </p>
        )}
      </section>
      {payment.simulator && (
        <p className={styles.simulator}>
          <Icon name="info" />
          <span>
            Ini demo: pembayaran memakai bank simulasi. <a href={payment.simulator}>Buka bank simulasi</a> untuk
            membayar tanpa uang sungguhan.
          </span>
        </p>
      )}
      <form method="post" className={styles.actions}>
        <p className={styles.quiet} role="status">
          <span className="needs-js">
            {unreachable
              ? "Sambungan terputus. Nomor dan jumlah di atas tetap berlaku; kami mencoba lagi sendiri."
              : "Halaman ini berubah sendiri begitu pembayaran masuk."}
          </span>
          <span className="without-js">Sudah membayar? Tekan Periksa status.</span>
        </p>
        <Button variant="outline">Periksa status</Button>
      </form>
    </>
  );
}

/** Says above the new instructions that the method was changed, with the focus: the form is far below. */
function ChangedMethod({ name }: { name: string }) {
  const location = useLocation();
  const isChanged = new URLSearchParams(location.search).has(changedKey);
  const place = useShowRefusal<HTMLDivElement>(isChanged ? location : undefined, { alone: true });
  if (!isChanged) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the message is out of view; only without scripts
    <div ref={place} id={changedKey} tabIndex={-1} className={styles.changed} autoFocus>
      <Notice key={location.key} tone="success">
        Cara bayar diganti ke {name}.
      </Notice>
    </div>
  );
}

/** Another way to pay. Not offered once a part has come in. */
function MethodChange({ payment }: { payment: PaymentView }) {
  const isChanging = useNavigation().formData?.get("intent") === "change";
  if (payment.received > 0) return null;
  return (
    <details className={styles.panel} open={!payment.open}>
      <summary className={styles.change}>
        <span className="link">Ganti cara bayar</span>
      </summary>
      <Form method="post" className={styles.changeForm} preventScrollReset>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="current_method" value={payment.open ? payment.method : ""} />
        <PaymentMethods
          method={payment.open ? payment.method : ""}
          offered={payment.offered}
          deadlineOf={(method) => deadlineText(payment, method)}
        />
        <Button variant="outline" busy={isChanging}>
          Pakai cara ini
        </Button>
        {payment.open && (
          <p className={styles.quiet}>
            Setelah diganti, nomor yang lama tidak berlaku lagi. Batas waktunya mengikuti cara yang baru.
          </p>
        )}
      </Form>
    </details>
  );
}

/** Until when the buyer could pay by a method that is chosen now. Undefined when that has passed. */
function deadlineText({ offered_until: until, now }: PaymentView, method: string): string | undefined {
  const at = until[method];
  return at !== undefined && at > now
    ? `Bila diganti sekarang: bayar sebelum ${formatDateTime(new Date(at))}.`
    : undefined;
}

/** Who pays by these methods types the amount, or compares it with what the bank shows. */
const typedAmounts = new Set<PaymentView["group"]>(["va", "transfer"]);

/** The label of the number, by where it is entered. */
function numberLabel({ group, instructions }: PaymentView): string {
  if (group === "minimarket") return "Kode pembayaran";
  if (group === "transfer") return "Nomor rekening";
  return instructions?.biller ? "Kode bayar" : "Nomor virtual account";
}

/** Where the link leads: a page or an app of the provider, or the picture of a QRIS code. */
function linkLabel({ group, method_name }: PaymentView): string {
  if (group === "qris") return "Buka kode QRIS";
  return `Lanjutkan ke ${group === "card" ? "halaman pembayaran kartu" : method_name}`;
}

const methodTitles = { card: "Bayar dengan kartu", qris: "Pindai untuk membayar" } as const;

/** Cash for the courier: nothing to do before the parcel arrives. */
function CashPayment({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel} aria-label="Bayar di tempat">
      <p className={styles.amount}>{formatRupiah(payment.amount)}</p>
      <ol className={styles.steps}>
        {payment.instructions?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ButtonLink href={ordersOf(payment)}>Lihat pesanan</ButtonLink>
    </section>
  );
}

function PaidPayment({ payment }: { payment: PaymentView }) {
  return (
    <section className={`${styles.panel} ${styles.done}`}>
      <KawungMark size={72} />
      <p className={styles.amount}>{formatRupiah(payment.amount)}</p>
      <p>
        Uang Anda aman di rekening bersama: kami teruskan ke penjual setelah barang diterima.{" "}
        {payment.group === "cod"
          ? "Periksa isi paket, lalu tekan Pesanan diterima di halaman pesanan."
          : `Berikutnya, penjual mengonfirmasi dalam ${span(confirmationDuration())}. Bila penjual tidak mengonfirmasi, pesanan batal dan uang Anda kembali utuh.`}
      </p>
      <ButtonLink href={ordersOf(payment)}>Lihat pesanan</ButtonLink>
      {payment.simulator && payment.orders[0] && (
        <a className="link" href={operatorHrefs.simulator(payment.orders[0].id)}>
          Ikuti di simulator: mainkan penjual dan kurirnya
        </a>
      )}
    </section>
  );
}

function ClosedPayment({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel}>
      <p>
        {payment.status === "expired"
          ? "Tagihan ini tidak dibayar sampai batas waktunya, jadi pesanannya dibatalkan dan stok dikembalikan ke penjual."
          : "Tagihan ini dibatalkan. Tidak ada uang yang ditagih."}{" "}
        {payment.returned
          ? "Uang yang telanjur Anda kirim sedang kami kembalikan seluruhnya."
          : "Jangan membayar ke nomor yang lama."}
      </p>
      <p className={styles.pair}>
        <ButtonLink href={hrefs.products()}>Belanja lagi</ButtonLink>
        <ButtonLink href={ordersOf(payment)} variant="outline">
          Lihat pesanan
        </ButtonLink>
      </p>
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
            <span>{formatRupiah(order.subtotal)}</span>
          </li>
        ))}
        {payment.service_fee > 0 && (
          <li>
            <span>Biaya layanan{payment.orders.length > 1 && ", sekali untuk semua pesanan"}</span>
            <span>{formatRupiah(payment.service_fee)}</span>
          </li>
        )}
        {payment.code > 0 && payment.status === "pending" && (
          <li>
            <span>Potongan angka unik</span>
            <span>−{formatRupiah(payment.code)}</span>
          </li>
        )}
        <li>
          <b>Total</b>
          <b>{formatRupiah(payment.amount)}</b>
        </li>
      </ul>
    </section>
  );
}

/** The page of the only order, or the list when there are several. */
function ordersOf({ orders }: PaymentView): string {
  const [only, ...others] = orders;
  return only && others.length === 0 ? hrefs.buyerTransaction(only.id) : hrefs.buyerTransactions();
}

/** Splits the number into groups of four digits, which are easier to read and enter. */
function groupDigits(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
