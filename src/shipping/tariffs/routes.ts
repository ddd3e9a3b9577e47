import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { tariffEndpoints } from "./contract.ts";
import { importTariffs, previewTariffs, withdrawTariffs } from "./import-tariffs.ts";
import { listLists, listRates } from "./queries.ts";
import { findRatesInForce } from "./rates-in-force.ts";
import { builtInRates, rateKey, tariffLimits, writeTariffs, type TariffEffect } from "./rules.ts";

const maxLists = 50;

/** `/v1` endpoints of the tariffs that operators keep. */
export function tariffRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, tariffEndpoints, {
    "GET /v1/operator/tariffs": async ({ actor, now }) => ({
      success: true,
      result: {
        today: jakartaDay(now),
        changes: isPermitted(actor.operatorRole, "tariffs.change"),
        in_force: await findRatesInForce(db, now),
        lists: (await listLists(db, maxLists)).map((list) => ({
          ...list,
          begins_at: list.begins_at.toISOString(),
          created_at: list.created_at.toISOString(),
          withdrawn_at: list.withdrawn_at?.toISOString() ?? null,
          has_begun: list.begins_at <= now,
        })),
      },
    }),
    "GET /v1/operator/tariffs/file.csv": async ({ reply, now }) => {
      void reply.type("text/csv; charset=utf-8").headers({
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="tarif-kurir.csv"',
      });
      const rates = new Map([...builtInRates(), ...(await listRates(db, now))].map((rate) => [rateKey(rate), rate]));
      return writeTariffs([...rates.values()]);
    },
    "POST /v1/operator/tariffs/preview": async ({ body, now }) => {
      const { lines, refused } = await previewTariffs(db, body, now);
      const countOf = (wanted: TariffEffect) => lines.filter(({ effect }) => effect === wanted).length;
      return {
        success: true,
        result: {
          counts: {
            add: countOf("add"),
            change: countOf("change"),
            stop: countOf("stop"),
            same: countOf("same"),
            refused: refused.length,
          },
          lines: lines.filter(({ effect }) => effect !== "same").slice(0, tariffLimits.shown),
          refused: refused.slice(0, tariffLimits.shown),
        },
      };
    },
    "POST /v1/operator/tariffs": async ({ actor, body, now }) => {
      const done = await importTariffs(context, actor, body, now);
      return { success: true, message: `${done.changes} tarif disimpan.`, data: done };
    },
    "POST /v1/operator/tariffs/:tariffListId/withdraw": async ({ actor, params: { tariffListId }, now }) => {
      await withdrawTariffs(context, actor, tariffListId, now);
      return { success: true, message: "Tarif dikembalikan seperti sebelumnya.", data: { id: tariffListId } };
    },
  });
}
