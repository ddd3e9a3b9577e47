import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { renderSVG } from "uqr";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { chargePayment } from "./attempts/charge-attempt.ts";
import { paymentEndpoints, paymentRefusals } from "./contract.ts";
import { drawQr } from "./draw-qr.ts";
import { paymentProvider } from "./provider.ts";
import { bankAccountRoutes } from "./payouts/bank-accounts/routes.ts";
import {
  findCharge,
  findOrdersOfCheckout,
  findPaymentByReference,
  findPaymentOfBuyer,
  insertForgedNotification,
  insertNotification,
  updateChargeStatus,
} from "./queries.ts";
import { paymentGroups, paymentMethod, paymentMethods } from "./rules.ts";
import { settlePayment } from "./attempts/settle-attempt.ts";
import { signNotification } from "./providers/simulator/provider.ts";

/** Forged notifications that are recorded in a minute; more are refused and only logged. */
const maxForgedPerMinute = 60;

const verdictOfRefusal: Record<string, string> = {
  [paymentRefusals.wrongAmount.code]: "wrong_amount",
  [paymentRefusals.notConfirmed.code]: "not_confirmed",
  [paymentRefusals.notFound.code]: "unknown_payment",
};

/** `/v1` endpoints of payments. */
export function paymentRoutes(app: FastifyInstance, context: Context): void {
  bankAccountRoutes(app, context);
  serve(app, context, paymentEndpoints, {
    "GET /v1/payment-methods": async () => ({
      success: true,
      result: paymentMethods.map(({ id, name, group }) => ({ id, name, group, group_name: paymentGroups[group] })),
    }),
    "GET /v1/payments/:paymentId": async ({ params, actor, now }) => {
      const payment = await findPaymentOfBuyer(context.db, params.paymentId, actor.userId);
      const method = payment && paymentMethod(payment.method);
      if (!payment || !method) throw new Refusal(paymentRefusals.notFound);
      const orders = await findOrdersOfCheckout(context.db, payment.checkout_id);
      const instructions = payment.instructions ?? (await chargePayment(context, payment.id, now));
      return {
        success: true,
        result: {
          id: payment.id,
          checkout_id: payment.checkout_id,
          method: method.id,
          method_name: method.name,
          group: method.group,
          amount: payment.amount,
          status: payment.status,
          returned: payment.status !== "paid" && payment.received > 0,
          due_at: payment.due_at.toISOString(),
          now: now.toISOString(),
          paid_at: payment.paid_at?.toISOString() ?? null,
          instructions,
          simulator: context.config.demo ? hrefs.simulatorPayment(payment.provider_reference) : null,
          service_fee: orders.reduce((fee, order) => fee + order.total - order.subtotal, 0),
          orders,
        },
      };
    },
    "GET /v1/payments/:paymentId/qr.svg": async ({ params, actor, reply }) => {
      const payment = await findPaymentOfBuyer(context.db, params.paymentId, actor.userId);
      const text = payment?.instructions?.qr;
      if (!text) throw new Refusal(paymentRefusals.notFound);
      void reply.type("image/svg+xml").header("cache-control", "private, max-age=600");
      return renderSVG(text, { border: 2, ecc: "M" });
    },
    "GET /v1/payments/:paymentId/qr.png": async ({ params, actor, reply }) => {
      const payment = await findPaymentOfBuyer(context.db, params.paymentId, actor.userId);
      const text = payment?.instructions?.qr;
      if (!text) throw new Refusal(paymentRefusals.notFound);
      void reply
        .type("image/png")
        .header("cache-control", "private, max-age=600")
        .header("content-disposition", 'attachment; filename="qris-kawung.png"');
      return drawQr(text);
    },
    "POST /v1/payments/notifications/:provider": async ({ body, now }) => {
      const provider = paymentProvider(context);
      const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest();
      const record = (verdict: string, paymentId: string | null) =>
        insertNotification(context.db, { provider: provider.id, paymentId, verdict, bodyHash, now });
      const claim = provider.readNotification(body);
      if (!claim) {
        await insertForgedNotification(context.db, { provider: provider.id, bodyHash, now }, maxForgedPerMinute);
        throw new Refusal(paymentRefusals.badSignature);
      }
      try {
        const { verdict, paymentId } = await settlePayment(context, claim, now);
        await record(verdict, paymentId);
        return { success: true, verdict };
      } catch (error) {
        if (error instanceof Refusal && verdictOfRefusal[error.code]) {
          const known = await findPaymentByReference(context.db, claim.reference);
          await record(verdictOfRefusal[error.code] ?? "ignored", known?.id ?? null);
          context.log.warn({ code: error.code, payment: known?.id }, "security: a payment notification was refused");
        }
        throw error;
      }
    },
    "GET /v1/simulator/payments/:reference": async ({ params }) => {
      const charge = await findCharge(context.db, params.reference);
      if (!charge) throw new Refusal(paymentRefusals.notFound);
      return { success: true, result: { ...charge, method_name: paymentMethod(charge.method)?.name ?? charge.method } };
    },
    "POST /v1/simulator/payments/:reference": async ({ params, body }) => {
      const charge = await findCharge(context.db, params.reference);
      if (!charge) throw new Refusal(paymentRefusals.notFound);
      const to = body.action === "pay" ? ("paid" as const) : ("expired" as const);
      if (!(await updateChargeStatus(context.db, charge.reference, to))) throw new Refusal(paymentRefusals.notPayable);
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
