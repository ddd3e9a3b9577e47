import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder, makeDeliveredOrder, makePaidOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { jakartaDay } from "#lib/time.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { readStatement } from "#payments/payouts/statement/read-statement.ts";
import { paymentRoutes } from "#payments/routes.ts";
import type { TaxOfSeller } from "#payments/tax/sellers/contract.ts";
import { clearCachedWithholding } from "#payments/tax/withholding/read-withholding.ts";
import { switchWithholding } from "#payments/tax/withholding/switch-withholding.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { receiveOrder } from "../receive-order.ts";
import { refundPart } from "./refund-part.ts";
import { orderRoutes } from "../routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes, paymentRoutes]);
  const operator = { userId: await makeUser(context, { type: "operator" }), type: "operator", operatorRole: "finance" };
  await switchWithholding(context, operator, { is_on: true, valid_from: jakartaDay(now()) }, now());
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const now = () => context.clock.now();
type Sums = { commission: number; withheld_tax: number | null; payout: number };
async function seen(made: MadeOrder): Promise<Sums> {
  const seller = await api.as(made.sellerId);
  return (await seller("GET", `/v1/seller/orders/${made.orderId}`)).body.result as unknown as Sums;
}
async function toCome(made: MadeOrder): Promise<number[]> {
  const seller = await api.as(made.sellerId);
  const sums = await Promise.all(
    ["/v1/seller/balance", "/v1/seller/summary"].map(async (path) => (await seller("GET", path)).body.result),
  );
  return sums.map((sum) => (sum as unknown as { pending: number }).pending);
}
async function give(made: MadeOrder, amount: number): Promise<void> {
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const { orderId, shopId, sellerId: userId } = made;
  await refundPart(
    context,
    {
      orderId,
      shopId,
      userId,
      idempotencyKey: crypto.randomUUID(),
      lines: [{ line_id: line?.id ?? "", amount }],
      shipping: 0,
      reason: "Sedikit rusak",
    },
    now(),
  );
}
const shippingOf = async ({ orderId }: MadeOrder) =>
  (await context.db.row<{ cost: number }>(sql`select shipping_cost as cost from orders where id = ${orderId}`))?.cost ??
  0;

test("the seller sees withheld tax on its own line, and the payout, the sums to come and the balance agree", async () => {
  const made = await makeDeliveredOrder(context, { price: 200_000 });
  const payout = 200_000 + (await shippingOf(made)) - 5000 - 1000;
  expect(await seen(made)).toMatchObject({ commission: 5000, withheld_tax: 1000, payout });
  expect(await toCome(made)).toEqual([payout, payout]);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now());
  expect(await seen(made)).toMatchObject({ commission: 5000, withheld_tax: 1000, payout });
  expect(await toCome(made)).toEqual([0, 0]);
  expect(await findBalance(context.db, "seller_balance", made.shopId)).toBe(payout);
  const said = await context.db.rows<{ description: string }>(sql`
    select description from notifications where user_id = ${made.sellerId} and transaction_id = ${made.orderId}
      and description like '%masuk ke saldo%' order by id`);
  expect(said.map(({ description }) => description.includes(formatRupiah(payout)))).toEqual([true, true]);
  const { entries } = await readStatement(context.db, made.shopId, jakartaDay(now()).slice(0, 7));
  expect(entries).toMatchObject([{ gross: payout + 6000, commission: 5000, tax: 1000, amount: payout }]);
  const buyer = await api.as(made.buyerId);
  expect((await buyer("GET", `/v1/orders/${made.orderId}`)).body.result).toMatchObject({ withheld_tax: null });
});

test("a refund gives the tax back in proportion, before and after the payout", async () => {
  const made = await makeDeliveredOrder(context, { price: 200_000 });
  await give(made, 50_000);
  const shipping = await shippingOf(made);
  expect(await seen(made)).toMatchObject({ withheld_tax: 750, payout: 150_000 + shipping - 3750 - 750 });
  expect((await toCome(made))[0]).toBe(150_000 + shipping - 3750 - 750);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now());
  await give(made, 100_000);
  expect(await seen(made)).toMatchObject({ withheld_tax: 250, payout: 50_000 + shipping - 1250 - 250 });
  const booked = await context.db.rows<{ base: number; amount: number }>(
    sql`select base, amount from withheld_taxes where order_id = ${made.orderId} order by id`,
  );
  expect(booked).toEqual([
    { base: 150_000, amount: 750 },
    { base: -100_000, amount: -500 },
  ]);
});

test("the tax of a PKP shop is computed without PPN", async () => {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  const made = await makeCompletedOrder(context, { shops: [shop], price: 111_000 });
  expect((await seen(made)).withheld_tax).toBe(500);
});

test("an exempt shop's orders withhold nothing, beside a shop's that is not exempt", async () => {
  const [exempt, other] = [await makeShop(context), await makeShop(context)];
  const seller = await api.as(exempt.ownerId);
  const identity = { kind: "person", number_kind: "npwp", number: "0012345678901234", name: "Wahyu Laksono" };
  await seller("PUT", "/v1/seller/tax/identity", { ...identity, address: "Jalan Merdeka 10, Bandung" });
  const { statements } = (await seller("GET", "/v1/seller/tax")).body.result as unknown as TaxOfSeller;
  const [statement] = statements;
  await seller("POST", "/v1/seller/tax/statements", { year: statement?.year, text: statement?.text });
  const made = await makePaidOrder(context, { shops: [exempt, other], price: 200_000 });
  const rates = await context.db.rows<{ shop: string; rate: number }>(sql`
    select shop_id as shop, tax_per_mille as rate from order_lines where order_id = any(${made.orderIds}::uuid[])`);
  expect(new Map(rates.map(({ shop, rate }) => [shop, rate]))).toEqual(
    new Map([
      [exempt.shopId, 0],
      [other.shopId, 5],
    ]),
  );
});

test("a cancelled order withholds nothing", async () => {
  const made = await makePaidOrder(context, { price: 200_000 });
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  expect(await seen(made)).toMatchObject({ commission: 0, withheld_tax: 0, payout: 0 });
});

test("an order keeps the terms of its day when the withholding is switched off later", async () => {
  const before = await makeDeliveredOrder(context, { price: 200_000 });
  await context.db.run(sql`update withholding_rules set is_on = false`);
  clearCachedWithholding(context.db);
  const after = await makeDeliveredOrder(context, { price: 200_000 });
  expect([(await seen(before)).withheld_tax, (await seen(after)).withheld_tax]).toEqual([1000, 0]);
});
