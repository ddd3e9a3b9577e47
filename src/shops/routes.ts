import type { FastifyInstance } from "fastify";
import { setSessionCookies } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { correctSpelling } from "#search/correct-spelling.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import { understandQuery } from "#search/understand-query.ts";
import { bookingPlatformOf } from "#shipping/booking-platform.ts";
import { couriers } from "#shipping/rules.ts";
import { changePkp, changeShop } from "./change-shop.ts";
import { shopEndpoints } from "./contract.ts";
import { openShop } from "./open-shop.ts";
import { countShops, findShop, findShopToChange, listShops, listShopsOfProducts } from "./queries.ts";
import { verificationRoutes } from "./verification/routes.ts";
import { listedShopJson, shopPageJson } from "./shop-json.ts";

const defaultLimit = 24;

/** `/v1` endpoints of shops. */
export function shopRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  async function ownShop(shopId: string) {
    const shop = await findShopToChange(db, shopId);
    if (!shop) throw new Refusal(requestRefusals.notFound);
    const offered = couriers.filter(({ id, instant }) => !instant || bookingPlatformOf(context.config, id) !== null);
    return { ...shop, offered_couriers: offered.map(({ id, name: courier }) => ({ id, name: courier })) };
  }
  verificationRoutes(app, context);
  serve(app, context, shopEndpoints, {
    "GET /v1/merchants": async ({ query }) => {
      const limit = query.limit ?? defaultLimit;
      const words = tokenise((query.name ?? "").slice(0, 300));
      const nothingToFind = (query.name ?? "").trim() !== "" && words.length === 0;
      if (nothingToFind) return { success: true, result: [], next: null, total: 0, corrected: null };
      const after = query.cursor && { sold: Number(query.cursor.key), id: query.cursor.id };
      let wanted = buildTsquery(words, { prefix: true });
      let corrected: string | null = null;
      let rows = await listShops(db, { query: wanted, after, limit: limit + 1 });
      // A query that was corrected on the first page must be corrected on later pages too.
      if (rows.length === 0 && wanted !== null && (!after || (await countShops(db, wanted)) === 0)) {
        const correctedWords = await correctSpelling(db, words);
        const query = correctedWords ? buildTsquery(correctedWords, { prefix: true }) : null;
        if (correctedWords && query !== null && (await countShops(db, query)) > 0) {
          wanted = query;
          rows = await listShops(db, { query, after, limit: limit + 1 });
          corrected = correctedWords.join(" ");
        }
      }
      if (rows.length === 0 && query.name && !after) {
        // Nobody is called so, but somebody sells it.
        const understood = await understandQuery(db, query.name);
        const selling = await listShopsOfProducts(db, [understood?.full, understood?.similar], limit);
        if (selling.length > 0)
          return {
            success: true,
            result: selling.map(listedShopJson),
            next: null,
            total: selling.length,
            corrected: understood?.corrected ?? null,
          };
      }
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        success: true,
        result: shown.map(listedShopJson),
        next: rows.length > limit && last ? cursorAfter(last.sold_count, last.id) : null,
        total: shown.length === 0 ? 0 : await countShops(db, wanted),
        corrected,
      };
    },
    "GET /v1/merchants/:slug": async ({ params }) => {
      const shop = await findShop(db, params.slug);
      if (!shop) throw new Refusal(requestRefusals.notFound);
      return { success: true, result: shopPageJson(shop) };
    },
    "GET /v1/seller/shop": async ({ actor }) => ({ success: true, result: await ownShop(actor.shopId) }),
    "PUT /v1/seller/shop": async ({ actor, body, now }) => {
      const {
        regency_code: regencyCode,
        on_vacation: onVacation,
        pickup_note: pickupNote,
        has_cod: hasCod,
        lat,
        lng,
        pickup_days: days,
        pickup_opens: opens,
        pickup_closes: closes,
        ...rest
      } = body;
      const point = typeof lat === "number" && typeof lng === "number" ? { lat, lng } : lat === null ? null : undefined;
      const pickupHours = {
        ...(days && { days }),
        ...(opens !== undefined && closes !== undefined && { opens, closes }),
      };
      const change = { ...rest, regencyCode, onVacation, pickupNote, hasCod, point, pickupHours };
      await changeShop(context, actor.shopId, change, now);
      return { success: true, message: "Pengaturan toko tersimpan.", data: await ownShop(actor.shopId) };
    },
    "PUT /v1/seller/shop/pkp": async ({ actor, body, now }) => {
      await changePkp(context, actor.shopId, body.is_pkp, now);
      const message = body.is_pkp ? "Toko Anda tercatat sebagai PKP." : "Toko Anda tercatat bukan PKP.";
      return { success: true, message, data: body };
    },
    "POST /v1/seller/shop": async ({ body, actor, reply, now }) => {
      const { renewed, ...opened } = await openShop(
        context,
        actor,
        {
          name: body.name,
          regencyCode: body.regency_code,
          couriers: body.couriers,
          tagline: body.tagline ?? "",
          description: body.description ?? "",
        },
        now,
      );
      if (renewed) setSessionCookies(context, reply, renewed);
      return { success: true, message: "Toko Anda sudah dibuka.", data: opened };
    },
  });
}
