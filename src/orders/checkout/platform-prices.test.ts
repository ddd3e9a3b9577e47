import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readShippingConfig } from "#lib/config/shipping.ts";
import { sql } from "#lib/database.ts";
import { placeOrder } from "./place-order.ts";
import { quoteCheckout } from "./quote-checkout.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../../../test/doubles/biteship.ts";
import { startRajaongkirDouble, type RajaongkirDouble } from "../../../test/doubles/rajaongkir.ts";
import type { Mood } from "../../../test/doubles/json-service.ts";
import { makeCartLine } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { quoteShipping } from "#shipping/quote-shipping.ts";
import { quoteByTariff } from "#shipping/tariff-provider.ts";

let biteship: BiteshipDouble;
let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, SHIPPING_RATES: "biteship" });
});
afterAll(async () => {
  await context.close();
  await biteship.close();
});
beforeEach(() => {
  biteship.mood = "well";
  biteship.prices.clear();
  biteship.prices.set("jne reg", 21_500).set("sicepat reg", "18000").set("jne yes", 40_000);
});

let grams = 1000;
/** A request that was not made before, so that nothing is cached. */
function newRequest() {
  grams += 1;
  const items = [{ weightG: grams, lengthCm: null, widthCm: null, heightCm: null, quantity: 1, price: 50_000 }];
  const couriers = ["jne-reg", "sicepat-reg", "jnt-ez", "self", "pickup"];
  const places = {
    originRegency: "32.73",
    destinationRegency: "31.74",
    originPostcode: "40111",
    destinationPostcode: "12110",
  };
  return { ...places, couriers, items };
}
/** The same installation without what it remembers. */
const restarted = () => ({ ...context, config: { ...context.config } });
const calls = () => biteship.calls.length;

test("buyers pay Biteship's prices for its couriers and the table's for the shop's own", async () => {
  const request = newRequest();
  expect(await quoteShipping(context, request)).toEqual([
    { courier: "sicepat-reg", name: "SiCepat REG", price: 18_000, eta: "2–3 hari" },
    { courier: "jne-reg", name: "JNE REG", price: 21_500, eta: "2–3 hari" },
    expect.objectContaining({ courier: "pickup", price: 0 }),
  ]);
  expect(biteship.calls.at(-1)?.body).toMatchObject({
    origin_postal_code: 40_111,
    destination_postal_code: 12_110,
    couriers: "jne,jnt,sicepat",
    items: [{ weight: grams, quantity: 1, value: 50_000 }],
  });
});

describe("RajaOngkir", () => {
  let rajaongkir: RajaongkirDouble;
  let chosen: typeof context;
  beforeAll(async () => {
    rajaongkir = await startRajaongkirDouble();
    const { config } = context;
    const settings = {
      ...biteship.settings,
      ...rajaongkir.settings,
      SHIPPING_RATES: "biteship, jne=rajaongkir, pos=table",
    };
    const shipping = readShippingConfig(settings, (sentence) => new Error(sentence));
    chosen = { ...context, config: { ...config, shipping } };
    rajaongkir.costs.set("jne CTC", 19_500).set("jne YES", 44_000).set("jne TRUCK", 1);
  });
  afterAll(() => rajaongkir.close());

  test("prices the couriers that the setting names, and the other platform and the table price the others", async () => {
    const request = {
      ...newRequest(),
      couriers: ["jne-reg", "jne-yes", "jne-oke", "sicepat-reg", "pos-reg", "pickup"],
    };
    const table = quoteByTariff(request).find(({ courier }) => courier === "pos-reg");
    expect(await quoteShipping(chosen, request)).toEqual(
      [
        table,
        { courier: "sicepat-reg", name: "SiCepat REG", price: 18_000, eta: "2–3 hari" },
        { courier: "jne-reg", name: "JNE REG", price: 19_500, eta: "2–3 hari" },
        { courier: "jne-yes", name: "JNE YES", price: 44_000, eta: "2–3 hari" },
        expect.objectContaining({ courier: "pickup" }),
      ].toSorted((a, b) => Number(a.courier === "pickup") - Number(b.courier === "pickup") || a.price - b.price),
    );
    expect(rajaongkir.calls.at(-1)).toMatchObject({
      path: "/calculate/domestic-cost",
      body: { origin: "1040111", destination: "1012110", weight: "2000", courier: "jne" },
    });
    const before = rajaongkir.calls.length;
    await quoteShipping(chosen, { ...newRequest(), couriers: ["jne-reg"] });
    expect(rajaongkir.calls.length - before, "places are looked up once").toBe(1);
  });

  test("that does not answer, or with something that is no price, leaves the tariffs", async () => {
    for (const mood of ["broken", "garbage", "cut", "busy"] satisfies Mood[]) {
      const request = { ...newRequest(), couriers: ["jne-reg"] };
      rajaongkir.mood = mood;
      expect(await quoteShipping({ ...chosen, config: { ...chosen.config } }, request), mood).toEqual(
        quoteByTariff(request),
      );
    }
    rajaongkir.mood = "well";
    for (const wrong of [0, -1, "gratis", null, 1.5, 1e12]) {
      rajaongkir.costs.set("jne CTC", wrong);
      const found = await quoteShipping(chosen, { ...newRequest(), couriers: ["jne-reg", "jne-yes"] });
      expect(
        found.map(({ courier }) => courier),
        String(wrong),
      ).toEqual(["jne-yes"]);
    }
  });

  test("is chosen only with its key, and no other words are a source of prices", () => {
    const read = (text: string) =>
      readShippingConfig({ SHIPPING_RATES: text }, (sentence) => new Error(sentence)).rates;
    expect(read("table, jne=table")).toEqual({ standard: "table", of: { jne: "table" } });
    for (const text of ["rajaongkir", "jne=rajaongkir", "biteship", "tabel", "jne=", "=table", "a=b=table"])
      expect(() => read(text), text).toThrow();
  });
});

