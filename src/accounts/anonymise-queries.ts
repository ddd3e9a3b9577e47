import { sql, type Tx } from "#lib/database.ts";
import { anonymisedName } from "./rules.ts";

/**
 * Removes everything personal from the user's row. The placeholder e-mail is no real address (RFC 2606), so the former
 * e-mail can be registered again.
 */
export async function anonymiseUserRow(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users set name = ${anonymisedName()}, email = id::text || '@deleted.invalid', password_hash = null, phone = null,
      phone_verified_at = null, email_verified_at = null, birth_date = null, province_code = null, image_id = null,
      deleted_at = ${now}, updated_at = ${now}
    where id = ${userId} and deleted_at is null`);
}
