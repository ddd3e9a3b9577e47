import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeSession } from "./make/checkout.ts";
import { makePaidOrder } from "./make/orders.ts";
import { makeProduct, makeShop, makeUser } from "./make/rows.ts";
import { makeMarket, type Market } from "./spec/make-market.ts";

let market: Market;

beforeAll(async () => {
  market = await makeMarket();
});
afterAll(() => market?.close());

test("a seller's statement about a product's origin is not shown as a badge of the marketplace", async () => {
  const slug = (await market.context.db.row<{ slug: string }>(sql`select slug from products where is_regional limit 1`))
    ?.slug;
  const product = (await market.visitor().open(`/product/${slug}`)).text;
  expect(product).toContain("Dibuat di daerah asalnya, menurut penjual");
  const listing = (await market.visitor().open("/product")).text;
  for (const text of [product, listing]) expect(text).not.toMatch(/Asli daerah/);
});

test("a product of which no variant has the pieces of its minimum order shows no subtotal, and its seller is warned", async () => {
  const { context } = market;
  const { shopId, ownerId } = await makeShop(context);
  const { productId, slug } = await makeProduct(context, shopId, { stock: 4 });
  const token = await makeSession(context, ownerId);
  const open = async (url: string) =>
    (await market.app.inject({ method: "GET", url, headers: { cookie: `sid=${token}` } })).body.replaceAll(
      "<!-- -->",
      "",
    );
  const save = async (fields: object) => {
    const picture = await context.db.row<{ id: string }>(sql`
      insert into pictures (storage_key, width, height, color, owner_id) values (${`teko-${slug}`}, 800, 800, '#b3411f', ${ownerId})
      on conflict (storage_key) do update set width = 800 returning id`);
    const answer = await market.app.inject({
      method: "POST",
      url: form,
      headers: {
        cookie: `sid=${token}`,
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      payload: new URLSearchParams({
        name: "Teko tanah liat",
        category: "uji",
        description: "Teko dari tanah liat, dibuat tangan di Plered.",
        weight_g: "900",
        condition: "new",
        price: "75000",
        stock: "4",
        min_order: "5",
        status: "active",
        picture: `${picture?.id} teko-${slug} #b3411f`,
        ...fields,
      }).toString(),
    });
    return answer.headers.location ?? answer.body;
  };
  const list = `/manageMerchant?page=products&saved=${slug}&below=5`;
  const form = `/manageMerchant?page=product&productId=${productId}`;
  const warning = "Belum ada yang bisa membelinya: stok setiap varian di bawah pembelian minimum 5 buah.";
  const setMinOrder = (pieces: number) =>
    context.db.run(sql`update products set min_order = ${pieces} where id = ${productId}`);

  await setMinOrder(4);
  expect(await open(`/product/${slug}`)).toContain("Subtotal");
  for (const url of [list, form]) expect(await open(url)).not.toContain("di bawah pembelian minimum");
  await setMinOrder(5);
  context.pages.purge([`product:${productId}`]);
  const page = await open(`/product/${slug}`);
  expect(page).toContain("Stok kurang dari pembelian minimal 5");
  expect(page).not.toContain("Subtotal");
  for (const url of [list, form]) expect(await open(url)).toContain(warning);
  expect(await open(list)).toContain("Stok di bawah minimum");
  expect(await save({})).toBe(list);
  expect(await save({ status: "hidden" })).not.toContain("below");
  expect(await save({ min_order: "4" })).not.toContain("below");
});

test("all reviews of a product can be read, page by page, without scripts", async () => {
  const { db } = market.context;
  const buyerId = await makeUser(market.context, { name: "Rina Wulandari" });
  let slug = "";
  let productId = "";
  for (let at = 1; at <= 14; at += 1) {
    const { orderId } = await makePaidOrder(market.context, { buyerId });
    const line = await db.row<{ id: string; product_id: string; shop_id: string; product_slug: string }>(
      sql`select id, product_id, shop_id, product_slug from order_lines where order_id = ${orderId}`,
    );
    productId ||= line?.product_id ?? "";
    slug ||= line?.product_slug ?? "";
    await db.run(sql`
      insert into reviews (order_line_id, product_id, shop_id, user_id, rating, text, created_at, updated_at)
      values (${line?.id}, ${productId}, ${line?.shop_id}, ${buyerId}, 5, ${`Kata pembeli nomor ${at}.`}, now() - ${`${at} days`}::interval, now())`);
  }
  await db.run(sql`update products set rating_count = 14, rating_sum = 70 where id = ${productId}`);
  const numbers = (text: string) =>
    [...text.matchAll(/Kata pembeli nomor (\d+)\./g)].map(([, number]) => Number(number));
  const read = async (search: string) => (await market.visitor().open(`/product/${slug}${search}`)).text;
  const first = await read("");
  expect(new Set(numbers(first))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  expect(first).toContain(`/product/${slug}?reviews=2#ulasan`);
  expect(first.replaceAll("<!-- -->", "")).toContain("14 penilaian, 14 dengan ulasan");
  for (const search of ["?reviews=2", "?reviews=99"])
    expect(new Set(numbers(await read(search))), search).toEqual(new Set([11, 12, 13, 14]));
  for (const search of ["?reviews=0", "?reviews=-1", "?reviews=dua", "?reviews=1e9", "?reviews=99999"])
    expect(numbers(await read(search)), search).toContain(1);
  const { call } = market.visitor();
  expect((await call("GET", `/v1/products/${slug}/reviews?page=2`)).body).toMatchObject({ result: { total: 14 } });
  expect((await call("GET", `/v1/products/${slug}/reviews?page=0`)).status).toBe(422);
  expect((await call("GET", `/v1/products/tidak-ada/reviews`)).status).toBe(404);
});
