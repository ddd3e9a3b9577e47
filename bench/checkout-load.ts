/**
 * What a whole checkout costs: a line into the cart, the quote and the order, by eight buyers at a time. Its floor is a
 * transaction of as many empty statements as the order has, on as many connections, on the same PostgreSQL.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql, type Database } from "../src/lib/database.ts";
import { insertVouchers, type GivenVoucher } from "../src/promotions/vouchers/insert-vouchers.ts";
import { demoAccounts } from "../db/demo/accounts.ts";
import { openConnections, type Answer, type Connections } from "./connections.ts";
import { cpuOfTree } from "./processor-time.ts";

/** How many buyers order at the same time. */
const concurrency = 8;
/** Work in the background, such as an analysis of a table, costs one round more than the others: the median counts. */
const rounds = 9;
const checkoutsOfRound = 100;
const warmUp = 300;
const checkoutsOfFloor = 800;
/** The statements of an order of one shop; orders/checkout/checkout.test.ts counts them. */
const statements = 12;

type Buyer = { token: string; addressId: string; variantId: string };
type QuoteAnswer = { result?: { quote_id?: string; vouchers?: { id: string; is_chosen: boolean }[] } };

/** What one round cost: checkouts a second, and processor milliseconds of one. `both`: of the server and PostgreSQL. */
type Cost = { rps: number; node: number; both: number; load: number };

/** The medians of the rounds. */
export type CheckoutFigures = {
  /** Whole checkouts a second, each of three calls. */
  rps: number;
  floor_rps: number;
  ratio: number;
  /** Milliseconds of the order's call. */
  p50: number;
  p95: number;
  p95_by_p50: number;
  /** Processor milliseconds of the server and of PostgreSQL for one whole checkout. */
  cpu_ms: number;
  /** The same of the process that sends the requests, which shares the cores with them. */
  load_cpu_ms: number;
  /** Processor milliseconds of the server and of PostgreSQL for one call that places an order. */
  order_cpu_ms: number;
  order_node_ms: number;
  failed: number;
};

/**
 * Measures whole checkouts, then orders alone. `hot`: all buyers want the same product. `vouchers`: each order uses one
 * voucher of its shop and one of the platform.
 */
export async function checkoutLoad(
  origin: string,
  db: Database,
  {
    hot,
    vouchers,
    serverPid,
    postgresPid,
  }: { hot: boolean; vouchers: boolean; serverPid: number; postgresPid: number },
): Promise<CheckoutFigures> {
  if (vouchers) await offerVouchers(db);
  const buyers = await makeBuyers(db, 2 * (warmUp + rounds * checkoutsOfRound), hot);
  const server = await openConnections(origin, concurrency);
  let failed = 0;
  const wholeOne = async (buyer: Buyer) => {
    const quote = await prepare(server, buyer, vouchers);
    if ((await order(server, buyer, quote)).status !== 200) failed += 1;
  };
  const costOf = async (work: () => Promise<number>): Promise<Cost> => {
    const before = [cpuOfTree(serverPid), cpuOfTree(postgresPid)] as const;
    const ownBefore = process.cpuUsage();
    const ms = await work();
    const own = process.cpuUsage(ownBefore);
    const node = (cpuOfTree(serverPid) - before[0]) / checkoutsOfRound;
    const postgres = (cpuOfTree(postgresPid) - before[1]) / checkoutsOfRound;
    return {
      rps: perSecond(checkoutsOfRound, ms),
      node,
      both: node + postgres,
      load: (own.user + own.system) / 1000 / checkoutsOfRound,
    };
  };
  await inTurns(buyers.splice(0, warmUp), wholeOne);
  const whole: Cost[] = [];
  for (let round = 0; round < rounds; round += 1)
    whole.push(await costOf(() => inTurns(buyers.splice(0, checkoutsOfRound), wholeOne)));

  const times: number[] = [];
  const placeOne = async ({ buyer, quote }: { buyer: Buyer; quote: QuoteAnswer }) => {
    const began = performance.now();
    if ((await order(server, buyer, quote)).status !== 200) failed += 1;
    times.push(performance.now() - began);
  };
  const withQuotes = async (some: Buyer[]) => {
    const ready: { buyer: Buyer; quote: QuoteAnswer }[] = [];
    await inTurns(some, async (buyer) => void ready.push({ buyer, quote: await prepare(server, buyer, vouchers) }));
    return ready;
  };
  await inTurns(await withQuotes(buyers.splice(0, warmUp)), placeOne);
  times.length = 0;
  const orders: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ready = await withQuotes(buyers.splice(0, checkoutsOfRound));
    orders.push(await costOf(() => inTurns(ready, placeOne)));
  }
  server.close();
  const floors = await floor(db);
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  const rps = median(whole.map((one) => one.rps));
  const floor_rps = perSecond(checkoutsOfFloor, floors);
  return {
    rps,
    floor_rps,
    ratio: round(rps / floor_rps),
    p50: round(at(0.5)),
    p95: round(at(0.95)),
    p95_by_p50: round(at(0.95) / at(0.5)),
    cpu_ms: round(median(whole.map(({ both }) => both))),
    load_cpu_ms: round(median(whole.map(({ load }) => load))),
    order_cpu_ms: round(median(orders.map(({ both }) => both))),
    order_node_ms: round(median(orders.map(({ node }) => node))),
    failed,
  };
}

