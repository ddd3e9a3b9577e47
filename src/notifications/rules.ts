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
