import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCatalogApi, makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { syncShopFields } from "./sync-shop-fields.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeCatalogApi(context);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

test("a change of a shop reaches buyers and its products, and its address stays", async () => {
  const { sellerId } = await makeMarket(context, [newProduct("kopi-toraja", "Kopi Toraja Sapan")]);
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
