import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCatalogApi } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop } from "../../../test/make/rows.ts";
import { countSold, releaseStock, reserveStock } from "./reserve-stock.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let shopId: string;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  shopId = (await makeShop(context)).shopId;
});

async function stockOf(ids: readonly string[]): Promise<number[]> {
  const rows = await context.db.rows<{ id: string; stock: number }>(
    sql`select id, stock from variants where id = any(${ids}::uuid[])`,
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.stock ?? -1);
}
async function inStock(productId: string): Promise<boolean | undefined> {
  return (await context.db.row<{ in_stock: boolean }>(sql`select in_stock from products where id = ${productId}`))
    ?.in_stock;
}
const reserve = (items: { variantId: string; quantity: number }[]) =>
  context.db.transaction((tx) => reserveStock(tx, items));

test("200 buyers at the same moment get exactly the 10 pieces in stock", async () => {
  const { productId, variantIds } = await makeProduct(context, shopId, { stock: 10 });
  const variantId = variantIds[0] as string;
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => reserve([{ variantId, quantity: 1 }])));
  expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(10);
  for (const one of results) if (one.status === "rejected") expect(one.reason.code).toBe("catalog.out_of_stock");
  expect(await stockOf([variantId])).toEqual([0]);
  expect(await inStock(productId)).toBe(false);
});

test("cached responses show the stock as soon as an order takes it or gives it back", async () => {
  const { productId, variantIds } = await makeProduct(context, shopId, { stock: 2 });
  const items = [{ variantId: variantIds[0] as string, quantity: 2 }];
  const slug = (await context.db.row<{ slug: string }>(sql`select slug from products where id = ${productId}`))?.slug;
  const shop = (await context.db.row<{ slug: string }>(sql`select slug from shops where id = ${shopId}`))?.slug;
  const api = await makeCatalogApi(context);
  const visitor = await api.as(null);
  const shown = async () => {
    const page = await visitor("GET", `/v1/products/${slug}`);
    const list = await visitor("GET", `/v1/products?shop=${shop}`);
    return [page.body.result.variants[0].stock, list.body.result[0].in_stock];
  };
  expect(await shown()).toEqual([2, true]);
  await reserve(items);
  expect(await shown()).toEqual([0, false]);
  await context.db.transaction((tx) => releaseStock(tx, items));
  expect(await shown()).toEqual([2, true]);
  await api.close();
});

test("two orders with the same variants in different sequence do not deadlock", async () => {
  const { variantIds } = await makeProduct(context, shopId, {
    variants: ["S", "M", "L", "XL"].map((option) => ({ option, price: 1000, stock: 100 })),
  });
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  await Promise.all(Array.from({ length: 40 }, (_, at) => reserve(at % 2 === 0 ? items : items.toReversed())));
  expect(await stockOf(variantIds)).toEqual([60, 60, 60, 60]);
});

test("an order takes all its pieces or none, and the refusal names the variants that lack stock", async () => {
  const one = await makeProduct(context, shopId, { stock: 5 });
  const two = await makeProduct(context, shopId, { stock: 1 });
  const [a = "", b = ""] = [one.variantIds[0], two.variantIds[0]];
  const unknown = "01930000-0000-7000-8000-000000000000";
  await expect(
    reserve([
      { variantId: a, quantity: 2 },
      { variantId: b, quantity: 2 },
      { variantId: unknown, quantity: 1 },
    ]),
  ).rejects.toMatchObject({ code: "catalog.out_of_stock", extra: { variantIds: [b, unknown] } });
  expect(await stockOf([a, b])).toEqual([5, 1]);
});

test("a variant that is listed twice is taken twice", async () => {
  const { variantIds } = await makeProduct(context, shopId, { stock: 3 });
  const variantId = variantIds[0] as string;
  const twice = [
    { variantId, quantity: 2 },
    { variantId, quantity: 2 },
  ];
  await expect(reserve(twice)).rejects.toMatchObject({ code: "catalog.out_of_stock" });
  expect(await stockOf([variantId])).toEqual([3]);
});

test("released pieces can be bought again", async () => {
  const { productId, variantIds } = await makeProduct(context, shopId, { stock: 2 });
  const items = [{ variantId: variantIds[0] as string, quantity: 2 }];
  await reserve(items);
  expect(await inStock(productId)).toBe(false);
  await context.db.transaction((tx) => releaseStock(tx, items));
  expect(await stockOf(variantIds)).toEqual([2]);
  expect(await inStock(productId)).toBe(true);
});

test("completed orders raise the sales of the product and its shop", async () => {
  const { productId, variantIds } = await makeProduct(context, shopId, {
    variants: [
      { option: "S", price: 1000, stock: 9 },
      { option: "M", price: 1000, stock: 9 },
    ],
  });
  await context.db.transaction((tx) =>
    countSold(
      tx,
      variantIds.map((variantId, at) => ({ variantId, quantity: at + 2 })),
    ),
  );
  const row = await context.db.row(sql`
    select p.sold_count as product, s.sold_count as shop from products p join shops s on s.id = p.shop_id where p.id = ${productId}`);
  expect(row).toEqual({ product: 5, shop: 5 });
});
