import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { addToCart } from "./add-to-cart.ts";
import { changeLine } from "./change-line.ts";
import { cartEndpoints, cartRefusals } from "./contract.ts";
import { assertPendingLine, addPendingLine } from "./add-pending-line.ts";
import { removeLine } from "./remove-lines.ts";
import { restoreLine } from "./restore-line.ts";
import { selectLines } from "./select-lines.ts";
import { viewCart } from "./view-cart.ts";
import { clearPendingLineCookie, setPendingLineCookie, readPendingLineCookie } from "./pending-line-cookie.ts";

/** `/v1` endpoints of the cart. Each returns the whole cart, so that a client never needs a second request. */
export function cartRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const answer = async (userId: string, message: string) => ({
    success: true as const,
    message,
    data: await viewCart(db, { userId }),
  });
  serve(app, context, cartEndpoints, {
    "GET /v1/cart": async ({ actor }) => ({ success: true, result: await viewCart(db, { userId: actor.userId }) }),
    "POST /v1/cart/lines": async ({ actor, body, now }) => {
      await addToCart(
        db,
        { userId: actor.userId, variantId: body.variant_id, quantity: body.quantity, note: body.note },
        now,
      );
      return answer(actor.userId, "Barang masuk ke keranjang.");
    },
    "POST /v1/cart/wish": async ({ body, reply, now }) => {
      const pendingLine = { variantId: body.variant_id, quantity: body.quantity };
      await assertPendingLine(db, pendingLine);
      setPendingLineCookie(context, reply, pendingLine, now);
      return { success: true, message: "Barang ini kami simpan sampai Anda masuk.", data: {} };
    },
    "POST /v1/cart/wish/redeem": async ({ actor, request, reply, now }) => {
      const pendingLine = readPendingLineCookie(context, request, now);
      // Also when it is refused, because a pending line is tried only once.
      clearPendingLineCookie(context, reply);
      if (!pendingLine) throw new Refusal(cartRefusals.noPendingLine);
      await addPendingLine(db, { userId: actor.userId, line: pendingLine }, now);
      return answer(actor.userId, "Barang masuk ke keranjang.");
    },
    "PUT /v1/cart/lines/:lineId": async ({ actor, params, body, now }) => {
      await changeLine(db, { owner: { userId: actor.userId }, lineId: params.lineId, ...body }, now);
      return answer(actor.userId, "Keranjang diperbarui.");
    },
    "PUT /v1/cart/selection": async ({ actor, body, now }) => {
      const { line_ids: lineIds, shop_id: shopId, selected, only = false } = body;
      await selectLines(db, { userId: actor.userId }, { lineIds, shopId, selected, only }, now);
      return answer(actor.userId, "Pilihan diperbarui.");
    },
    "DELETE /v1/cart/lines/:lineId": async ({ actor, params, now }) => {
      await removeLine(db, { owner: { userId: actor.userId }, lineId: params.lineId }, now);
      return answer(actor.userId, "Barang dihapus dari keranjang.");
    },
    "POST /v1/cart/lines/:lineId/restore": async ({ actor, params, now }) => {
      await restoreLine(db, { owner: { userId: actor.userId }, lineId: params.lineId }, now);
      return answer(actor.userId, "Barang kembali ke keranjang.");
    },
  });
}
