import type { Database } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { withholdingTtl } from "../withholding/rules.ts";
import { listCategoryTaxes, listWithSubcategories } from "./queries.ts";
import { goodsTaxOn, type CategoryTaxRule, type GoodsTax } from "./rules.ts";

type Cached = { readAt: number; rules: Promise<readonly CategoryTaxRule[]> };
const cached = new WeakMap<Database, Cached>();

/**
 * How goods are taxed that are ordered at `now`, by the categories of a product (its own first). Each process reads the
 * rules at most every `withholdingTtl`. Call it before a transaction and never inside, because it may wait for a
 * connection of its own.
 */
export async function readCategoryTaxes(
  db: Database,
  now: Date,
): Promise<(categoryIds: readonly string[]) => GoodsTax> {
  const rules = await readRules(db);
  const today = jakartaDay(now);
  return (categoryIds) => goodsTaxOn(rules, categoryIds, today);
}

/** The categories that have rules, with their subcategories, and how goods of each are taxed at `now`. */
export async function listTaxedCategories(db: Database, now: Date): Promise<({ slug: string } & GoodsTax)[]> {
  const rules = await readRules(db);
  if (rules.length === 0) return [];
  const named = [...new Set(rules.map(({ categoryId }) => categoryId))];
  const today = jakartaDay(now);
  return (await listWithSubcategories(db, named)).map(({ id, slug, rootId }) => ({
    slug,
    ...goodsTaxOn(rules, [id, rootId], today),
  }));
}

function readRules(db: Database): Promise<readonly CategoryTaxRule[]> {
  const known = cached.get(db);
  if (known && performance.now() - known.readAt < withholdingTtl) return known.rules;
  const rules = listCategoryTaxes(db);
  const entry = { readAt: performance.now(), rules };
  cached.set(db, entry);
  rules.catch(() => {
    if (cached.get(db) === entry) cached.delete(db);
  });
  return rules;
}

/** Makes this process read the rules again. Call it after the commit of a change. */
export function clearCachedCategoryTaxes(db: Database): void {
  cached.delete(db);
}
