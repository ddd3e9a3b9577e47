import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { publishedFees } from "#payments/fees/published-fees.ts";
import { readFees } from "#payments/fees/read-fees.ts";
import { feeTexts } from "#payments/fees/rules.ts";
import { helpEndpoints } from "./contract.ts";
import { searchHelp } from "./search-help.ts";

/** `/v1` calls of help. */
export function helpRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, helpEndpoints, {
    "GET /v1/help": async ({ query, reply, now }) => {
      void reply.header("cache-control", "public, max-age=600");
      return {
        success: true,
        result: searchHelp(query.q ?? "", feeTexts(publishedFees(await readFees(context.db), jakartaDay(now)))),
      };
    },
  });
}
