import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { notify } from "#notifications/notify.ts";
import { listSellersAfter } from "../../fees/queries.ts";
import { formatPerMille, sellersPerNotification } from "../../fees/rules.ts";
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
    const text = event === "announced" ? announcedText(rule) : withdrawnText(rule);
    const sellers = await listSellersAfter(tx, afterUserId, sellersPerNotification);
    for (const userId of sellers)
      await notify(tx, {
        userId,
        type: "user",
        userType: "seller",
        ...text,
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

function announcedText({ isOn, validFrom }: WithholdingRuleRow) {
  const from = formatWithholdingDay(validFrom);
  return isOn
    ? {
        title: `PPh 22 dipungut mulai ${from}`,
        description: `Dari pesanan yang dibuat mulai ${from}, PPh 22 sebesar ${formatPerMille(withholdingPerMille)} dari harga barang tanpa PPN dipotong dari hasil penjualan Anda dan disetor ke negara (PMK 37/2025). Pesanan sebelumnya tidak berubah.`,
      }
    : {
        title: `PPh 22 tidak dipungut lagi mulai ${from}`,
        description: `Dari pesanan yang dibuat mulai ${from}, PPh 22 tidak dipotong lagi. Pesanan sebelumnya tidak berubah.`,
      };
}

function withdrawnText({ isOn, validFrom }: WithholdingRuleRow) {
  return {
    title: "Perubahan pemungutan PPh 22 dibatalkan",
    description: `PPh 22 tidak jadi ${isOn ? "dipungut" : "berhenti dipungut"} mulai ${formatWithholdingDay(validFrom)}.`,
  };
}
