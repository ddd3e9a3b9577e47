import { rolesWith } from "#accounts/operators/rules.ts";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import type { Tx } from "#lib/database.ts";
import { formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { addressTemplate, callTemplates, messageTemplate, stateTemplates } from "./notification-texts.ts";
import { listOperators, silenceFacts, type Case } from "./queries.ts";
import { ifNobody, isAddressAwaited, type MessageAuthor, type OpenState, type SilenceFacts } from "./rules.ts";

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
  const template = isAddressAwaited(state, facts) ? addressTemplate : stateTemplates[state];
  const image = one.picture_key ? hrefs.picture(one.picture_key, 200, "webp") : null;
  for (const side of ["buyer", "seller"] as const) {
    if (side === by) continue;
    const zone = zoneOfProvince(side === "buyer" ? one.buyer_province : one.shop_province);
    const { title, text: description } = requireNotification(template, side, {
      nomor: one.number,
      kabar: text,
      batas: formatDateTime(dueAt, zone),
      akibat: ifNobody(state, side, facts),
    });
    await notify(tx, {
      userId: side === "buyer" ? one.buyer_id : one.seller_id,
      type: "complaint",
      userType: side,
      transactionId: one.order_id,
      opens: side === "buyer" ? complaintHrefs.buyerComplaint(one.id) : complaintHrefs.sellerComplaint(one.id),
      title,
      description,
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
    const values = { nomor: one.number, pengirim: names[author] };
    const { title, text } = requireNotification(messageTemplate, side, values);
    await notify(tx, {
      userId: side === "buyer" ? one.buyer_id : one.seller_id,
      type: "complaint",
      userType: side,
      transactionId: one.order_id,
      opens: side === "buyer" ? complaintHrefs.buyerComplaint(one.id) : complaintHrefs.sellerComplaint(one.id),
      title,
      description: text,
      dedupeKey: `complaint:${one.id}:${messageId}:${side}`,
      now,
    });
  }
}

/** Calls the operators who may decide, except those who are a side of the case. Once for each deadline and text. */
export async function callMediators(
  tx: Tx,
  one: Case,
  { dueAt, call, now }: { dueAt: Date; call: keyof typeof callTemplates; now: Date },
): Promise<void> {
  const values = { nomor: one.number, batas: formatDateTime(dueAt) };
  const { title, text } = requireNotification(callTemplates[call], "buyer", values);
  for (const userId of await listOperators(tx, rolesWith("complaints.decide"))) {
    if (userId === one.buyer_id || userId === one.seller_id) continue;
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: text,
      dedupeKey: `complaint-mediator:${one.id}:${dueAt.getTime()}:${call}:${userId}`,
      now,
    });
  }
}
