import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { announceFeeRule } from "#payments/fees/announce-fee-rule.ts";
import type { FeeRuleBody } from "#payments/fees/contract.ts";
import { makeCartLine } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder, makePlacedOrder } from "../../../test/make/orders.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { placeOrder } from "./place-order.ts";
import { quoteCheckout } from "./quote-checkout.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let operatorId: string;
beforeAll(async () => {
  context = await makeContext();
  operatorId = await makeUser(context, { type: "operator" });
});
afterAll(() => context.close());

const inDays = (days: number) => addDuration(context.clock.now(), days * day);
async function announce(fields: Partial<FeeRuleBody>, validFrom: Date): Promise<void> {
  const operator = { userId: operatorId, type: "operator", operatorRole: "finance" };
  const body = { kind: "commission", category: null, per_mille: 0, cap: null, flat: 0, ...fields } as const;
  await announceFeeRule(context, operator, { ...body, valid_from: jakartaDay(validFrom) }, context.clock.now());
}
const linesOf = (orderId: string) =>
  context.db.rows<Record<string, number>>(sql`
    select commission, commission_per_mille, commission_cap, commission_flat from order_lines where order_id = ${orderId}`);

test("an order stores the fees of its day, and its seller is paid by them", async () => {
  await makeProduct(context, (await makeShop(context)).shopId);
  const before = await makePlacedOrder(context, { price: 100_000 });
  await announce({ category: "uji", per_mille: 10, cap: 800 }, inDays(0));
  const after = await makeCompletedOrder(context, { price: 100_000 });
  expect(await linesOf(before.orderId)).toMatchObject([{ commission: 2500, commission_per_mille: 25 }]);
  expect(await linesOf(after.orderId)).toEqual([
    { commission: 800, commission_per_mille: 10, commission_cap: 800, commission_flat: 0 },
  ]);
  const paid = await context.db.row<{ earned: number; due: number }>(sql`
    select earned, goods_total + shipping_cost - 800 as due from orders where id = ${after.orderId}`);
  expect(paid?.earned).toBe(paid?.due);
});

test("a quote from before a new service fee is refused with the new price, and an announced fee counts from its day", async () => {
  const now = inDays(0);
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { price: 100_000 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const choice = { addressId, shipping: { [shopId]: "jne-reg" }, paymentMethod: "va_bca" };
  const quote = await quoteCheckout(context, buyerId, choice, now);
  await announce({ kind: "service_fee", per_mille: 5, cap: 1500, flat: 300 }, inDays(60));
  await announce({ kind: "service_fee", flat: 400 }, now);
  const place = (quoteId: string, at: Date) =>
    placeOrder(context, { ...choice, buyerId, quoteId, idempotencyKey: randomUUID() }, at);
  await expect(place(quote.quote_id, now)).rejects.toMatchObject({
    code: "checkout.quote_changed",
    extra: { quote: { service_fee: 400, total: quote.total - 600 } },
  });
  expect(await quoteCheckout(context, buyerId, choice, inDays(59))).toMatchObject({ service_fee: 400 });
  const later = await quoteCheckout(context, buyerId, choice, inDays(60));
  expect(later).toMatchObject({ service_fee: 300 + 500, total: quote.total - 1000 + 800 });
  await expect(place(later.quote_id, inDays(60))).resolves.toMatchObject({ total: later.total });
});

test("a purchase whose vouchers leave nothing to pay is refused with a sentence until one is left out", async () => {
  const now = inDays(90);
  await announce({ kind: "service_fee", flat: 0 }, now);
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { price: 20_000 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const goods = await makeVoucher(context, { buyerId, maxAmount: 20_000, endsAt: inDays(91) });
  const shipping = await makeVoucher(context, {
    buyerId,
    kind: "free_shipping",
    maxAmount: 50_000,
    endsAt: inDays(91),
  });
  const choice = { addressId, shipping: { [shopId]: "jne-reg" }, paymentMethod: "va_bca" };
  const quoteWith = (ids: string[]) =>
    quoteCheckout(context, buyerId, { ...choice, vouchers: { ids, codes: [] } }, now);
  const place = (quoteId: string, vouchers: string[]) =>
    placeOrder(context, { ...choice, buyerId, quoteId, vouchers, idempotencyKey: randomUUID() }, now);
  const free = await quoteWith([goods.id, shipping.id]);
  expect(free).toMatchObject({ total: 0, can_pay: false, problems: [{ kind: "nothing_to_pay" }] });
  await expect(place(free.quote_id, [goods.id, shipping.id])).rejects.toMatchObject({
    code: "checkout.nothing_to_pay",
  });
  const rest = await quoteWith([goods.id]);
  expect(rest).toMatchObject({ total: rest.shipping_total, can_pay: true, problems: [] });
  await expect(place(rest.quote_id, [goods.id])).resolves.toMatchObject({ total: rest.total });
});
