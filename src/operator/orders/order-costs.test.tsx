import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { rejectOrder } from "#orders/accept-order.ts";
import { cancelOrder } from "#orders/cancel-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import type { OrderView } from "#orders/order-view/contract.ts";
import { orderRoutes } from "#orders/routes.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { costRows, refundRows } from "#orders/ui/cost-rows.ts";
import { OrderPage } from "#orders/ui/order-page.tsx";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { lineOf } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  reportChargeback,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { orderStoryRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes, orderStoryRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

type Story = {
  total: number;
  lines: { amount: number }[];
  costs: { label: string; amount: number }[];
  refunded: number;
  fees_back: string;
  story: { kind: string; detail: string; amount: number | null }[];
};

/** What buyer, seller and operator read of an order now. */
async function readPages({ orderId, buyerId, sellerId }: MadeOrder) {
  const operatorId = await makeUser(context, { type: "operator" });
  const read = async (userId: string, url: string) => (await (await api.as(userId))("GET", url)).body.result as unknown;
  return {
    buyer: (await read(buyerId, `/v1/orders/${orderId}`)) as OrderView,
    seller: (await read(sellerId, `/v1/seller/orders/${orderId}`)) as OrderView,
    operator: (await read(operatorId, `/v1/operator/orders/${orderId}`)) as Story,
  };
}

const textOf = (order: OrderView, reader: "buyer" | "seller") =>
  renderToStaticMarkup(
    <OrderPage order={order} reader={reader} back={{ href: "/", label: "Kembali" }} about="">
      {null}
    </OrderPage>,
  ).replaceAll(/<[^>]*>/g, " ");

/** Each sum is that of the lines above it. */
function addUp(rows: readonly { label: string; amount: number; isSum: boolean }[]): void {
  let sum = 0;
  for (const { label, amount, isSum } of rows)
    if (isSum) expect([label, amount]).toEqual([label, sum]);
    else sum += amount;
}

const giveBack = async (made: MadeOrder, amount: number, shipping = 0) =>
  refundPart(
    context,
    {
      orderId: made.orderId,
      shopId: made.shopId,
      userId: made.sellerId,
      idempotencyKey: randomUUID(),
      lines: [{ line_id: await lineOf(context, made.orderId), amount }],
      shipping,
      reason: "Warnanya sedikit berbeda",
    },
    context.clock.now(),
  );

/** The buyer's bank takes so much of the payment back, in all. */
async function takeBack(made: MadeOrder, amount: number): Promise<void> {
  await reportChargeback(context, made.paymentId, amount);
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId }, context.clock.now());
}

test("buyer, seller and operator read how much of the service fee a partial chargeback took", async () => {
  const made = await makeShippedOrder(context, { price: 200_000 });
  await takeBack(made, 100_000);
  const { buyer, seller, operator } = await readPages(made);
  const [refund] = operator.story.filter(({ kind }) => kind === "refund");
  const said = /termasuk biaya layanan Rp[1-9][\d.]*/.exec(refund?.detail ?? "")?.[0];
  expect(said).toBeDefined();
  expect(textOf(buyer, "buyer")).toContain(`${formatRupiah(100_000)} sudah dikembalikan kepada Anda, ${said ?? ""}.`);
  expect(textOf(seller, "seller")).toContain(`${formatRupiah(100_000)} dikembalikan ke pembeli, ${said ?? ""}.`);
  addUp(costRows(buyer, "buyer"));
  addUp(costRows(seller, "seller"));
  expect(costRows(buyer, "buyer").slice(-2)).toEqual([
    { label: "Pengembalian dana", amount: -100_000, isSum: false },
    { label: "Setelah pengembalian", amount: made.total - 100_000, isSum: true },
  ]);
});

test("a part that the seller gives back has no service fee in it, for any reader", async () => {
  const made = await makeShippedOrder(context, { price: 200_000 });
  await giveBack(made, 50_000, 1_000);
  const { buyer, seller, operator } = await readPages(made);
  const details = operator.story.filter(({ kind }) => kind === "refund").map(({ detail }) => detail);
  for (const text of [textOf(buyer, "buyer"), textOf(seller, "seller"), ...details])
    expect(text).not.toContain("termasuk biaya");
  addUp(costRows(buyer, "buyer"));
  addUp(costRows(seller, "seller"));
  expect(costRows(buyer, "buyer").at(-1)?.amount).toBe(made.total - 51_000);
});

