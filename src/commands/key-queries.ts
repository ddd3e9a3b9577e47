import { sql, type Queryable } from "#lib/database.ts";

/** The keys that rotations began to use, the newest last, as the audit log has them. */
export async function listRotations(db: Queryable): Promise<{ id: string; at: Date }[]> {
  return db.rows(sql`
    select subject_id as id, at from audit_entries where action = 'settings.keys_rotated' order by audit_entries.id`);
}
