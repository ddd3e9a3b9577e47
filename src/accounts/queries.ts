import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import type { Actor } from "#lib/endpoint.ts";
import { later } from "#lib/time.ts";
import { sessionTimes } from "./session/rules.ts";

/**
 * Who a session belongs to, with what policies ask; null when it is unknown, over, or its person deleted. A session that is
 * `used` lasts longer for it; the account of `exempt` counts as having used a second factor.
 */
export async function findActor(
  db: Queryable,
  tokenHash: Buffer,
  { used, exempt }: { used: boolean; exempt: string | null },
  now: Date,
): Promise<Actor | null> {
  const row = await db.row<{
    user_id: string;
    session_id: string;
    type: string;
    operator_role: string | null;
    shop_id: string | null;
    province_code: string | null;
    authenticated_at: Date;
    last_seen_at: Date;
    second_factor: boolean;
  }>(sql`
    select s.user_id, s.id as session_id, u.type, u.operator_role, shop.id as shop_id, u.province_code, s.authenticated_at, s.last_seen_at,
      coalesce(u.email = ${exempt}::text, false) or (s.second_factor and (
        exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = u.id))) as second_factor
    from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join shops shop on shop.owner_id = u.id and u.type = 'penjual'
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`);
  if (!row) return null;
  const { idle, step } = sessionTimes(row.type);
  if (used && later(row.last_seen_at, step) < now) {
    await db.run(sql`
      update sessions set last_seen_at = ${now}, expires_at = least(ends_at, ${later(now, idle)}) where token_hash = ${tokenHash}`);
  }
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    type: row.type,
    operatorRole: row.operator_role,
    shopId: row.shop_id,
    provinceCode: row.province_code,
    authenticatedAt: row.authenticated_at,
    secondFactor: row.second_factor,
  };
}

type NewSession = {
  tokenHash: Buffer;
  userId: string;
  userAgent: string;
  ip: string;
  now: Date;
  expires: Date;
  ends: Date;
  secondFactor: boolean;
};

/** Stores a new session. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, user_agent, ip, created_at, last_seen_at, authenticated_at, expires_at, ends_at, second_factor)
    values (${session.tokenHash}, ${session.userId}, ${session.userAgent}, ${session.ip}, ${session.now}, ${session.now}, ${session.now}, ${session.expires}, ${session.ends}, ${session.secondFactor})`);
}

/** Gives a session another token; answers until when the session lasts at most, undefined when it is over. */
export async function updateToken(tx: Tx, sessionId: string, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await tx.row<{ ends_at: Date }>(sql`
    update sessions set token_hash = ${tokenHash} where id = ${sessionId} returning ends_at`);
  return row?.ends_at;
}

/** Ends one session by its token; says whether there was one. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)) > 0;
}

/** Ends one of the person's own sessions; false when it is not theirs or does not exist. */
export async function deleteOwnSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  return (await db.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)) > 0;
}

/** Ends all sessions of the person but `exceptId` (all when null). */
export async function deleteSessionsOf(db: Queryable, userId: string, exceptId: string | null): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${exceptId}::uuid`);
}

/** Ends the person's oldest sessions beyond `keep`. */
export async function deleteOldestSessions(db: Queryable, userId: string, keep: number): Promise<void> {
  await db.run(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${keep})`);
}

/** Lets all sessions that run at `now` last so many milliseconds longer. */
export async function moveSessionEnds(db: Queryable, ms: number, now: Date): Promise<void> {
  await db.run(sql`
    update sessions set expires_at = expires_at + ${ms} * interval '1 millisecond', ends_at = ends_at + ${ms} * interval '1 millisecond'
    where expires_at > ${now}`);
}

