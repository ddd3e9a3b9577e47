import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type ArchiveRow = {
  id: string;
  user_id: string;
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  bytes: number | null;
};

/** The user's latest copy that has not expired. */
export async function findArchive(db: Queryable, userId: string, now: Date): Promise<ArchiveRow | undefined> {
  return db.row<ArchiveRow>(sql`
    select id, user_id, requested_at, ready_at, expires_at, length(file) as bytes from data_archives
    where user_id = ${userId} and (expires_at is null or expires_at > ${now})`);
}

/**
 * Requests a new copy in place of the former one. Returns undefined while one is being made that was requested after
 * `startedAfter`.
 */
export async function replaceArchive(
  tx: Tx,
  userId: string,
  now: Date,
  startedAfter: Date,
): Promise<string | undefined> {
  await tx.run(sql`
    delete from data_archives where user_id = ${userId} and (ready_at is not null or requested_at < ${startedAfter})`);
  const row = await tx.row<{ id: string }>(sql`
    insert into data_archives (user_id, requested_at) values (${userId}, ${now})
    on conflict (user_id) do nothing returning id`);
  return row?.id;
}

/** The user, with name and e-mail, of a copy that is not made yet; undefined when it is made or was replaced. */
export async function lockArchive(
  tx: Tx,
  archiveId: string,
): Promise<{ user_id: string; name: string; email: string } | undefined> {
  return tx.row(sql`
    select a.user_id, u.name, u.email from data_archives a join users u on u.id = a.user_id
    where a.id = ${archiveId} and a.ready_at is null and u.deleted_at is null for update of a`);
}

/** The key of the profile picture that a copy contains; null without one. */
export async function findArchivePicture(db: Queryable, archiveId: string): Promise<string | null> {
  const row = await db.row<{ key: string }>(sql`
    select p.storage_key as key from data_archives a join users u on u.id = a.user_id join pictures p on p.id = u.image_id
    where a.id = ${archiveId} and a.ready_at is null`);
  return row?.key ?? null;
}

/** Stores the file of a copy. */
export async function storeArchiveFile(
  tx: Tx,
  archiveId: string,
  file: Buffer,
  now: Date,
  expires: Date,
): Promise<void> {
  await tx.run(sql`
    update data_archives set file = ${file}, ready_at = ${now}, expires_at = ${expires} where id = ${archiveId}`);
}

/** The file of the user's own copy. */
export async function findArchiveFile(
  db: Queryable,
  userId: string,
  archiveId: string,
  now: Date,
): Promise<{ file: Buffer; ready_at: Date } | undefined> {
  return db.row(sql`
    select file, ready_at from data_archives
    where id = ${archiveId} and user_id = ${userId} and ready_at is not null and expires_at > ${now}`);
}

/** Deletes expired copies. */
export async function deleteExpiredArchives(db: Queryable, now: Date): Promise<number> {
  return db.run(sql`delete from data_archives where expires_at <= ${now}`);
}

export type OpenObligations = {
  email: string;
  type: string;
  shop_id: string | null;
  orders: number;
  refunds: number;
  shop_orders: number;
  balance: number;
  payouts: number;
};

/** What the user still has to finish. */
export async function findOpenObligations(db: Queryable, userId: string): Promise<OpenObligations | undefined> {
  return db.row<OpenObligations>(sql`
    select u.email, u.type, s.id as shop_id,
      (select count(*)::int from orders o where o.buyer_id = u.id and o.status not in ('completed', 'cancelled', 'refunded')) as orders,
      (select count(*)::int from refunds r where r.buyer_id = u.id and r.status <> 'done') as refunds,
      (select count(*)::int from orders o where o.shop_id = s.id and o.status not in ('completed', 'cancelled', 'refunded')) as shop_orders,
      coalesce((select a.balance from ledger_accounts a where a.kind = 'seller_balance' and a.owner = s.id::text), 0) as balance,
      (select count(*)::int from payouts p where p.user_id = u.id and p.status in ('requested', 'approved', 'sent')) as payouts
    from users u left join shops s on s.owner_id = u.id
    where u.id = ${userId} and u.deleted_at is null`);
}

/** Locks the user's row until the transaction ends, so that purchases, sales and deletions of the user wait. */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.row(sql`select from users where id = ${userId} and deleted_at is null for update`)) !== undefined;
}

export type DeletionRow = {
  user_id: string;
  requested_at: Date;
  due_at: Date;
  shop_paused: boolean;
  postponed_since: Date | null;
};

/** The user's deletion that is not carried out yet. */
export async function findDeletion(db: Queryable, userId: string): Promise<DeletionRow | undefined> {
  return db.row<DeletionRow>(sql`
    select user_id, requested_at, due_at, shop_paused, postponed_since from account_deletions
    where user_id = ${userId} and done_at is null`);
}

/** Stores a deletion. Returns false when there is one already. */
export async function insertDeletion(
  tx: Tx,
  userId: string,
  deletion: { now: Date; due: Date; shopPaused: boolean },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      insert into account_deletions (user_id, requested_at, due_at, shop_paused)
      values (${userId}, ${deletion.now}, ${deletion.due}, ${deletion.shopPaused}) on conflict (user_id) do nothing`)) >
    0
  );
}

/** Cancels a deletion. Returns the deleted row. */
export async function deleteDeletion(tx: Tx, userId: string): Promise<DeletionRow | undefined> {
  return tx.row<DeletionRow>(sql`
    delete from account_deletions where user_id = ${userId} and done_at is null
    returning user_id, requested_at, due_at, shop_paused, postponed_since`);
}

/** Users whose deletion is due, in the order of their ids, after `last` if given. */
export async function listDueDeletions(db: Queryable, now: Date, limit: number, last?: string): Promise<string[]> {
  const rows = await db.rows<{ user_id: string }>(sql`
    select user_id from account_deletions
    where done_at is null and due_at <= ${now} and (${last ?? null}::uuid is null or user_id > ${last ?? null})
    order by user_id limit ${limit}`);
  return rows.map((row) => row.user_id);
}

/** Marks the deletion as postponed. Returns whether it was not postponed before. */
export async function postponeDeletion(tx: Tx, userId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update account_deletions set postponed_since = ${now} where user_id = ${userId} and postponed_since is null`,
    )) > 0
  );
}

/** Marks the deletion as carried out. */
export async function markDeletionDone(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`update account_deletions set done_at = ${now} where user_id = ${userId}`);
}

/** Deletes the rows of every table that belong to the user alone (those that refer to users on delete cascade). */
export async function deletePersonalRows(tx: Tx, userId: string): Promise<void> {
  await tx.row(sql`select delete_rows_of_user(${userId})`);
}
