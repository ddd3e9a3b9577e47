import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { feeTemplates } from "../notification-texts.ts";
import { findFeeRule, listFeeRules, listSellersAfter, type FeeRuleRow } from "./queries.ts";
import { changeText, feeKinds, feeText, formatFeeDay, replacedTerms, sellersPerNotification } from "./rules.ts";

type Event = "announced" | "withdrawn";

/** Notifies the next sellers of a fee rule, and queues itself for those after them. Each seller is notified once. */
export async function notifySellers(
  context: Context,
  { ruleId, event, afterUserId }: { ruleId: string; event: Event; afterUserId: string | null },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rule = await findFeeRule(tx, ruleId);
    // A rule that was withdrawn before its sellers were notified needs no notification of its announcement.
    if (!rule || (event === "announced" && rule.withdrawnAt !== null)) return;
    const [before = rule.terms] = replacedTerms(await listFeeRules(tx), rule, rule.rootCategoryId);
    const { title, text } =
      event === "announced" ? announcedTexts(rule, changeText(rule.kind, before, rule.terms)) : withdrawnTexts(rule);
    const sellers = await listSellersAfter(tx, afterUserId, sellersPerNotification);
    for (const userId of sellers)
      await notify(tx, {
        userId,
        type: "user",
        userType: "seller",
        title,
        description: text,
        dedupeKey: `fee:${ruleId}:${event}:${userId}`,
        now,
      });
    const last = sellers.at(-1);
    if (last !== undefined && sellers.length === sellersPerNotification)
      await queueJob(
        tx,
        "payments.notify_of_fee_rule",
        { ruleId, event, afterUserId: last },
        { priority: "notification" },
      );
  });
}

function subject({ kind, categoryName }: FeeRuleRow): string {
  const name = feeKinds[kind].label;
  return categoryName === null ? name : `${name} kategori ${categoryName}`;
}

function announcedTexts(rule: FeeRuleRow, change: string) {
  return requireNotification(feeTemplates.announced, "seller", {
    nama: feeKinds[rule.kind].label,
    biaya: subject(rule),
    nilai: feeText(rule.kind, rule.terms),
    perubahan: change,
    mulai: formatFeeDay(rule.validFrom),
  });
}

function withdrawnTexts(rule: FeeRuleRow) {
  return requireNotification(feeTemplates.withdrawn, "seller", {
    nama: feeKinds[rule.kind].label.toLowerCase(),
    biaya: subject(rule),
    mulai: formatFeeDay(rule.validFrom),
  });
}