/** Removes sessions that are over. */
export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from sessions where ctid = any(array(select ctid from sessions where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}

/** A second factor or a passkey was used in the session just now. */
export async function markSecondFactor(db: Queryable, sessionId: string): Promise<void> {
  await db.run(sql`update sessions set second_factor = true where id = ${sessionId}`);
}

/** Whether the person has a second factor or a passkey. */
export async function hasAnyFactor(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.row(sql`
    select from second_factors where user_id = ${userId} and confirmed_at is not null
    union all select from passkeys where user_id = ${userId} limit 1`);
  return found !== undefined;
}

/** The session was confirmed with the password just now. */
export async function markAuthenticated(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.run(sql`update sessions set authenticated_at = ${now} where id = ${sessionId}`);
}

export type SessionRow = { id: string; user_agent: string; ip: string; created_at: Date; last_seen_at: Date };

/** The person's sessions, the latest used first. */
export async function listSessions(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db.rows<SessionRow>(sql`
    select id, user_agent, ip, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > ${now} order by last_seen_at desc, id desc limit 100`);
}

export type UserRow = {
  id: string;
  name: string;
  email: string;
  image_key: string | null;
  type: string;
  total_notification: number;
  total_cart: number;
  deletion_due_at: Date | null;
};

/** The current user with the two counts of the header. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select u.id, u.name, u.email, p.storage_key as image_key, u.type,
      (select count(*)::int from notifications n where n.user_id = u.id and n.status = 'unread') as total_notification,
      (select count(*)::int from cart_lines c where c.user_id = u.id) as total_cart,
      (select d.due_at from account_deletions d where d.user_id = u.id and d.done_at is null) as deletion_due_at
    from users u left join pictures p on p.id = u.image_id
    where u.id = ${userId} and u.deleted_at is null`);
}

export type BiodataRow = {
  name: string;
  email: string;
  phone: string | null;
  birth_date: string | null;
  type: string;
  image_key: string | null;
  created_at: Date;
};

/** What the person may see of their own account. */
export async function findBiodata(db: Queryable, userId: string): Promise<BiodataRow | undefined> {
  return db.row<BiodataRow>(sql`
    select u.name, u.email, u.phone, u.birth_date, u.type, p.storage_key as image_key, u.created_at
    from users u left join pictures p on p.id = u.image_id where u.id = ${userId} and u.deleted_at is null`);
}

export type CredentialsRow = { id: string; name: string; email: string; password_hash: string | null };

/** What login compares with, by e-mail in lower case. */
export async function findCredentials(db: Queryable, email: string): Promise<CredentialsRow | undefined> {
  return db.row<CredentialsRow>(sql`
    select id, name, email, password_hash from users where email = ${email} and deleted_at is null`);
}

/** What asking for the password again compares with. */
export async function findCredentialsOf(db: Queryable, userId: string): Promise<CredentialsRow | undefined> {
  return db.row<CredentialsRow>(sql`
    select id, name, email, password_hash from users where id = ${userId} and deleted_at is null`);
}

/**
 * What the person logs in with, which nobody changes until the transaction ends; undefined when the person is gone. Others
 * may log in meanwhile.
 */
export async function holdCredentials(
  tx: Tx,
  userId: string,
): Promise<{ password_hash: string | null; type: string } | undefined> {
  return tx.row(sql`select password_hash, type from users where id = ${userId} and deleted_at is null for share`);
}

/** Nobody logs in as this person, or changes how they do, until the transaction ends. */
export async function lockCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.row(sql`select from users where id = ${userId} for no key update`);
}

/** A person's type, which nobody changes until the transaction ends; undefined when the person is gone. */
export async function lockType(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ type: string }>(
    sql`select type from users where id = ${userId} and deleted_at is null for no key update`,
  );
  return row?.type;
}

/** Stores what a person is. */
export async function updateType(tx: Tx, userId: string, type: "penjual", now: Date): Promise<void> {
  await tx.run(sql`update users set type = ${type}, updated_at = ${now} where id = ${userId}`);
}

type NewUser = { name: string; email: string; passwordHash: string; phone: string | null; type: string; now: Date };

/** Stores a new person; undefined when the e-mail is taken. */
export async function insertUser(db: Queryable, it: NewUser): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    insert into users (name, email, password_hash, phone, type, created_at, updated_at)
    values (${it.name}, ${it.email}, ${it.passwordHash}, ${it.phone}, ${it.type}, ${it.now}, ${it.now})
    on conflict (email) do nothing returning id`);
  return row?.id;
}

/** Whether an account has this e-mail, deleted ones included. */
export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.row(sql`select from users where email = ${email}`)) !== undefined;
}

/** Stores what the person changed of their own data. A changed phone number is no longer a verified one. */
export async function updateBiodata(
  db: Queryable,
  userId: string,
  data: { name: string; phone: string | null; birthDate: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update users set name = ${data.name}, phone = ${data.phone}, birth_date = ${data.birthDate}, updated_at = ${data.now},
      phone_verified_at = case when phone is not distinct from ${data.phone} then phone_verified_at end
    where id = ${userId} and deleted_at is null`);
}

/** Stores a new password. */
export async function updatePassword(db: Queryable, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db.run(sql`
    update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId} and deleted_at is null`);
}

/** Stores in which province the person lives: their times are shown in its zone. */
export async function updateProvince(db: Queryable, userId: string, provinceCode: string | null): Promise<void> {
  await db.run(sql`
    update users set province_code = ${provinceCode}
    where id = ${userId} and province_code is distinct from ${provinceCode}`);
}
