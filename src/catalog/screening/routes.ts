import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration } from "#lib/time.ts";
import { screeningEndpoints } from "./contract.ts";
import { approveHold } from "./decide-hold.ts";
import { previewRule, saveForbiddenRule } from "./edit-rule.ts";
import { listHeld, listRules } from "./queries.ts";
import { heldDuration, heldPageSize } from "./rules.ts";

/** `/v1` endpoints of rules about what may be sold, and of products that wait for an operator. */
export function screeningRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, screeningEndpoints, {
    "GET /v1/operator/held-products": async ({ query, actor }) => {
      const rows = await listHeld(db, query.after ?? null, heldPageSize + 1);
      const shown = rows.slice(0, heldPageSize);
      return {
        success: true,
        result: {
          rows: shown.map((row) => ({
            ...row,
            held_at: row.held_at.toISOString(),
            due_at: addDuration(row.held_at, heldDuration).toISOString(),
          })),
          next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
          acts: isPermitted(actor.operatorRole, "products.moderate"),
        },
      };
    },
    "POST /v1/operator/held-products/:holdId/approve": async ({ params, actor, now }) => {
      await approveHold(context, actor, params.holdId, now);
      return { success: true, message: "Produk tayang. Penjual diberi tahu.", data: null };
    },
    "GET /v1/operator/forbidden-rules": async ({ actor }) => {
      const rules = await listRules(db, { onlyActive: false });
      return {
        success: true,
        result: {
          rules: rules.map((rule) => ({
            ...rule,
            words: [...rule.words],
            exceptions: [...rule.exceptions],
            changed_at: rule.changed_at.toISOString(),
          })),
          acts: isPermitted(actor.operatorRole, "products.moderate"),
        },
      };
    },
    "POST /v1/operator/forbidden-rules": async ({ actor, body, now }) => ({
      success: true,
      message: "Aturan berlaku sekarang.",
      data: { id: await saveForbiddenRule(context, actor, null, body, now) },
    }),
    "POST /v1/operator/forbidden-rules/preview": async ({ body }) => ({
      success: true,
      message: "Belum ada yang diubah.",
      data: await previewRule(context, body),
    }),
    "PUT /v1/operator/forbidden-rules/:ruleId": async ({ params, actor, body, now }) => ({
      success: true,
      message: "Aturan tersimpan.",
      data: { id: await saveForbiddenRule(context, actor, params.ruleId, body, now) },
    }),
  });
}
