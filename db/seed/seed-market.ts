/**
 * Design note. A marketplace of any size for measuring: products, shops, buyers, orders and the audit log. It is written
 * in one transaction, so that an interrupted run leaves nothing behind; indexes and foreign keys are made afterwards,
 * which is several times as fast. Each thing is made from its number and the seed, so the same seed gives the same rows,
 * except for ids of rows to which no other table refers (events, receipts, entries of the ledger) and for passwords.
 * Index entries come from the search's own functions: saving a seeded product changes nothing (seed.test.ts).
 */
import { hashPassword } from "../../src/accounts/password/hash-password.ts";
import { firstHash, hashEntry } from "../../src/audit-log/hash-entry.ts";
import { insertCategories } from "../../src/catalog/categories/insert-categories.ts";
import { productFieldList, type ProductField } from "../../src/catalog/product/fields.ts";
import { pickFields } from "../../src/catalog/product/fields.ts";
import { reduction } from "../../src/catalog/rules.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql, type Sql, type Tx } from "../../src/lib/database.ts";
import { addDuration, day } from "../../src/lib/time.ts";
import { addWordsOfProduct } from "../../src/search/add-keywords.ts";
import { buildSearch } from "../../src/search/rebuild-keywords.ts";
import { normalise, productTsvector } from "../../src/search/text-analysis.ts";
import { fillSkeletons } from "../../src/shops/shop-names.ts";
import { demoPassword } from "../demo/accounts.ts";
import { createPast, insertPastOrders } from "../demo/past-orders.ts";
import { readContent, type Content } from "../demo/read-content.ts";
import { insertRows, types, withoutIndexes, type Cell, type Columns } from "./bulk-insert.ts";
import { composeProduct, type ComposedProduct } from "./compose-product.ts";
import { idAt, randomOf, zipf, type Random } from "./draw.ts";
import { makeOrder, pastColumns } from "./make-orders.ts";
import { insertAccounts, insertPeople, listPlaces, makePeople, type Person } from "./make-people.ts";
import { insertShops, makeShops, shopExponent, type SeededShop } from "./make-shops.ts";
import { SeedProblem, type SeedOptions } from "./seed-options.ts";
import { readVocabulary } from "./vocabulary.ts";

const catalogueTables = ["products", "variants", "pictures", "product_pictures", "former_prices", "shops"];
const peopleTables = ["users", "consents", "addresses", "audit_entries"];
const orderTables = [
  "checkouts",
  "payments",
  "payment_attempts",
  "payment_receipts",
  "orders",
  "order_lines",
  "parcels",
  "tracking_scans",
  "order_adjustments",
  "order_events",
  "reviews",
  "ledger_transactions",
  "ledger_entries",
];
const batchSize = 2_000;
const averageSales = 12;
const maxOrdersOfProduct = 2_000;
const maxVariants = 128;

type Category = { id: string; slug: string; name: string; root_id: string; root_slug: string; root_name: string };

/**
 * Fills a migrated database that has the regions. Throws a {@link SeedProblem} if it has orders of real people or was
 * seeded before. Calls `tell` with each long step.
 */
