import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatLongDate, jakartaDay } from "#lib/time.ts";
import { beginningOf } from "../../fees/rules.ts";
import { latestWithholding } from "../withholding/rules.ts";
import { categoryTaxRefusals, type CategoryTaxBody } from "./contract.ts";
import {
  findCategoryTax,
  insertCategoryTax,
  isCategoryOfGoods,
  lockCategoryTaxes,
  updateCategoryTaxWithdrawn,
  type CategoryTaxRow,
} from "./queries.ts";
import { clearCachedCategoryTaxes } from "./read-category-taxes.ts";

/**
 * Taxes goods of a category like this from midnight of a day in Jakarta. Orders that were placed before keep their
 * terms. Sellers of goods that are then taxed otherwise are notified. Refuses with `request.invalid` for an unknown
 * category and for a day in the past or too far away, and with `category_tax.day_taken`.
 */
export async function saveCategoryTax(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  body: CategoryTaxBody,
  now: Date,
): Promise<CategoryTaxRow> {
  const { category_id: categoryId, kind, value, valid_from: validFrom } = body;
  if (validFrom < jakartaDay(now)) throw wrong("valid_from", "Pilih hari ini atau sesudahnya.");
  if (beginningOf(validFrom) > latestWithholding(now))
    throw wrong("valid_from", `Pilih hari sampai ${formatLongDate(latestWithholding(now))}.`);
  const stored = await db.transaction(async (tx) => {
    await lockCategoryTaxes(tx);
    if (!(await isCategoryOfGoods(tx, categoryId))) throw wrong("category_id", "Pilih kategori.");
    const ruleId = await insertCategoryTax(tx, { categoryId, kind, value, validFrom, createdBy: actor.userId, now });
    if (ruleId === undefined) throw new Refusal(categoryTaxRefusals.dayTaken, { valid_from: ["Pilih hari lain."] });
    appendAuditEntry(tx, {
      actor,
      action: "payments.category_tax_saved",
      subject: { kind: "category_tax_rule", id: ruleId },
      after: { category_id: categoryId, kind, value, valid_from: validFrom },
    });
    await queueJob(tx, "payments.notify_of_category_tax", { ruleId, event: "announced", afterUserId: null });
    return findCategoryTax(tx, ruleId);
  });
  if (!stored) throw new Error("a rule of a category's tax was not stored");
  clearCachedCategoryTaxes(db);
  return stored;
}

/**
 * Withdraws a rule that has not begun; sellers of its goods are notified. Refuses with `request.not_found` and
 * `category_tax.begun`.
 */
export async function withdrawCategoryTax(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  ruleId: string,
  now: Date,
): Promise<CategoryTaxRow> {
  const withdrawn = await db.transaction(async (tx) => {
    await lockCategoryTaxes(tx);
    const rule = await findCategoryTax(tx, ruleId);
    if (!rule) throw new Refusal(requestRefusals.notFound);
    if (rule.withdrawnAt !== null || rule.validFrom <= jakartaDay(now)) throw new Refusal(categoryTaxRefusals.begun);
    await updateCategoryTaxWithdrawn(tx, ruleId, actor.userId, now);
    appendAuditEntry(tx, {
      actor,
      action: "payments.category_tax_withdrawn",
      subject: { kind: "category_tax_rule", id: ruleId },
    });
    await queueJob(tx, "payments.notify_of_category_tax", { ruleId, event: "withdrawn", afterUserId: null });
    return findCategoryTax(tx, ruleId);
  });
  if (!withdrawn) throw new Error("a rule of a category's tax was not withdrawn");
  clearCachedCategoryTaxes(db);
  return withdrawn;
}

function wrong(field: string, text: string): Refusal {
  return new Refusal(requestRefusals.invalid, { [field]: [text] });
}
