/** A quote whose shops are guessed from what this process read of the cart before (cart/recent-shops.ts). */
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
let secondShop: Awaited<ReturnType<typeof makeShop>>;
let { buyer, variant, quoteOf, pay } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [checkoutRoutes]);
  shop = await makeShop(context, { name: "Toko Uji" });
  secondShop = await makeShop(context, { name: "Toko Kedua" });
  ({ buyer, variant, quoteOf, pay } = makeBuying(context, api, shop.shopId));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** Adds a product to the cart as the buyer does, so that this process knows the shops of the next quote. */
async function add(one: Buyer, variantId: string): Promise<void> {
  const { status } = await one.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 });
  expect(status).toBe(200);
}
/** Parcels of a province take this long. */
const measureLane = (origin: string, destination: string, days: number) =>
  context.db.run(sql`
    insert into lane_statistics (origin_province, destination_province, courier, parcels, min_days, max_days, updated_at)
    select ${origin}, ${destination}, courier, 30, ${days}, ${days}, now() from unnest('{sicepat-reg,jne-reg}'::text[]) courier`);
const provinceOf = async (shopId: string) =>
  (await context.db.row<{ code: string }>(sql`select left(regency_code, 2) as code from shops where id = ${shopId}`))
    ?.code ?? "";
const offersOf = (quote: Awaited<ReturnType<typeof quoteOf>>) => quote.vouchers.map(({ id }) => id).toSorted();

test("a quote after an addition to the cart waits for PostgreSQL once less than that of an unknown cart", async () => {
  /** The least of three, because what the process reads by the clock, such as fees, may fall into one of them. */
  const waits = async (fill: (one: Buyer, variantId: string) => Promise<unknown>) => {
    const counts: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const one = await buyer();
      // So that the process has seen the session.
      await one.call("GET", "/v1/cart");
      await fill(one, await variant());
      const synced = vi.spyOn(pg.Connection.prototype, "sync");
      try {
        expect((await quoteOf(one)).can_pay).toBe(true);
        counts.push(synced.mock.calls.length);
      } finally {
        synced.mockRestore();
      }
    }
    return Math.min(...counts);
  };
  const unknown = await waits((one, variantId) => makeCartLine(context, one.id, variantId));
  expect(await waits(add)).toBe(unknown - 1);
});

test("a whole checkout of one product, from the cart to the order, takes at most twenty statements", async () => {
  const counts: number[] = [];
  // What the process reads by the clock, such as settings, may fall into one of them.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const one = await buyer();
    await one.call("GET", "/v1/cart");
    const variantId = await variant({ stock: 9 });
    const bound = vi.spyOn(pg.Connection.prototype, "bind");
    try {
      await add(one, variantId);
      expect((await pay(one, await quoteOf(one))).status).toBe(200);
      const names = bound.mock.calls.map(([config]) => config?.statement);
      counts.push(names.filter((name) => name !== "begin" && name !== "commit").length);
    } finally {
      bound.mockRestore();
    }
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(Math.min(...counts)).toBeLessThanOrEqual(20);
});

test("a quote offers the vouchers of the shops that are in the cart now, also when another process changed it", async () => {
  const own = await makeVoucher(context, { shopId: shop.shopId });
  const other = await makeVoucher(context, { shopId: secondShop.shopId });
  const one = await buyer();
  await add(one, await variant());
  expect(offersOf(await quoteOf(one))).toEqual([own.id]);
  // Another process adds a product of the second shop, then removes that of the first.
  await makeCartLine(context, one.id, await variant({}, secondShop.shopId));
  expect(offersOf(await quoteOf(one))).toEqual([own.id, other.id].toSorted());
  await context.db.run(sql`
    delete from cart_lines l using carts k, variants v, products p
    where k.id = l.cart_id and k.user_id = ${one.id} and v.id = l.variant_id and p.id = v.product_id and p.shop_id = ${shop.shopId}`);
  const quote = await quoteOf(one);
  expect(offersOf(quote)).toEqual([other.id]);
  expect(quote.shops.map(({ name }) => name)).toEqual(["Toko Kedua"]);
  await context.db.run(sql`update vouchers set state = 'stopped', stopped_at = now() where state = 'active'`);
});

test("a quote says how long parcels take from where the shop is now, also when the shop moved meanwhile", async () => {
  const one = await buyer();
  const { shopId } = await makeShop(context, { name: "Toko Pindah" });
  const destination = "32";
  await measureLane(await provinceOf(shopId), destination, 2);
  await measureLane("35", destination, 6);
  await add(one, await variant({}, shopId));
  const usual = async () => {
    const [first] = (await quoteOf(one)).shops;
    return first?.shipping_options.find(({ courier }) => courier === "sicepat-reg")?.usual;
  };
  expect(await usual()).toEqual({ min: 2, max: 2, parcels: 30 });
  await context.db.run(sql`update shops set regency_code = '35.78', province_code = '35' where id = ${shopId}`);
  expect(await usual()).toEqual({ min: 6, max: 6, parcels: 30 });
  await context.db.run(sql`delete from lane_statistics`);
});

test("a price that an operator imports counts in the next quote, and the order of that quote is placed", async () => {
  const one = await buyer();
  const { shopId } = await makeShop(context, { name: "Toko Tarif" });
  await context.db.run(sql`update shops set couriers = '{jne-reg}' where id = ${shopId}`);
  await add(one, await variant({}, shopId));
  const before = (await quoteOf(one)).shipping_total;
  const address = await context.db.row<{ district: string }>(
    sql`select district_code as district from addresses where id = ${one.addressId}`,
  );
  const operator = await api.as(await makeUser(context, { type: "operator" }));
  const { status } = await operator("POST", "/v1/operator/tariffs", {
    csv: `kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max\njne-reg,*,${address?.district},${before + 11_000},,,,2,3`,
    from: jakartaDay(context.clock.now()),
    note: "Daftar harga uji",
  });
  expect(status).toBe(200);
  const quote = await quoteOf(one);
  expect(quote.shipping_total).toBe(before + 11_000);
  expect((await pay(one, quote)).status).toBe(200);
});
