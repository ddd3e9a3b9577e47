import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { withholdingEndpoints, type WithholdingAnswer } from "./contract.ts";
import { listWithholdingRules, listWithholdingRulesToShow, type WithholdingRuleRow } from "./queries.ts";
import { isWithholdingOn, withholdingRuleOn } from "./rules.ts";
import { switchWithholding, withdrawWithholding } from "./switch-withholding.ts";

/** `/v1` endpoints with which operators switch the withholding of PPh 22. */
export function withholdingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, withholdingEndpoints, {
    "GET /v1/operator/withholding": async ({ actor, now }) => {
      const today = jakartaDay(now);
      const [shown, rules] = await Promise.all([listWithholdingRulesToShow(db), listWithholdingRules(db)]);
      return {
        success: true,
        result: {
          is_on: isWithholdingOn(rules, today),
          today,
          decides: isPermitted(actor.operatorRole, "tax.decide"),
          rules: shown.map((row) => ruleJson(row, rules, today)),
        },
      };
    },
    "POST /v1/operator/withholding": async ({ actor, body, now }) => {
      const rule = await switchWithholding(context, actor, body, now);
      const data = ruleJson(rule, await listWithholdingRules(db), jakartaDay(now));
      return { success: true, message: "Pengaturan pemungutan PPh 22 disimpan.", data };
    },
    "POST /v1/operator/withholding/:ruleId/withdraw": async ({ actor, params, now }) => {
      const rule = await withdrawWithholding(context, actor, params.ruleId, now);
      const data = ruleJson(rule, await listWithholdingRules(db), jakartaDay(now));
      return { success: true, message: "Pengaturan itu ditarik.", data };
    },
  });
}

function ruleJson(row: WithholdingRuleRow, rules: readonly WithholdingRuleRow[], today: string): WithholdingAnswer {
  const { id, isOn, validFrom, announcedAt, announcedBy, withdrawnAt } = row;
  const phase =
    withdrawnAt !== null
      ? "withdrawn"
      : validFrom > today
        ? "announced"
        : withholdingRuleOn(rules, today)?.id === id
          ? "in_force"
          : "past";
  return {
    id,
    is_on: isOn,
    valid_from: validFrom,
    announced_at: announcedAt.toISOString(),
    announced_by: announcedBy,
    phase,
  };
}
