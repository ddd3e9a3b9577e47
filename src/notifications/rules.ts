import { hrefs } from "#hrefs.ts";
import { hour } from "#lib/time.ts";

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

/** What a person may choose channels for: the types of notifications, and offers. */
export const preferenceKinds = [...notificationTypes, "marketing"] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];
/** @rule No channel is offered for complaints while none can be opened; a choice that was made stays. */
export const offeredKinds: readonly PreferenceKind[] = preferenceKinds.filter((kind) => kind !== "complaint");
export type Channels = { email: boolean; push: boolean };

/**
 * @rule Orders, account and complaints are told by e-mail and push unless the person says no; offers only if the person says
 * yes. In the application everything is told, and mails about security are always sent.
 */
export const defaultChannels: Record<PreferenceKind, Channels> = {
  order: { email: true, push: true },
  user: { email: true, push: true },
  complaint: { email: true, push: true },
  marketing: { email: false, push: false },
};

/**
 * @rule Offers come only with a consent on record (UU 27/2022, Pasal 20 and 24): by the channels the person chose, by both
 * when they consented without choosing. `consented` counts for offers alone.
 */
export function channelsOf(kind: PreferenceKind, chosen: Channels | undefined, consented: boolean): Channels {
  if (kind !== "marketing") return chosen ?? defaultChannels[kind];
  if (!consented) return defaultChannels.marketing;
  // Choosing none withdraws the consent, so a consent beside it is younger.
  return chosen && (chosen.email || chosen.push) ? chosen : { email: true, push: true };
}

/** What the kinds are called, and what they are about. */
export const kindWords: Record<PreferenceKind, { name: string; about: string }> = {
  order: { name: "Pesanan", about: "Pembayaran, pengiriman, pesanan baru, dan batas waktunya" },
  user: { name: "Akun", about: "Perubahan pada akun dan toko Anda" },
  complaint: { name: "Komplain", about: "Komplain dibuka, dijawab, dan diputuskan" },
  marketing: { name: "Promosi", about: "Penawaran dan ide belanja, hanya dengan persetujuan Anda" },
};

/** @rule News that are older than 6 hours are not sent by e-mail or push any more. */
export const sentElsewhereFor = 6 * hour;

/** @rule At most 10 browsers of a person get push messages; the oldest make room. */
export const pushBrowsersPerPerson = 10;

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
