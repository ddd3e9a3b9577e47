import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { listSellersAfter } from "../../fees/queries.ts";
import { formatPerMille, sellersPerNotification } from "../../fees/rules.ts";
import { withholdingTemplates } from "../../notification-texts.ts";
import { withholdingPerMille } from "../rules.ts";
import { findWithholdingRule, type WithholdingRuleRow } from "./queries.ts";
import { formatWithholdingDay } from "./rules.ts";

type Event = "announced" | "withdrawn";

/** Notifies the next sellers of a switch, and queues itself for those after them. Each seller is notified once. */
export async function notifyOfWithholding(
  context: Context,
  { ruleId, event, afterUserId }: { ruleId: string; event: Event; afterUserId: string | null },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rule = await findWithholdingRule(tx, ruleId);
    // A switch that was withdrawn before its sellers were notified needs no notification of its announcement.
    if (!rule || (event === "announced" && rule.withdrawnAt !== null)) return;
    const { title, text } = event === "announced" ? announcedTexts(rule) : withdrawnTexts(rule);
    const sellers = await listSellersAfter(tx, afterUserId, sellersPerNotification);
    for (const userId of sellers)
      await notify(tx, {
        userId,
        type: "user",
        userType: "seller",
        title,
        description: text,
        dedupeKey: `withholding:${ruleId}:${event}:${userId}`,
        now,
      });
    const last = sellers.at(-1);
    if (last !== undefined && sellers.length === sellersPerNotification)
      await queueJob(
        tx,
        "payments.notify_of_withholding",
        { ruleId, event, afterUserId: last },
        { priority: "notification" },
      );
  });
}

function announcedTexts({ isOn, validFrom }: WithholdingRuleRow) {
  const mulai = formatWithholdingDay(validFrom);
  return isOn
    ? requireNotification(withholdingTemplates.on, "seller", { mulai, tarif: formatPerMille(withholdingPerMille) })
    : requireNotification(withholdingTemplates.off, "seller", { mulai });
}

function withdrawnTexts({ isOn, validFrom }: WithholdingRuleRow) {
  return requireNotification(withholdingTemplates.withdrawn, "seller", {
    mulai: formatWithholdingDay(validFrom),
    perubahan: isOn ? "dipungut" : "berhenti dipungut",
  });
}
