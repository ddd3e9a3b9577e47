import type { NotificationRow } from "./queries.ts";

/** A notification as it travels: the spellings `tittle` and `decription` are the specification's (§3). */
export function notificationJson(row: NotificationRow) {
  return {
    id: row.id,
    type: row.type,
    user_type: row.user_type,
    transaction_id: row.transaction_id,
    status: row.status,
    tittle: row.title,
    decription: row.description,
    image_product: row.image_product,
    created_at: row.created_at.toISOString(),
  };
}
