import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { FoundSignal, SignalEvidence, SignalRole } from "./rule-queries.ts";
import { returnFactor, type SignalRuleName, type SignalSource, type SignalState } from "./rules.ts";

const sourceTables = { orders: sql`orders`, users: sql`users`, reviews: sql`reviews` } as const;

/** Until when the rules have read a source; undefined before the first run. */
export async function findReadUntil(db: Queryable, source: SignalSource): Promise<Date | undefined> {
  return (await db.row<{ read_until: Date }>(sql`select read_until from fraud_scans where source = ${source}`))
    ?.read_until;
}

/** Stores until when the rules have read a source. */
export async function saveReadUntil(db: Queryable, source: SignalSource, readUntil: Date): Promise<void> {
  await db.run(sql`
    insert into fraud_scans (source, read_until) values (${source}, ${readUntil})
    on conflict (source) do update set read_until = excluded.read_until`);
}

/** The ids of a source between these two, in their order. */
export async function listNewIds(
  db: Queryable,
  source: SignalSource,
  { after, before }: { after: string; before: string },
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from ${sourceTables[source]} where id > ${after} and id < ${before} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores a signal, or what is newer about it. One that is closed is open again when its count has grown by
 * {@link returnFactor}; otherwise it is noted that it is still found.
 */
export async function saveSignal(tx: Tx, rule: SignalRuleName, found: FoundSignal, now: Date): Promise<void> {
  const row = await tx.row<{ id: string }>(sql`
    insert into fraud_signals as s (rule, key, strength, evidence, found_at, last_found_at)
    values (${rule}, ${found.key}, ${found.strength}, ${JSON.stringify(found.evidence)}, ${now}, ${now})
    on conflict (rule, key) do update set strength = excluded.strength, evidence = excluded.evidence, last_found_at = excluded.last_found_at,
      state = 'open', reason = null, closed_at = null, closed_by = null
    where s.state = 'open' or excluded.strength >= s.strength * ${returnFactor}::int
    returning id`);
  if (!row) {
    await tx.run(sql`update fraud_signals set last_found_at = ${now} where rule = ${rule} and key = ${found.key}`);
    return;
  }
  await tx.run(sql`
    insert into fraud_signal_people (signal_id, user_id, role)
    select ${row.id}, u.id, new.role from unnest(${found.people.map(({ id }) => id)}::uuid[], ${found.people.map(({ role }) => role)}::text[]) as new (id, role)
    join users u on u.id = new.id and u.deleted_at is null
    on conflict do nothing`);
}

/** Deletes signals that were last found before this moment. */
export async function deleteSignalsBefore(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from fraud_signals where last_found_at < ${before}`);
}

export type SignalRow = {
  id: string;
  rule: SignalRuleName;
  strength: number;
  evidence: SignalEvidence;
  found_at: Date;
  last_found_at: Date;
  state: SignalState;
  reason: string | null;
  closed_at: Date | null;
  closed_by: string | null;
  people: { id: string; name: string; role: SignalRole }[];
};

const columns = sql`
  s.id, s.rule, s.strength, s.evidence, s.found_at, s.last_found_at, s.state, s.reason, s.closed_at,
  (select u.name from users u where u.id = s.closed_by) as closed_by,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'role', p.role) order by p.role, u.id)
    from fraud_signal_people p join users u on u.id = p.user_id where p.signal_id = s.id), '[]') as people`;

/** Signals after one of them: open ones the newest first, or closed ones. */
export function listSignals(
  db: Queryable,
  { view, rule, after }: { view: "open" | "closed"; rule: SignalRuleName | null; after: string | null },
  limit: number,
): Promise<SignalRow[]> {
  return view === "open"
    ? db.rows(sql`
        select ${columns} from fraud_signals s
        where s.state = 'open' and (${rule}::text is null or s.rule = ${rule}) and (${after}::uuid is null or s.id < ${after}::uuid)
        order by s.id desc limit ${limit}`)
    : db.rows(sql`
        select ${columns} from fraud_signals s
        where s.state <> 'open' and (${rule}::text is null or s.rule = ${rule})
          and (${after}::uuid is null or (s.closed_at, s.id) < (select a.closed_at, a.id from fraud_signals a where a.id = ${after}::uuid))
        order by s.closed_at desc, s.id desc limit ${limit}`);
}

/** One signal. */
export function findSignal(db: Queryable, id: string): Promise<SignalRow | undefined> {
  return db.row(sql`select ${columns} from fraud_signals s where s.id = ${id}`);
}

export type SignalPersonRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: SignalRole;
  created_at: Date;
  is_blocked: boolean;
  orders: number;
  shop: { id: string; name: string; slug: string; is_suspended: boolean } | null;
};

/** The people of a signal, with what an operator needs to decide. */
export function listSignalPeople(db: Queryable, id: string): Promise<SignalPersonRow[]> {
  return db.rows(sql`
    select u.id, u.name, u.email, u.phone, p.role, u.created_at,
      exists (select from measures m where m.kind = 'user' and m.user_id = u.id and m.ended_at is null) as is_blocked,
      (select count(*)::int from (select from orders o where o.buyer_id = u.id limit 1000) o) as orders,
      (select jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'is_suspended',
          exists (select from measures m where m.kind = 'shop' and m.shop_id = s.id and m.ended_at is null))
        from shops s where s.owner_id = u.id) as shop
    from fraud_signal_people p join users u on u.id = p.user_id where p.signal_id = ${id} order by p.role, u.id`);
}

export type SignalOrderRow = {
  id: string;
  invoice: string;
  total: number;
  status: string;
  shop: string;
  buyer: string;
  created_at: Date;
};

/** The orders of a signal. */
export function listSignalOrders(db: Queryable, ids: readonly string[]): Promise<SignalOrderRow[]> {
  return db.rows(sql`
    select o.id, o.invoice, o.total, o.status, s.name as shop, u.name as buyer, o.created_at
    from orders o join shops s on s.id = o.shop_id join users u on u.id = o.buyer_id
    where o.id = any(${ids as string[]}::uuid[]) order by o.created_at desc, o.id`);
}

export type SignalReviewRow = {
  id: string;
  product: string;
  shop: string;
  author: string;
  rating: number;
  created_at: Date;
};

/** The reviews of a signal. */
export function listSignalReviews(db: Queryable, ids: readonly string[]): Promise<SignalReviewRow[]> {
  return db.rows(sql`
    select r.id, p.name as product, s.name as shop, u.name as author, r.rating, r.created_at
    from reviews r join products p on p.id = r.product_id join shops s on s.id = r.shop_id join users u on u.id = r.user_id
    where r.id = any(${ids as string[]}::uuid[]) order by r.created_at desc, r.id`);
}

/** The code of a voucher. */
export async function findVoucherCode(db: Queryable, id: string): Promise<string | null> {
  return (await db.row<{ code: string }>(sql`select code from vouchers where id = ${id}`))?.code ?? null;
}

/** Dismisses an open signal. Returns whether it was open. */
export async function dismissSignalRow(
  tx: Tx,
  id: string,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update fraud_signals set state = 'dismissed', reason = ${reason}, closed_at = ${now}, closed_by = ${by} where id = ${id} and state = 'open'`)) ===
    1
  );
}

/** Closes the open signals about a person, against whom a measure was taken. */
export async function closeSignalsOf(tx: Tx, userId: string, by: string, now: Date): Promise<void> {
  await tx.run(sql`
    update fraud_signals s set state = 'acted', closed_at = ${now}, closed_by = ${by}
    from fraud_signal_people p where p.signal_id = s.id and p.user_id = ${userId} and s.state = 'open'`);
}
