import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { id, timestamp } from "#lib/schema.ts";
import { notificationStatuses, notificationTypes, notificationUserTypes } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "notifications.queue_mail_and_push": { ids: string[] };
    "notifications.push": { notificationId: string; subscriptionId: string };
    "notifications.publish_pusher": { ids: string[] };
  }
}

/** A notification. The spellings `tittle` and `decription` are binding (S079, S080). */
export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  user_type: z.enum(notificationUserTypes),
  transaction_id: id.nullable(),
  /** Path of the page that it opens instead of the order or the account; missing when it has none. */
  opens: z.string().optional(),
  status: z.enum(notificationStatuses),
  tittle: z.string(),
  decription: z.string(),
  image_product: z.string().nullable(),
  created_at: timestamp,
});

/** Response of marking as read. `code` is the HTTP status, in refusals too (S147). */
const marked = z.object({ success: z.literal(true), code: z.literal(200), message: z.string() });

/** An event id of the stream: the id of a notification, or `0` before the first one. */
export const eventIds = z.union([id, z.literal("0")]).optional();

export const notificationEndpoints = endpoints({
  "GET /v1/users/notifications": {
    summary: "Notifications of the current user, newest first",
    policy: "user",
    query: z.strictObject({
      status: z.enum(notificationStatuses).optional(),
      cursor: momentCursor,
    }),
    response: z.object({ success: z.literal(true), data: z.array(notification), next: z.string().nullable() }),
  },
  "GET /v1/users/events": {
    summary:
      "Server-sent events of the current user: `notification` with an item of the list, `unread` with a count when the stream opens, `read` when a notification was read elsewhere, `ended` when the session ends. Continues after the Last-Event-ID, or `after`",
    policy: "user",
    unattended: true,
    sameOriginOnly: true,
    query: z.strictObject({ after: eventIds }),
    response: z.unknown(),
    raw: true,
    limit: { max: 120, window: 60_000, by: "user" },
    refusals: [requestRefusals.tooMany, serverRefusals.busy],
  },
  "PUT /v1/users/notifications/update": {
    summary: "Mark one notification as read; `code` in every answer is the HTTP status",
    policy: "user",
    body: z.strictObject({ id, status: z.literal("read") }),
    response: marked,
  },
  "PUT /v1/users/notifications/read-all": {
    summary: "Mark all notifications as read",
    policy: "user",
    response: marked,
  },
});
export type NotificationApi = typeof notificationEndpoints;
