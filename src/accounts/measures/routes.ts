import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { appealMeasure } from "./appeal-measure.ts";
import { readBlockedCookie } from "./blocked-cookie.ts";
import { measureEndpoints, type ShownMeasure } from "./contract.ts";
import { findOpenBlock, listMeasuresOfShop, type MeasureRow } from "./queries.ts";
import { appealUntil, canAppeal, measureReasons } from "./rules.ts";

const shownMeasures = 50;
const message = "Banding Anda terkirim. Operator lain memeriksanya, dan jawabannya sampai lewat email.";

/** `/v1` endpoints with which people read measures against them and appeal. */
export function measureRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, measureEndpoints, {
    "GET /v1/auth/block": async ({ request, now }) => {
      const userId = readBlockedCookie(context, request, now);
      const block = userId === null ? undefined : await findOpenBlock(db, userId);
      return { success: true, result: block ? shownMeasure(block, now) : null };
    },
    "POST /v1/auth/block/appeal": async ({ request, body, now }) => {
      const userId = readBlockedCookie(context, request, now);
      const block = userId === null ? undefined : await findOpenBlock(db, userId);
      if (!block) throw new Refusal(requestRefusals.notFound);
      await appealMeasure(context, block.id, body.text, (one) => one.userId === userId, now);
      return { success: true, message, data: null };
    },
    "GET /v1/seller/measures": async ({ actor, now }) => {
      const rows = await listMeasuresOfShop(db, actor.shopId, shownMeasures);
      return { success: true, result: rows.map((row) => shownMeasure(row, now)) };
    },
    "POST /v1/seller/measures/:measureId/appeal": async ({ actor, params, body, now }) => {
      await appealMeasure(context, params.measureId, body.text, (one) => one.shopId === actor.shopId, now);
      return { success: true, message, data: null };
    },
  });
}

function shownMeasure(row: MeasureRow, now: Date): ShownMeasure {
  return {
    id: row.id,
    kind: row.kind,
    about: row.about,
    rule: measureReasons[row.rule],
    text: row.text,
    taken_at: row.takenAt.toISOString(),
    can_appeal: canAppeal(row, now),
    appeal_until: appealUntil(row.takenAt).toISOString(),
    appealed_at: row.appealedAt?.toISOString() ?? null,
    answer: row.answer,
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
