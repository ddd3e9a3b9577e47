import type { Queryable } from "#lib/database.ts";
import { insertNotification } from "./queries.ts";
import type { NotificationType, NotificationUserType } from "./rules.ts";

/** Raised when news were stored: {@link startDelivery} listens. */
export const notificationsStoredSignal = "notifications.stored";

export type Notify = {
  userId: string;
  type: NotificationType;
  /** The side on which the person stands here: decides which page the notification opens. */
  userType: NotificationUserType;
  transactionId?: string | null | undefined;
  /** Up to 120 characters; longer text is cut. */
  title: string;
  /** Up to 500 characters; longer text is cut. */
  description: string;
  /** Path of a picture of the product. */
  image?: string | null | undefined;
  /** What must be told only once, for example `order:<id>:shipped`; up to 200 characters. */
  dedupeKey: string;
  now: Date;
};

/**
 * Tells a person something, in the transaction of what happened. Telling the same `dedupeKey` again does nothing; says
 * whether it was new.
 */
export async function notify(tx: Queryable, input: Notify): Promise<boolean> {
  const isNew = await insertNotification(tx, {
    userId: input.userId,
    type: input.type,
    userType: input.userType,
    transactionId: input.transactionId ?? null,
    title: truncateText(input.title, 120),
    description: truncateText(input.description, 500),
    image: input.image ?? null,
    dedupeKey: input.dedupeKey,
    now: input.now,
  });
  if (isNew) tx.signal(notificationsStoredSignal);
  return isNew;
}

// The columns count code points, and a cut must not split one.
function truncateText(text: string, limit: number): string {
  const points = [...text];
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join("")}…`;
}
