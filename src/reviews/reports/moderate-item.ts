/**
 * Design note. A hidden review leaves the ratings of its product and shop in the transaction that hides it, and a
 * restored one comes back as what it would be now: a line that was refunded meanwhile leaves it uncounted. The author
 * may object once, and then another operator decides. Locks: order → review → product → shop.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { AuditAction } from "#audit-log/rules.ts";
import { addRating } from "#catalog/product/add-rating.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { Tx } from "#lib/database.ts";
import { span } from "#lib/time.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { NotificationUserType } from "#notifications/rules.ts";
import { productTag } from "../contract.ts";
import { isReviewVoided } from "../queries.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { ratingOf, type ReviewState } from "../rules.ts";
import { reportRefusals } from "./contract.ts";
import { closeReports, decideHiding, insertHiding, lockItem, setHidden, type LockedItem } from "./queries.ts";
import { moderationTemplates } from "./notification-texts.ts";
import { mayModerate, objection, type ReportedKind } from "./rules.ts";

type Item = { kind: ReportedKind; itemId: string };
type Moderator = { userId: string; type: string; operatorRole: string | null };
type Reach = Pick<Context, "db" | "pages">;

const kindNames: Record<ReportedKind, string> = { review: "Ulasan", question: "Pertanyaan", answer: "Jawaban" };

/**
 * Hides an item, closes its reports and tells its author the reason. Refuses with `reports.not_moderator`,
 * `reports.conflict_of_interest` for its author and its product's seller, `reports.not_possible` when it is hidden or
 * taken back, and `request.not_found`.
 */
export async function hideItem(
  context: Reach,
  item: Item,
  { by, reason }: { by: Moderator; reason: string },
  now: Date,
): Promise<void> {
  await moderate(context, item, { by, action: "reviews.item_hidden", reason }, async (tx, locked) => {
    if (locked.state === "hidden" || locked.state === "removed") throw new Refusal(reportRefusals.notPossible);
    await setHidden(tx, { ...item, state: "hidden", reason, now });
    await insertHiding(tx, { ...item, authorId: locked.author_id, userId: by.userId, reason, now });
    await moveRating(tx, item.kind, locked, "hidden");
    await closeReports(tx, { ...item, state: "hidden", userId: by.userId, now });
    const values = { ...namesOf(item, locked), alasan: reason, keberatan: span(objection.duration) };
    await notifyAuthor(tx, locked, requireNotification(moderationTemplates.hidden, sideOf(locked), values), now);
  });
}

/**
 * Shows a hidden item again and tells its author. Refuses as {@link hideItem} does, and with `reports.same_operator`
 * the operator who hid it, when the author objected.
 */
export async function restoreItem(context: Reach, item: Item, by: Moderator, now: Date): Promise<void> {
  await moderate(context, item, { by, action: "reviews.item_restored" }, async (tx, locked) => {
    const hiding = hidingInForce(locked);
    if (hiding.state === "objected") assertOther(hiding, by);
    const state = item.kind === "review" && (await isReviewVoided(tx, item.itemId)) ? "refunded" : "shown";
    await setHidden(tx, { ...item, state, reason: null, now });
    await decideHiding(tx, hiding.id, { state: "restored", decision: null, userId: by.userId, now });
    await moveRating(tx, item.kind, locked, state);
    const values = namesOf(item, locked);
    await notifyAuthor(tx, locked, requireNotification(moderationTemplates.restored, sideOf(locked), values), now);
  });
}

/**
 * Leaves an item hidden although its author objects, and tells the author why. Refuses as {@link restoreItem} does, and
 * with `reports.not_possible` when the author does not object.
 */
export async function upholdHiding(
  context: Reach,
  item: Item,
  { by, reason }: { by: Moderator; reason: string },
  now: Date,
): Promise<void> {
  await moderate(context, item, { by, action: "reviews.hiding_upheld", reason }, async (tx, locked) => {
    const hiding = hidingInForce(locked);
    if (hiding.state !== "objected") throw new Refusal(reportRefusals.notPossible);
    assertOther(hiding, by);
    await decideHiding(tx, hiding.id, { state: "upheld", decision: reason, userId: by.userId, now });
    const values = { ...namesOf(item, locked), alasan: reason };
    await notifyAuthor(tx, locked, requireNotification(moderationTemplates.upheld, sideOf(locked), values), now);
  });
}

/** Closes the reports of an item that stays. Refuses as {@link hideItem} does, and without an open report. */
export async function dismissReports(context: Reach, item: Item, by: Moderator, now: Date): Promise<void> {
  await moderate(context, item, { by, action: "reviews.reports_dismissed" }, async (tx) => {
    if ((await closeReports(tx, { ...item, state: "dismissed", userId: by.userId, now })) === 0)
      throw new Refusal(reportRefusals.notPossible);
  });
}

function hidingInForce({ state, hiding }: LockedItem): NonNullable<LockedItem["hiding"]> {
  if (state !== "hidden" || !hiding) throw new Refusal(reportRefusals.notPossible);
  return hiding;
}

function assertOther(hiding: { hidden_by: string | null }, by: Moderator): void {
  if (hiding.hidden_by === by.userId) throw new Refusal(reportRefusals.sameOperator);
}

async function moderate(
  context: Reach,
  item: Item,
  { by, action, reason }: { by: Moderator; action: AuditAction; reason?: string },
  change: (tx: Tx, locked: LockedItem) => Promise<void>,
): Promise<void> {
  if (!mayModerate(by.operatorRole)) throw new Refusal(reportRefusals.notModerator);
  const { product_id: productId, shop_id: shopId } = await context.db.transaction(async (tx) => {
    const locked = await lockItem(tx, item);
    if (!locked) throw new Refusal(requestRefusals.notFound);
    if (locked.author_id === by.userId || locked.seller_id === by.userId)
      throw new Refusal(reportRefusals.conflictOfInterest);
    await change(tx, locked);
    appendAuditEntry(tx, { actor: by, action, subject: { kind: item.kind, id: item.itemId }, reason });
    return locked;
  });
  context.pages.purge(
    item.kind === "review"
      ? [productTag(productId), `shop:${shopId}`, "catalog", "reviews"]
      : [productTag(productId), "questions"],
  );
}

async function moveRating(tx: Tx, kind: ReportedKind, item: LockedItem, state: ReviewState): Promise<void> {
  if (kind !== "review" || item.rating === null) return;
  const was = ratingOf({ state: item.state, rating: item.rating });
  const is = ratingOf({ state, rating: item.rating });
  await addRating(
    tx,
    { productId: item.product_id, shopId: item.shop_id },
    { sum: is.sum - was.sum, count: is.count - was.count },
  );
}

function namesOf({ kind }: Item, { product_name: barang }: LockedItem) {
  return { tulisan: kindNames[kind], barang };
}

/** The author's side of the sale: a seller answers questions about their own products. */
function sideOf({ author_id, seller_id }: LockedItem): NotificationUserType {
  return author_id === seller_id ? "seller" : "buyer";
}

async function notifyAuthor(tx: Tx, item: LockedItem, { title, text }: SentTexts, now: Date): Promise<void> {
  await notify(tx, {
    userId: item.author_id,
    type: "user",
    userType: sideOf(item),
    opens: reviewHrefs.reports(),
    title,
    description: text,
    dedupeKey: `moderated:${item.id}:${now.getTime()}`,
    now,
  });
}
