import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { noteNothingChanged } from "#lib/http/audited-call.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { lockKeptCommission } from "#payments/fees/keep-commission.ts";
import { lockKeptTaxes } from "#payments/tax/categories/keep-taxes.ts";
import { slugFrom } from "#shops/rules.ts";
import { findDeadLinks } from "#settings/dead-links.ts";
import { categoryRefusals, type CategoryBody, type NewCategoryBody } from "./contract.ts";
import {
  deleteLink,
  insertCategory,
  lockBranch,
  lockTree,
  updateCategory,
  updateChangedMindDays,
  updateOrder,
  updatePlace,
  type TreeRow,
} from "./queries.ts";
import {
  categoryLimits,
  changedMindDaysOf,
  isNameTaken,
  maxCategories,
  movesOf,
  orderAfterStep,
  placeProblem,
  type PlaceProblem,
} from "./rules.ts";

type Editing = Pick<Context, "db" | "pages">;
type Operator = NonNullable<AuditActor>;

/** Every page has the menu of categories, and listings name them. */
export const treeTags: readonly string[] = ["all", "categories", "catalog"];

/**
 * Adds a category or a link at the end of its level and returns its id. Refuses with `categories.full`,
 * `categories.nested`, `categories.deep`, `categories.name_taken`, and `categories.dead_link` for a page of this site
 * that does not exist.
 */
export async function addCategory(
  { db, pages }: Editing,
  actor: Operator,
  body: NewCategoryBody,
  now: Date,
): Promise<string> {
  const id = await db.transaction(async (tx) => {
    const tree = await lockTree(tx);
    if (tree.filter((one) => one.merged_into === null).length >= maxCategories)
      throw new Refusal(categoryRefusals.full);
    const isCustom = body.url !== undefined;
    assertPlace(placeProblem(tree, { id: "", is_custom: isCustom }, body.parent_id));
    assertFreeName(tree, { id: null, name: body.name, parentId: body.parent_id });
    await assertLiveLink(tx, body.url, now);
    const above = tree.find(({ id: one }) => one === body.parent_id);
    const added = await insertUnderFreeSlug(tx, tree, {
      name: body.name,
      icon: body.icon ?? above?.icon ?? "leaf",
      parentId: body.parent_id,
      url: body.url ?? null,
    });
    const after = { label: body.name, parent_id: body.parent_id, url: body.url ?? null };
    appendAuditEntry(tx, { actor, action: "catalog.category_added", subject: { kind: "category", id: added }, after });
    return added;
  });
  pages.purge(treeTags);
  return id;
}

async function insertUnderFreeSlug(
  tx: Tx,
  tree: readonly TreeRow[],
  category: { name: string; icon: string; parentId: string | null; url: string | null },
): Promise<string> {
  const base = slugFrom(category.name, categoryLimits.slug - 5) || "kategori";
  const taken = new Set(tree.map(({ slug }) => slug));
  const numbered = Array.from({ length: maxCategories + 1 }, (_, at) => `${base}-${at + 2}`);
  const slug = [base, ...numbered].find((one) => !taken.has(one));
  const id = slug === undefined ? undefined : await insertCategory(tx, { ...category, slug });
  if (id === undefined) throw new Refusal(categoryRefusals.nameTaken);
  return id;
}

/**
 * Renames, hides or shows a category that has this version. Its address stays, because links, searches and rules know
 * it. A link may stay where it leads, also when that page has gone. Refuses with `categories.changed`,
 * `categories.name_taken`, `categories.dead_link` and `request.not_found`.
 */
export async function changeCategory(
  { db, pages }: Editing,
  actor: Operator,
  categoryId: string,
  { version, ...body }: CategoryBody,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const tree = await lockTree(tx);
    const before = categoryOf(tree, categoryId, version);
    assertFreeName(tree, { id: categoryId, name: body.name, parentId: before.parent_id });
    if (before.is_custom && body.url === undefined)
      throw new Refusal(requestRefusals.invalid, { url: ["Tulis alamat tautannya."] });
    // A dead link can still be renamed or hidden.
    if (before.is_custom && body.url !== before.url) await assertLiveLink(tx, body.url, now);
    const after = {
      name: body.name,
      icon: body.icon ?? before.icon,
      url: before.is_custom ? (body.url ?? null) : null,
      isHidden: body.is_hidden,
    };
    await lockBranch(tx, categoryId);
    await updateCategory(tx, categoryId, after);
    if (after.name !== before.name && !before.is_custom) await queueRefile(tx, tree, categoryId);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_changed",
      subject: { kind: "category", id: categoryId },
      before: { label: before.name, icon: before.icon, url: before.url, is_hidden: before.is_hidden },
      after: { label: after.name, icon: after.icon, url: after.url, is_hidden: after.isHidden },
    });
  });
  pages.purge(treeTags);
}

