import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../src/lib/database.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { listWaiting } from "../../src/operator/worklist/queries.ts";
import { workKindNames } from "../../src/operator/worklist/rules.ts";
import { orderStatusNames } from "../../src/orders/rules.ts";
import { digestBankAccounts } from "../../src/payments/payouts/bank-accounts/match-accounts.ts";
import { proveRetention } from "../../src/privacy/retention/prove-retention.ts";
import { demoTimeout, makeDemo } from "../../test/make/demo.ts";
import { demoAccounts } from "./accounts.ts";

let context: Awaited<ReturnType<typeof makeDemo>>;

beforeAll(async () => {
  context = await makeDemo();
}, demoTimeout);
afterAll(() => context.close());

async function count(query: ReturnType<typeof sql>): Promise<number> {
  return (await context.db.row<{ n: number }>(query))?.n ?? 0;
}

test("the demo marketplace has at least 14 categories, 40 shops, 600 products and 150 pictures in use", async () => {
  expect(
    await count(sql`select count(*)::int as n from categories where parent_id is null and not is_custom`),
  ).toBeGreaterThanOrEqual(14);
  expect(await count(sql`select count(*)::int as n from categories where is_custom and url is not null`)).toBe(1);
  expect(await count(sql`select count(*)::int as n from shops`)).toBeGreaterThanOrEqual(40);
  expect(await count(sql`select count(*)::int as n from products where status = 'active'`)).toBeGreaterThanOrEqual(600);
  expect(await count(sql`select count(distinct picture_id)::int as n from product_pictures`)).toBeGreaterThanOrEqual(
    150,
  );
  expect(await count(sql`select count(*)::int as n from products where cover_picture_id is null`)).toBe(0);
});

test("money, stock and states of the demo obey every invariant of real orders", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("the books of the demo are audited, so that the page of held funds shows amounts", async () => {
  expect(await count(sql`select count(*)::int as n from audits where found = 0 and checked > 20`)).toBe(1);
});

test("reviews are only of completed lines, and every rating is the mean of its reviews", async () => {
  expect(await count(sql`select count(*)::int as n from reviews`)).toBeGreaterThan(1000);
  expect(
    await count(
      sql`select count(*)::int as n from reviews r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id where o.status <> 'completed' or o.buyer_id <> r.user_id`,
    ),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from products p where rating_count <> (select count(*) from reviews r where r.product_id = p.id)`,
    ),
  ).toBe(0);
});

test("the pieces sold of a product and a shop are those of completed orders", async () => {
  expect(
    await count(sql`
      select count(*)::int as n from products p where p.sold_count <> (
        select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id where l.product_id = p.id and o.status = 'completed')`),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from shops s where s.sold_count <> (select sum(p.sold_count) from products p where p.shop_id = s.id)`,
    ),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from order_lines l join products p on p.id = l.product_id where l.quantity < p.min_order`,
    ),
  ).toBe(0);
});

test("every demo user has given the consents that an account needs, and no others", async () => {
  const rows = await context.db.rows<{ purposes: string[]; people: number }>(sql`
    select purposes, count(*)::int as people from (
      select array_agg(c.purpose order by c.purpose) as purposes from users u left join consents c on c.user_id = u.id and c.given group by u.id
    ) said group by purposes`);
  expect(rows.map(({ purposes }) => purposes)).toEqual([["privacy", "terms"]]);
});

test("nothing in a fresh demo is older than the rules about keeping data allow", async () => {
  const proven = await proveRetention(context.db, context.clock.now());
  expect(proven.filter(({ tooOld }) => tooOld > 0)).toEqual([]);
  expect(await count(sql`select count(*)::int as n from idempotency_keys`)).toBe(0);
});

test("the installation reads the bank accounts that it sealed in the demo", async () => {
  await digestBankAccounts(context);
  expect(await count(sql`select count(*)::int as n from bank_accounts where same_digest is null`)).toBe(0);
  expect(await count(sql`select count(*)::int as n from bank_accounts`)).toBeGreaterThanOrEqual(2);
});

test("the demo buyer and seller find orders in every status, also disputed and refunded", async () => {
  const statuses = async (where: ReturnType<typeof sql>) =>
    (await context.db.rows<{ status: string }>(sql`select distinct o.status from orders o where ${where}`)).map(
      (row) => row.status,
    );
  const buyer = await statuses(sql`o.buyer_id = (select id from users where email = ${demoAccounts.buyer})`);
  expect(buyer.toSorted()).toEqual(orderStatusNames.toSorted());
  const seller = await statuses(
    sql`o.shop_id = (select s.id from shops s join users u on u.id = s.owner_id where u.email = ${demoAccounts.seller})`,
  );
  expect(seller.toSorted()).toEqual(orderStatusNames.toSorted());
});

test("the demo has COD orders that were paid to the courier, are under way and wait, and a buyer who can place one", async () => {
  const rows = await context.db.rows<{ status: string; paid: boolean }>(
    sql`select status, paid_at is not null as paid from orders where cod order by created_at`,
  );
  expect(rows).toEqual([
    { status: "completed", paid: true },
    { status: "shipped", paid: false },
    { status: "processing", paid: false },
  ]);
  const ready = sql`select 1 from users where email = 'pembeli@kawung.test' and phone_verified_at is not null`;
  expect(await context.db.rows(ready)).toHaveLength(1);
});

test("the demo has complaints that are open, offered, decided, with the mediators, sent back, agreed and refunded", async () => {
  const found = await context.db.rows<{ state: string; status: string }>(sql`
    select distinct c.state, o.status from complaints c join orders o on o.id = c.order_id order by 1, 2`);
  expect(found.map(({ state, status }) => `${state} ${status}`)).toEqual([
    "awaiting_buyer disputed",
    "awaiting_seller disputed",
    "closed completed",
    "closed refunded",
    "decided disputed",
    "inspecting disputed",
    "with_mediator disputed",
  ]);
  expect(await count(sql`select count(*)::int as n from complaints where due_at < now()`)).toBe(0);
});

test("operators of the demo find work of many kinds, and what they have set up", async () => {
  const row = await context.db.row<{ id: string }>(sql`select id from users where email = ${demoAccounts.operator}`);
  const viewer = { operatorId: row?.id ?? "", now: context.clock.now() };
  const waiting = await listWaiting(context.db, workKindNames, viewer);
  const kinds = waiting.map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual([
    "breach",
    "complaint",
    "data_request",
    "data_request",
    "data_request",
    "held",
    "held",
    "payout",
    "report",
    "report",
    "report",
    "signal",
  ]);
  expect(await count(sql`select count(*)::int as n from categories where jsonb_array_length(attribute_set) > 0`)).toBe(
    3,
  );
});
