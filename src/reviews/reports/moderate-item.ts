/**
 * Design note. A hidden review leaves the ratings of its product and shop in the transaction that hides it, and a
 * restored one comes back as what it would be now: a line that was refunded meanwhile leaves it uncounted. The author
 * may object once, and then another operator decides. The pictures of a hidden review have no public address, and
 * operators can hide them alone: the stars still count then. Locks: order → review → product → shop.
 */
import { appendAuditEntry, type AuditEntry } from "#audit-log/append-entry.ts";
import type { AuditAction } from "#audit-log/rules.ts";
import { addRating } from "#catalog/product/add-rating.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { Tx } from "#lib/database.ts";
import { span } from "#lib/time.ts";
import { clearHiddenPictures, hidePictures, showPictures } from "#media/hide-pictures.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { NotificationUserType } from "#notifications/rules.ts";
import { productTag } from "../contract.ts";
import { deleteVersions, isReviewVoided } from "../queries.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { ratingOf, type ReviewState } from "../rules.ts";
import { reportRefusals } from "./contract.ts";
import {
  closeReports,
  decideHiding,
  findReviewPictures,
  insertHiding,
  lockItem,
  setHidden,
  type LockedItem,
} from "./queries.ts";
import { moderationTemplates } from "./notification-texts.ts";
import { mayModerate, objection, type HiddenKind, type ReportedKind } from "./rules.ts";

type Item = { kind: HiddenKind; itemId: string };
type Moderator = { userId: string; type: string; operatorRole: string | null };
type Reach = Pick<Context, "db" | "pages">;

const kindNames: Record<HiddenKind, string> = {
  review: "Ulasan",
  reply: "Balasan",
  question: "Pertanyaan",
  answer: "Jawaban",
  pictures: "Foto ulasan",
};

/**
 * Hides an item, closes its reports and tells its author the reason. Refuses with `reports.not_moderator`,
 * `reports.conflict_of_interest` for its author, its product's seller and the writer of the review that a reply
 * answers, `reports.not_possible` when it is hidden or taken back, and `request.not_found`.
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
    await setPictures(tx, item, now);
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
    await setPictures(tx, item, now);
    if (item.kind === "review") await deleteVersions(tx, [item.itemId]);
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
    if (item.kind === "review") await deleteVersions(tx, [item.itemId]);
    const values = { ...namesOf(item, locked), alasan: reason };
    await notifyAuthor(tx, locked, requireNotification(moderationTemplates.upheld, sideOf(locked), values), now);
  });
}

/** Closes the reports of an item that stays. Refuses as {@link hideItem} does, and without an open report. */
export async function dismissReports(
  context: Reach,
  item: { kind: ReportedKind; itemId: string },
  by: Moderator,
  now: Date,
): Promise<void> {
  await moderate(context, item, { by, action: "reviews.reports_dismissed" }, async (tx) => {
    if ((await closeReports(tx, { ...item, state: "dismissed", userId: by.userId, now })) === 0)
      throw new Refusal(reportRefusals.notPossible);
    if (item.kind === "review") await deleteVersions(tx, [item.itemId]);
  });
}

/** Hides the pictures of a review from their public addresses, or shows them, as the review is now. */
async function setPictures(tx: Tx, { kind, itemId }: Item, now: Date): Promise<void> {
  if (kind !== "review" && kind !== "pictures") return;
  const { ids, hidden } = await findReviewPictures(tx, itemId);
  if (hidden) await hidePictures(tx, ids, now);
  else await showPictures(tx, ids);
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
    if ([locked.author_id, locked.seller_id, locked.reviewer_id].includes(by.userId))
      throw new Refusal(reportRefusals.conflictOfInterest);
    await change(tx, locked);
    appendAuditEntry(tx, { actor: by, action, ...auditSubjectOf(item), reason });
    return locked;
  });
  clearHiddenPictures(context.db);
  const isOfReview = item.kind === "review" || item.kind === "reply" || item.kind === "pictures";
  context.pages.purge(
    isOfReview ? [productTag(productId), `shop:${shopId}`, "catalog", "reviews"] : [productTag(productId), "questions"],
  );
}

/** A reply and pictures are parts of their review. */
function auditSubjectOf({ kind, itemId }: Item): Pick<AuditEntry, "subject" | "after"> {
  return kind === "reply" || kind === "pictures"
    ? { subject: { kind: "review", id: itemId }, after: { part: kindNames[kind] } }
    : { subject: { kind, id: itemId } };
}

async function moveRating(tx: Tx, kind: HiddenKind, item: LockedItem, state: ReviewState): Promise<void> {
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
    dedupeKey: `moderated:${title}:${item.id}:${now.getTime()}`,
    now,
  });
}
