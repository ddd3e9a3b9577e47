import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { PrivateFile } from "#media/private-files.ts";
import type { PrivateFileType } from "#media/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";

export type EvidenceRow = { id: string; key: string; type: PrivateFileType; bytes: number };

/** The status of an order whose buyer or seller this user is. */
export function findOrderOfParty(
  db: Queryable,
  orderId: string,
  userId: string,
): Promise<{ status: OrderStatus } | undefined> {
  return db.row(sql`
    select o.status from orders o join shops s on s.id = o.shop_id
    where o.id = ${orderId} and (o.buyer_id = ${userId} or s.owner_id = ${userId})`);
}

/** Makes the uploads of one user for one order wait for each other, until the transaction ends. */
export async function lockUploads(tx: Tx, orderId: string, userId: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`evidence ${orderId} ${userId}`}::text, 0))`);
}

/** How many files a user has for an order, and their bytes. */
export async function sumEvidence(
  db: Queryable,
  orderId: string,
  userId: string,
): Promise<{ files: number; bytes: number }> {
  const sum = await db.row<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes
    from complaint_evidence where order_id = ${orderId} and uploaded_by = ${userId}`);
  return sum ?? { files: 0, bytes: 0 };
}

export async function insertEvidence(
  tx: Tx,
  evidence: PrivateFile & { orderId: string; userId: string; now: Date },
): Promise<string> {
  const { orderId, userId, key, type, bytes, now } = evidence;
  const row = await tx.row<{ id: string }>(sql`
    insert into complaint_evidence (order_id, uploaded_by, key, type, bytes, created_at)
    values (${orderId}, ${userId}, ${key}, ${type}, ${bytes}, ${now}) returning id`);
  if (!row) throw new Error("no evidence was stored");
  return row.id;
}

/**
 * A file that this user may see: one of a message, for buyer, seller and mediators of its order, or an own one that no
 * message uses yet.
 */
export function findVisibleEvidence(
  db: Queryable,
  evidenceId: string,
  reader: { userId: string; isMediator: boolean },
): Promise<EvidenceRow | undefined> {
  return db.row(sql`
    select e.id, e.key, e.type, e.bytes
    from complaint_evidence e join orders o on o.id = e.order_id join shops s on s.id = o.shop_id
    where e.id = ${evidenceId} and case when e.message_id is null then e.uploaded_by = ${reader.userId}
      else o.buyer_id = ${reader.userId} or s.owner_id = ${reader.userId} or ${reader.isMediator}::boolean end`);
}

/** Gives a user's unused files of an order to a message, in the order of `ids`. Returns how many it gave. */
export function claimEvidence(
  tx: Tx,
  claim: { ids: readonly string[]; orderId: string; userId: string; messageId: string },
): Promise<number> {
  return tx.run(sql`
    update complaint_evidence e set message_id = ${claim.messageId}, position = given.position
    from unnest(${claim.ids}::uuid[]) with ordinality as given (id, position)
    where e.id = given.id and e.order_id = ${claim.orderId} and e.uploaded_by = ${claim.userId} and e.message_id is null`);
}

/** Deletes an unused file of a user and returns its key. */
export async function deleteUnusedEvidence(tx: Tx, evidenceId: string, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ key: string }>(sql`
    delete from complaint_evidence where id = ${evidenceId} and uploaded_by = ${userId} and message_id is null returning key`);
  return row?.key;
}

/** Deletes files from before this moment that no message uses, at most 500. Returns their keys. */
export async function deleteOldUnusedEvidence(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    delete from complaint_evidence where id in (
      select id from complaint_evidence where message_id is null and created_at < ${before} order by created_at limit 500 for update)
    returning key`);
  return rows.map(({ key }) => key);
}

/** Deletes all files of a user. Returns their keys. */
export async function deleteOwnEvidence(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(
    sql`delete from complaint_evidence where uploaded_by = ${userId} returning key`,
  );
  return rows.map(({ key }) => key);
}

/** Removes the addresses to which goods were sent back in cases that were closed before this moment. */
export async function clearSentToOfClosedCases(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`update complaints set sent_to = null where sent_to is not null and closed_at < ${before}`);
}

/** Deletes files of cases that were closed before this moment, at most 500. Returns their keys. */
export async function deleteEvidenceOfClosedCases(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    delete from complaint_evidence where id in (
      select e.id from complaint_evidence e join complaint_messages m on m.id = e.message_id join complaints c on c.id = m.complaint_id
      where c.closed_at < ${before} order by c.closed_at, e.id limit 500 for update of e)
    returning key`);
  return rows.map(({ key }) => key);
}
