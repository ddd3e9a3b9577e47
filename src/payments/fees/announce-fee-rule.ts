import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, formatLongDate, jakartaDay } from "#lib/time.ts";
import { owesNotice } from "#settings/announce-change.ts";
import type { FeeTerms } from "../rules.ts";
import { feeRefusals, type FeeRuleBody } from "./contract.ts";
import { findFeeCategory, findFeeRule, insertFeeRule, listFeeRules, lockFeeRules, type FeeRuleRow } from "./queries.ts";
import { clearCachedFees } from "./read-fees.ts";
import {
  beginningOf,
  changeText,
  costsMore,
  earliestIncrease,
  feeLimits,
  feesTag,
  formatFeeDay,
  replacedTerms,
  type FeeKind,
} from "./rules.ts";

type Draft = {
  kind: FeeKind;
  terms: FeeTerms;
  category: { id: string; name: string } | null;
  categoryId: string | null;
  validFrom: string;
  replaced: FeeTerms[];
};

/**
 * Announces a fee rule: sellers are notified, and it counts from midnight of its day in Jakarta. Refuses a day in the
 * past or too far away (`request.invalid`), `fees.notice_too_short` for a rule that costs more without the notice,
 * `fees.day_taken` and `fees.category_unknown`.
 */
export async function announceFeeRule(
  context: Pick<Context, "db" | "pages" | "clock">,
  actor: NonNullable<AuditActor>,
  body: FeeRuleBody,
  now: Date,
): Promise<FeeRuleRow> {
  const announced = await context.db.transaction(async (tx) => {
    await lockFeeRules(tx);
    const draft = await draftFeeRule(tx, body, now);
    const earliest = await findEarliestIncrease(tx, now);
    if (isRaise(draft) && draft.validFrom < earliest)
      throw new Refusal(feeRefusals.noticeTooShort, {
        valid_from: [`Pilih ${formatFeeDay(earliest)} atau sesudahnya.`],
      });
    const id = await insertFeeRule(tx, { ...draft, createdBy: actor.userId, now });
    if (id === undefined) throw new Refusal(feeRefusals.dayTaken, { valid_from: ["Pilih hari lain."] });
    appendAuditEntry(tx, {
      actor,
      action: "payments.fee_announced",
      subject: { kind: "fee_rule", id: id },
      after: { kind: draft.kind, ...draft.terms, valid_from: draft.validFrom },
    });
    await queueJob(tx, "payments.notify_of_fee_rule", { ruleId: id, event: "announced", afterUserId: null });
    await queueJob(
      tx,
      "payments.fee_rule_begins",
      { ruleId: id },
      { runAt: beginningOf(draft.validFrom), clockOffset: context.clock.offset() },
    );
    return findFeeRule(tx, id);
  });
  if (!announced) throw new Error("a fee rule was not stored");
  showFees(context);
  return announced;
}

/** The first Jakarta day on which a rule that costs more may begin: today while only operators have accounts. */
export async function findEarliestIncrease(db: Queryable, now: Date): Promise<string> {
  return (await owesNotice(db)) ? earliestIncrease(now) : jakartaDay(now);
}

/** What a fee rule would change, for the operator. Refuses like {@link announceFeeRule}, except for the notice. */
export async function previewFeeRule(
  db: Queryable,
  body: FeeRuleBody,
  now: Date,
): Promise<{ text: string; category_name: string | null; costs_more: boolean; earliest: string }> {
  const draft = await draftFeeRule(db, body, now);
  const raises = isRaise(draft);
  // The terms that differ most from the new ones say most about the change.
  const worst = draft.replaced.find((before) => costsMore(before, draft.terms)) ?? draft.replaced[0] ?? draft.terms;
  return {
    text: changeText(draft.kind, worst, draft.terms),
    category_name: draft.category?.name ?? null,
    costs_more: raises,
    earliest: raises ? await findEarliestIncrease(db, now) : jakartaDay(now),
  };
}

/** Shows changed fees: in this process at once, in others when their cached rules expire. Call it after the commit. */
export function showFees({ db, pages }: Pick<Context, "db" | "pages">): void {
  clearCachedFees(db);
  pages.purge([feesTag]);
}

function isRaise({ terms, replaced }: Draft): boolean {
  return replaced.some((before) => costsMore(before, terms));
}

async function draftFeeRule(db: Queryable, body: FeeRuleBody, now: Date): Promise<Draft> {
  const latest = addDuration(now, feeLimits.maxAhead);
  if (body.valid_from < jakartaDay(now)) throw wrongDay("Pilih hari ini atau sesudahnya.");
  if (beginningOf(body.valid_from) > latest) throw wrongDay(`Pilih hari sampai ${formatLongDate(latest)}.`);
  const category = body.category === null ? null : await findFeeCategory(db, body.category);
  if (category === undefined) throw new Refusal(feeRefusals.categoryUnknown, { category: ["Pilih kategori."] });
  const draft = {
    kind: body.kind,
    terms: { perMille: body.per_mille ?? 0, cap: body.cap, flat: body.flat ?? 0 },
    category,
    categoryId: category?.id ?? null,
    validFrom: body.valid_from,
  };
  return { ...draft, replaced: replacedTerms(await listFeeRules(db), draft, category?.rootCategoryId ?? null) };
}

function wrongDay(text: string): Refusal {
  return new Refusal(requestRefusals.invalid, { valid_from: [text] });
}
