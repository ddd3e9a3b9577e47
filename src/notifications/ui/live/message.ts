import type { NotificationType, NotificationUserType } from "../../rules.ts";

/** A notification as it travels (specification §3). */
export type NotificationItem = {
  id: string;
  type: NotificationType;
  user_type: NotificationUserType;
  transaction_id: string | null;
  tittle: string;
  decription: string;
  created_at: string;
};

/** What a browser hears of the current user's news. `id` is from where to go on after a lost connection. */
export type LiveMessage =
  | { kind: "notification"; id: string; item: NotificationItem }
  | { kind: "unread"; id: string }
  | { kind: "read" | "ended" | "joined" };

/** Connects to where news come from; the answer ends it. `after` tells the last id heard. */
export type Connect = (ends: { after: () => string; tell: (message: LiveMessage) => void }) => () => void;
