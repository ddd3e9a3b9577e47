import { hrefs } from "#hrefs.ts";

/** What a notification is about (specification §3). */
export const notificationTypes = ["order", "user", "complaint"] as const;
/** On which side of a sale the person stands (specification §3). */
export const notificationUserTypes = ["buyer", "seller"] as const;
export const notificationStatuses = ["unread", "read"] as const;
export type NotificationType = (typeof notificationTypes)[number];
export type NotificationUserType = (typeof notificationUserTypes)[number];
export type NotificationStatus = (typeof notificationStatuses)[number];

/** @rule The text of a notification is shown up to 80 characters (specification §9). */
export const notificationTextLength = 80;

/** How many notifications one answer holds. */
export const notificationsPerPage = 20;

/** How often an open event stream says that it lives, in milliseconds: proxies cut what is silent for a minute. */
export const heartbeatEvery = 20_000;

/** How often open event streams look whether their sessions still hold, in milliseconds. */
export const sessionsCheckedEvery = 1_000;

/** How often news are looked for that no message told of, in milliseconds. */
export const newsSweptEvery = 2_000;

/** @rule A person keeps at most 12 event streams open in one process; tabs of one browser share one. */
export const streamsPerPerson = 12;

/** The private channel of a person's news in Pusher Channels. */
export const newsChannel = (userId: string) => `private-user-${userId}`;
/** The event of one notification there, with what stands in the list. */
export const newsEvent = "notification";

/** After so many missed news a stream says only how many are unread: the page asks for the list anyway. */
export const replayLimit = 500;

/** What the page says when a notification could not be marked as read (specification §8). */
export const notificationFailed = "Terjadi kesalahan";

/**
 * @rule Notifications of orders and complaints open the buyer's transaction in /profile and the seller's in
 * /manageMerchant; others open that page itself (specification §6).
 */
export function notificationHref(notification: {
  type: string;
  user_type: string;
  transaction_id: string | null;
}): string {
  const { type, user_type, transaction_id } = notification;
  const aboutTransaction = transaction_id !== null && (type === "order" || type === "complaint");
  if (user_type === "seller")
    return aboutTransaction ? hrefs.sellerTransaction(transaction_id) : hrefs.manageMerchant();
  return aboutTransaction ? hrefs.buyerTransaction(transaction_id) : hrefs.profile();
}