export async function seedMarket(context: Context, options: SeedOptions, tell: (line: string) => void): Promise<void> {
  await assertMaySeed(context);
  const began = performance.now();
  const step = (line: string) =>
    tell(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${line}`);
  const [passwordHash, content] = await Promise.all([hashPassword(demoPassword), readContent()]);
  const { today } = options;
  await context.db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`set local work_mem = '128MB'`);
    await insertBasics(tx, content);
    await insertAccounts(tx, passwordHash, today);
    const places = await listPlaces(tx);
    const owners = makePeople("owner", options.shops, options, content, places);
    const buyers = makePeople("buyer", options.users, options, content, places);
    await withoutIndexes(tx, [...peopleTables, ...catalogueTables, ...orderTables], async () => {
      step(`${owners.length + buyers.length} people`);
      await insertPeople(tx, owners, { type: "penjual", passwordHash, today });
      await insertPeople(tx, buyers, { type: "pembeli", passwordHash, today });
      await insertCatalogue(tx, { options, content, owners, buyers, step });
      step("orders with payments, parcels, reviews and the ledger");
      await tx.run(sql`analyze past`);
      await insertPastOrders(tx);
      step(`${options.auditEntries} entries of the audit log`);
      await insertAuditEntries(tx, options, buyers);
      step("indexes");
    });
    step("search: suggestions and counts of words");
    await buildSearch(tx, content.keywords);
  });
  await fillSkeletons(context.db);
  step("statistics of the database");
  const client = await context.db.pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum analyze");
  } finally {
    client.release(true);
  }
  step("done");
}

async function assertMaySeed({ db, config }: Context): Promise<void> {
  if (!config.demo)
    throw new SeedProblem(
      "Seeded accounts have a known password, so this works only where demo data may be: DEMO=true.",
    );
  if (await db.row(sql`select from orders o join users u on u.id = o.buyer_id where not u.is_demo limit 1`))
    throw new SeedProblem("This database has orders of real people. Nothing was changed.");
  if (await db.row(sql`select from users where not is_demo limit 1`))
    throw new SeedProblem("This database has accounts of real people. Nothing was changed.");
  if (await db.row(sql`select from users where email like '%@seed.kawung.test' limit 1`))
    throw new SeedProblem("This database was seeded before. Start with an empty one: npm run db:reset.");
}

/** Categories and pictures of the demo, where they are missing. */
async function insertBasics(tx: Tx, { categories, pictures }: Content): Promise<void> {
  if (!(await tx.row(sql`select from categories limit 1`))) await insertCategories(tx, categories);
  await tx.run(sql`
    insert into pictures (storage_key, width, height, color, alt)
    select key, (fact->>'width')::int, (fact->>'height')::int, lower(fact->>'color'), fact->>'alt'
    from jsonb_each(${JSON.stringify(pictures)}::jsonb) as t (key, fact) on conflict (storage_key) do nothing`);
}

const fieldTypes: Record<ProductField["kind"], Sql> = {
  name: types.text,
  line: types.text,
  text: types.text,
  choice: types.text,
  number: types.int,
  flag: types.boolean,
};
const productColumns: Columns = {
  ...Object.fromEntries(productFieldList.map(([name, { kind }]) => [name, fieldTypes[kind]])),
  id: types.uuid,
  shop_id: types.uuid,
  category_id: types.uuid,
  root_category_id: types.uuid,
  slug: types.text,
  attributes: types.jsonb,
  axes: types.jsonb,
  status: types.text,
  price_min: types.bigint,
  price_max: types.bigint,
  strike_price: types.bigint,
  strike_until: types.time,
  in_stock: types.boolean,
  rating_sum: types.bigint,
  rating_count: types.int,
  sold_count: types.int,
  province_code: types.text,
  city_name: types.text,
  regency_code: types.text,
  couriers: types.texts,
  courier_services: types.texts,
  has_cod: types.boolean,
  cover_picture_id: types.uuid,
  search_words: types.tsvector,
  created_at: types.time,
  updated_at: types.time,
  on_sale_since: types.time,
};
const variantColumns: Columns = {
  id: types.uuid,
  product_id: types.uuid,
  shop_id: types.uuid,
  option1: types.text,
  option2: types.text,
  price: types.bigint,
  stock: types.int,
  position: types.int,
};
const pictureColumns: Columns = {
  id: types.uuid,
  owner_id: types.uuid,
  storage_key: types.text,
  width: types.int,
  height: types.int,
  color: types.text,
  created_at: types.time,
};
const galleryColumns: Columns = { product_id: types.uuid, picture_id: types.uuid, position: types.int };
const formerPriceColumns: Columns = { product_id: types.uuid, ended_at: types.time, price: types.bigint };

type Batch = Record<"products" | "variants" | "pictures" | "gallery" | "former" | "past", Cell[][]>;

type Making = {
  options: SeedOptions;
  content: Content;
  owners: readonly Person[];
  buyers: readonly Person[];
  step: (line: string) => void;
};

/** Stores products with what belongs to them, their shops, and in the table `past` their orders. */
async function insertCatalogue(tx: Tx, { options, content, owners, buyers, step }: Making): Promise<void> {
  const { products: count, orders, seed, today } = options;
  const vocabulary = readVocabulary(content);
  const categories = new Map((await listCategories(tx)).map((one) => [one.slug, one]));
  const drawn = new Map(
    (
      await tx.rows<{ key: string; id: string }>(
        sql`select storage_key as key, id from pictures where owner_id is null`,
      )
    ).map((one) => [one.key, one.id]),
  );
  const known = vocabulary.categories.filter((slug) => categories.has(slug));
  const shops = makeShops(owners, known, options);
  const pickShop = zipf(shops.length, shopExponent);
  const words = new Set<string>();
  let orderNumber = 0;
  await createPast(tx);

  const makeProduct = (at: number, batch: Batch) => {
    const random = randomOf(seed, 5, at);
    const shop = shops[at === 0 ? 0 : pickShop(random.next())] as SeededShop;
    const slug = random.next() < 0.85 ? random.pick(shop.categories) : random.pick(known);
    const category = categories.get(slug) as Category;
    const product = composeProduct(random, vocabulary, slug, at + 1);
    // Products were added ever faster: the first one three years ago, half of them in the last year.
    const createdAt = addDuration(today, -Math.floor((1 - (at + 1) / (count + 1)) ** 1.6 * 1100 * day) - day);
    const id = idAt(random, createdAt.getTime(), at);
    const rows = variantRows(random, product, { id, shop, createdAt, number: at });
    batch.variants.push(...rows);
    const covers = product.pictures.flatMap((key) => drawn.get(key) ?? []).slice(0, 3);
    const sales = product.status === "removed" ? 0 : salesShare(random, count);
    const [first] = product.variants;
    const ordered = Math.min(maxOrdersOfProduct, Math.floor((sales * orders) / count + random.next()));
    const orderRandom = randomOf(seed, 6, at);
    let [pieces, stars, ratings] = [0, 0, 0];
    for (let index = 0; index < ordered; index += 1) {
      orderNumber += 1;
      const order = makeOrder(
        orderRandom,
        {
          productId: id,
          variantId: String(rows[0]?.[0]),
          shopId: shop.id,
          slug: product.slug,
          name: product.name,
          variantName: first?.options.join(", ") ?? "",
          pictureKey: product.pictures[0] ?? null,
          price: first?.price ?? 1_000,
          weight: product.weight,
          minOrder: product.minOrder,
          createdAt,
        },
        {
          n: orderNumber,
          buyer: buyers[Math.floor(orderRandom.next() ** 2 * buyers.length)] as Person,
          today,
          texts: content.reviewTexts,
        },
      );
      batch.past.push(order.row);
      pieces += order.pieces;
      if (order.stars !== null) {
        stars += order.stars;
        ratings += 1;
      }
    }
    // Far more was sold than there are seeded orders, as on a marketplace whose oldest orders are archived.
    const sold = pieces + Math.floor(sales * averageSales);
    const prices = product.variants.map(({ price }) => price);
    const lowest = Math.min(...prices);
    const former =
      product.formerPrice !== null &&
      product.formerPrice > lowest &&
      addDuration(createdAt, reduction.minOnSale) < today
        ? { price: product.formerPrice, since: addDuration(today, -random.int(1, 28) * day) }
        : null;
    if (former) batch.former.push([id, former.since, former.price]);
    shop.sold += sold;
    shop.stars += stars;
    shop.ratings += ratings;
    if (product.status === "active") shop.products += 1;
    const fields = pickFields({
      name: product.name,
      description: product.description,
      condition: product.condition,
      weight_g: product.weight,
      min_order: product.minOrder,
      preorder_days: product.preorderDays,
      is_regional: product.isRegional,
    });
    for (const word of normalise(product.name).split(" ")) words.add(word);
    batch.products.push([
      ...productFieldList.map(([name]) => fields[name]),
      id,
      shop.id,
      category.id,
      category.root_id,
      product.slug,
      JSON.stringify(product.attributes),
      JSON.stringify(product.axes),
      product.status,
      lowest,
      Math.max(...prices),
      former?.price ?? null,
      former ? addDuration(former.since, reduction.shownFor) : null,
      product.variants.some(({ stock }) => stock > 0),
      stars,
      ratings,
      sold,
      shop.owner.place.province_code,
      shop.city,
      shop.owner.place.regency_code,
      // The companies of the couriers.
      shop.couriers.replaceAll(/-[a-z]+/g, ""),
      shop.couriers,
      shop.hasCod,
      covers[0] ?? null,
      productTsvector({
        ...fields,
        category,
        root: { slug: category.root_slug, name: category.root_name },
        shop: shop.name,
        city: shop.city,
        province: shop.owner.place.province,
        attributes: product.attributes,
        axes: product.axes,
      }),
      createdAt,
      createdAt,
      createdAt,
    ]);
    const own = idAt(random, createdAt.getTime(), at);
    batch.pictures.push([own, shop.owner.id, `seed-${seed}-${at + 1}`, 800, 800, "#efe3d3", createdAt]);
    batch.gallery.push(...[...covers, own].map((picture, position): Cell[] => [id, picture, position]));
  };

  let writing: Promise<void> = Promise.resolve();
  for (let from = 0; from < count; from += batchSize) {
    const batch: Batch = { products: [], variants: [], pictures: [], gallery: [], former: [], past: [] };
    for (let at = from; at < Math.min(from + batchSize, count); at += 1) makeProduct(at, batch);
    // The database stores a batch while the next one is made.
    await writing;
    writing = insertBatch(tx, batch);
    writing.catch(() => {}); // It is awaited in the next round.
    if (from % (batchSize * 25) === 0) step(`products: ${from} of ${count}`);
  }
  await writing;
  step(`${shops.length} shops`);
  await insertShops(tx, shops, options);
  await addWordsOfProduct(tx, { name: [...words].join(" "), searchWords: "" });
}

async function insertBatch(tx: Tx, batch: Batch): Promise<void> {
  await insertRows(tx, "products", productColumns, batch.products);
  await insertRows(tx, "variants", variantColumns, batch.variants);
  await insertRows(tx, "pictures", pictureColumns, batch.pictures);
  await insertRows(tx, "product_pictures", galleryColumns, batch.gallery);
  await insertRows(tx, "former_prices", formerPriceColumns, batch.former);
  await insertRows(tx, "past", pastColumns, batch.past);
}

function listCategories(tx: Tx): Promise<Category[]> {
  return tx.rows(sql`
    select c.id, c.slug, c.name, r.id as root_id, r.slug as root_slug, r.name as root_name
    from categories c join categories r on r.id = coalesce(c.parent_id, c.id) where not c.is_custom`);
}

function variantRows(
  random: Random,
  product: ComposedProduct,
  { id, shop, createdAt, number }: { id: string; shop: SeededShop; createdAt: Date; number: number },
): Cell[][] {
  return product.variants.map(({ options, price, stock }, position) => [
    idAt(random, createdAt.getTime(), number * maxVariants + position),
    id,
    shop.id,
    options[0] ?? null,
    options[1] ?? null,
    price,
    stock,
    position,
  ]);
}

/** How well a product sells against the mean: by Zipf's law, for a place that is drawn. */
function salesShare(random: Random, count: number): number {
  const place = random.next() * count + 1;
  return 0.15 * (count / place) ** 0.85;
}

const auditKinds = [
  { action: "accounts.person_viewed", subject: "person", reason: "Pertanyaan tentang pesanan." },
  { action: "reviews.reports_dismissed", subject: "review", reason: null },
  { action: "payments.transfer_matched", subject: "bank_line", reason: null },
] as const;

/** Stores entries of the audit log after the existing ones, in its chain of hashes. */
async function insertAuditEntries(
  tx: Tx,
  { auditEntries, seed, today }: SeedOptions,
  people: readonly Person[],
): Promise<void> {
  const operators = await tx.rows<{ id: string }>(sql`select id from users where type = 'operator' order by email`);
  const last = await tx.row<{ last_id: number | null; last_hash: string | null }>(
    sql`select last_id, last_hash from lock_audit_chain()`,
  );
  const newest = await tx.row<{ at: Date }>(sql`select at from audit_entries order by id desc limit 1`);
  const begun = newest?.at ?? addDuration(today, -500 * day);
  const span = Math.max(0, today.getTime() - begun.getTime());
  let id = last?.last_id ?? 0;
  let previous = last?.last_hash ?? firstHash;
  const rows: Cell[][] = [];
  for (let at = 0; at < auditEntries; at += 1) {
    const random = randomOf(seed, 7, at);
    const kind = random.pick(auditKinds);
    id += 1;
    const entry = {
      id,
      at: new Date(begun.getTime() + Math.floor((span * at) / auditEntries)),
      actor_id: random.pick(operators).id,
      actor_role: "owner",
      action: kind.action,
      subject_kind: kind.subject,
      subject_id: random.pick(people).id,
      before: null,
      after: null,
      reason: kind.reason,
      previous_hash: previous,
    };
    previous = hashEntry(entry);
    rows.push([...Object.values(entry), previous] as Cell[]);
    if (rows.length === batchSize || at === auditEntries - 1) {
      await insertRows(tx, "audit_entries", auditColumns, rows.splice(0));
    }
  }
}

const auditColumns: Columns = {
  id: types.bigint,
  at: types.time,
  actor_id: types.uuid,
  actor_role: types.text,
  action: types.text,
  subject_kind: types.text,
  subject_id: types.text,
  before: types.jsonb,
  after: types.jsonb,
  reason: types.text,
  previous_hash: types.text,
  hash: types.text,
};
