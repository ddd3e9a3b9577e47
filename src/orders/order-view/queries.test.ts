import { afterAll, beforeAll, expect, test } from "vitest";
import { changeBiodata } from "#accounts/profile/change-biodata.ts";
import { sql } from "#lib/database.ts";
import { migrate } from "#lib/migrate.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePlacedOrder } from "../../../test/make/orders.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { maxSearchedOrders } from "../rules.ts";
import { listOrdersOfShop } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("a seller finds one of the newest 1,000 orders by a part of it, and an older one by its whole number", async () => {
  const shop = await makeShop(context);
  const { orderId } = await makePlacedOrder(context, { shops: [shop] });
  const other = await makePlacedOrder(context);
  const found: string[][] = [];
  const undone = new Error("the copies are not stored");
  const storing = context.db.transaction(async (tx) => {
    const newer = (count: number) =>
      tx.run(sql`
        insert into orders select (jsonb_populate_record(o, jsonb_build_object(
          'id', gen_random_uuid(), 'invoice', 'INV/20260101/' || upper(left(md5(n || ' of ' || ${count}::text), 16)), 'created_at', o.created_at + n * interval '1 second'))).*
        from orders o, generate_series(1, ${count}::int) n where o.id = ${orderId}`);
    const row = await tx.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
    const invoice = row?.invoice ?? "";
    const search = async (shopId: string, q: string, status?: "awaiting_payment" | "completed") => {
      const rows = await listOrdersOfShop(tx, shopId, { q, status, limit: 5 });
      found.push(rows.map(({ id }) => id));
    };
    await newer(maxSearchedOrders - 1);
    await search(shop.shopId, invoice.slice(2).toLowerCase());
    await newer(1);
    await search(shop.shopId, invoice.slice(2).toLowerCase());
    await search(shop.shopId, invoice.toLowerCase());
    await search(shop.shopId, invoice, "awaiting_payment");
    await search(shop.shopId, invoice, "completed");
    const otherShop = await tx.row<{ id: string }>(sql`select shop_id as id from orders where id = ${other.orderId}`);
    await search(otherShop?.id ?? "", invoice);
    throw undone;
  });
  await expect(storing).rejects.toBe(undone);
  expect(found).toEqual([[orderId], [], [orderId], [orderId], [], []]);
});

test("a seller finds orders by the goods and the buyer's present name, in any case, and long names too", async () => {
  const { db } = context;
  const shop = await makeShop(context);
  const { orderId, buyerId } = await makePlacedOrder(context, { shops: [shop] });
  const find = async (q: string) => {
    const rows = await listOrdersOfShop(db, shop.shopId, { q, limit: 5 });
    return rows.some(({ id }) => id === orderId);
  };
  const goods = await db.row<{ name: string }>(sql`select name from order_lines where order_id = ${orderId}`);
  const name = goods?.name ?? "";
  const isStored = async () =>
    (await db.row(sql`select from orders where id = ${orderId} and search_text is not null`)) !== undefined;
  const findsAll = async (buyer: string) => [
    await find(name.slice(1, -1).toUpperCase()),
    await find(name.toLowerCase()),
    await find(buyer),
    await find("100%_tidak ada"),
  ];

  await db.run(
    sql`update orders set search_text = order_search_text('Ratna Dwi Çelik', ${name}) where id = ${orderId}`,
  );
  await db.run(sql`update users set name = 'Ratna Dwi Çelik' where id = ${buyerId} and name <> 'Ratna Dwi Çelik'`);
  expect(await isStored()).toBe(false);
  expect(await findsAll("dwi çe")).toEqual([true, true, true, false]);

  await db.run(
    sql`update orders set search_text = order_search_text('Ratna Dwi Çelik', ${name}) where id = ${orderId}`,
  );
  expect(await isStored()).toBe(true);
  expect(await findsAll("dwi çe")).toEqual([true, true, true, false]);
  await db.run(sql`update users set name = 'Budi Santoso' where id = ${buyerId}`);
  expect(await findsAll("Budi")).toEqual([true, true, true, false]);
  expect(await find("dwi çe")).toBe(false);
});

