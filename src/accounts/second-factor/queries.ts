import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";

export type SecondFactorRow = {
  sealed_key: Buffer;
  confirmed_at: Date | null;
  last_step: number;
  codes_left: number;
};

/** The user's second factor, confirmed or just being set up. */
export async function findSecondFactor(db: Queryable, userId: string): Promise<SecondFactorRow | undefined> {
  return db.row<SecondFactorRow>(sql`
    select sealed_key, confirmed_at, last_step,
      (select count(*)::int from recovery_codes r where r.user_id = f.user_id and r.used_at is null) as codes_left
    from second_factors f where user_id = ${userId}`);
}

/** Whether the user's login needs a second step. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from second_factors where user_id = ${userId} and confirmed_at is not null`)) !== undefined
  );
}

/** Stores a new, unconfirmed key in place of an earlier unconfirmed one. Returns false when a confirmed key exists. */
export async function insertUnconfirmedKey(
  db: Queryable,
  userId: string,
  sealedKey: Buffer,
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(sql`
      insert into second_factors (user_id, sealed_key, created_at) values (${userId}, ${sealedKey}, ${now})
      on conflict (user_id) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at,
        last_step = 0, failures = 0, failures_since = null
      where second_factors.confirmed_at is null`)) > 0
  );
}

/** Confirms the key. Returns false when there is no unconfirmed one. */
export async function confirmKey(db: Queryable, userId: string, step: number, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update second_factors set confirmed_at = ${now}, last_step = ${step}, failures = 0, failures_since = null
      where user_id = ${userId} and confirmed_at is null`)) > 0
  );
}

/** Counts an attempt at a code before the code is compared. Returns how many there were since the window began. */
export async function countCodeAttempt(
  db: Queryable,
  userId: string,
  windowBegan: Date,
  now: Date,
): Promise<{ failures: number; since: Date } | undefined> {
  return db.row<{ failures: number; since: Date }>(sql`
    update second_factors set
      failures = case when failures_since is null or failures_since <= ${windowBegan} then 1 else failures + 1 end,
      failures_since = case when failures_since is null or failures_since <= ${windowBegan} then ${now} else failures_since end
    where user_id = ${userId} returning failures, failures_since as since`);
}

/** Uses up the codes up to this step. Returns false when this step, or a later one, was used before. */
export async function consumeStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  return (
    (await db.run(sql`
      update second_factors set last_step = ${step}, failures = 0, failures_since = null
      where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`)) > 0
  );
}

/** Uses up one recovery code. Returns false when it does not exist or was used before. */
export async function consumeRecoveryCode(
  db: Queryable,
  userId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await db.run(sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
      and exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`);
  if (used === 0) return false;
  await db.run(sql`update second_factors set failures = 0, failures_since = null where user_id = ${userId}`);
  return true;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.run(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}, hash from unnest(${[...hashes]}::bytea[]) hash`);
}

/** Deletes the key and the recovery codes. Returns false when there were none. */
export async function deleteSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await db.run(sql`delete from second_factors where user_id = ${userId}`)) > 0;
}

/** Stores a login that lacks its second step, and deletes the user's oldest ones beyond four. */
export async function insertLoginStep(tx: Tx, tokenHash: Buffer, userId: string, expires: Date): Promise<void> {
  await tx.run(sql`
    delete from login_steps where token_hash in (
      select token_hash from login_steps where user_id = ${userId} order by expires_at desc offset 4)`);
  await tx.run(sql`
    insert into login_steps (token_hash, user_id, expires_at) values (${tokenHash}, ${userId}, ${expires})`);
}

/**
 * Counts one attempt at the second step of a login. Returns undefined when it is unknown, expired, or tried too often.
 */
export async function countLoginStepAttempt(
  db: Queryable,
  tokenHash: Buffer,
  maxAttempts: number,
  now: Date,
): Promise<string | undefined> {
  const row = await db.row<{ user_id: string }>(sql`
    update login_steps set attempts = attempts + 1
    where token_hash = ${tokenHash} and expires_at > ${now} and attempts < ${maxAttempts} returning user_id`);
  return row?.user_id;
}

/** Deletes the pending second step of a login. Returns false when another request just did. */
export async function deleteLoginStep(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from login_steps where token_hash = ${tokenHash}`)) > 0;
}

/** Deletes all logins of the user that lack their second step. */
export async function deleteLoginSteps(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`delete from login_steps where user_id = ${userId}`);
}

/** Deletes expired second steps. */
export async function deleteExpiredLoginSteps(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from login_steps where ctid = any(array(select ctid from login_steps where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}

/** Whether the user has a password. */
export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from users where id = ${userId} and password_hash is not null and deleted_at is null`)) !==
    undefined
  );
}
