import { demanded, sql, type Queryable, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { addDuration } from "#lib/time.ts";
import { permissionsOf } from "../operators/rules.ts";
import { sessionDurations } from "./rules.ts";

/**
 * The user of a session, with what policies need; null when the session is unknown or has ended, or its user is
 * deleted. `used` extends the session; `extendAfter` is when a use must extend it again. The account with the e-mail
 * `exempt` counts as having used a second factor.
 */
export async function findActor(
  db: Queryable,
  tokenHash: Buffer,
  { used, exempt }: { used: boolean; exempt: string | null },
  now: Date,
): Promise<{ actor: Actor; extendAfter: Date } | null> {
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
    select s.user_id, s.id as session_id, u.type, u.operator_role, shop.id as shop_id,
      coalesce(u.province_code, shop.province_code) as province_code, s.authenticated_at, s.last_seen_at,
      coalesce(u.email = ${exempt}::text, false) or (s.second_factor and (
        exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = u.id))) as second_factor
    from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join shops shop on shop.owner_id = u.id and u.type = 'penjual'
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`);
  if (!row) return null;
  const { idle, step } = sessionDurations(row.type);
  const isDue = used && addDuration(row.last_seen_at, step) < now;
  if (isDue) {
    await db.run(sql`
      update sessions set last_seen_at = ${now}, expires_at = least(ends_at, ${addDuration(now, idle)}) where token_hash = ${tokenHash}`);
  }
  const actor = {
    userId: row.user_id,
    sessionId: row.session_id,
    type: row.type,
    operatorRole: row.operator_role,
    permissions: permissionsOf(row.operator_role),
    shopId: row.shop_id,
    provinceCode: row.province_code,
    authenticatedAt: row.authenticated_at,
    secondFactor: row.second_factor,
  };
  return { actor, extendAfter: addDuration(isDue ? now : row.last_seen_at, step) };
}

type UserSession = { tokenHash: Buffer; userId: string };

const isOpen = ({ tokenHash, userId }: UserSession, now: Date) => sql`
  exists (select from sessions s join users u on u.id = s.user_id and u.deleted_at is null
    where s.token_hash = ${tokenHash} and s.user_id = ${userId} and s.expires_at > ${now})`;

/** Whether this is an open session of this user, who is not deleted. */
export async function isOpenSessionOf(db: Queryable, session: UserSession, now: Date): Promise<boolean> {
  return (await db.row<{ open: boolean }>(sql`select ${isOpen(session, now)} as open`))?.open === true;
}

/** Makes the transaction fail (`isUnmet`) unless {@link isOpenSessionOf} is true at the commit. */
export async function demandOpenSessionAtCommit(tx: Tx, session: UserSession, now: Date): Promise<void> {
  await tx.atCommit(sql`select ${demanded(isOpen(session, now))}`);
}

/** Stores a new session. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, user_agent, ip, created_at, last_seen_at, authenticated_at, expires_at, ends_at, second_factor)
    values (${session.tokenHash}, ${session.userId}, ${session.userAgent}, ${session.ip}, ${session.now}, ${session.now}, ${session.now}, ${session.expires}, ${session.ends}, ${session.secondFactor})`);
}

/**
 * Gives a session another token. Returns the latest time at which the session ends, or undefined when it has ended
 * already.
 */
export async function updateToken(tx: Tx, sessionId: string, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await tx.row<{ ends_at: Date }>(sql`
    update sessions set token_hash = ${tokenHash} where id = ${sessionId} returning ends_at`);
  return row?.ends_at;
}

/** Ends one session by its token. Returns whether there was one. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)) > 0;
}

/** Ends one of the user's own sessions. Returns false when it belongs to another user or does not exist. */
export async function deleteOwnSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  return (await db.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)) > 0;
}

/** Ends all sessions of the user except `exceptId` (all when null). Returns how many. */
export async function deleteSessionsOf(db: Queryable, userId: string, exceptId: string | null): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${exceptId}::uuid`);
}

/** Ends the user's oldest sessions beyond `keep`. */
export async function deleteOldestSessions(db: Queryable, userId: string, keep: number): Promise<void> {
  await db.run(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${keep})`);
}

/** Extends all sessions that are open at `now` by `ms` milliseconds. */
export async function extendSessionExpiry(db: Queryable, ms: number, now: Date): Promise<void> {
  await db.run(sql`
    update sessions set expires_at = expires_at + ${ms} * interval '1 millisecond', ends_at = ends_at + ${ms} * interval '1 millisecond'
    where expires_at > ${now}`);
}

/** Deletes sessions that have ended. */
export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  return inBatches((limit) =>
    db.run(
      sql`delete from sessions where ctid = any(array(select ctid from sessions where expires_at <= ${now} limit ${limit}))`,
    ),
  );
}

/** Records that the session has used a second factor or a passkey. */
export async function recordSecondFactor(db: Queryable, sessionId: string): Promise<void> {
  await db.run(sql`update sessions set second_factor = true where id = ${sessionId}`);
}

/** Whether the user has a second factor or a passkey. */
export async function hasAnyFactor(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.row(sql`
    select from second_factors where user_id = ${userId} and confirmed_at is not null
    union all select from passkeys where user_id = ${userId} limit 1`);
  return found !== undefined;
}

/** Records that the session was confirmed at `now`. */
export async function recordAuthentication(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.run(sql`update sessions set authenticated_at = ${now} where id = ${sessionId}`);
}

export type SessionRow = { id: string; user_agent: string; ip: string; created_at: Date; last_seen_at: Date };

/** The user's open sessions, the most recently used first. */
export async function listSessions(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db.rows<SessionRow>(sql`
    select id, user_agent, ip, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > ${now} order by last_seen_at desc, id desc limit 100`);
}

export type NewSession = {
  tokenHash: Buffer;
  userId: string;
  userAgent: string;
  ip: string;
  now: Date;
  expires: Date;
  ends: Date;
  secondFactor: boolean;
};
