import type { NotificationRow } from "./queries.ts";

/** A notification as the API gives it. The spellings `tittle` and `decription` are binding (S079, S080). */
export function notificationJson(row: NotificationRow) {
  return {
    id: row.id,
    type: row.type,
    user_type: row.user_type,
    transaction_id: row.transaction_id,
    ...(row.opens !== null && { opens: row.opens }),
    status: row.status,
    tittle: row.title,
    decription: row.description,
    image_product: row.image_product,
    created_at: row.created_at.toISOString(),
  };
}
