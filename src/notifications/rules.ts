import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { hour } from "#lib/time.ts";

export type Channels = { email: boolean; push: boolean };

/** A subject for which a user chooses channels. */
type Subject = {
  /** Name in the settings and in mails. */
  name: string;
  about: string;
  /** The channels of a user who has not chosen. The application itself always shows every notification. */
  channels: Channels;
  /** Identifies the subject in the unsubscribe links of mails that were already sent, so it never changes. */
  linkByte: number;
};

type Kind = Subject & {
  /** A name in ui/icon-names.ts. */
  icon: string;
  /** Text of the mail's button that opens the order; null for a kind that always opens the account. */
  transactionButton: string | null;
};

/**
 * The kinds of notifications (S081), with everything that depends on the kind. docs/examples/add-a-notification-kind.md
 * says how to add one.
 *
 * @rule Notifications about orders, the account and complaints also come by e-mail and push unless the person declines
 * them.
 */
export const notificationKinds = {
  order: {
    name: "Pesanan",
    about: "Pembayaran, pengiriman, pesanan baru, dan batas waktunya",
    channels: { email: true, push: true },
    linkByte: 0,
    icon: "package",
    transactionButton: "Lihat pesanan",
  },
  user: {
    name: "Akun",
    about: "Perubahan pada akun dan toko Anda",
    channels: { email: true, push: true },
    linkByte: 1,
    icon: "user",
    transactionButton: null,
  },
  complaint: {
    name: "Komplain",
    about: "Komplain dibuka, dijawab, dan diputuskan",
    channels: { email: true, push: true },
    linkByte: 2,
    icon: "chat",
    transactionButton: "Lihat komplain",
  },
} as const satisfies Record<string, Kind>;
export type NotificationType = keyof typeof notificationKinds;
export const notificationTypes = Object.keys(notificationKinds) as NotificationType[];

/**
 * The subjects for which a user chooses channels: the kinds of notifications, and offers, which are not notifications.
 *
 * @rule Offers come only to a person who says yes. In the application every notification is shown, and mails about
 * security are always sent.
 */
export const preferenceSubjects = {
  ...notificationKinds,
  marketing: {
    name: "Promosi",
    about: "Penawaran dan ide belanja, hanya dengan persetujuan Anda",
    channels: { email: false, push: false },
    linkByte: 3,
  },
} as const satisfies Record<string, Subject>;
export type PreferenceKind = keyof typeof preferenceSubjects;
export const preferenceKinds = Object.keys(preferenceSubjects) as PreferenceKind[];

/** The user's side of a sale (S082). */
export const notificationUserTypes = ["buyer", "seller"] as const;
export const notificationStatuses = ["unread", "read"] as const;
export type NotificationUserType = (typeof notificationUserTypes)[number];
export type NotificationStatus = (typeof notificationStatuses)[number];

/** @rule The text of a notification is shown up to 80 characters (S160). */
export const maxNotificationTextLength = 80;

/**
 * @rule Operators write titles of notifications with up to 80 characters and texts with up to 400, variables included.
 */
export const notificationTextLimits = { title: { min: 3, max: 80 }, text: { min: 5, max: 400 } };

/** The database stores so many characters of a title and of a text; longer ones are cut. */
export const maxTitleLength = 120;
export const maxDescriptionLength = 500;

/**
 * @rule Offers are sent only with a recorded consent (UU 27/2022, Pasal 20 and 24): by the channels that the person
 * chose, or by e-mail and push when they chose none. `consented` counts for offers alone.
 */
export function channelsOf(kind: PreferenceKind, chosen: Channels | undefined, consented: boolean): Channels {
  if (kind !== "marketing") return chosen ?? preferenceSubjects[kind].channels;
  if (!consented) return preferenceSubjects.marketing.channels;
  // A choice of no channel withdraws the consent, so a recorded consent is newer than that choice.
  return chosen && (chosen.email || chosen.push) ? chosen : { email: true, push: true };
}

/** @rule Notifications older than 6 hours are not sent by e-mail or push any more. */
export const maxMailAndPushAge = 6 * hour;

/** @rule At most 10 browsers of a person get push messages; a new one replaces the oldest. */
export const maxPushBrowsersPerUser = 10;

/** How many notifications one response holds. */
export const notificationsPerPage = 20;

/** Interval of an event stream's heartbeat. Proxies close a connection that is silent for a minute. */
export const heartbeatInterval = 20_000;

/** How often the sessions of open event streams are checked. */
export const sessionCheckInterval = 1_000;

/** How often processes look for notifications of which no message informed them. */
export const deliverySweepInterval = 2_000;

/** @rule A person keeps at most 12 event streams open in one process; tabs of one browser share one. */
export const maxStreamsPerUser = 12;

/** A user's private channel in Pusher Channels. */
export const pusherChannel = (userId: string) => `private-user-${userId}`;
/** The event of one notification there, with the item of the list. */
export const pusherEvent = "notification";

/** A stream that missed more notifications than this sends only the unread count; the page requests the list anyway. */
export const maxReplay = 500;

/** The page's message when a notification could not be marked as read (S153). */
export const notificationFailed = "Terjadi kesalahan";

type NotificationTarget = {
  type: string;
  user_type: string;
  transaction_id: string | null;
  opens?: string | null | undefined;
};

/** The order that a notification opens, with the text of its button; undefined when it opens the account. */
function targetOf({ type, transaction_id }: NotificationTarget): { transaction: string; button: string } | undefined {
  const known = notificationTypes.find((one) => one === type);
  const button = known && notificationKinds[known].transactionButton;
  return button && transaction_id !== null ? { transaction: transaction_id, button } : undefined;
}

/**
 * @rule A notification opens what it is about. One about an order opens the buyer's transaction in /profile or the
 * seller's in /manageMerchant, one about a case the case, any other that page itself (S126, S127, S128).
 */
export function notificationHref(notification: NotificationTarget): string {
  if (notification.opens) return notification.opens;
  const opened = targetOf(notification);
  if (notification.user_type === "seller")
    return opened ? hrefs.sellerTransaction(opened.transaction) : hrefs.manageMerchant();
  return opened ? hrefs.buyerTransaction(opened.transaction) : hrefs.profile();
}

/** The text of the button in a notification's mail. */
export function notificationButton(notification: NotificationTarget): string {
  return targetOf(notification)?.button ?? `Buka ${brandName()}`;
}
