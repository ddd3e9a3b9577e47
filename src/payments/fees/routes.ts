import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { announceFeeRule, findEarliestIncrease, previewFeeRule } from "./announce-fee-rule.ts";
import { feeEndpoints, type FeeRuleAnswer } from "./contract.ts";
import { listFeeRules, listFeeRulesToShow, type FeeRuleRow } from "./queries.ts";
import { publishedFee, publishedFees } from "./published-fees.ts";
import { readFees } from "./read-fees.ts";
import { feePages, feeText, ruleInForce } from "./rules.ts";
import { withdrawFeeRule } from "./withdraw-fee-rule.ts";

/** `/v1` endpoints of fees: what counts today, and the operator's rules. */
export function feeRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, feeEndpoints, {
    "GET /v1/fees": async ({ now }) => ({ success: true, result: publishedFees(await readFees(db), jakartaDay(now)) }),
    "GET /v1/operator/fees": async ({ query, now }) => {
      const today = jakartaDay(now);
      const [found, rules] = await Promise.all([listFeeRulesToShow(db, query.page ?? 1), listFeeRules(db)]);
      return {
        success: true,
        result: {
          rows: found.slice(0, feePages.size).map((row) => feeRuleJson(row, rules, today)),
          more: found.length > feePages.size,
          today,
          earliest_increase: await findEarliestIncrease(db, now),
        },
      };
    },
    "POST /v1/operator/fees/preview": async ({ body, now }) => ({
      success: true,
      result: await previewFeeRule(db, body, now),
    }),
    "POST /v1/operator/fees": async ({ actor, body, now }) => {
      const rule = await announceFeeRule(context, actor, body, now);
      const data = feeRuleJson(rule, await listFeeRules(db), jakartaDay(now));
      return { success: true, message: "Aturan biaya diumumkan.", data };
    },
    "POST /v1/operator/fees/:ruleId/withdraw": async ({ actor, params, now }) => {
      const rule = await withdrawFeeRule(context, params.ruleId, now, actor);
      const data = feeRuleJson(rule, await listFeeRules(db), jakartaDay(now));
      return { success: true, message: "Aturan biaya ditarik.", data };
    },
  });
}

function feeRuleJson(row: FeeRuleRow, rules: readonly FeeRuleRow[], today: string): FeeRuleAnswer {
  const chain = row.categoryId === null ? [] : [row.categoryId];
  const phase =
    row.withdrawnAt !== null
      ? "withdrawn"
      : row.validFrom > today
        ? "announced"
        : ruleInForce(rules, row.kind, today, chain).id === row.id
          ? "in_force"
          : "past";
  return {
    ...publishedFee(row),
    id: row.id,
    announced_at: row.announcedAt.toISOString(),
    phase,
    text: feeText(row.kind, row.terms),
  };
}
