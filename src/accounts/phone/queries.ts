import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import { addDuration } from "#lib/time.ts";
import { phoneCode, phoneCodeWindow } from "./rules.ts";

/** The user's number, and when it was confirmed. */
export type PhoneRow = { phone: string | null; phone_verified_at: Date | null };
export type LockedPhone = PhoneRow & { email_verified_at: Date | null };

/** Like {@link PhoneRow}, with when the e-mail was confirmed. Locks the user's row until the transaction ends. */
export async function lockPhone(tx: Tx, userId: string): Promise<LockedPhone | undefined> {
  return tx.row(
    sql`select phone, phone_verified_at, email_verified_at from users where id = ${userId} and deleted_at is null for update`,
  );
}

/** Allows one transaction at a time to count, send or confirm for each of these keys. */
export async function lockKeys(tx: Tx, words: readonly string[]): Promise<void> {
  for (const word of [...words].sort()) await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 60))`);
}

/** The number, and the latest code that is still valid for it. */
export async function findPhoneState(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<(PhoneRow & { sent_at: Date | null; expires_at: Date | null }) | undefined> {
  return db.row(sql`
    select u.phone, u.phone_verified_at, c.sent_at, c.expires_at
    from users u left join phone_codes c
      on c.user_id = u.id and c.phone = u.phone and c.ended_at is null and c.expires_at > ${now} and u.phone_verified_at is null
    where u.id = ${userId} and u.deleted_at is null`);
}

/**
 * How many codes were sent in `phoneCodeWindow` before `now`, and when this user's last one was. `phone` and `network`
 * count users without a confirmed e-mail, `proven` counts those with one for the number, `own` counts this user for the
 * number.
 */
export type CodeCounts = {
  phone: number;
  network: number;
  proven: number;
  own: number;
  person: number;
  last: Date | null;
};
export async function countPhoneCodes(
  db: Queryable,
  of: { userId: string; phone: string; network: string },
  now: Date,
): Promise<CodeCounts> {
  const row = await db.row<CodeCounts>(sql`
    select count(*) filter (where c.phone = ${of.phone} and u.email_verified_at is null)::int as phone,
      count(*) filter (where c.network = ${of.network} and u.email_verified_at is null)::int as network,
      count(*) filter (where c.phone = ${of.phone} and u.email_verified_at is not null)::int as proven,
      count(*) filter (where c.phone = ${of.phone} and c.user_id = ${of.userId})::int as own,
      count(*) filter (where c.user_id = ${of.userId})::int as person,
      max(c.sent_at) filter (where c.user_id = ${of.userId}) as last
    from phone_codes c join users u on u.id = c.user_id
    where c.sent_at > ${addDuration(now, -phoneCodeWindow)}
      and (c.phone = ${of.phone} or c.user_id = ${of.userId} or c.network = ${of.network})`);
  return row ?? { phone: 0, network: 0, proven: 0, own: 0, person: 0, last: null };
}

type NewCode = { id: string; userId: string; phone: string; network: string; hash: Buffer; now: Date; expires: Date };

/** Stores a code and ends the user's earlier open one. */
export async function replacePhoneCode(tx: Tx, code: NewCode): Promise<void> {
  await tx.run(sql`update phone_codes set ended_at = ${code.now} where user_id = ${code.userId} and ended_at is null`);
  await tx.run(sql`
    insert into phone_codes (id, user_id, phone, network, code_hash, sent_at, expires_at)
    values (${code.id}, ${code.userId}, ${code.phone}, ${code.network}, ${code.hash}, ${code.now}, ${code.expires})`);
}

export type OpenCode = { id: string; phone: string; code_hash: Buffer; attempts: number };

/** Counts one attempt at the user's open code and returns that code. Undefined when there is no valid one. */
export async function countPhoneCodeAttempt(tx: Tx, userId: string, now: Date): Promise<OpenCode | undefined> {
  return tx.row<OpenCode>(sql`
    update phone_codes c set attempts = c.attempts + 1
    from users u
    where c.user_id = ${userId} and u.id = c.user_id and c.phone = u.phone and u.phone_verified_at is null
      and c.ended_at is null and c.expires_at > ${now} and c.attempts < ${phoneCode.maxAttempts}
    returning c.id, c.phone, c.code_hash, c.attempts`);
}

/** The phone number of a code that is still valid, else undefined. */
export async function findOpenCode(db: Queryable, id: string, now: Date): Promise<{ phone: string } | undefined> {
  return db.row(sql`select phone from phone_codes where id = ${id} and ended_at is null and expires_at > ${now}`);
}

/** Ends a code. */
export async function endPhoneCode(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`update phone_codes set ended_at = ${now} where id = ${id} and ended_at is null`);
}

/** Marks the number as unconfirmed for all other users, and returns those who had confirmed it. */
export async function removePhoneFromOthers(
  tx: Tx,
  userId: string,
  phone: string,
): Promise<{ id: string; email: string }[]> {
  return tx.rows(sql`
    update users set phone_verified_at = null
    where phone = ${phone} and phone_verified_at is not null and id <> ${userId} returning id, email`);
}

/** Marks the number as confirmed. Returns false when the user has changed it in the meantime. */
export async function setPhoneVerified(tx: Tx, userId: string, phone: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update users set phone_verified_at = ${now}, updated_at = ${now}
      where id = ${userId} and phone = ${phone} and deleted_at is null`)) > 0
  );
}

/** Deletes codes that no limit counts any more. */
export async function deleteOldPhoneCodes(db: Queryable, now: Date): Promise<void> {
  await inBatches((limit) =>
    db.run(
      sql`delete from phone_codes where ctid = any(array(select ctid from phone_codes where sent_at < ${addDuration(now, -phoneCodeWindow)} limit ${limit}))`,
    ),
  );
}
