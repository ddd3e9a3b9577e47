import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { categoryTaxEndpoints, type CategoryTaxAnswer } from "./contract.ts";
import { listCategoriesOfGoods, listCategoryTaxes, listCategoryTaxesToShow, type CategoryTaxRow } from "./queries.ts";
import { categoryTaxRuleOn } from "./rules.ts";
import { saveCategoryTax, withdrawCategoryTax } from "./save-category-tax.ts";

/** `/v1` endpoints with which operators say how goods of categories are taxed. */
export function categoryTaxRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const answer = async (row: CategoryTaxRow, now: Date) => ruleJson(row, await listCategoryTaxes(db), jakartaDay(now));
  serve(app, context, categoryTaxEndpoints, {
    "GET /v1/operator/category-taxes": async ({ now }) => {
      const [shown, rules, categories] = await Promise.all([
        listCategoryTaxesToShow(db),
        listCategoryTaxes(db),
        listCategoriesOfGoods(db),
      ]);
      return {
        success: true,
        result: { rules: shown.map((row) => ruleJson(row, rules, jakartaDay(now))), categories },
      };
    },
    "POST /v1/operator/category-taxes": async ({ actor, body, now }) => {
      const data = await answer(await saveCategoryTax(context, actor, body, now), now);
      return { success: true, message: "Aturan pajak kategori disimpan.", data };
    },
    "POST /v1/operator/category-taxes/:ruleId/withdraw": async ({ actor, params, now }) => {
      const data = await answer(await withdrawCategoryTax(context, actor, params.ruleId, now), now);
      return { success: true, message: "Aturan itu ditarik.", data };
    },
  });
}

function ruleJson(row: CategoryTaxRow, rules: readonly CategoryTaxRow[], today: string): CategoryTaxAnswer {
  const phase =
    row.withdrawnAt !== null
      ? "withdrawn"
      : row.validFrom > today
        ? "announced"
        : categoryTaxRuleOn(rules, row, today)?.id === row.id
          ? "in_force"
          : "past";
  return {
    id: row.id,
    category_id: row.categoryId,
    category_name: row.categoryName,
    kind: row.kind,
    value: row.value,
    valid_from: row.validFrom,
    announced_at: row.announcedAt.toISOString(),
    announced_by: row.announcedBy,
    phase,
  };
}
