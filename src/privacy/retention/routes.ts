import type { FastifyInstance } from "fastify";
import { consentPurposes, type ConsentPurpose } from "#accounts/consents/rules.ts";
import type { Context } from "#lib/context.ts";
import { writeCsv } from "#lib/csv.ts";
import { serve } from "#lib/http/serve.ts";
import { compactDay } from "#lib/time.ts";
import { retentionEndpoints } from "./contract.ts";
import { proveRetention } from "./prove-retention.ts";
import { countConsents, listConsentMonths } from "./queries.ts";

const titleOf = (purpose: string) =>
  Object.hasOwn(consentPurposes, purpose) ? consentPurposes[purpose as ConsentPurpose].title : purpose;

/** `/v1/operator` endpoints that prove retention and consents. */
export function retentionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, retentionEndpoints, {
    "GET /v1/operator/retention": async ({ now }) => ({
      success: true,
      result: (await proveRetention(db, now)).map(({ table, name, rule, oldest, tooOld }) => ({
        table,
        name,
        rule,
        oldest: oldest?.toISOString() ?? null,
        too_old: tooOld,
      })),
    }),
    "GET /v1/operator/consents": async () => ({
      success: true,
      result: (await countConsents(db)).map(({ last_at: at, ...row }) => ({
        ...row,
        title: titleOf(row.purpose),
        last_at: at.toISOString(),
      })),
    }),
    "GET /v1/operator/consents/file.csv": async ({ reply, now }) => {
      const head = ["bulan", "tujuan", "versi_teks", "lewat", "jawaban", "jumlah"];
      const rows = (await listConsentMonths(db)).map(({ month, purpose, version, source, given, count }) => [
        month,
        titleOf(purpose),
        version,
        source,
        given ? "setuju" : "ditarik",
        count,
      ]);
      return reply
        .headers({
          "content-disposition": `attachment; filename="persetujuan-${compactDay(now)}.csv"`,
          "cache-control": "private, no-store",
        })
        .type("text/csv; charset=utf-8")
        .send(writeCsv([head, ...rows]));
    },
  });
}
