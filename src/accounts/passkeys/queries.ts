import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null };

/** The person's passkeys, the oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(sql`
    select id, name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`);
}

/** What devices are told that they have already. */
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

/** Stores a new passkey; false when the device's key is known already, to whomever. */
export async function insertPasskey(db: Queryable, it: NewPasskey): Promise<boolean> {
  return (
    (await db.run(sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      values (${it.userId}, ${it.credentialId}, ${it.publicKey}, ${it.counter}, ${[...it.transports]}::text[], ${it.name}, ${it.now})
      on conflict (credential_id) do nothing`)) > 0
  );
}

/** Renames one of the person's own passkeys; false when it is not theirs. */
export async function renamePasskey(db: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  return (await db.run(sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`)) > 0;
}

/** Removes one of the person's own passkeys; false when it is not theirs. */
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

/** Remembers that a passkey was used. False when its counter did not go on: then another device has the same key. */
export async function recordPasskeyUse(db: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update passkeys set counter = ${counter}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) > 0
  );
}

/** Remembers a question until its answer comes. */
export async function insertChallenge(
  db: Queryable,
  hash: Buffer,
  userId: string | null,
  expires: Date,
): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at) values (${hash}, ${userId}, ${expires})`);
}

/** Uses up a question that was asked of this person (null: of whoever logs in). False when there is none. */
export async function useChallenge(db: Queryable, hash: Buffer, userId: string | null, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      delete from passkey_challenges
      where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > ${now}`)) > 0
  );
}

/** Forgets questions nobody answered. */
export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from passkey_challenges where ctid = any(array(select ctid from passkey_challenges where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}
