import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { findEarliestIncrease, showFees } from "./announce-fee-rule.ts";
import { feeRefusals } from "./contract.ts";
import { findFeeRule, listFeeRules, lockFeeRules, updateWithdrawn, type FeeRuleRow } from "./queries.ts";
import { costsMore, replacedTerms } from "./rules.ts";

/**
 * Withdraws a fee rule that has not begun; sellers are notified. Refuses with `fees.begun`, and
 * `fees.withdrawn_too_late` when the fees would be higher without the rule and its day is nearer than the notice.
 */
export async function withdrawFeeRule(
  context: Pick<Context, "db" | "pages">,
  ruleId: string,
  now: Date,
  actor: AuditActor = null,
): Promise<FeeRuleRow> {
  const withdrawn = await context.db.transaction(async (tx) => {
    await lockFeeRules(tx);
    const rule = await findFeeRule(tx, ruleId);
    if (!rule) throw new Refusal(requestRefusals.notFound);
    if (rule.withdrawnAt !== null || rule.validFrom <= jakartaDay(now)) throw new Refusal(feeRefusals.begun);
    const after = replacedTerms(await listFeeRules(tx), rule, rule.rootCategoryId);
    const raises = after.some((terms) => costsMore(rule.terms, terms));
    if (raises && rule.validFrom < (await findEarliestIncrease(tx, now)))
      throw new Refusal(feeRefusals.withdrawnTooLate);
    await updateWithdrawn(tx, ruleId, now);
    appendAuditEntry(tx, {
      actor,
      action: "payments.fee_withdrawn",
      subject: { kind: "fee_rule", id: ruleId },
    });
    await queueJob(tx, "payments.notify_of_fee_rule", { ruleId, event: "withdrawn", afterUserId: null });
    return findFeeRule(tx, ruleId);
  });
  if (!withdrawn) throw new Error("a fee rule was not withdrawn");
  showFees(context);
  return withdrawn;
}
