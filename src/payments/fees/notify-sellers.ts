import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { notify } from "#notifications/notify.ts";
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
    const text =
      event === "announced" ? announcedText(rule, changeText(rule.kind, before, rule.terms)) : withdrawnText(rule);
    const sellers = await listSellersAfter(tx, afterUserId, sellersPerNotification);
    for (const userId of sellers)
      await notify(tx, {
        userId,
        type: "user",
        userType: "seller",
        ...text,
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

function announcedText(rule: FeeRuleRow, change: string) {
  const from = formatFeeDay(rule.validFrom);
  return {
    title: `${feeKinds[rule.kind].label} berubah mulai ${from}`,
    description: `${subject(rule)} menjadi ${feeText(rule.kind, rule.terms)}. ${change} Pesanan sebelum ${from} tidak berubah.`,
  };
}

function withdrawnText(rule: FeeRuleRow) {
  return {
    title: `Perubahan ${feeKinds[rule.kind].label.toLowerCase()} dibatalkan`,
    description: `${subject(rule)} yang diumumkan untuk ${formatFeeDay(rule.validFrom)} tidak jadi berlaku.`,
  };
}
