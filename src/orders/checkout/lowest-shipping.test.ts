/** What listings say about shipping costs, compared with what checkout asks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogRoutes } from "#catalog/routes.ts";
import { sql } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { tariffCouriers } from "#shipping/tariffs/rules.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let visitor: Client;
let operator: Client;
let one: Buyer;
let to = "";
/** Products of different shops and parcels, with what their cheapest courier asks at checkout; null for none. */
const products: { id: string; variantId: string; minOrder: number }[] = [];

const shops = [
  { regency: "32.73", couriers: ["jne-reg", "pos-reg", "pickup"] },
  { regency: "32.73", couriers: ["self", "jne-jtr"] },
  { regency: "32.04", couriers: ["jne-oke", "jne-yes"] },
  { regency: "31.74", couriers: ["jnt-ez", "wahana-reg"] },
  { regency: "91.71", couriers: ["jne-yes", "anteraja-reg"] },
  { regency: "73.71", couriers: ["sicepat-reg", "lion-reg", "gojek-instant"] },
  { regency: "35.78", couriers: ["pickup"] },
];
const parcels = [
  { weight: 300, minOrder: 1, sides: null },
  { weight: 700, minOrder: 3, sides: null },
  { weight: 900, minOrder: 1, sides: 40 },
];

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [checkoutRoutes, catalogRoutes]);
  [visitor, operator] = [await api.as(null), await api.as(await makeUser(context, { type: "operator" }))];
  const { shopId } = await makeShop(context);
  one = await makeBuying(context, api, shopId).buyer();
  to =
    (
      await context.db.row<{ code: string }>(
        sql`select district_code as code from addresses where id = ${one.addressId}`,
      )
    )?.code ?? "";
  for (const { regency, couriers } of shops) {
    const shop = await makeShop(context);
    await context.db.run(sql`
      update shops set regency_code = ${regency}, province_code = ${regency.slice(0, 2)}, couriers = ${couriers}::text[] where id = ${shop.shopId}`);
    for (const { weight, minOrder, sides } of parcels) {
      const { productId, variantIds } = await makeProduct(context, shop.shopId, { weight });
      await context.db.run(sql`
        update products set min_order = ${minOrder}, length_cm = ${sides}, width_cm = ${sides}, height_cm = ${sides}, regency_code = ${regency},
          province_code = ${regency.slice(0, 2)}, courier_services = ${couriers.toSorted()}::text[] where id = ${productId}`);
      products.push({ id: productId, variantId: variantIds[0] ?? "", minOrder });
    }
  }
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** What the cheapest courier that brings the parcel asks at checkout. */
async function pricesAtCheckout(): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (const { id, variantId, minOrder } of products) {
    await context.db.run(sql`delete from cart_lines`);
    await makeCartLine(context, one.id, variantId, minOrder);
    const { body } = await one.call("POST", "/v1/checkout/quote", { address_id: one.addressId });
    const offered = (body.result.shops[0]?.shipping_options ?? []).filter(({ courier }) => courier !== "pickup");
    if (offered.length > 0) prices.set(id, Math.min(...offered.map(({ price }) => price)));
  }
  return prices;
}
// Answers are kept for some seconds, so each round asks by addresses of its own.
let rounds = 0;
async function lowest(place: string): Promise<Map<string, number>> {
  const { status, body } = await visitor(
    "GET",
    `/v1/shipping/lowest?to=${place}&${[...products.slice(rounds), ...products.slice(0, rounds)].map(({ id }) => `product=${id}`).join("&")}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return new Map((body.result as unknown as { id: string; price: number }[]).map(({ id, price }) => [id, price]));
}
async function listed(query: string): Promise<string[]> {
  const { status, body } = await visitor("GET", `/v1/products?limit=${60 - rounds}&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.result as unknown as { id: string }[]).map(({ id }) => id);
}

