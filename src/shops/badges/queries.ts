import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { BadgeNumbers, ShopBadge } from "./rules.ts";

/** The shops whose badges must be computed: verified ones and those with a badge; after an id. */
export async function listShopsForBadges(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from shops where (verified_at is not null or badges <> '{}') and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** What the badges of these shops are computed from. An order is answered when its seller first acts on it. */
export function listBadgeNumbers(
  db: Queryable,
  shopIds: readonly string[],
  since: Date,
): Promise<(BadgeNumbers & { id: string })[]> {
  return db.rows(sql`
    select s.id, s.verified_at is not null as is_verified, s.rating_sum::int as rating_sum, s.rating_count,
      n.completed, n.paid, n.complained, n.answer_ms
    from shops s
    cross join lateral (
      select count(*) filter (where o.status = 'completed')::int as completed, count(*)::int as paid,
        count(*) filter (where exists (select from complaints c where c.order_id = o.id))::int as complained,
        (percentile_disc(0.5) within group (order by extract(epoch from a.at - o.paid_at) * 1000))::float8 as answer_ms
      from orders o
      left join lateral (
        select min(e.created_at) as at from order_events e where e.order_id = o.id and e.actor = 'seller') a on true
      where o.shop_id = s.id and o.paid_at > ${since}) n
    where s.id = any(${shopIds}::uuid[])`);
}

/** Stores the badges of a shop and what they were computed from. Returns whether the badges changed. */
export async function updateBadges(
  tx: Tx,
  shopId: string,
  it: { badges: readonly ShopBadge[]; numbers: BadgeNumbers },
): Promise<boolean> {
  const row = await tx.row<{ changed: boolean }>(sql`
    with before as (select id, badges from shops where id = ${shopId} for no key update)
    update shops s set badges = ${it.badges}::text[], badge_numbers = ${JSON.stringify(it.numbers)}::jsonb
    from before where s.id = before.id returning before.badges <> s.badges as changed`);
  return row?.changed ?? false;
}
