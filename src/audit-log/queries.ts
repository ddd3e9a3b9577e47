import { joinSql, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { HashedEntry } from "./hash-entry.ts";
import { auditLogPageSize, type AuditValues } from "./rules.ts";

export type AuditEntryRow = HashedEntry & { before: AuditValues | null; after: AuditValues | null; hash: string };

/** Holds up other appends until the transaction ends. Returns the last entry, and the moment of the database. */
export async function lockChain(
  tx: Tx,
): Promise<{ last_id: number | null; last_hash: string | null; locked_at: Date }> {
  const row = await tx.row<{ last_id: number | null; last_hash: string | null; locked_at: Date }>(
    sql`select last_id, last_hash, locked_at from lock_audit_chain()`,
  );
  if (!row) throw new Error("lock_audit_chain returned nothing");
  return row;
}

/** Inserts entries that follow the last one. */
export async function insertEntries(tx: Tx, rows: readonly AuditEntryRow[]): Promise<void> {
  await tx.run(sql`
    insert into audit_entries (id, at, actor_id, actor_role, action, subject_kind, subject_id, before, after, reason, previous_hash, hash)
    select id, at, actor_id, actor_role, action, subject_kind, subject_id, before, after, reason, previous_hash, hash
    from json_populate_recordset(null::audit_entries, ${JSON.stringify(rows)}::json)`);
}

/** Entries after `afterId` in the order of the chain. */
export function listChain(db: Queryable, afterId: number, limit: number): Promise<AuditEntryRow[]> {
  return db.rows(sql`select ${columns} from audit_entries where id > ${afterId} order by id limit ${limit}`);
}

const columns = sql`id, at, actor_id, actor_role, action, subject_kind, subject_id, before, after, reason, previous_hash, hash`;

export type AuditFilter = {
  /** A person's id, or `system`. */
  actor?: string | undefined;
  /** An action, or the beginning of several: `payments.` */
  action?: string | undefined;
  subject?: string | undefined;
  /** Entries from one moment (included) to another (excluded). */
  from?: Date | undefined;
  until?: Date | undefined;
  before?: number | undefined;
};
export type ListedEntryRow = AuditEntryRow & { actor_name: string | null };

/** One page of entries, the latest first, and one more when another page follows. */
export function listEntries(db: Queryable, filter: AuditFilter): Promise<ListedEntryRow[]> {
  const { actor, action, subject, from, until, before } = filter;
  const conditions = [sql`true`];
  if (before !== undefined) conditions.push(sql`e.id < ${before}`);
  if (actor === "system") conditions.push(sql`e.actor_id is null`);
  else if (actor !== undefined) conditions.push(sql`e.actor_id = ${actor}`);
  if (action?.endsWith(".")) conditions.push(sql`e.action >= ${action} and e.action < ${`${action}~`}`);
  else if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (subject !== undefined) conditions.push(sql`e.subject_id = ${subject}`);
  // Ids grow with time, so a day is a range of ids, which the primary key finds.
  if (from)
    conditions.push(sql`e.id >= (select x.id from audit_entries x where x.at >= ${from} order by x.at, x.id limit 1)`);
  if (until)
    conditions.push(
      sql`e.id <= (select x.id from audit_entries x where x.at < ${until} order by x.at desc, x.id desc limit 1)`,
    );
  return db.rows(sql`
    select e.id, e.at, e.actor_id, e.actor_role, e.action, e.subject_kind, e.subject_id, e.before, e.after, e.reason,
      e.previous_hash, e.hash, u.name as actor_name
    from audit_entries e left join users u on u.id = e.actor_id
    where ${joinSql(conditions, sql` and `)} order by e.id desc limit ${auditLogPageSize + 1}`);
}

/** The operators, for the filter by person. */
export function listOperators(db: Queryable): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select id, name from users where type = 'operator' order by name, id limit 200`);
}
