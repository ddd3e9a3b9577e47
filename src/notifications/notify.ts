import type { Queryable } from "#lib/database.ts";
import type { TemplateText } from "#lib/template-text.ts";
import { insertNotification } from "./queries.ts";
import { maxDescriptionLength, maxTitleLength, type NotificationType, type NotificationUserType } from "./rules.ts";

/** Sent when a transaction that stored a notification commits. `startDelivery` listens. */
export const notificationsStoredSignal = "notifications.stored";

export type Notify = {
  userId: string;
  type: NotificationType;
  /** The user's side of the sale. It decides which page the notification opens. */
  userType: NotificationUserType;
  transactionId?: string | null | undefined;
  /**
   * Path that it opens instead of the order or the account: a section of /profile or /manageMerchant, the terms or the
   * privacy policy. The database accepts no other.
   */
  opens?: string | undefined;
  /** Of a template (notification-template.ts). Longer than `maxTitleLength`, it is cut. */
  title: TemplateText;
  /** Longer than `maxDescriptionLength`, it is cut. */
  description: TemplateText;
  /** Path of a picture of the product. */
  image?: string | null | undefined;
  /** A notification with the same key is stored only once, for example `order:<id>:shipped`. Up to 200 characters. */
  dedupeKey: string;
  now: Date;
};

/**
 * Stores a notification for a user, in the transaction of what it is about. A second one with the same `dedupeKey` is
 * not stored. Returns whether it was stored.
 */
export async function notify(tx: Queryable, input: Notify): Promise<boolean> {
  const isNew = await insertNotification(tx, {
    userId: input.userId,
    type: input.type,
    userType: input.userType,
    transactionId: input.transactionId ?? null,
    opens: input.opens ?? null,
    title: truncateText(input.title, maxTitleLength),
    description: truncateText(input.description, maxDescriptionLength),
    image: input.image ?? null,
    dedupeKey: input.dedupeKey,
    now: input.now,
  });
  if (isNew) tx.signal(notificationsStoredSignal);
  return isNew;
}

// The columns' limits count code points, and a cut must not split one.
function truncateText(text: string, limit: number): string {
  const points = [...text];
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join("")}…`;
}
