import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { reviewDuration } from "#orders/rules.ts";
import { assertConfirmedContacts } from "./assert-confirmed-contacts.ts";
import { reviewEndpoints } from "./contract.ts";
import {
  countProductReviews,
  countReviews,
  findProductId,
  findReviewLine,
  listReviewLines,
  listReviews,
  listShopReviews,
} from "./list-queries.ts";
import { removeReview } from "./remove-review.ts";
import { replyToReview } from "./reply-to-review.ts";
import { publicReviewJson, reviewLineJson, sellerReviewJson, summaryJson } from "./review-json.ts";
import { reviewPage } from "./rules.ts";
import { saveReview } from "./save-review.ts";
import { voteOnReview } from "./vote-on-review.ts";

const perPage = 20;

/** `/v1` endpoints of reviews: everyone reads, buyers write and vote, sellers reply. */
export function reviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, reviewEndpoints, {
    "GET /v1/products/:slug/reviews": async ({ params, query, now }) => {
      const productId = await findProductId(db, params.slug);
      if (!productId) throw new Refusal(requestRefusals.notFound);
      const { page = 1, stars, photos, variant, order = "newest" } = query;
      const filter = { stars, photos: photos === "1", variant, order };
      const [counts, rows, total] = await Promise.all([
        countProductReviews(db, productId, now),
        listReviews(db, productId, filter, { limit: reviewPage.size, offset: (page - 1) * reviewPage.size }),
        countReviews(db, productId, filter),
      ]);
      return { success: true, result: { ...summaryJson(counts), reviews: rows.map(publicReviewJson), total } };
    },
    "GET /v1/reviews": async ({ query, actor, now }) => {
      const rows = await listReviewLines(db, actor.userId, {
        view: query.view ?? "waiting",
        since: addDuration(now, -reviewDuration),
        order: query.order,
        after: query.cursor,
        limit: perPage + 1,
      });
      const last = rows.length > perPage ? rows[perPage - 1] : undefined;
      return {
        success: true,
        result: rows.slice(0, perPage).map((row) => reviewLineJson(row, now)),
        next: last ? cursorAfter(last.completed_at, last.line_id) : null,
      };
    },
    "GET /v1/reviews/lines/:lineId": async ({ params, actor, now }) => {
      const row = await findReviewLine(db, params.lineId, actor.userId);
      if (!row) throw new Refusal(requestRefusals.notFound);
      return { success: true, result: reviewLineJson(row, now) };
    },
    "PUT /v1/reviews/lines/:lineId": async ({ params, body, actor, now }) => {
      assertConfirmedContacts(body);
      return {
        success: true,
        message: "Ulasan tersimpan.",
        data: await saveReview(context, { lineId: params.lineId, buyerId: actor.userId }, body, now),
      };
    },
    "DELETE /v1/reviews/lines/:lineId": async ({ params, actor, now }) => {
      await removeReview(context, { lineId: params.lineId, buyerId: actor.userId }, now);
      return { success: true, message: "Ulasan dihapus.", data: null };
    },
    "PUT /v1/reviews/:reviewId/vote": async ({ params, body, actor, now }) => ({
      success: true,
      message: "Penilaian Anda tersimpan.",
      data: await voteOnReview(context, { ...params, userId: actor.userId, helpful: body.helpful }, now),
    }),
    "GET /v1/seller/reviews": async ({ query, actor }) => {
      const rows = await listShopReviews(db, actor.shopId, {
        waiting: query.view === "waiting",
        after: query.cursor,
        limit: perPage + 1,
      });
      const last = rows.length > perPage ? rows[perPage - 1] : undefined;
      return {
        success: true,
        result: rows.slice(0, perPage).map(sellerReviewJson),
        next: last ? cursorAfter(last.created_at, last.id) : null,
      };
    },
    "POST /v1/seller/reviews/:reviewId/reply": async ({ params, body, actor, now }) => {
      assertConfirmedContacts(body);
      await replyToReview(context, { ...params, shopId: actor.shopId, text: body.text }, now);
      return { success: true, message: "Balasan tersimpan.", data: null };
    },
  });
}