/** A line into the cart, and the quote. */
async function prepare(
  server: Connections,
  { token, addressId, variantId }: Buyer,
  vouchers: boolean,
): Promise<QuoteAnswer> {
  await post(server, token, "/v1/cart/lines", { variant_id: variantId, quantity: 1 });
  const body = { address_id: addressId, payment_method: "va_bca", ...(vouchers ? {} : { vouchers: [] }) };
  return JSON.parse((await post(server, token, "/v1/checkout/quote", body)).text) as QuoteAnswer;
}

function order(server: Connections, { token, addressId }: Buyer, { result }: QuoteAnswer): Promise<Answer> {
  const vouchers = (result?.vouchers ?? []).filter((one) => one.is_chosen).map(({ id }) => id);
  return post(
    server,
    token,
    "/v1/checkout",
    { quote_id: result?.quote_id, address_id: addressId, shipping: {}, payment_method: "va_bca", vouchers },
    { "idempotency-key": randomUUID() },
  );
}

/** Runs the work for each of the items, eight at a time. Returns the milliseconds that all took. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
    }),
  );
  return performance.now() - began;
}

function floor(db: Database): Promise<number> {
  return inTurns(
    Array.from({ length: checkoutsOfFloor }, (_, at) => at),
    (at) =>
      db.transaction(async (tx) => {
        for (let one = 1; one < statements; one += 1) await tx.row(sql`select ${at}::int as at`);
        await tx.run(sql`
          insert into idempotency_keys (user_id, route, key, created_at, body_hash)
          select id, 'bench', ${randomUUID()}, now(), '' from users limit 1`);
      }),
  );
}

/** Buyers with a session and an address. */
async function makeBuyers(db: Database, count: number, hot: boolean): Promise<Buyer[]> {
  const variants = await db.rows<{ id: string }>(sql`
    select v.id from variants v join products p on p.id = v.product_id and p.status = 'active' and p.min_order = 1
    where v.is_active order by v.id limit ${hot ? 1 : 200}`);
  await db.run(sql`update variants set stock = 1000000 where id = any(${variants.map(({ id }) => id)}::uuid[])`);
  const buyers: Buyer[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = randomBytes(32).toString("base64url");
    const row = await db.row<{ addressId: string }>(sql`
      with buyer as (
        insert into users (email, name) values (${`bench-${randomUUID()}@kawung.test`}, 'Pembeli Bangku') returning id
      ), session as (
        insert into sessions (token_hash, user_id, created_at, last_seen_at, authenticated_at, expires_at, ends_at)
        select ${createHash("sha256").update(token).digest()}, id, now(), now(), now(), now() + interval '1 day', now() + interval '1 day' from buyer
      )
      insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, is_main)
      select buyer.id, 'Rumah', 'Pembeli Bangku', '+6281234567890', '32', '32.73', d.code, v.code, '40111', 'Jalan Merdeka 10', true
      from buyer, regions v join regions d on d.code = v.parent_code where v.level = 4 and v.code like '32.73.%' limit 1
      returning id as "addressId"`);
    buyers.push({ token, addressId: row?.addressId ?? "", variantId: variants[index % variants.length]?.id ?? "" });
  }
  return buyers;
}

/** A voucher of the platform and one of each shop, which every checkout may use. */
async function offerVouchers(db: Database): Promise<void> {
  const shops = await db.rows<{ slug: string }>(sql`select slug from shops order by id`);
  const mark = randomBytes(3).toString("hex").toUpperCase();
  const vouchers = [undefined, ...shops.map(({ slug }) => slug)].map((shop, at): GivenVoucher => ({
    code: `UKUR${at}X${mark}`,
    shop,
    kind: "fixed",
    maxAmount: 20_000,
    minGoods: 0,
    quota: 1_000_000,
    perBuyer: 10,
    fromDay: -1,
    days: 30,
    byCode: false,
  }));
  await db.transaction((tx) => insertVouchers(tx, vouchers, demoAccounts.operator, new Date()));
}

function post(
  server: Connections,
  token: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post(path, body, { authorization: `Bearer ${token}`, ...headers });
}

const perSecond = (count: number, ms: number) => Math.round(count / (ms / 1000));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number) => Math.round(value * 100) / 100;
