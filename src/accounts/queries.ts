import { sql, type Queryable } from "#lib/database.ts";
import type { Actor } from "#lib/endpoint.ts";

/** Who a session belongs to, with what policies ask; null when it is unknown, over, or its person deleted. */
export async function findActor(db: Queryable, tokenHash: Buffer, now: Date): Promise<Actor | null> {
  const row = await db.row<{ user_id: string; session_id: string; type: string; operator_role: string | null; shop_id: string | null; province_code: string | null; authenticated_at: Date }>(sql`
    select s.user_id, s.id as session_id, u.type, u.operator_role, shop.id as shop_id, u.province_code, s.authenticated_at
    from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join shops shop on shop.owner_id = u.id and u.type = 'penjual'
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`);
  if (!row) return null;
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    type: row.type,
    operatorRole: row.operator_role,
    shopId: row.shop_id,
    provinceCode: row.province_code,
    authenticatedAt: row.authenticated_at,
  };
}

/** Stores a new session. */
export async function insertSession(db: Queryable, session: { tokenHash: Buffer; userId: string; userAgent: string; ip: string; now: Date; expires: Date }): Promise<void> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, user_agent, ip, created_at, last_seen_at, authenticated_at, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.userAgent}, ${session.ip}, ${session.now}, ${session.now}, ${session.now}, ${session.expires})`);
}

/** Ends one session by its token; says whether there was one. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)) > 0;
}

type UserRow = { id: string; name: string; email: string; image_key: string | null; type: string; total_notification: number; total_cart: number };

/** The current user with the two counts of the header. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select u.id, u.name, u.email, p.storage_key as image_key, u.type,
      (select count(*)::int from notifications n where n.user_id = u.id and n.status = 'unread') as total_notification,
      (select count(*)::int from cart_lines c where c.user_id = u.id) as total_cart
    from users u left join pictures p on p.id = u.image_id
    where u.id = ${userId} and u.deleted_at is null`);
}
