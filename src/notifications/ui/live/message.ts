import type { NotificationType, NotificationUserType } from "../../rules.ts";

/** A notification as the API gives it (S078). */
export type NotificationItem = {
  id: string;
  type: NotificationType;
  user_type: NotificationUserType;
  transaction_id: string | null;
  opens?: string | undefined;
  tittle: string;
  decription: string;
  created_at: string;
};

/** A live message for the current user. After a lost connection the page continues after `id`. */
export type LiveMessage =
  | { kind: "notification"; id: string; item: NotificationItem }
  | { kind: "unread"; id: string }
  | { kind: "read" | "ended" | "joined" };

/** Opens a live connection and returns a function that closes it. `after` returns the id of the last message. */
export type Connect = (ends: { after: () => string; tell: (message: LiveMessage) => void }) => () => void;
