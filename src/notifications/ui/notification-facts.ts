/** Address of the unread notifications, as the bell lists them (specification §7). */
export const unreadList = "/v1/users/notifications?status=unread";

/** The icon of each kind of notification. */
export const notificationIcons = { order: "package", user: "user", complaint: "chat" } as const;
