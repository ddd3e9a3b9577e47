import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatLongDate, jakartaDay } from "#lib/time.ts";
import { beginningOf } from "../../fees/rules.ts";
import { withholdingRefusals, type WithholdingBody } from "./contract.ts";
import {
  findWithholdingRule,
  insertWithholdingRule,
  listWithholdingRules,
  lockWithholdingRules,
  updateWithholdingWithdrawn,
  type WithholdingRuleRow,
} from "./queries.ts";
import { clearCachedWithholding } from "./read-withholding.ts";
import { isWithholdingOn, latestWithholding } from "./rules.ts";

/**
 * Switches the withholding of PPh 22 on or off from midnight of a day in Jakarta; sellers are notified. Orders that
 * were placed before keep their terms. Refuses a day in the past or too far away (`request.invalid`),
 * `withholding.unchanged` and `withholding.day_taken`.
 */
export async function switchWithholding(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  body: WithholdingBody,
  now: Date,
): Promise<WithholdingRuleRow> {
  const { is_on: isOn, valid_from: validFrom } = body;
  if (validFrom < jakartaDay(now)) throw wrongDay("Pilih hari ini atau sesudahnya.");
  if (beginningOf(validFrom) > latestWithholding(now))
    throw wrongDay(`Pilih hari sampai ${formatLongDate(latestWithholding(now))}.`);
  const stored = await db.transaction(async (tx) => {
    await lockWithholdingRules(tx);
    const rules = await listWithholdingRules(tx);
    if (rules.some((rule) => rule.validFrom === validFrom))
      throw new Refusal(withholdingRefusals.dayTaken, { valid_from: ["Pilih hari lain."] });
    if (isWithholdingOn(rules, validFrom) === isOn) throw new Refusal(withholdingRefusals.unchanged);
    const ruleId = await insertWithholdingRule(tx, { isOn, validFrom, createdBy: actor.userId, now });
    if (ruleId === undefined) throw new Refusal(withholdingRefusals.dayTaken, { valid_from: ["Pilih hari lain."] });
    appendAuditEntry(tx, {
      actor,
      action: "payments.withholding_switched",
      subject: { kind: "withholding_rule", id: ruleId },
      after: { is_on: isOn, valid_from: validFrom },
    });
    await queueJob(tx, "payments.notify_of_withholding", { ruleId, event: "announced", afterUserId: null });
    return findWithholdingRule(tx, ruleId);
  });
  if (!stored) throw new Error("a rule of the withholding was not stored");
  clearCachedWithholding(db);
  return stored;
}

/**
 * Withdraws a switch that has not begun; sellers are notified. Refuses with `request.not_found`, `withholding.begun`.
 */
export async function withdrawWithholding(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  ruleId: string,
  now: Date,
): Promise<WithholdingRuleRow> {
  const withdrawn = await db.transaction(async (tx) => {
    await lockWithholdingRules(tx);
    const rule = await findWithholdingRule(tx, ruleId);
    if (!rule) throw new Refusal(requestRefusals.notFound);
    if (rule.withdrawnAt !== null || rule.validFrom <= jakartaDay(now)) throw new Refusal(withholdingRefusals.begun);
    await updateWithholdingWithdrawn(tx, ruleId, actor.userId, now);
    appendAuditEntry(tx, {
      actor,
      action: "payments.withholding_withdrawn",
      subject: { kind: "withholding_rule", id: ruleId },
    });
    await queueJob(tx, "payments.notify_of_withholding", { ruleId, event: "withdrawn", afterUserId: null });
    return findWithholdingRule(tx, ruleId);
  });
  if (!withdrawn) throw new Error("a rule of the withholding was not withdrawn");
  clearCachedWithholding(db);
  return withdrawn;
}

function wrongDay(text: string): Refusal {
  return new Refusal(requestRefusals.invalid, { valid_from: [text] });
}
