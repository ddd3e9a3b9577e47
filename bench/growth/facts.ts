import { createHash, randomBytes } from "node:crypto";
import { demoAccounts } from "../../db/demo/accounts.ts";
import { sql, type Database, type Sql } from "../../src/lib/database.ts";

export type Role = "visitor" | "buyer" | "seller" | "operator";

/** What the measured calls ask for, read from the seeded database. Lists begin with the largest or most common. */
export type Facts = {
  roots: string[];
  categories: string[];
  provinces: string[];
  rareProvinces: string[];
  /** Cities, the ones with most shops first, and districts of them. */
  cities: string[];
  districts: string[];
  couriers: string[];
  /** Main categories with a value of one of their attributes, as an address has it. */
  attributes: { slug: string; attr: string }[];
  /** Words in many, some and few product names. */
  commonWords: string[];
  mediumWords: string[];
  rareWords: string[];
  products: string[];
  shops: string[];
  /** Words in the names of about one in fifteen shops. */
  shopWords: string[];
  smallShops: string[];
  ownProducts: string[];
  /** Words in the names of about one in ten products of the largest shop. */
  ownWords: string[];
  ownOrders: string[];
  buyerOrders: string[];
  variants: string[];
  addressId: string;
  invoices: string[];
  people: string[];
  productCount: number;
  tokens: Record<Exclude<Role, "visitor">, string>;
  shopId: string;
};

async function list(db: Database, query: Sql): Promise<string[]> {
  return (await db.rows<{ v: string }>(query)).map(({ v }) => v);
}

/** Reads the facts, and opens a session for each role. */
export async function readFacts(db: Database): Promise<Facts> {
  const words = (from: number, to: number) =>
    list(
      db,
      sql`select k.word as v from keywords k join search_terms t on t.term = k.word
        where position(' ' in k.word) = 0 and length(k.word) > 3
          and t.products::float8 / (select products from search_terms where term = '') between ${from} and ${to} order by t.products desc, k.word limit 12`,
    );
  const [shop] = await db.rows<{ id: string; owner: string }>(
    sql`select id, owner_id as owner from shops order by product_count desc, id limit 1`,
  );
  const [buyer] = await db.rows<{ id: string; address: string }>(
    sql`select u.id, a.id as address from users u join addresses a on a.user_id = u.id where u.email = 'orang-1@seed.kawung.test'`,
  );
  const [operator] = await db.rows<{ id: string }>(sql`select id from users where email = ${demoAccounts.operator}`);
  if (!shop || !buyer || !operator) throw new Error("the database was not made by npm run seed");
  const count = (await db.row<{ n: number }>(sql`select products as n from search_terms where term = ''`))?.n ?? 0;
  return {
    roots: await list(
      db,
      sql`select r.slug as v from categories r where parent_id is null and not is_custom order by position limit 8`,
    ),
    categories: await list(
      db,
      sql`select c.slug as v from categories c join products p on p.category_id = c.id group by c.slug order by count(*) desc, c.slug limit 10`,
    ),
    provinces: await list(db, sql`select province_code as v from shops group by 1 order by count(*) desc, 1 limit 5`),
    rareProvinces: await list(db, sql`select province_code as v from shops group by 1 order by count(*), 1 limit 5`),
    cities: await list(db, sql`select regency_code as v from shops group by 1 order by count(*) desc, 1 limit 5`),
    districts: await list(
      db,
      sql`select min(d.code) as v from (select regency_code, count(*) as n from shops group by 1 order by 2 desc, 1 limit 5) s
        join regions d on d.parent_code = s.regency_code group by s.regency_code order by max(n) desc, 1`,
    ),
    couriers: await list(
      db,
      sql`select split_part(one, '-', 1) as v from shops, unnest(couriers) one group by 1 order by count(*) desc, 1 limit 4`,
    ),
    attributes: await db.rows<{ slug: string; attr: string }>(sql`
      select slug, (attribute_set->0->>'name') || ':' || (attribute_set->0->'options'->>0) as attr from categories
      where parent_id is null and jsonb_array_length(attribute_set) > 0 order by position limit 8`),
    commonWords: await words(0.04, 1),
    mediumWords: await words(0.003, 0.012),
    rareWords: await words(0, 0.0005),
    products: await list(
      db,
      sql`(select slug as v from products where status = 'active' order by sold_count desc, id limit 10) union all (select slug from products where status = 'active' order by id limit 10)`,
    ),
    shops: await list(db, sql`select slug as v from shops order by product_count desc, id limit 1`),
    shopWords: await list(
      db,
      sql`select w as v from shops, lateral (select distinct unnest(string_to_array(lower(name), ' ')) as w) words where length(w) > 4
        group by w having count(*) between (select count(*) from shops) * 0.05 and (select count(*) from shops) * 0.1 order by count(*), w limit 4`,
    ),
    smallShops: await list(
      db,
      sql`select slug as v from shops where product_count > 3 order by product_count, id limit 10`,
    ),
    ownProducts: await list(
      db,
      sql`select id as v from products where shop_id = ${shop.id} and status = 'active' order by id desc limit 40`,
    ),
    ownWords: await list(
      db,
      sql`with own as materialized (select id, lower(name) as name from products where shop_id = ${shop.id} and status <> 'removed')
        select w as v from (select distinct id, unnest(string_to_array(name, ' ')) as w from own) words where length(w) > 3 and w ~ '^[a-z]+$'
        group by w having count(*) between (select count(*) from own) * 0.05 and (select count(*) from own) * 0.15 order by count(*), w limit 8`,
    ),
    ownOrders: await list(
      db,
      sql`select id as v from orders where shop_id = ${shop.id} order by created_at desc limit 10`,
    ),
    buyerOrders: await list(
      db,
      sql`select id as v from orders where buyer_id = ${buyer.id} order by created_at desc limit 10`,
    ),
    variants: await list(
      db,
      sql`select v.id as v from variants v join products p on p.id = v.product_id where p.status = 'active' and p.min_order = 1 and p.preorder_days is null and v.stock > 20 order by v.id limit 200`,
    ),
    addressId: buyer.address,
    invoices: await list(db, sql`select invoice as v from orders order by created_at desc limit 10`),
    people: await list(db, sql`select email as v from users where type = 'pembeli' order by id limit 10`),
    productCount: count,
    tokens: {
      buyer: await openSession(db, buyer.id),
      seller: await openSession(db, shop.owner),
      operator: await openSession(db, operator.id),
    },
    shopId: shop.id,
  };
}

async function openSession(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, authenticated_at, expires_at, ends_at)
    values (${createHash("sha256").update(token).digest()}, ${userId}, now(), now(), now(), now() + interval '1 day', now() + interval '1 day')`);
  return token;
}