/** Compares all products, at each `every`th of the prices at which the filter changes. */
async function expectTheSame(every = 1): Promise<void> {
  rounds += 1;
  const asked = await pricesAtCheckout();
  expect(asked.size).toBeGreaterThan(12);
  expect(await lowest(to)).toEqual(asked);
  const steps = [...new Set([...asked.values()].flatMap((price) => [price - 1, price]))];
  for (const most of steps.filter((_, at) => at % every === 0)) {
    const within = products.flatMap(({ id }) => ((asked.get(id) ?? Infinity) <= most ? [id] : []));
    expect((await listed(`to=${to}&ship=${most}`)).toSorted(), String(most)).toEqual(within.toSorted());
  }
}

test("a listing says and filters by exactly what the cheapest courier costs at checkout", async () => {
  await expectTheSame();
}, 120_000);

test("also with imported tariffs of a zone, a province, a city and a district, and for a route that is not served", async () => {
  const head = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
  const csv = [
    head,
    "jne-reg,*,sekota,21000,500,2,4000,1,2",
    `pos-reg,32.73,${to},1500,0,,,1,2`,
    `jnt-ez,31,32.73,4000,,,5000,1,2`,
    `jne-yes,91.71,32,,,,,,`,
    "anteraja-reg,91,32,99000,1000,,,2,9",
  ].join("\n");
  const { status, body } = await operator("POST", "/v1/operator/tariffs", {
    csv,
    from: jakartaDay(context.clock.now()),
    note: "Daftar harga uji",
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await expectTheSame();
}, 120_000);

test("also where every city has a rate of its own with each courier", async () => {
  await context.db.run(sql`
    with list as (
      insert into tariff_lists (note, begins_at, created_by, created_at, rate_count)
      select 'Daftar tiap kota', ${context.clock.now()}, id, ${context.clock.now()}, 1 from users where type = 'operator' limit 1 returning id
    ), couriers as (
      select one as id, at from unnest(${tariffCouriers.map(({ id }) => id)}::text[]) with ordinality x (one, at)
    )
    insert into tariff_rates (list_id, courier, origin, destination, per_kg, next_kg, min_kg, divisor, days_min, days_max)
    select list.id, c.id, r.code, ${to.slice(0, 5)}, 1000 + 100 * c.at, 1000 + 100 * c.at, 1, 5000 + c.at, 1, 2
    from list, couriers c, regions r where r.level = 2`);
  await expectTheSame(5);
  const { status } = await visitor("GET", `/v1/products?facets=1&to=${to}&ship=15000`);
  expect(status).toBe(200);
}, 120_000);

test("the nearest are the best of the buyer's city, then of its province, then of everywhere", async () => {
  const rows = await context.db.rows<{ id: string; regency: string }>(
    sql`select id, regency_code as regency from products where regency_code is not null`,
  );
  const regencyOf = new Map(rows.map(({ id, regency }) => [id, regency]));
  const tiers = (await listed(`to=${to}&sort=nearest`)).map((id) => {
    const regency = regencyOf.get(id) ?? "";
    return regency === "32.73" ? 0 : regency.startsWith("32") ? 1 : 2;
  });
  expect(tiers).toEqual(tiers.toSorted());
  expect(new Set(tiers).size).toBe(3);
});

test("a place that does not exist is refused, and a listing without a place has no nearest and no price of shipping", async () => {
  const placeAlone = await visitor("GET", "/v1/shipping/lowest?to=32.73");
  expect(placeAlone.body).toMatchObject({ place: { code: "32.73", name: "Kota Bandung" }, result: [] });
  const none = await visitor("GET", `/v1/shipping/lowest?to=32.99&product=${products[0]?.id}`);
  expect([none.status, none.body.code]).toEqual([422, "shipping.destination_unknown"]);
  expect((await visitor("GET", "/v1/shipping/lowest?to=x&product=y")).status).toBe(422);
  const all = await listed("sort=sold");
  expect(await listed("sort=nearest")).toEqual(all);
  expect(await listed("sort=sold&ship=1")).toEqual(all);
  expect((await visitor("GET", "/v1/products?to=Bandung")).status).toBe(422);
});
