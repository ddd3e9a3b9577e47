/** Address of the unread notifications, as the bell lists them (specification §7). */
export const unreadListUrl = "/v1/users/notifications?status=unread";
