import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCatalogApi, makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { syncShopFields } from "./sync-shop-fields.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let sellerId: string;

beforeAll(async () => {
  context = await makeContext();
  api = await makeCatalogApi(context);
  ({ sellerId } = await makeMarket(context, [newProduct("kopi-toraja", "Kopi Toraja Sapan")]));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

test("a change of a shop reaches buyers and its products, and its address stays", async () => {
  const [person, visitor] = [await api.as(sellerId), await api.as(null)];
  const { slug, province_code } = (await person("GET", "/v1/seller/shop")).body.result;
  expect([slug, province_code]).toEqual(["batik-uji", "32"]);
  const change = {
    name: "Rempah Pesisir",
    regency_code: "35.78",
    couriers: ["jnt-ez"],
    tagline: "Dari pantai",
    description: "",
    on_vacation: true,
  };
  const { status, body } = await person("PUT", "/v1/seller/shop", change);
  expect([status, body.data]).toEqual([
    200,
    {
      ...change,
      slug,
      province_code: "35",
      street: "",
      postcode: "",
      pickup_note: "",
      has_cod: false,
      lat: null,
      lng: null,
      pickup_days: [1, 2, 3, 4, 5, 6],
      pickup_opens: 540,
      pickup_closes: 1020,
      offered_couriers: expect.arrayContaining([{ id: "jnt-ez", name: "J&T EZ" }]),
    },
  ]);
  expect((await visitor("GET", `/v1/merchants/${slug}`)).body.result).toMatchObject({
    name: "Rempah Pesisir",
    city_name: "Surabaya",
    on_vacation: true,
  });
  expect((await visitor("GET", "/v1/merchants?name=pesisir")).body.total).toBe(1);
  await syncShopFields(context, (await visitor("GET", `/v1/merchants/${slug}`)).body.result.id);
  expect((await visitor("GET", "/v1/products?name=kopi+pesisir")).body.result).toMatchObject([
    { slug: "kopi-toraja", city_name: "Surabaya" },
  ]);
  expect(await context.db.row(sql`select province_code from products where slug = 'kopi-toraja'`)).toEqual({
    province_code: "35",
  });
});
test("buyers filter by the city, the couriers and the cash on delivery that a shop has now", async () => {
  const [person, visitor] = [await api.as(sellerId), await api.as(null)];
  const found = async (query: string) => {
    const { body } = await visitor("GET", `/v1/products?name=toraja&facets=1${query}`);
    return body as { result: unknown[]; facets: Record<string, unknown> };
  };
  const {
    slug: _slug,
    offered_couriers: _offered,
    province_code: _province,
    ...shop
  } = (await person("GET", "/v1/seller/shop")).body.result;
  await context.db.run(sql`delete from graphile_worker._private_jobs`);
  const change = async (fields: object) => {
    const { status } = await person("PUT", "/v1/seller/shop", { ...shop, ...fields });
    expect(status).toBe(200);
    const jobs = await context.db.rows<{ shop: string }>(
      sql`delete from graphile_worker._private_jobs where payload ->> 'shopId' is not null returning payload ->> 'shopId' as shop`,
    );
    for (const job of jobs) await syncShopFields(context, job.shop);
    return jobs.length;
  };
  expect(await change({ regency_code: "32.73", couriers: ["jne-oke", "jne-reg", "self"], has_cod: true })).toBe(1);
  expect((await found("")).facets).toMatchObject({
    cities: [{ id: "32.73", name: "Kota Bandung", count: 1 }],
    couriers: [
      { id: "jne", name: "JNE", count: 1 },
      { id: "self", name: "Kurir toko", count: 1 },
    ],
    cod: 1,
  });
  for (const query of ["&city=32.73&city=35.78", "&courier=jne", "&courier=pos&courier=self", "&cod=1"])
    expect((await found(query)).result, query).toHaveLength(1);
  // A chosen value that no product has can be taken back.
  expect((await found("&courier=pos&city=35.78&city=00.00")).facets).toMatchObject({
    cities: [{ id: "35.78", name: "Kota Surabaya", count: 0 }],
    couriers: [{ id: "pos", name: "POS", count: 0 }],
  });
  for (const query of ["&city=35.78", "&courier=pos"]) expect((await found(query)).result, query).toHaveLength(0);
  // Without a courier that collects cash, the shop's wish alone is no cash on delivery.
  expect(await change({ regency_code: "32.73", couriers: ["jne-oke"], has_cod: true })).toBe(1);
  expect((await found("&cod=1")).result).toHaveLength(0);
  expect(await change({ regency_code: "32.73", couriers: ["jne-oke"], has_cod: true })).toBe(0);
  for (const query of ["&city=3273", "&city=32.73x", "&courier=JNE", "&cod=2"])
    expect((await visitor("GET", `/v1/products?name=toraja${query}`)).status, query).toBe(422);
});
