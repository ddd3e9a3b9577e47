import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellersPerNotification } from "../../fees/rules.ts";
import { categoryTaxTemplates } from "../../notification-texts.ts";
import { formatWithholdingDay } from "../withholding/rules.ts";
import { findCategoryTax, listCategoryTaxes, listSellersOfGoodsAfter, listWithSubcategories } from "./queries.ts";
import { categoriesChangedBy, categoryTaxTexts } from "./rules.ts";

type Event = "announced" | "withdrawn";

/**
 * Notifies the next sellers of goods that a rule taxes otherwise, and queues itself for those after them. Each seller
 * is notified once of a rule and once of its withdrawal.
 */
export async function notifyOfCategoryTax(
  context: Context,
  { ruleId, event, afterUserId }: { ruleId: string; event: Event; afterUserId: string | null },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rule = await findCategoryTax(tx, ruleId);
    // A rule that was withdrawn before its sellers were notified needs no notification of its announcement.
    if (!rule || (event === "announced" && rule.withdrawnAt !== null)) return;
    const categories = await listWithSubcategories(tx, [rule.categoryId]);
    const changed = categoriesChangedBy(await listCategoryTaxes(tx), rule, categories);
    if (changed.length === 0) return;
    const { title, text } = requireNotification(categoryTaxTemplates[event], "seller", {
      kategori: rule.categoryName,
      perlakuan: categoryTaxTexts[`${rule.kind} ${rule.value}`] ?? rule.value,
      mulai: formatWithholdingDay(rule.validFrom),
    });
    const keyOf = (one: Event) => `category_tax:${ruleId}:${one}:`;
    const sellers = await listSellersOfGoodsAfter(tx, changed, {
      afterUserId,
      // Who was not notified of the rule needs no notification of its withdrawal.
      notified: event === "withdrawn" ? keyOf("announced") : null,
      limit: sellersPerNotification,
    });
    for (const userId of sellers)
      await notify(tx, {
        userId,
        type: "user",
        userType: "seller",
        title,
        description: text,
        dedupeKey: `${keyOf(event)}${userId}`,
        now,
      });
    const last = sellers.at(-1);
    if (last !== undefined && sellers.length === sellersPerNotification)
      await queueJob(
        tx,
        "payments.notify_of_category_tax",
        { ruleId, event, afterUserId: last },
        { priority: "notification" },
      );
  });
}