/** Moves a category before or after its neighbour. Refuses with `categories.changed` and `request.not_found`. */
export async function stepCategory(
  { db, pages }: Editing,
  actor: Operator,
  categoryId: string,
  { version, step }: { version: number; step: "up" | "down" },
): Promise<void> {
  await db.transaction(async (tx) => {
    const tree = await lockTree(tx);
    const moved = categoryOf(tree, categoryId, version);
    const neighbours = tree.filter((one) => one.merged_into === null && one.parent_id === moved.parent_id);
    const order = orderAfterStep(
      neighbours.map(({ id }) => id),
      categoryId,
      step,
    );
    if (order === null) {
      noteNothingChanged();
      return;
    }
    await updateOrder(tx, order, categoryId);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_moved",
      subject: { kind: "category", id: categoryId },
      before: { position: neighbours.indexOf(moved) + 1 },
      after: { position: order.indexOf(categoryId) + 1 },
    });
  });
  pages.purge(treeTags);
}

/**
 * Moves a category below a main category, or with null to the top level, and files its products there. Its days for a
 * change of mind stay what they are. Refuses with `categories.changed`, `categories.nested`, `categories.deep`,
 * `categories.name_taken`, `categories.fee_differs` where its products would pay another commission,
 * `categories.tax_differs` where they would be taxed in another way, and `request.not_found`.
 */
export async function placeCategory(
  { db, pages }: Editing,
  actor: Operator,
  categoryId: string,
  { version, parent_id: parentId }: { version: number; parent_id: string | null },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const tree = await lockTree(tx);
    const before = categoryOf(tree, categoryId, version);
    if (before.parent_id === parentId) {
      noteNothingChanged();
      return;
    }
    assertPlace(placeProblem(tree, before, parentId));
    assertFreeName(tree, { id: categoryId, name: before.name, parentId });
    if (!before.is_custom && !(await lockKeptCommission(tx, movesOf(tree, before, { parentId }), now)))
      throw new Refusal(categoryRefusals.feeDiffers, {
        parent_id: [
          "Komisinya berbeda di sana. Umumkan dulu komisi tersendiri untuk kategori ini, sama dengan komisinya sekarang.",
        ],
      });
    if (!before.is_custom && !(await lockKeptTaxes(tx, movesOf(tree, before, { parentId }), now)))
      throw new Refusal(categoryRefusals.taxDiffers, { parent_id: ["Produknya dikenai pajak lain di sana."] });
    await lockBranch(tx, categoryId);
    await keepChangedMindDays(tx, tree, before, parentId);
    await updatePlace(tx, categoryId, parentId);
    await queueRefile(tx, tree, categoryId);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_moved",
      subject: { kind: "category", id: categoryId },
      before: { parent_id: before.parent_id },
      after: { parent_id: parentId },
    });
  });
  pages.purge(treeTags);
}

/**
 * The days for a change of mind follow a category that moves: where those of its new place differ, it gets its own.
 * Must be called before the move, with the tree locked.
 */
export async function keepChangedMindDays(
  tx: Tx,
  tree: readonly TreeRow[],
  moved: TreeRow,
  parentId: string | null,
): Promise<void> {
  const days = changedMindDaysOf(tree, moved);
  if (changedMindDaysOf(tree, { ...moved, parent_id: parentId }) !== days)
    await updateChangedMindDays(tx, moved.id, days);
}

/** Removes a link from the menu. Refuses with `categories.changed`, and `request.not_found` for a category. */
export async function removeLink(
  { db, pages }: Editing,
  actor: Operator,
  categoryId: string,
  version: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = categoryOf(await lockTree(tx), categoryId, version);
    if (!link.is_custom) throw new Refusal(requestRefusals.notFound);
    await deleteLink(tx, categoryId);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_removed",
      subject: { kind: "category", id: categoryId },
      before: { label: link.name, url: link.url },
    });
  });
  pages.purge(treeTags);
}

/** The category in the locked tree. Refuses with `request.not_found`, and `categories.changed` for another version. */
export function categoryOf(tree: readonly TreeRow[], categoryId: string, version?: number): TreeRow {
  const found = tree.find(({ id, merged_into: merged }) => id === categoryId && merged === null);
  if (!found) throw new Refusal(requestRefusals.notFound);
  if (version !== undefined && found.version !== version) throw new Refusal(categoryRefusals.changed);
  return found;
}

/** Queues the job that files the products of this category, and of those below it, where they belong. */
export async function queueRefile(tx: Tx, tree: readonly TreeRow[], categoryId: string): Promise<void> {
  const categoryIds = tree.filter((one) => one.id === categoryId || one.parent_id === categoryId).map(({ id }) => id);
  await queueJob(tx, "catalog.refile_products", { categoryIds }, { queue: "catalog.refile_products" });
}

async function assertLiveLink(tx: Tx, url: string | undefined, now: Date): Promise<void> {
  if (url !== undefined && (await findDeadLinks(tx, [url], now)).has(url))
    throw new Refusal(categoryRefusals.deadLink, { url: [categoryRefusals.deadLink.message] });
}

function assertPlace(problem: PlaceProblem | null): void {
  if (problem === null) return;
  const refusal = problem === "itself" ? categoryRefusals.nested : categoryRefusals.deep;
  throw new Refusal(refusal, { parent_id: [refusal.message] });
}

function assertFreeName(tree: readonly TreeRow[], wanted: Parameters<typeof isNameTaken>[1]): void {
  if (isNameTaken(tree, wanted))
    throw new Refusal(categoryRefusals.nameTaken, { name: [categoryRefusals.nameTaken.message] });
}
