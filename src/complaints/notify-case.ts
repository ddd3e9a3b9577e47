import { rolesWith } from "#accounts/operators/rules.ts";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import type { Tx } from "#lib/database.ts";
import { formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { notify } from "#notifications/notify.ts";
import { listOperators, silenceFacts, type Case } from "./queries.ts";
import { complaintStates, ifNobody, type MessageAuthor, type OpenState, type SilenceFacts } from "./rules.ts";

/**
 * Notifies the sides of what happened and whose turn it is, once for each message; not the side `by` that did it. The
 * notification opens the case.
 */
export async function notifyParties(
  tx: Tx,
  one: Case,
  {
    state,
    dueAt,
    text,
    messageId,
    by,
    facts = silenceFacts(one),
    now,
  }: {
    state: OpenState;
    dueAt: Date;
    text: string;
    messageId: string;
    by: MessageAuthor;
    facts?: SilenceFacts;
    now: Date;
  },
): Promise<void> {
  const { label, turn, task } = complaintStates[state];
  const image = one.picture_key ? hrefs.picture(one.picture_key, 200, "webp") : null;
  for (const side of ["buyer", "seller"] as const) {
    if (side === by) continue;
    const zone = zoneOfProvince(side === "buyer" ? one.buyer_province : one.shop_province);
    await notify(tx, {
      userId: side === "buyer" ? one.buyer_id : one.seller_id,
      type: "complaint",
      userType: side,
      transactionId: one.order_id,
      opens: side === "buyer" ? complaintHrefs.buyerComplaint(one.id) : complaintHrefs.sellerComplaint(one.id),
      title: turn === side ? `${task}: ${one.number}` : `${label}: ${one.number}`,
      description: `${text} Batas waktu ${formatDateTime(dueAt, zone)}. ${ifNobody(state, side, facts)}`,
      image,
      dedupeKey: `complaint:${one.id}:${messageId}:${side}`,
      now,
    });
  }
}

/** Notifies both sides of a message, without a change of turn. The author is not notified. */
export async function notifyOfMessage(
  tx: Tx,
  one: Case,
  { author, messageId, now }: { author: "buyer" | "seller" | "mediator"; messageId: string; now: Date },
): Promise<void> {
  const names = { buyer: "pembeli", seller: one.shop_name, mediator: "mediator" };
  for (const side of ["buyer", "seller"] as const) {
    if (side === author) continue;
    await notify(tx, {
      userId: side === "buyer" ? one.buyer_id : one.seller_id,
      type: "complaint",
      userType: side,
      transactionId: one.order_id,
      opens: side === "buyer" ? complaintHrefs.buyerComplaint(one.id) : complaintHrefs.sellerComplaint(one.id),
      title: `Pesan baru dalam komplain ${one.number}`,
      description: `Dari ${names[author]}. Buka komplainnya untuk membaca dan membalas.`,
      dedupeKey: `complaint:${one.id}:${messageId}:${side}`,
      now,
    });
  }
}

/** Calls the operators who may decide, except those who are a side of the case. Once for each deadline and text. */
export async function callMediators(
  tx: Tx,
  one: Case,
  { dueAt, title, now }: { dueAt: Date; title: string; now: Date },
): Promise<void> {
  for (const userId of await listOperators(tx, rolesWith("complaints.decide"))) {
    if (userId === one.buyer_id || userId === one.seller_id) continue;
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: `Komplain ${one.number}: putuskan sampai ${formatDateTime(dueAt)}. Buka Komplain di konsol operator.`,
      dedupeKey: `complaint-mediator:${one.id}:${dueAt.getTime()}:${title}:${userId}`,
      now,
    });
  }
}
