import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import type { Provider } from "./rules.ts";

export type IdentityKey = { issuer: string; subject: string };
export type IdentityRow = { provider: Provider; email: string | null; created_at: Date; last_used_at: Date };

/**
 * The user of this identity, and records that it was used now. Undefined when it is not connected, or its user is
 * deleted.
 */
export async function recordIdentityUse(db: Queryable, key: IdentityKey, now: Date): Promise<string | undefined> {
  const row = await db.row<{ user_id: string }>(sql`
    update identities i set last_used_at = ${now} from users u
    where i.issuer = ${key.issuer} and i.subject = ${key.subject} and u.id = i.user_id and u.deleted_at is null
    returning i.user_id`);
  return row?.user_id;
}

/** Whether this identity is connected to the user. */
export async function hasIdentity(db: Queryable, key: IdentityKey, userId: string): Promise<boolean> {
  return (
    (await db.row(sql`
      select from identities where issuer = ${key.issuer} and subject = ${key.subject} and user_id = ${userId}`)) !==
    undefined
  );
}

/**
 * Connects an identity to a user. Returns false when it is connected already, or the user has another of this provider.
 */
export async function insertIdentity(
  db: Queryable,
  it: IdentityKey & { userId: string; provider: Provider; email: string | null; now: Date },
): Promise<boolean> {
  await db.run(sql`
    delete from identities i using users u
    where i.issuer = ${it.issuer} and i.subject = ${it.subject} and u.id = i.user_id and u.deleted_at is not null`);
  return (
    (await db.run(sql`
      insert into identities (issuer, subject, user_id, provider, email, created_at, last_used_at)
      values (${it.issuer}, ${it.subject}, ${it.userId}, ${it.provider}, ${it.email}, ${it.now}, ${it.now})
      on conflict do nothing`)) > 0
  );
}

/** Disconnects an identity. Returns false when there was none. */
export async function deleteIdentity(db: Queryable, userId: string, provider: Provider): Promise<boolean> {
  return (await db.run(sql`delete from identities where user_id = ${userId} and provider = ${provider}`)) > 0;
}

/** The identities that are connected to a user. */
export async function listIdentities(db: Queryable, userId: string): Promise<IdentityRow[]> {
  return db.rows<IdentityRow>(sql`
    select provider, email, created_at, last_used_at from identities where user_id = ${userId} order by provider`);
}

/** Stores a user with a confirmed e-mail and without a password. Returns undefined when the e-mail is taken. */
export async function insertUserOfIdentity(
  db: Queryable,
  it: { name: string; email: string; now: Date },
): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    insert into users (name, email, email_verified_at, type, created_at, updated_at)
    values (${it.name}, ${it.email}, ${it.now}, 'pembeli', ${it.now}, ${it.now})
    on conflict (email) do nothing returning id`);
  return row?.id;
}

/** Marks a token as used until it expires. Returns false when it was used before. */
export async function markTokenUsed(db: Queryable, tokenHash: Buffer, expires: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      insert into oauth_tokens_used (token_hash, expires_at) values (${tokenHash}, ${expires}) on conflict do nothing`)) >
    0
  );
}

/** Deletes used tokens that have expired. */
export async function deleteExpiredTokens(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from oauth_tokens_used where ctid = any(array(select ctid from oauth_tokens_used where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}

export type LoginMethodsRow = { has_password: boolean; identities: number; passkeys: number };

/**
 * The ways in which a user can log in. Locks the user's row, so that two removals at once cannot take the last two
 * ways.
 */
export async function lockLoginMethods(db: Queryable, userId: string): Promise<LoginMethodsRow | undefined> {
  return db.row<LoginMethodsRow>(sql`
    select u.password_hash is not null as has_password,
      (select count(*)::int from identities i where i.user_id = u.id) as identities,
      (select count(*)::int from passkeys k where k.user_id = u.id) as passkeys
    from users u where u.id = ${userId} and u.deleted_at is null for update`);
}
