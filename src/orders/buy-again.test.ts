import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrderView } from "./order-view/contract.ts";
import { sql } from "#lib/database.ts";
import { makeCartLine, makeShopApi } from "../../test/make/checkout.ts";
import { makePlacedOrder } from "../../test/make/orders.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../../test/make/rows.ts";
import { orderRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** An order of five products of one shop, and its buyer. The cart is empty afterwards. */
async function makeBigOrder(quantity: number) {
  const shop = await makeShop(context);
  const buyerId = await makeUser(context);
  for (const name of ["Teko", "Cangkir", "Nampan", "Tatakan"]) {
    const { variantIds } = await makeProduct(context, shop.shopId, { name: `${name} Plered`, stock: 20 });
    await makeCartLine(context, buyerId, variantIds[0] ?? "", quantity);
  }
  const { orderId } = await makePlacedOrder(context, { shops: [shop], buyerId, quantity, stock: 20 });
  const client = await api.as(buyerId);
  const { body } = await client("GET", `/v1/orders/${orderId}`);
  const order = (body as unknown as { result: OrderView }).result;
  const buyAgain = async () => {
    const answer = await client("POST", `/v1/orders/${orderId}/buy-again`);
    return { status: answer.status, ...(answer.body as unknown as Again) };
  };
  const inCart = () =>
    context.db.rows<{ variant_id: string; quantity: number; selected: boolean }>(
      sql`select l.variant_id, l.quantity, l.selected from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${buyerId} order by l.variant_id`,
    );
  const variantOf = (name: string) => order.lines.find((line) => line.name.startsWith(name))?.variant_id ?? "";
  return { buyerId, orderId, order, client, buyAgain, inCart, variantOf };
}
type Again = { message: string; data: { lines: { name: string; quantity: number; problem: string | null }[] } };

test("an order bought again is in the cart with its old quantities, even when buy again is pressed twice", async () => {
  const { order, buyAgain, inCart, variantOf } = await makeBigOrder(3);
  expect(await inCart()).toEqual([]);
  await buyAgain();
  const again = await buyAgain();
  expect([again.status, again.message]).toEqual([200, "5 barang masuk keranjang."]);
  const wanted = order.lines.map((line) => ({ variant_id: line.variant_id, quantity: 3, selected: true }));
  expect(await inCart()).toEqual(wanted.sort((a, b) => (a.variant_id < b.variant_id ? -1 : 1)));
  expect(variantOf("Teko")).not.toBe("");
});

test("lines that are no longer sold are left out and named, and a line with too little stock gets what is left", async () => {
  const { buyerId, buyAgain, inCart, variantOf } = await makeBigOrder(4);
  await context.db.run(sql`update variants set is_active = false where id = ${variantOf("Teko")}`);
  await context.db.run(sql`update variants set stock = 0 where id = ${variantOf("Cangkir")}`);
  await context.db.run(sql`update variants set stock = 2 where id = ${variantOf("Nampan")}`);
  await makeCartLine(context, buyerId, variantOf("Tatakan"), 9);
  const { status, message, data } = await buyAgain();
  expect([status, message]).toEqual([200, "3 dari 5 barang masuk keranjang."]);
  const about = (name: string) => data.lines.find((line) => line.name.startsWith(name));
  expect(about("Teko")).toMatchObject({ quantity: 0, problem: "Barang ini sudah tidak dijual" });
  expect(about("Cangkir")).toMatchObject({ quantity: 0, problem: "Stok habis" });
  expect(about("Nampan")).toMatchObject({ quantity: 2, problem: "Stok tinggal 2, pesanan dulu 4" });
  expect(about("Tatakan")).toMatchObject({ quantity: 9, problem: null });
  const quantities = new Map((await inCart()).map((line) => [line.variant_id, line.quantity]));
  expect(["Teko", "Cangkir", "Nampan", "Tatakan"].map((name) => quantities.get(variantOf(name)))).toEqual([
    undefined,
    undefined,
    2,
    9,
  ]);
});

test("an order whose products cannot be bought any more stays readable and does not change the cart", async () => {
  const { orderId, client, buyAgain, inCart } = await makeBigOrder(1);
  await context.db.run(
    sql`update products set status = 'hidden' where id in (select product_id from order_lines where order_id = ${orderId})`,
  );
  const { status, message } = await buyAgain();
  expect([status, message]).toEqual([200, "Tidak ada barang pesanan ini yang bisa dibeli sekarang."]);
  expect(await inCart()).toEqual([]);
  expect((await client("GET", `/v1/orders/${orderId}`)).status).toBe(200);
});
