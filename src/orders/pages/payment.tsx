import { useEffect, useState } from "react";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { ApiError, browserCall, formFailure, pageApi, typedApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { BackLink } from "#ui/back-link.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { PaymentApi, PaymentView } from "#payments/contract.ts";
import type { TransferApi } from "#payments/providers/manual/contract.ts";
import { reportIntent, sendTransferReport, TransferReport } from "#payments/ui/transfer-report.tsx";
import { paymentStatusLabels } from "#payments/rules.ts";
import type { CheckoutApi } from "../checkout/contract.ts";
import { CashPayment, ClosedPayment, PaidPayment } from "../ui/payment/finished-payment.tsx";
import { changedKey, MethodChange } from "../ui/payment/method-change.tsx";
import { ordersOf, PaymentOrders } from "../ui/payment/payment-orders.tsx";
import styles from "../ui/payment/payment.module.css";
import { PendingPayment } from "../ui/payment/pending-payment.tsx";
import { PlacedBefore } from "../ui/placed-before.tsx";

/** How often an open page asks for the payment's status, in milliseconds. */
const statusPollInterval = 3000;

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
      {/* A payment that arrives meanwhile takes the refusal away. */}
      <FormNotice failure={isReport || !waiting ? undefined : failure} alone />
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
      <PaymentOrders payment={payment} />
    </div>
  );
}
