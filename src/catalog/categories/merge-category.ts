import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { keepsCommission, lockKeptCommission } from "#payments/fees/keep-commission.ts";
import { keepsTaxes, lockKeptTaxes } from "#payments/tax/categories/keep-taxes.ts";
import { categoryRefusals, type MergePreview } from "./contract.ts";
import { categoryOf, keepChangedMindDays, queueRefile, treeTags } from "./edit-category.ts";
import { countMerged, listTree, lockBranch, lockTree, updateMerged, type TreeRow } from "./queries.ts";
import { changedMindDaysOf, mergeProblem, movesOf } from "./rules.ts";

const refusalOf = {
  missing: requestRefusals.notFound,
  itself: categoryRefusals.nested,
  link: categoryRefusals.link,
  deep: categoryRefusals.deep,
  shelf: categoryRefusals.shelf,
} as const;

function assertMerge(tree: readonly TreeRow[], from: TreeRow, into: string): void {
  const problem = mergeProblem(tree, from, into);
  if (problem) throw new Refusal(refusalOf[problem], { into: [refusalOf[problem].message] });
}

function assertKept(isKept: boolean): void {
  if (!isKept)
    throw new Refusal(categoryRefusals.feeDiffers, {
      into: [
        "Komisi kategori tujuan berbeda. Umumkan dulu komisi tersendiri untuk kategori ini, sama dengan komisi kategori tujuan.",
      ],
    });
}

function assertSameTaxes(isKept: boolean): void {
  if (!isKept) throw new Refusal(categoryRefusals.taxDiffers, { into: ["Produk kategori tujuan dikenai pajak lain."] });
}

/** What a merge would move. Refuses like {@link mergeCategory}, except for what is in use. */
export async function previewMerge(
  db: Queryable,
  { categoryId, into }: { categoryId: string; into: string },
  now: Date,
): Promise<MergePreview> {
  const tree = await listTree(db, 0);
  const from = categoryOf(tree, categoryId);
  assertMerge(tree, from, into);
  assertKept(await keepsCommission(db, movesOf(tree, from, { into }), now));
  assertSameTaxes(await keepsTaxes(db, movesOf(tree, from, { into }), now));
  const subCategories = tree.filter(({ parent_id: parent }) => parent === categoryId).map(({ name }) => name);
  const target = tree.find(({ id }) => id === into);
  return {
    ...(await countMerged(db, categoryId, into, now)),
    sub_categories: subCategories,
    changed_mind: {
      before: changedMindDaysOf(tree, from),
      after: target ? changedMindDaysOf(tree, target) : changedMindDaysOf(tree, from),
    },
  };
}

/**
 * Merges a category that has this version into another one: its address leads there for good, sub-categories move at
 * once with their days for a change of mind, and products within seconds. Products get the days of their new category;
 * orders keep the days that they were placed with. Refuses with `categories.changed`, `categories.in_use` while a
 * running voucher or a rule of forbidden goods names it, `categories.fee_differs` where its products would pay another
 * commission, `categories.tax_differs` where they would be taxed in another way, `request.not_found`, and what
 * {@link mergeProblem} says.
 */
export async function mergeCategory(
  { db, pages }: Pick<Context, "db" | "pages">,
  actor: NonNullable<AuditActor>,
  categoryId: string,
  { version, into }: { version: number; into: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const tree = await lockTree(tx);
    const from = categoryOf(tree, categoryId, version);
    assertMerge(tree, from, into);
    assertKept(await lockKeptCommission(tx, movesOf(tree, from, { into }), now));
    assertSameTaxes(await lockKeptTaxes(tx, movesOf(tree, from, { into }), now));
    await lockBranch(tx, categoryId);
    const { products, vouchers, rules } = await countMerged(tx, categoryId, into, now);
    if (vouchers + rules > 0) throw new Refusal(categoryRefusals.inUse);
    for (const child of tree.filter(({ parent_id: parent }) => parent === categoryId))
      await keepChangedMindDays(tx, tree, child, into);
    await updateMerged(tx, categoryId, into);
    await queueRefile(tx, tree, categoryId);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_merged",
      subject: { kind: "category", id: categoryId },
      before: { label: from.name, slug: from.slug },
      after: { into, products },
    });
  });
  pages.purge(treeTags);
}