describe("the lines of an order's price lead to its sum for buyer, seller and operator", () => {
  /** A purchase with vouchers of shop and marketplace and free shipping, for goods of Rp200.000. */
  async function makeOrderWithVouchers(isShipped: boolean): Promise<MadeOrder> {
    const shop = await makeShop(context);
    const fields = { maxAmount: 20_000, shopId: shop.shopId };
    const vouchers = [
      await makeVoucher(context, fields),
      await makeVoucher(context, { maxAmount: 30_000 }),
      await makeVoucher(context, { kind: "free_shipping", maxAmount: 5_000 }),
    ];
    const made = await (isShipped ? makeShippedOrder : makePaidOrder)(context, { shops: [shop], price: 200_000 });
    await context.db.run(
      sql`update vouchers set ends_at = ${context.clock.now()} where id = any(${vouchers.map(({ id }) => id)}::uuid[])`,
    );
    return made;
  }

  async function readRows(made: MadeOrder) {
    const { buyer, seller, operator } = await readPages(made);
    const rows = { buyer: costRows(buyer, "buyer"), seller: costRows(seller, "seller") };
    addUp(rows.buyer);
    addUp(rows.seller);
    addUp([
      ...[...operator.lines, ...operator.costs].map(({ amount }) => ({ label: "", amount, isSum: false })),
      { label: "Total", amount: operator.total, isSum: true },
      ...refundRows(operator.total, operator.refunded),
    ]);
    const amountOf = (label: RegExp) => rows.seller.find((row) => label.test(row.label))?.amount;
    return { ...rows, operator, amountOf, page: textOf(seller, "seller") };
  }

  test("when the seller rejects it", async () => {
    const made = await makeOrderWithVouchers(false);
    const { orderId, shopId, sellerId: userId } = made;
    await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, context.clock.now());
    const { buyer, seller, operator, amountOf, page } = await readRows(made);
    expect(buyer.at(-1)).toEqual({ label: "Setelah pengembalian", amount: 0, isSum: true });
    expect(amountOf(/^Voucher/)).toBe(-20_000);
    // The service fee went back too, but no seller bears it.
    expect(amountOf(/^Dikembalikan ke pembeli, tanpa biaya layanan$/)).toBe(1_000 - made.total);
    expect(amountOf(/^Promosi yang kembali ke /)).toBe(-35_000);
    expect(seller.at(-1)).toEqual({ label: "Anda terima", amount: 0, isSum: true });
    expect(page).toContain(`${formatRupiah(made.total)} dikembalikan ke pembeli, termasuk biaya layanan Rp1.000.`);
    expect(operator).toMatchObject({ refunded: made.total, fees_back: "termasuk biaya layanan Rp1.000" });
  });

  test("when the seller gives a part back", async () => {
    const made = await makeOrderWithVouchers(true);
    await giveBack(made, 45_000, 2_000);
    const { buyer, operator, amountOf, page } = await readRows(made);
    expect(buyer.at(-1)?.amount).toBe(made.total - 47_000);
    expect(amountOf(/^Dikembalikan ke pembeli$/)).toBe(-47_000);
    // Of Rp180.000 that the shop asks the marketplace's voucher pays Rp30.000: the buyer's Rp45.000 cost it Rp54.000.
    expect(amountOf(/^Promosi yang kembali ke /)).toBeLessThanOrEqual(-9_000);
    expect(page).toContain("Rp47.000 dikembalikan ke pembeli.");
    expect(operator).toMatchObject({ refunded: 47_000, fees_back: "" });
  });

  test("when nobody paid it", async () => {
    const made = await makePlacedOrder(context, { price: 200_000 });
    await cancelOrder(
      context,
      { orderId: made.orderId, buyerId: made.buyerId, reason: "Salah pilih" },
      context.clock.now(),
    );
    const { seller, amountOf } = await readRows(made);
    expect(amountOf(/^Batal sebelum dibayar$/)).toBe(1_000 - made.total);
    expect(seller.at(-1)?.amount).toBe(0);
  });
});