test("the same parcel is asked about once, however many buyers look at it", async () => {
  const request = newRequest();
  const before = calls();
  const all = await Promise.all(Array.from({ length: 5 }, () => quoteShipping(context, request)));
  biteship.prices.set("jne reg", 99_000);
  all.push(await quoteShipping(context, request));
  expect(calls() - before).toBe(1);
  expect(new Set(all.map((options) => JSON.stringify(options))).size).toBe(1);
});

test.each(["broken", "page", "garbage", "endless", "cut", "redirect", "busy"] satisfies Mood[])(
  "a platform that is %s leaves buyers with the built-in tariffs, without asking again at once",
  async (mood) => {
    const request = newRequest();
    const installation = restarted();
    biteship.mood = mood;
    expect(await quoteShipping(installation, request)).toEqual(quoteByTariff(request));
    const before = calls();
    biteship.mood = "well";
    expect(await quoteShipping(installation, request)).toEqual(quoteByTariff(request));
    expect(calls()).toBe(before);
  },
);

test("without both postcodes the built-in tariffs apply, and nobody is asked", async () => {
  const { originPostcode: _postcode, ...request } = newRequest();
  const before = calls();
  expect(await quoteShipping(context, request)).toEqual(quoteByTariff(request));
  expect(calls()).toBe(before);
});

test("a price that is no price is not offered", async () => {
  for (const wrong of [0, -5000, 1e12, 12.5, "", "gratis", null, {}, undefined]) {
    biteship.prices.set("jne reg", wrong);
    const offered = (await quoteShipping(context, newRequest())).map(({ courier }) => courier);
    expect(offered, String(wrong)).toEqual(["sicepat-reg", "pickup"]);
  }
});

test("an order costs what was quoted, and a price that changed meanwhile is shown before anything is paid", async () => {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set postcode = '40111' where id = ${shop.shopId}`);
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const { variantIds } = await makeProduct(context, shop.shopId, { price: 50_000, stock: 9 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const choice = { addressId, shipping: { [shop.shopId]: "jne-reg" }, paymentMethod: "va_bca" };
  const now = context.clock.now();
  const order = (quoteId: string, installation: typeof context, key: string) =>
    placeOrder(installation, { ...choice, buyerId, idempotencyKey: key.repeat(8), quoteId }, now);

  const first = await quoteCheckout(context, buyerId, choice, now);
  expect(first.shipping_total).toBe(21_500);
  biteship.prices.set("jne reg", 25_000);
  const refusal: unknown = await order(first.quote_id, restarted(), "a").catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "checkout.quote_changed", extra: { quote: { shipping_total: 25_000 } } });
  expect(await context.db.rows(sql`select 1 from orders where buyer_id = ${buyerId}`)).toEqual([]);

  const second = await quoteCheckout(restarted(), buyerId, choice, now);
  await order(second.quote_id, restarted(), "b");
  expect(await context.db.rows(sql`select shipping_cost from orders where buyer_id = ${buyerId}`)).toEqual([
    { shipping_cost: 25_000 },
  ]);
});
