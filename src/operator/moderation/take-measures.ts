/**
 * Design note. A measure changes a row of another slice (account, shop, product), the record of measures, the audit log
 * and the queue of mails: one transaction, in which each slice writes its own tables. Operator is the last slice, so it
 * calls all of them. Locks: user, then shop, then product. Pages are purged after the commit.
 */
import { answerAppeal, endMeasure, takeMeasure, type Operator } from "#accounts/measures/take-measure.ts";
import { isBlocked, lockMeasureToDecide, type MeasureRow } from "#accounts/measures/lock-measure.ts";
import type { MeasureReason } from "#accounts/measures/rules.ts";
import { closeReports } from "#catalog/reports/close-reports.ts";
import {
  moderationTags,
  restoreProduct,
  resumeProductsOf,
  suspendProductsOf,
  takeDownProduct as takeDown,
} from "#catalog/selling/moderate-products.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { resumeShop, suspendShop as suspend } from "#shops/suspend-shop.ts";
import { closeSignals } from "../signals/decide-signal.ts";
import { moderationRefusals } from "./contract.ts";
import { lockPerson } from "./queries.ts";

type Reason = { rule: MeasureReason; text: string };

/**
 * Blocks an account: its sessions end with the commit, and a correct login shows the reason and the appeal instead. Its
 * orders go on. A shop of the person is suspended for the same reason, with its withdrawals on hold; one that is
 * suspended already gets the hold. Refuses with `request.not_found`, `moderation.self`, `moderation.operator` and
 * `moderation.taken`.
 */
export async function blockPerson(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  userId: string,
  reason: Reason,
  now: Date,
): Promise<void> {
  if (userId === by.userId) throw new Refusal(moderationRefusals.self);
  const shopId = await context.db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) throw new Refusal(requestRefusals.notFound);
    if (person.type === "operator") throw new Refusal(moderationRefusals.operator);
    const target = { kind: "user", userId, shopId: null, productId: null, productStatus: null, about: "" } as const;
    if (!(await takeMeasure(tx, by, target, reason, now))) throw new Refusal(moderationRefusals.taken);
    await closeSignals(tx, userId, by, now);
    return suspendWith(tx, by, { ownerId: userId }, { ...reason, holdsPayouts: true }, now);
  });
  if (shopId) context.pages.purge(moderationTags(shopId));
}

/**
 * Suspends a shop: its products are neither found nor sold, and its running orders go on. Refuses with
 * `moderation.self`, and `moderation.taken` for a missing shop or one that is suspended already.
 */
export async function suspendShop(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  shopId: string,
  reason: Reason & { holdsPayouts: boolean },
  now: Date,
): Promise<void> {
  const done = await context.db.transaction((tx) => suspendWith(tx, by, { shopId }, reason, now));
  if (!done) throw new Refusal(moderationRefusals.taken);
  context.pages.purge(moderationTags(shopId));
}

async function suspendWith(
  tx: Tx,
  by: Operator,
  which: { shopId: string } | { ownerId: string },
  { holdsPayouts, ...reason }: Reason & { holdsPayouts: boolean },
  now: Date,
): Promise<string | undefined> {
  const shop = await suspend(tx, which, { holdsPayouts, now });
  if (!shop) return undefined;
  if (shop.ownerId === by.userId) throw new Refusal(moderationRefusals.self);
  const target = {
    kind: "shop",
    userId: shop.ownerId,
    shopId: shop.id,
    productId: null,
    productStatus: null,
    about: shop.name,
  } as const;
  if (!(await takeMeasure(tx, by, target, reason, now))) throw new Error(`shop ${shop.id} has a measure already`);
  await suspendProductsOf(tx, shop.id, now);
  await closeSignals(tx, shop.ownerId, by, now);
  await closeReports(tx, { shopId: shop.id, productId: null }, { state: "acted", answer: null, by: by.userId, now });
  return shop.id;
}

/**
 * Takes a product off sale: page, listings, search, carts and checkouts stop offering it with the commit. Refuses with
 * `moderation.self`, and `moderation.taken` for a missing, removed or taken down product.
 */
export async function takeDownProduct(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  productId: string,
  reason: Reason,
  now: Date,
): Promise<void> {
  const shopId = await context.db.transaction(async (tx) => {
    const product = await takeDown(tx, productId, by.userId, now);
    if (!product) throw new Refusal(moderationRefusals.taken);
    if (product.ownerId === by.userId) throw new Refusal(moderationRefusals.self);
    const target = {
      kind: "product",
      userId: product.ownerId,
      shopId: product.shopId,
      productId,
      productStatus: product.before,
      about: product.name,
    } as const;
    if (!(await takeMeasure(tx, by, target, reason, now)))
      throw new Error(`product ${productId} has a measure already`);
    const reported = { shopId: product.shopId, productId };
    await closeReports(tx, reported, { state: "acted", answer: null, by: by.userId, now });
    return product.shopId;
  });
  context.pages.purge(moderationTags(shopId, productId));
}

/**
 * Answers an appeal, and with `ends` ends the measure. Refuses with `request.not_found`, `moderation.no_appeal`,
 * `moderation.same_operator`, `moderation.self` and, like {@link liftMeasure}, `moderation.owner_blocked`.
 */
export async function decideAppeal(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  measureId: string,
  { ends, answer }: { ends: boolean; answer: string },
  now: Date,
): Promise<void> {
  const measure = await context.db.transaction(async (tx) => {
    const found = await lockMeasureToDecide(tx, measureId);
    if (found.userId === by.userId) throw new Refusal(moderationRefusals.self);
    if (found.appealedAt === null || found.decidedAt !== null || found.endedAt !== null)
      throw new Refusal(moderationRefusals.noAppeal);
    if (found.takenBy === by.userId) throw new Refusal(moderationRefusals.sameOperator);
    await answerAppeal(tx, by, found, { answer, ends }, now);
    if (ends) await undo(tx, by, found, null, now);
    return found;
  });
  if (ends) purge(context, measure);
}

/**
 * Ends a measure. Refuses with `request.not_found`, `moderation.self`, `moderation.ended`, and
 * `moderation.owner_blocked` for the suspension of a shop while its owner is blocked.
 */
export async function liftMeasure(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  measureId: string,
  reason: string,
  now: Date,
): Promise<void> {
  const measure = await context.db.transaction(async (tx) => {
    const found = await lockMeasureToDecide(tx, measureId);
    if (found.userId === by.userId) throw new Refusal(moderationRefusals.self);
    await undo(tx, by, found, reason, now);
    return found;
  });
  purge(context, measure);
}

/** Ends a measure and gives back what it took. A block's shop stays suspended until that measure is ended too. */
async function undo(tx: Tx, by: Operator, measure: MeasureRow, reason: string | null, now: Date): Promise<void> {
  if (!(await endMeasure(tx, by, measure, reason, now))) throw new Refusal(moderationRefusals.ended);
  const { kind, userId, shopId, productId, productStatus } = measure;
  if (kind === "shop" && shopId) {
    // A block at the same moment waits for this row, and then suspends the shop again.
    await lockPerson(tx, userId);
    if (await isBlocked(tx, userId)) throw new Refusal(moderationRefusals.ownerBlocked);
    await resumeShop(tx, shopId, now);
    await resumeProductsOf(tx, shopId, now);
  }
  if (kind === "product" && shopId && productId && productStatus)
    await restoreProduct(tx, { productId, shopId, status: productStatus }, now);
}

function purge({ pages }: Pick<Context, "pages">, { shopId, productId }: MeasureRow): void {
  if (shopId) pages.purge(moderationTags(shopId, productId ?? undefined));
}
