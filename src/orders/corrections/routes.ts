import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { correctionEndpoints } from "./contract.ts";
import { correctionFacts, decideCorrection, proposeCorrection, withdrawCorrection } from "./decide-correction.ts";
import { findCorrectable, listCorrections } from "./queries.ts";
import { correctionDuration, correctionKinds, corrections, maxCorrection } from "./rules.ts";

/** `/v1/operator` calls about corrections of an order's money. */
export function correctionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, correctionEndpoints, {
    "GET /v1/operator/orders/:orderId/corrections": async ({ actor, params: { orderId } }) => {
      const order = await findCorrectable(db, orderId);
      if (!order) throw new Refusal(requestRefusals.notFound);
      const rows = await listCorrections(db, orderId);
      const decides =
        isPermitted(actor.operatorRole, "corrections.decide") &&
        ![order.buyer_id, order.seller_id].includes(actor.userId);
      const proposes = decides && rows.every(({ state }) => state !== "proposed");
      const facts = proposes ? await correctionFacts(db, order) : null;
      const kinds = facts ? correctionKinds.map((kind) => ({ kind, most: maxCorrection(kind, facts) })) : [];
      return {
        success: true,
        result: {
          kinds: kinds.filter(({ most }) => most > 0),
          corrections: rows.map(({ proposed_by: proposedBy, order_id: _order, ...row }) => {
            const isWaiting = row.state === "proposed";
            const isOwn = proposedBy === actor.userId;
            return {
              ...row,
              proposed_at: row.proposed_at.toISOString(),
              due_at: isWaiting ? addDuration(row.proposed_at, correctionDuration).toISOString() : null,
              decided_at: row.decided_at?.toISOString() ?? null,
              can_decide: isWaiting && decides && !isOwn,
              can_withdraw: isWaiting && isOwn,
            };
          }),
        },
      };
    },
    "POST /v1/operator/orders/:orderId/corrections": async ({ actor, params, body, idempotencyKey, now }) => {
      const data = await proposeCorrection(context, actor, { ...params, ...body, idempotencyKey }, now);
      const { label } = corrections[body.kind];
      const message = `Usulan tersimpan: ${label}, ${formatRupiah(body.amount)}. Operator lain memutuskannya.`;
      return { success: true, message, data };
    },
    "POST /v1/operator/corrections/:correctionId/decision": async ({ actor, params, body, now }) => {
      const data = await decideCorrection(context, actor, { ...params, ...body }, now);
      const message = data.state === "booked" ? "Koreksi dibukukan. Penerimanya diberi tahu." : "Usulan ditolak.";
      return { success: true, message, data };
    },
    "POST /v1/operator/corrections/:correctionId/withdraw": async ({ actor, params, now }) => ({
      success: true,
      message: "Usulan ditarik.",
      data: await withdrawCorrection(context, actor, params.correctionId, now),
    }),
  });
}
