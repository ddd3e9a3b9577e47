import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import { hour } from "#lib/time.ts";

export type Channels = { email: boolean; push: boolean };

/** What a person may choose channels for. */
type Subject = {
  /** As the settings and the mails call it. */
  name: string;
  about: string;
  /** The channels beside the application, for a person who has chosen none. */
  channels: Channels;
  /** Whether the settings offer the choice. A choice that was made stays. */
  isOffered: boolean;
  /** Names the subject in the links that end its mails, so it never changes. */
  linkByte: number;
};

type Kind = Subject & {
  /** A name of ui/icon-names.ts. */
  icon: string;
  /** The button of its mail that opens the transaction; null for a kind that always opens the account. */
  transactionButton: string | null;
};

/**
 * What a notification can be about (specification §3), with everything that depends on it. README.md says how to add one.
 *
 * @rule Notifications about orders, the account and complaints also come by e-mail and push unless the person declines them.
 */
export const notificationKinds = {
  order: {
    name: "Pesanan",
    about: "Pembayaran, pengiriman, pesanan baru, dan batas waktunya",
    channels: { email: true, push: true },
    isOffered: true,
    linkByte: 0,
    icon: "package",
    transactionButton: "Lihat pesanan",
  },
  user: {
    name: "Akun",
    about: "Perubahan pada akun dan toko Anda",
    channels: { email: true, push: true },
    isOffered: true,
    linkByte: 1,
    icon: "user",
    transactionButton: null,
  },
  complaint: {
    name: "Komplain",
    about: "Komplain dibuka, dijawab, dan diputuskan",
    channels: { email: true, push: true },
    // No complaint can be opened yet.
    isOffered: false,
    linkByte: 2,
    icon: "chat",
    transactionButton: "Lihat komplain",
  },
} as const satisfies Record<string, Kind>;
export type NotificationType = keyof typeof notificationKinds;
export const notificationTypes = Object.keys(notificationKinds) as NotificationType[];

/**
 * What a person may choose channels for: the kinds of notifications, and offers, which are no notifications.
 *
 * @rule Offers come only to a person who says yes. In the application every notification is shown, and mails about security are always sent.
 */
export const preferenceSubjects = {
  ...notificationKinds,
  marketing: {
    name: "Promosi",
    about: "Penawaran dan ide belanja, hanya dengan persetujuan Anda",
    channels: { email: false, push: false },
    isOffered: true,
    linkByte: 3,
  },
} as const satisfies Record<string, Subject>;
export type PreferenceKind = keyof typeof preferenceSubjects;
export const preferenceKinds = Object.keys(preferenceSubjects) as PreferenceKind[];
/** The kinds that the settings offer. */
export const selectableKinds = preferenceKinds.filter((kind) => preferenceSubjects[kind].isOffered);

/** On which side of a sale the person stands (specification §3). */
export const notificationUserTypes = ["buyer", "seller"] as const;
export const notificationStatuses = ["unread", "read"] as const;
export type NotificationUserType = (typeof notificationUserTypes)[number];
export type NotificationStatus = (typeof notificationStatuses)[number];

/** @rule The text of a notification is shown up to 80 characters (specification §9). */
export const maxNotificationTextLength = 80;

/**
 * @rule Offers come only with a consent on record (UU 27/2022, Pasal 20 and 24): by the channels the person chose, by both
 * when they consented without choosing. `consented` counts for offers alone.
 */
export function channelsOf(kind: PreferenceKind, chosen: Channels | undefined, consented: boolean): Channels {
  if (kind !== "marketing") return chosen ?? preferenceSubjects[kind].channels;
  if (!consented) return preferenceSubjects.marketing.channels;
  // Choosing none withdraws the consent, so a consent beside it is younger.
  return chosen && (chosen.email || chosen.push) ? chosen : { email: true, push: true };
}

/** @rule News that are older than 6 hours are not sent by e-mail or push any more. */
export const maxMailAndPushAge = 6 * hour;

/** @rule At most 10 browsers of a person get push messages; the oldest make room. */
export const maxPushBrowsersPerUser = 10;

/** How many notifications one answer holds. */
export const notificationsPerPage = 20;

/** How often an open event stream says that it lives, in milliseconds: proxies cut what is silent for a minute. */
export const heartbeatInterval = 20_000;

/** How often open event streams look whether their sessions still hold, in milliseconds. */
export const sessionCheckInterval = 1_000;

/** How often news are looked for that no message told of, in milliseconds. */
export const deliverySweepInterval = 2_000;

/** @rule A person keeps at most 12 event streams open in one process; tabs of one browser share one. */
export const maxStreamsPerUser = 12;

/** The private channel of a person's news in Pusher Channels. */
export const pusherChannel = (userId: string) => `private-user-${userId}`;
/** The event of one notification there, with what stands in the list. */
export const pusherEvent = "notification";

/** After so many missed news a stream says only how many are unread: the page asks for the list anyway. */
export const maxReplay = 500;

/** What the page says when a notification could not be marked as read (specification §8). */
export const notificationFailed = "Terjadi kesalahan";

type NotificationTarget = { type: string; user_type: string; transaction_id: string | null };

/** What a notification opens: its transaction with the words of the button, or the account. An unknown type opens the account. */
function targetOf({ type, transaction_id }: NotificationTarget): { transaction: string; button: string } | undefined {
  const known = notificationTypes.find((one) => one === type);
  const button = known && notificationKinds[known].transactionButton;
  return button && transaction_id !== null ? { transaction: transaction_id, button } : undefined;
}

/**
 * @rule Notifications of orders and complaints open the buyer's transaction in /profile and the seller's in
 * /manageMerchant; others open that page itself (specification §6).
 */
export function notificationHref(notification: NotificationTarget): string {
  const opened = targetOf(notification);
  if (notification.user_type === "seller")
    return opened ? hrefs.sellerTransaction(opened.transaction) : hrefs.manageMerchant();
  return opened ? hrefs.buyerTransaction(opened.transaction) : hrefs.profile();
}

/** What the button of a notification's mail says. */
export function notificationButton(notification: NotificationTarget): string {
  return targetOf(notification)?.button ?? `Buka ${marketName}`;
}
