import { randomUUID } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatRupiah } from "#lib/rupiah.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import type { OrderView } from "#orders/order-view/contract.ts";
import { orderRoutes } from "#orders/routes.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { costRows } from "#orders/ui/cost-rows.ts";
import { OrderPage } from "#orders/ui/order-page.tsx";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { lineOf } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makeShippedOrder, reportChargeback, type MadeOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
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

type Story = { story: { kind: string; detail: string; amount: number | null }[] };

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
