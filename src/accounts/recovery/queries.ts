import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import type { LinkPurpose } from "./rules.ts";

export type Recipient = { id: string; name: string; email: string; province_code: string | null; verified: boolean };

/** The recipient of a mail to this user; undefined when the account is deleted. */
export async function findRecipient(db: Queryable, userId: string): Promise<Recipient | undefined> {
  return db.row<Recipient>(sql`
    select id, name, email, province_code, email_verified_at is not null as verified
    from users where id = ${userId} and deleted_at is null`);
}

/** The recipient of a mail to this address; undefined when it has no account. */
export async function findRecipientByEmail(db: Queryable, email: string): Promise<Recipient | undefined> {
  return db.row<Recipient>(sql`
    select id, name, email, province_code, email_verified_at is not null as verified
    from users where email = ${email} and deleted_at is null`);
}

type NewLink = {
  userId: string;
  purpose: LinkPurpose;
  email: string;
  tokenHash: Buffer;
  asked: Date;
  expires: Date;
  /** Digest of the requester, when each requester has their own link; empty otherwise. */
  requester?: Buffer;
};

/**
 * Stores a link in place of the earlier one of its kind and requester. Returns false when a later one is stored
 * already.
 */
export async function replaceLink(db: Queryable, link: NewLink): Promise<boolean> {
  const { userId, purpose, email, tokenHash, asked, expires, requester = Buffer.alloc(0) } = link;
  const stored = await db.run(sql`
    insert into email_links as l (user_id, purpose, requester_hash, email, token_hash, created_at, expires_at)
    values (${userId}, ${purpose}, ${requester}, ${email}, ${tokenHash}, ${asked}, ${expires})
    on conflict (user_id, purpose, requester_hash) do update
    set email = excluded.email, token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    where l.created_at <= excluded.created_at`);
  return stored > 0;
}

/**
 * Whether a mailed link for a new password stays valid until `until`. The link of the same request does not count,
 * because its job may run again after its mail failed.
 */
export async function hasUsableLink(
  db: Queryable,
  it: { userId: string; requester: Buffer; asked: Date; until: Date },
): Promise<boolean> {
  const found = await db.row(sql`
    select from email_links where user_id = ${it.userId} and purpose = 'reset' and requester_hash <> '' and expires_at > ${it.until}
      and not (requester_hash = ${it.requester} and created_at = ${it.asked}) limit 1`);
  return found !== undefined;
}

/**
 * Sets the token of a link that was requested at that moment. Returns false when it was cancelled or requested again in
 * the meantime.
 */
export async function setLinkToken(db: Queryable, link: Omit<NewLink, "expires">): Promise<boolean> {
  const { userId, purpose, email, tokenHash, asked } = link;
  const found = await db.run(sql`
    update email_links set token_hash = ${tokenHash}
    where user_id = ${userId} and purpose = ${purpose} and email = ${email} and created_at = ${asked}`);
  return found > 0;
}

export type LinkRow = { user_id: string; purpose: LinkPurpose; email: string };
/** `verified`: the account's e-mail was confirmed before. */
export type FoundLink = LinkRow & { verified: boolean };

/** A link that is still valid. One that confirms an e-mail is valid only for the address that the account has now. */
export async function findLink(db: Queryable, tokenHash: Buffer, now: Date): Promise<FoundLink | undefined> {
  return db.row<FoundLink>(sql`
    select l.user_id, l.purpose, l.email, u.email_verified_at is not null as verified from email_links l
    join users u on u.id = l.user_id and u.deleted_at is null and (l.purpose = 'change' or u.email = l.email)
    where l.token_hash = ${tokenHash} and l.expires_at > ${now}`);
}

/** Uses a link up: of two who try at the same moment one gets it. `userId` accepts only that user's own links. */
export async function consumeLink(
  tx: Tx,
  it: { tokenHash: Buffer; purpose: LinkPurpose; userId: string | null; now: Date },
): Promise<LinkRow | undefined> {
  return tx.row<LinkRow>(sql`
    delete from email_links l using users u
    where l.token_hash = ${it.tokenHash} and l.purpose = ${it.purpose} and l.expires_at > ${it.now}
      and (${it.userId}::uuid is null or l.user_id = ${it.userId}::uuid)
      and u.id = l.user_id and u.deleted_at is null and (l.purpose = 'change' or u.email = l.email)
    returning l.user_id, l.purpose, l.email`);
}

/** Deletes the user's links of these kinds. Returns how many there were. */
export async function deleteLinks(db: Queryable, userId: string, purposes: readonly LinkPurpose[]): Promise<number> {
  return db.run(sql`delete from email_links where user_id = ${userId} and purpose = any(${purposes}::text[])`);
}

/** Deletes links that expired before `now` and devices that were last used before `devicesSince`. */
export async function deleteOldLinks(db: Queryable, now: Date, devicesSince: Date): Promise<void> {
  await inBatches((limit) =>
    db.run(
      sql`delete from email_links where ctid = any(array(select ctid from email_links where expires_at <= ${now} limit ${limit}))`,
    ),
  );
  await db.run(sql`delete from known_devices where last_seen_at < ${devicesSince}`);
}

/**
 * Marks the user's e-mail as confirmed when it is still this address. Returns true when it was not confirmed before.
 */
export async function markEmailVerified(db: Queryable, userId: string, email: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update users set email_verified_at = ${now}, updated_at = ${now}
      where id = ${userId} and email = ${email} and email_verified_at is null and deleted_at is null`)) > 0
  );
}

/** Sets another, confirmed e-mail. Violates users_email when another account has taken it in the meantime. */
export async function updateEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users set email = ${email}, email_verified_at = ${now}, updated_at = ${now}
    where id = ${userId} and deleted_at is null`);
}

export type EmailStateRow = { email: string; verified: boolean; pending: string | null; has_password: boolean };

/** The user's e-mail, and the new one whose link has not been followed yet. */
export async function findEmailState(db: Queryable, userId: string, now: Date): Promise<EmailStateRow | undefined> {
  return db.row<EmailStateRow>(sql`
    select u.email, u.email_verified_at is not null as verified, l.email as pending, u.password_hash is not null as has_password
    from users u left join email_links l on l.user_id = u.id and l.purpose = 'change' and l.expires_at > ${now}
    where u.id = ${userId} and u.deleted_at is null`);
}

/**
 * Records that the user logged in from this kind of device. `isNew`: it was not seen since `since`, while others were.
 * The first device of an account is not new.
 */
export async function rememberDevice(
  tx: Queryable,
  { userId, device, now, since }: { userId: string; device: string; now: Date; since: Date },
): Promise<{ isNew: boolean }> {
  const row = await tx.row<{ seen: Date | null; others: boolean }>(sql`
    with before as (select device, last_seen_at from known_devices where user_id = ${userId}),
    stored as (
      insert into known_devices as k (user_id, device, first_seen_at, last_seen_at)
      values (${userId}, ${device}, ${now}, ${now})
      on conflict (user_id, device) do update set last_seen_at = greatest(k.last_seen_at, excluded.last_seen_at))
    select (select last_seen_at from before where device = ${device}) as seen,
      exists (select from before) as others`);
  return { isNew: row !== undefined && row.others && (row.seen === null || row.seen < since) };
}
