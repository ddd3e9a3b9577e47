/** Address of the unread notifications, as the bell lists them (specification §7). */
export const unreadList = "/v1/users/notifications?status=unread";
