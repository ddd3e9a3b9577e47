/**
 * Design note. Each rule is one query about a page of new rows. It starts from those rows and follows indexes to what
 * they have in common with others, so its work depends on the page and not on the size of the marketplace. The key
 * names what a signal is about, so the same finding of a later page renews the signal. Evidence has ids and counts
 * only; names are read when an operator opens the signal.
 */
import { sql, type Queryable, type Sql } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { signalLimits, signalRules, type SharedThing, type SignalRuleName } from "./rules.ts";

export type SignalRole = "account" | "buyer" | "seller";
export type FoundSignal = {
  key: string;
  strength: number;
  people: { id: string; role: SignalRole }[];
  evidence: SignalEvidence;
};
export type SignalEvidence = {
  orders?: string[];
  reviews?: string[];
  shops?: string[];
  voucher?: string;
  shared?: SharedThing[];
  /** All orders of the person in the same time. */
  total?: number;
};

type Page = { ids: readonly string[]; now: Date };

const cut = (ids: Sql) => sql`(${ids})[1:${signalLimits.evidence}]`;
const since = (rule: SignalRuleName, now: Date) => addDuration(now, -signalRules[rule].window);
// Read by id before anything else: with a condition on the time, the planner reads all orders of that time instead.
const orderPage = (ids: readonly string[]) =>
  sql`page as materialized (select * from orders where id = any(${ids as string[]}::uuid[]))`;
const peopleJson = (ids: Sql, role: SignalRole) =>
  sql`(select jsonb_agg(jsonb_build_object('id', one, 'role', ${role}::text)) from unnest(${cut(ids)}) one)`;

function sameFingerprint(rule: "account_velocity" | "network_velocity", kind: "browser" | "network") {
  return ({ ids, now }: Page): Sql => sql`
    with touched as (
      select distinct digest from account_traces where kind = ${kind} and user_id = any(${ids as string[]}::uuid[]) and last_seen_at >= ${since(rule, now)}
    ), same as (
      select t.digest, array_agg(t.user_id order by t.user_id) as users
      from touched d join account_traces t on t.kind = ${kind} and t.digest = d.digest join users u on u.id = t.user_id
      where t.last_seen_at >= ${since(rule, now)} and u.type <> 'operator' ${kind === "network" ? sql`and u.created_at >= ${since(rule, now)}` : sql``}
      group by t.digest having count(*) >= ${signalRules[rule].min}
    )
    select encode(digest, 'hex') as key, cardinality(users) as strength, ${peopleJson(sql`users`, "account")} as people, '{}'::jsonb as evidence
    from same`;
}

