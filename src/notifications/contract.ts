import { z } from "zod";
import { endpoints } from "#lib/endpoint.ts";
import { id, moment } from "#lib/schema.ts";
import { notificationStatuses, notificationTypes, notificationUserTypes } from "./rules.ts";

/** A notification; `tittle` and `decription` are spelt as the specification gives them (§3). */
export const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  user_type: z.enum(notificationUserTypes),
  transaction_id: id.nullable(),
  status: z.enum(notificationStatuses),
  tittle: z.string(),
  decription: z.string(),
  image_product: z.string().nullable(),
  created_at: moment,
});

/** Answer of marking as read: `code` is the HTTP status, in refusals too (specification §7). */
const marked = z.object({ success: z.literal(true), code: z.literal(200), message: z.string() });

export const notificationEndpoints = endpoints({
  "GET /v1/users/notifications": {
    summary: "Notifications of the current user, newest first",
    policy: "user",
    query: z.strictObject({
      status: z.enum(notificationStatuses).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Halaman tidak sesuai.")
        .optional(),
    }),
    answer: z.object({ success: z.literal(true), data: z.array(notification), next: z.string().nullable() }),
  },
  "PUT /v1/users/notifications/update": {
    summary: "Mark one notification as read; `code` in every answer is the HTTP status",
    policy: "user",
    body: z.strictObject({ id, status: z.literal("read") }),
    answer: marked,
  },
  "PUT /v1/users/notifications/read-all": {
    summary: "Mark all notifications as read",
    policy: "user",
    answer: marked,
  },
});
export type NotificationApi = typeof notificationEndpoints;
