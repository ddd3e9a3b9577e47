import type { FastifyInstance } from "fastify";
import { renderSVG } from "uqr";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { isPickup } from "#shipping/rules.ts";
import { chargeAttempt } from "./attempts/charge-attempt.ts";
import { findCurrentAttempt, hasReturnedMoney } from "./attempts/queries.ts";
import { paymentEndpoints, paymentRefusals } from "./contract.ts";
import { drawQr } from "./draw-qr.ts";
import { refundRoutes } from "./refunds/routes.ts";
import { codRoutes } from "./cod/routes.ts";
import { feeRoutes } from "./fees/routes.ts";
import { payoutRoutes } from "./payouts/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { offeredMethods } from "./providers/find-provider.ts";
import { findOrdersOfCheckout, findPaymentOfBuyer } from "./queries.ts";
import { findCharge, updateChargeStatus } from "./providers/simulator/queries.ts";
import { findTransferReport } from "./providers/manual/queries.ts";
import { transferRoutes } from "./providers/manual/routes.ts";
import { deadlinesAfterChange, paymentGroups, paymentMethod, transferCheckDuration } from "./rules.ts";
import { reconciliationRoutes } from "./reconciliation/routes.ts";
import { settlementRoutes } from "./reconciliation/settlement-files/routes.ts";
import { statementRoutes } from "./statements/routes.ts";
import { taxFileRoutes } from "./tax/files/routes.ts";
import { sellerTaxRoutes } from "./tax/sellers/routes.ts";
import { categoryTaxRoutes } from "./tax/categories/routes.ts";
import { withholdingRoutes } from "./tax/withholding/routes.ts";
import { signNotification } from "./providers/simulator/provider.ts";

/** `/v1` endpoints of payments. */
export function paymentRoutes(app: FastifyInstance, context: Context): void {
  payoutRoutes(app, context);
  refundRoutes(app, context);
  notificationRoutes(app, context);
  feeRoutes(app, context);
  transferRoutes(app, context);
  withholdingRoutes(app, context);
  categoryTaxRoutes(app, context);
  sellerTaxRoutes(app, context);
  taxFileRoutes(app, context);
  statementRoutes(app, context);
  reconciliationRoutes(app, context);
  settlementRoutes(app, context);
  codRoutes(app, context);
  serve(app, context, paymentEndpoints, {
    "GET /v1/payment-methods": async () => ({
      success: true,
      result: offeredMethods(context).map(({ id, name, group }) => ({
        id,
        name,
        group,
        group_name: paymentGroups[group],
      })),
    }),
    "GET /v1/payments/:paymentId": async ({ params, actor, now }) => {
      const payment = await findPaymentOfBuyer(context.db, params.paymentId, actor.userId);
      if (!payment) throw new Refusal(paymentRefusals.notFound);
      const [attempt, orders, returned] = await Promise.all([
        findCurrentAttempt(context.db, payment.id),
        findOrdersOfCheckout(context.db, payment.checkout_id),
        hasReturnedMoney(context.db, payment.id),
      ]);
      const method = attempt && paymentMethod(attempt.method);
      if (!method) throw new Refusal(paymentRefusals.notFound);
      const isTransfer = method.group === "transfer";
      // Cash on delivery is chosen in the checkout only.
      const offered = offeredMethods(context).filter(({ group }) => group !== "cod");
      const [instructions, report] = await Promise.all([
        chargeAttempt(context, attempt, now),
        isTransfer ? findTransferReport(context.db, attempt.id) : undefined,
      ]);
      const paidAmount = payment.status === "paid" ? payment.amount - attempt.code : payment.amount;
      const chargeDueAt = isTransfer ? addDuration(attempt.due_at, -transferCheckDuration) : attempt.due_at;
      return {
        success: true,
        result: {
          id: payment.id,
          checkout_id: payment.checkout_id,
          method: method.id,
          method_name: method.name,
          group: method.group,
          amount: payment.status === "pending" ? attempt.amount : paidAmount,
          status: payment.status,
          open: payment.status === "pending" && attempt.status === "pending",
          received: attempt.received - attempt.settled - attempt.returned,
          code: attempt.code,
          returned: returned && payment.status !== "pending",
          due_at: payment.due_at.toISOString(),
          charge_due_at: chargeDueAt.toISOString(),
          transfer: isTransfer
            ? {
                reported_at: report?.reported_at.toISOString() ?? null,
                has_proof: (report?.proof_key ?? null) !== null,
              }
            : null,
          now: now.toISOString(),
          paid_at: payment.paid_at?.toISOString() ?? null,
          instructions,
          offered: offered.map(({ id }) => id),
          offered_until: Object.fromEntries(
            offered.map((one) => [one.id, deadlinesAfterChange(payment, one, now).charge.toISOString()]),
          ),
          simulator:
            context.config.demo && attempt.provider === "simulator"
              ? operatorHrefs.simulatorPayment(attempt.reference)
              : null,
          service_fee: orders.reduce((fee, order) => fee + order.total - order.subtotal, 0),
          orders: orders.map(({ id, invoice, shop_name, status, courier, subtotal, discount, total }) => ({
            id,
            invoice,
            shop_name,
            status,
            pickup: isPickup(courier),
            subtotal,
            discount,
            total,
          })),
        },
      };
    },
    "GET /v1/payments/:paymentId/qr.svg": async ({ params, actor, reply }) => {
      const text = await findQr(context, params.paymentId, actor.userId);
      void reply.type("image/svg+xml").header("cache-control", "private, max-age=600");
      return renderSVG(text, { border: 2, ecc: "M" });
    },
    "GET /v1/payments/:paymentId/qr.png": async ({ params, actor, reply }) => {
      const text = await findQr(context, params.paymentId, actor.userId);
      void reply
        .type("image/png")
        .header("cache-control", "private, max-age=600")
        .header("content-disposition", 'attachment; filename="qris-kawung.png"');
      return drawQr(text);
    },
    "GET /v1/simulator/payments/:reference": async ({ params }) => {
      const charge = await findCharge(context.db, params.reference);
      if (!charge) throw new Refusal(paymentRefusals.notFound);
      return { success: true, result: { ...charge, method_name: paymentMethod(charge.method)?.name ?? charge.method } };
    },
    "POST /v1/simulator/payments/:reference": async ({ params, body, now }) => {
      const charge = await findCharge(context.db, params.reference);
      if (!charge) throw new Refusal(paymentRefusals.notFound);
      const to = body.action === "pay" ? ("paid" as const) : ("expired" as const);
      if (!(await updateChargeStatus(context.db, charge.reference, to, now)))
        throw new Refusal(paymentRefusals.notPayable);
      const response = await app.inject({
        method: "POST",
        url: "/v1/payments/notifications/simulator",
        payload: signNotification(context, charge.reference, to, charge.amount),
      });
      const answer = response.json<{ verdict?: string; code?: string }>();
      return {
        success: true,
        message: to === "paid" ? "Pembayaran dikirim." : "Tagihan dibiarkan lewat.",
        data: { status: to, verdict: answer.verdict ?? answer.code ?? "ignored" },
      };
    },
  });
}

/** The text of the QR code of a buyer's payment. Refuses with `payments.not_found` when it has none. */
async function findQr(context: Context, paymentId: string, buyerId: string): Promise<string> {
  const payment = await findPaymentOfBuyer(context.db, paymentId, buyerId);
  const text = payment && (await findCurrentAttempt(context.db, payment.id))?.instructions?.qr;
  if (!text) throw new Refusal(paymentRefusals.notFound);
  return text;
}
