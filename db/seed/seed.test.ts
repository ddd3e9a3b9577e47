import { afterAll, beforeAll, expect, test } from "vitest";
import { proveChain } from "../../src/audit-log/prove-chain.ts";
import { changeProduct } from "../../src/catalog/selling/save-product.ts";
import { sql } from "../../src/lib/database.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { makeContext } from "../../test/make/context.ts";
import { seedMarket } from "./seed-market.ts";
import { readSeedOptions } from "./seed-options.ts";

const words = ["--products", "400", "--shops", "20", "--users", "60", "--orders", "300", "--date", "2026-11-01"];
const options = readSeedOptions(words, new Date());

let contexts: Awaited<ReturnType<typeof makeContext>>[];

beforeAll(async () => {
  contexts = await Promise.all([makeContext(), makeContext()]);
  for (const context of contexts) await seedMarket(context, options, () => {});
});
afterAll(() => Promise.all(contexts.map((context) => context.close())));

const first = () => contexts[0] as (typeof contexts)[number];

test("the same seed gives the same products, shops, people and orders", async () => {
  const digests = await Promise.all(
    contexts.map(({ db }) =>
      db.row(sql`
        select (select md5(string_agg(p.id || p.slug || p.price_min || p.sold_count || p.rating_sum || p.search_words::text, ',' order by p.id)) from products p) as products,
          (select md5(string_agg(v.id || v.price::text || v.stock, ',' order by v.id)) from variants v) as variants,
          (select md5(string_agg(s.id || s.name || s.product_count, ',' order by s.id)) from shops s) as shops,
          (select md5(string_agg(o.id || o.invoice || o.total || o.status || o.buyer_id, ',' order by o.id)) from orders o) as orders,
          (select count(*)::int from products) as n`),
    ),
  );
  expect(digests[0]).toEqual(digests[1]);
  expect(digests[0]).toMatchObject({ n: 400 });
});

test("money, stock, states and ratings of seeded orders obey every invariant, and the audit log is sound", async () => {
  const { db } = first();
  expect(await brokenInvariants(db)).toEqual([]);
  expect(await proveChain(db)).toMatchObject({ entries: 75, broken: null });
  const statuses = await db.rows<{ status: string }>(sql`select distinct status from orders`);
  expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining(["completed", "cancelled"]));
});

test("a seeded product that its seller saves again is found by the same words and costs the same", async () => {
  const context = first();
  const products = await context.db.rows<{ id: string; shopId: string; userId: string; body: object }>(sql`
    select p.id, p.shop_id as "shopId", s.owner_id as "userId", jsonb_build_object(
      'name', p.name, 'description', p.description, 'condition', p.condition, 'weight_g', p.weight_g, 'min_order', p.min_order, 'preorder_days', p.preorder_days,
      'is_regional', p.is_regional, 'category', c.slug, 'attributes', p.attributes, 'axes', p.axes,
      'picture_ids', (select jsonb_agg(g.picture_id order by g.position) from product_pictures g where g.product_id = p.id),
      'variants', (select jsonb_agg(jsonb_build_object('options', array_remove(array[v.option1, v.option2], null), 'price', v.price, 'stock', v.stock) order by v.position)
        from variants v where v.product_id = p.id)) as body
    from products p join shops s on s.id = p.shop_id join categories c on c.id = p.category_id where p.status = 'active' order by p.id limit 25`);
  const read = () =>
    context.db.rows(sql`
      select p.id, p.name, p.search_words::text, p.price_min, p.price_max, p.strike_price, p.in_stock, p.cover_picture_id, p.category_id, p.root_category_id, p.status,
        (select jsonb_agg(to_jsonb(v) order by v.id) from variants v where v.product_id = p.id) as variants
      from products p order by p.id`);
  const counts = () =>
    context.db.row(
      sql`select (select count(*) from keywords) as keywords, (select count(*) from search_terms) as terms`,
    );
  const [before, known] = [await read(), await counts()];
  for (const { id, shopId, userId, body } of products)
    await changeProduct(context, { userId, shopId }, id, body as Parameters<typeof changeProduct>[3], options.today);
  expect(await read()).toEqual(before);
  expect(await counts()).toEqual(known);
});

test("the indexes and foreign keys of a seeded database are those of the schema", async () => {
  const empty = await makeContext();
  const schemaOf = ({ db }: Pick<typeof empty, "db">) =>
    db.rows(sql`
      select indexdef as definition from pg_indexes where schemaname = 'public'
      union all select c.conrelid::regclass || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid) from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public'
      order by 1`);
  expect(await schemaOf(first())).toEqual(await schemaOf(empty));
  await empty.close();
});

test("a database with people or an earlier seed is left as it is", async () => {
  await expect(seedMarket(first(), options, () => {})).rejects.toThrow("seeded before");
  const context = await makeContext();
  await context.db.run(sql`insert into users (email, name) values ('rini@example.test', 'Rini')`);
  await expect(seedMarket(context, options, () => {})).rejects.toThrow("accounts of real people");
  expect(await context.db.row(sql`select count(*)::int as n from products`)).toEqual({ n: 0 });
  await expect(
    seedMarket({ ...context, config: { ...context.config, demo: false } }, options, () => {}),
  ).rejects.toThrow("known password");
  await context.close();
});

test("a wrong option is refused with a sentence", () => {
  expect(() => readSeedOptions(["--products", "many"], new Date())).toThrow("--products must be a whole number");
  expect(() => readSeedOptions(["--date", "tomorrow"], new Date())).toThrow("--date must be a day");
  expect(() => readSeedOptions(["--colour", "red"], new Date())).toThrow("--colour");
});
