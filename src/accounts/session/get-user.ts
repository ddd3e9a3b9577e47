import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import type { User } from "../contract.ts";
import { findUser } from "../queries.ts";

/**
 * The user with the field names of the API (docs/requirements.md S133). Refuses with `session.required` when the
 * account is deleted.
 */
export async function getUser(db: Queryable, userId: string): Promise<User> {
  const row = await findUser(db, userId);
  if (!row) throw new Refusal(sessionRefusals.required);
  const { image_key, deletion_due_at, ...rest } = row;
  return {
    ...rest,
    image: image_key ? hrefs.picture(image_key, 200, "webp") : null,
    ...(deletion_due_at ? { deletion_due_at: deletion_due_at.toISOString() } : {}),
  };
}
