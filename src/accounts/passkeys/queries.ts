import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null };

/** The user's passkeys, the oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(sql`
    select id, name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`);
}

/** The user's stored keys, so that a device does not add a second one. */
export async function listCredentialIds(
  db: Queryable,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return db.rows(sql`select credential_id as id, transports from passkeys where user_id = ${userId}`);
}

type NewPasskey = {
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  now: Date;
};

/** Stores a new passkey. Returns false when the device's key is stored already, for any user. */
export async function insertPasskey(db: Queryable, it: NewPasskey): Promise<boolean> {
  return (
    (await db.run(sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      values (${it.userId}, ${it.credentialId}, ${it.publicKey}, ${it.counter}, ${[...it.transports]}::text[], ${it.name}, ${it.now})
      on conflict (credential_id) do nothing`)) > 0
  );
}

/** Renames one of the user's own passkeys. Returns false when it is not theirs. */
export async function renamePasskey(db: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  return (await db.run(sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`)) > 0;
}

/** Removes one of the user's own passkeys. Returns false when it is not theirs. */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await db.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) > 0;
}

/** Whether the passkey still exists. */
export async function hasPasskey(db: Queryable, id: string): Promise<boolean> {
  return (await db.row(sql`select from passkeys where id = ${id}`)) !== undefined;
}

export type CredentialRow = {
  id: string;
  user_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
};

/** The passkey by the device's own id. */
export async function findCredential(db: Queryable, credentialId: string): Promise<CredentialRow | undefined> {
  return db.row<CredentialRow>(sql`
    select p.id, p.user_id, p.public_key, p.counter, p.transports
    from passkeys p join users u on u.id = p.user_id and u.deleted_at is null
    where p.credential_id = ${credentialId}`);
}

/**
 * Records that a passkey was used. Returns false when its counter did not increase, because then another device has the
 * same key.
 */
export async function recordPasskeyUse(db: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update passkeys set counter = ${counter}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) > 0
  );
}

/** Stores a challenge until it is answered. */
export async function insertChallenge(
  db: Queryable,
  hash: Buffer,
  userId: string | null,
  expires: Date,
): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at) values (${hash}, ${userId}, ${expires})`);
}

/** Uses up a challenge that was made for this user (null: for a login). Returns false when there is none. */
export async function consumeChallenge(
  db: Queryable,
  hash: Buffer,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(sql`
      delete from passkey_challenges
      where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > ${now}`)) > 0
  );
}

/** Deletes challenges that were not answered in time. */
export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from passkey_challenges where ctid = any(array(select ctid from passkey_challenges where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}
