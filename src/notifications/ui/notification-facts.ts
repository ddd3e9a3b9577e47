/** URL of the unread notifications, which the bell lists (S145). */
export const unreadListUrl = "/v1/users/notifications?status=unread";
