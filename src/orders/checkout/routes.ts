import type { FastifyInstance } from "fastify";
import { findCartOwner } from "#cart/find-cart-owner.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { codMethod } from "#payments/rules.ts";
import { changeMethod } from "./change-method.ts";
import { checkoutEndpoints } from "./contract.ts";
import type { BuyNow } from "./queries.ts";
import { placeOrder } from "./place-order.ts";
import { previewCheckout } from "./preview-checkout.ts";
import { quoteCheckout } from "./quote-checkout.ts";

/** `/v1` endpoints of the checkout: the quote, and the order of a quote. */
export function checkoutRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, checkoutEndpoints, {
    "POST /v1/checkout/preview": async ({ body, ...caller }) => ({
      success: true,
      result: await previewCheckout(context.db, findCartOwner(context, caller), buyNow(body.buy), caller.now),
    }),
    "POST /v1/checkout/quote": async ({ actor, session, body, now }) => {
      const choice = {
        addressId: body.address_id,
        shipping: body.shipping ?? {},
        paymentMethod: body.payment_method,
        buy: buyNow(body.buy),
        insured: body.insured,
        vouchers: { ids: body.vouchers, codes: body.voucher_codes ?? [] },
      };
      return { success: true, result: await quoteCheckout(context, actor.userId, choice, now, session) };
    },
    "POST /v1/checkout": async ({ actor, session, body, idempotencyKey, now }) => {
      const data = await placeOrder(
        context,
        {
          buyerId: actor.userId,
          idempotencyKey,
          quoteId: body.quote_id,
          addressId: body.address_id,
          shipping: body.shipping,
          paymentMethod: body.payment_method,
          buy: buyNow(body.buy),
          insured: body.insured ?? [],
          sender: body.sender && { name: body.sender.name, phone: body.sender.phone ?? null },
          vouchers: body.vouchers ?? [],
          voucherMode: body.voucher_mode ?? "own",
          repeatOf: body.repeat_of,
        },
        now,
        session,
      );
      const message = data.repeated
        ? "Pesanan ini sudah dibuat."
        : body.payment_method === codMethod.id
          ? "Pesanan dibuat. Bayar tunai kepada kurir saat paket tiba."
          : "Pesanan dibuat. Selesaikan pembayaran sebelum batas waktunya.";
      return { success: true, message, data };
    },
    "PUT /v1/payments/:paymentId/method": async ({ actor, params, body, now }) => {
      const { paymentId } = params;
      await changeMethod(context, { paymentId, buyerId: actor.userId, method: body.payment_method }, now);
      return { success: true, message: "Cara bayar diganti.", data: { payment_id: paymentId } };
    },
  });
}

function buyNow(buy: { variant_id: string; quantity: number } | undefined): BuyNow | undefined {
  return buy && { variantId: buy.variant_id, quantity: buy.quantity };
}