test("a seller finds an order by its tracking number: by a part with a digit, and as a whole without one", async () => {
  const { db } = context;
  const shop = await makeShop(context);
  const { orderId } = await makePlacedOrder(context, { shops: [shop] });
  // The number that a shop gives when it brings the goods itself.
  await db.run(sql`
    insert into parcels (order_id, courier, courier_name, tracking_number, state, shipped_at, created_at) values
      (${orderId}, 'self', 'Kurir toko', 'DIANTARPAKBUDI', 'shipped', now(), now()),
      (${orderId}, 'jne-reg', 'JNE REG', 'TLJR1234567890', 'shipped', now(), now())`);
  for (const [q, isFound] of [
    ["DiantarPakBudi", true],
    ["diantar-pak-budi", true],
    ["diantarpak", false],
    ["r12345", true],
    ["TLJR-1234567890", true],
    ["TLJR%1", false],
    ["---", false],
  ] as const) {
    const rows = await listOrdersOfShop(db, shop.shopId, { q, limit: 5 });
    expect([q, rows.length === 1]).toEqual([q, isFound]);
  }
});

test("a buyer's new name is stored while another process locks the orders of one purchase in another sequence", async () => {
  const { db } = context;
  const shops = [await makeShop(context), await makeShop(context)];
  const { buyerId, orderIds } = await makePlacedOrder(context, { shops });
  const [first = "", second = ""] = orderIds.toSorted();
  // Its row is now behind that of the second one, so that the change of the name comes to the second one first.
  await db.run(sql`update orders set updated_at = updated_at + interval '1 second' where id = ${first}`);
  const { name: former } = (await db.row<{ name: string }>(sql`select name from users where id = ${buyerId}`)) ?? {};
  const actor = {
    userId: buyerId,
    sessionId: "",
    type: "pembeli",
    operatorRole: null,
    permissions: [],
    shopId: null,
    provinceCode: null,
    authenticatedAt: context.clock.now(),
    secondFactor: false,
  };
  let renaming: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.run(sql`select from orders where id = ${first} for update`);
    renaming = changeBiodata(context, actor, { name: "Melati Anggraini" }, context.clock.now());
    renaming.catch(() => {});
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.rows(waiting)).length).toBe(1);
    await tx.run(sql`select from orders where id = ${second} for update`);
  });
  await renaming;
  for (const { shopId } of shops) {
    expect(await listOrdersOfShop(db, shopId, { q: "melati ang", limit: 5 })).toHaveLength(1);
    expect(await listOrdersOfShop(db, shopId, { q: former ?? "", limit: 5 })).toHaveLength(0);
  }
});

test("an order's search text is stored with it, and not when it does not fit into an index", async () => {
  const { db } = context;
  const { orderId } = await makePlacedOrder(context);
  const texts = await db.row(sql`
    select o.search_text = upper(u.name || e'\n' || (select string_agg(l.name, e'\n' order by l.id) from order_lines l where l.order_id = o.id)) as is_stored,
      order_search_text('Ana', repeat('ñ', 998)) is not null as fits, order_search_text('Ana', repeat('ñ', 999)) as too_long
    from orders o join users u on u.id = o.buyer_id where o.id = ${orderId}`);
  expect(texts).toEqual({ is_stored: true, fits: true, too_long: null });
});

test("an update stores no former name of a buyer who gets another one while it reads the order", async () => {
  const { db } = context;
  const { orderId, buyerId } = await makePlacedOrder(context);
  const file = "0470_order_search_text_before.sql";
  // As an update of the version before finds it.
  await db.run(sql`update orders set search_text = null where id = ${orderId}`);
  await db.run(sql`delete from migrations where file = ${file}`);
  const lines: string[] = [];
  let isOver = false;
  let updating: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.run(sql`update users set name = 'Melati Anggraini' where id = ${buyerId}`);
    updating = migrate(context.databaseUrl, (line) => void lines.push(line)).finally(() => (isOver = true));
    updating.catch(() => {});
    await expect
      .poll(() => isOver || lines.includes(`${file} waits for others who use its tables`), { timeout: 10_000 })
      .toBe(true);
  });
  await updating;
  const stored = await db.row<{ search_text: string }>(sql`select search_text from orders where id = ${orderId}`);
  expect(stored?.search_text).toMatch(/^MELATI ANGGRAINI\n/);
});