/** The query of each rule about a page of new rows of its source. */
export const ruleQueries: Record<SignalRuleName, (page: Page) => Sql> = {
  account_velocity: sameFingerprint("account_velocity", "browser"),
  network_velocity: sameFingerprint("network_velocity", "network"),
  order_velocity: ({ ids, now }) => sql`
    with ${orderPage(ids)}, touched as (
      select distinct t.digest from page o join account_traces t on t.user_id = o.buyer_id and t.kind = 'browser'
      where o.created_at >= ${since("order_velocity", now)}
    ), same as (
      select d.digest, array_agg(distinct o.buyer_id) as users, array_agg(o.id order by o.id desc) as orders
      from touched d join account_traces t on t.kind = 'browser' and t.digest = d.digest
      join orders o on o.buyer_id = t.user_id and o.created_at >= ${since("order_velocity", now)}
      group by d.digest having count(*) >= ${signalRules.order_velocity.min}
    )
    select encode(digest, 'hex') as key, cardinality(orders) as strength, ${peopleJson(sql`users`, "buyer")} as people,
      jsonb_build_object('orders', to_jsonb(${cut(sql`orders`)})) as evidence
    from same`,
  self_dealing: ({ ids, now }) => sql`
    with ${orderPage(ids)}, pairs as (
      select o.buyer_id, o.shop_id, s.owner_id, bool_or(w.phone in (b.phone, o.address->>'phone')) as is_phone_same
      from page o join shops s on s.id = o.shop_id join users b on b.id = o.buyer_id join users w on w.id = s.owner_id
      where o.created_at >= ${since("self_dealing", now)} and b.deleted_at is null and w.deleted_at is null
      group by o.buyer_id, o.shop_id, s.owner_id
    ), compared as (
      select p.*, array_remove(array[
        case when p.is_phone_same then 'phone' end,
        case when exists (select from bank_accounts b join bank_accounts w on w.same_digest = b.same_digest
          where b.user_id = p.buyer_id and w.user_id = p.owner_id) then 'bank_account' end,
        case when exists (select from addresses b join addresses w on w.village_code = b.village_code and lower(w.street) = lower(b.street)
            where b.user_id = p.buyer_id and w.user_id = p.owner_id and b.deleted_at is null and w.deleted_at is null)
          or exists (select from addresses b join shops s on s.id = p.shop_id and s.postcode = b.postcode and lower(s.street) = lower(b.street)
            where b.user_id = p.buyer_id and b.deleted_at is null and s.street <> '') then 'address' end,
        case when exists (select from account_traces b join account_traces w on w.kind = 'browser' and w.digest = b.digest
          where b.kind = 'browser' and b.user_id = p.buyer_id and w.user_id = p.owner_id) then 'browser' end], null) as shared
      from pairs p
    )
    select buyer_id || ' ' || shop_id as key, found.count as strength,
      jsonb_build_array(jsonb_build_object('id', buyer_id, 'role', 'buyer'), jsonb_build_object('id', owner_id, 'role', 'seller')) as people,
      jsonb_build_object('shared', to_jsonb(shared), 'orders', to_jsonb(found.orders)) as evidence
    from compared c join lateral (
      select count(*)::int as count, ${cut(sql`array_agg(o.id order by o.id desc)`)} as orders
      from orders o where o.buyer_id = c.buyer_id and o.shop_id = c.shop_id and o.created_at >= ${since("self_dealing", now)}
    ) found on true
    where cardinality(shared) > 0 and found.count >= ${signalRules.self_dealing.min}`,
  refund_abuse: ({ ids, now }) => sql`
    with buyers as (select distinct buyer_id from orders where id = any(${ids as string[]}::uuid[])),
    counted as (
      select b.buyer_id, c.count, c.orders,
        (select count(*)::int from orders o where o.buyer_id = b.buyer_id and o.created_at >= ${since("refund_abuse", now)}) as total
      from buyers b join lateral (
        select count(*)::int as count, ${cut(sql`array_agg(c.order_id order by c.opened_at desc)`)} as orders
        from complaints c where c.buyer_id = b.buyer_id and c.opened_at >= ${since("refund_abuse", now)} and c.refunded > 0
      ) c on c.count >= ${signalRules.refund_abuse.min}
    )
    select buyer_id::text as key, count as strength, jsonb_build_array(jsonb_build_object('id', buyer_id, 'role', 'buyer')) as people,
      jsonb_build_object('orders', to_jsonb(orders), 'total', total) as evidence
    from counted where count * 1000 >= total * ${signalRules.refund_abuse.perMille}`,
  voucher_abuse: ({ ids, now }) => sql`
    with ${orderPage(ids)}, touched as (
      select distinct u.voucher_id, t.digest
      from page o join voucher_uses u on u.checkout_id = o.checkout_id and u.state <> 'released'
      join account_traces t on t.user_id = u.buyer_id and t.kind = 'browser'
      where u.reserved_at >= ${since("voucher_abuse", now)}
    ), same as (
      select d.voucher_id, d.digest, array_agg(distinct u.buyer_id) as users, array_agg(distinct u.checkout_id) as checkouts
      from touched d join account_traces t on t.kind = 'browser' and t.digest = d.digest
      join voucher_uses u on u.buyer_id = t.user_id and u.voucher_id = d.voucher_id and u.state <> 'released' and u.reserved_at >= ${since("voucher_abuse", now)}
      group by d.voucher_id, d.digest having count(distinct u.buyer_id) >= ${signalRules.voucher_abuse.min}
    )
    select voucher_id || ' ' || encode(digest, 'hex') as key, cardinality(users) as strength, ${peopleJson(sql`users`, "buyer")} as people,
      jsonb_build_object('voucher', voucher_id, 'orders',
        (select to_jsonb(${cut(sql`array_agg(o.id order by o.id desc)`)}) from orders o where o.checkout_id = any(checkouts))) as evidence
    from same`,
  review_ring: ({ ids, now }) => sql`
    with recent as (
      select r.id, r.user_id, r.shop_id from (select distinct shop_id from reviews where id = any(${ids as string[]}::uuid[])) touched
      join reviews r on r.shop_id = touched.shop_id
      where r.created_at >= ${since("review_ring", now)} and r.rating >= 4 and r.state <> 'removed'
    ), sizes as (select shop_id, count(distinct user_id)::int as people from recent group by shop_id),
    rings as (
      select a.shop_id as one, b.shop_id as other, array_agg(distinct a.user_id) as users, array_agg(distinct a.id) || array_agg(distinct b.id) as reviews
      from recent a join recent b on b.user_id = a.user_id and b.shop_id > a.shop_id
      group by a.shop_id, b.shop_id having count(distinct a.user_id) >= ${signalRules.review_ring.min}
    )
    select one || ' ' || other as key, cardinality(users) as strength,
      ${peopleJson(sql`users`, "buyer")} ||
        (select jsonb_agg(jsonb_build_object('id', s.owner_id, 'role', 'seller')) from shops s where s.id in (one, other)) as people,
      jsonb_build_object('shops', jsonb_build_array(one, other), 'reviews', to_jsonb(${cut(sql`reviews`)})) as evidence
    from rings join sizes x on x.shop_id = one join sizes y on y.shop_id = other
    where cardinality(users) * 1000 >= least(x.people, y.people) * ${signalRules.review_ring.perMille}`,
};

/** What a rule finds about a page of new rows. */
export function findSignals(db: Queryable, rule: SignalRuleName, page: Page): Promise<FoundSignal[]> {
  return db.rows(ruleQueries[rule](page));
}
