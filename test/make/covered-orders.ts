import { randomUUID } from "node:crypto";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { markCheckoutPaid } from "../../src/orders/checkout/mark-checkout-paid.ts";
import { placeOrder } from "../../src/orders/checkout/place-order.ts";
import { quoteCheckout } from "../../src/orders/checkout/quote-checkout.ts";
import { chargeAttempt } from "../../src/payments/attempts/charge-attempt.ts";
import { makeCartLine } from "./checkout.ts";
import { attemptOf, receiveMoney, type MadeOrder } from "./orders.ts";
import { makeAddress, makeProduct, makeUser } from "./rows.ts";
import { makeVoucher } from "./vouchers.ts";

/** A line of an order; those that vouchers pay wholly come last. */
type Goods = { shopId: string; price: number; isCovered: boolean; quantity?: number };

/**
 * A paid purchase. A voucher of the marketplace pays the covered goods, another the shipping. The first shop's order is
 * that of the answer.
 */
export async function makeCoveredOrder(context: Context, goods: readonly Goods[]): Promise<MadeOrder> {
  const now = () => context.clock.now();
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const slug = `gratis-${randomUUID().slice(0, 8)}`;
  const category = await context.db.row<{ id: string }>(
    sql`insert into categories (slug, name) values (${slug}, 'Gratis') returning id`,
  );
  for (const { shopId, price, isCovered, quantity = 1 } of goods) {
    const { productId, variantIds } = await makeProduct(context, shopId, { price });
    if (isCovered)
      await context.db.run(sql`
        update products set category_id = ${category?.id ?? ""}, root_category_id = ${category?.id ?? ""} where id = ${productId}`);
    await makeCartLine(context, buyerId, variantIds[0] ?? "", quantity);
  }
  const discount = await makeVoucher(context, { maxAmount: 10_000_000 });
  await context.db.run(sql`update vouchers set category_id = ${category?.id ?? ""} where id = ${discount.id}`);
  const shipping = await makeVoucher(context, { kind: "free_shipping", maxAmount: 10_000_000 });
  const vouchers = [discount.id, shipping.id];
  const choice = {
    addressId,
    shipping: Object.fromEntries(goods.map(({ shopId }) => [shopId, "jne-reg"])),
    paymentMethod: "va_bca",
  };
  const quote = await quoteCheckout(context, buyerId, { ...choice, vouchers: { ids: vouchers, codes: [] } }, now());
  const request = { ...choice, buyerId, vouchers, quoteId: quote.quote_id, idempotencyKey: randomUUID() };
  const placed = await placeOrder(context, request, now());
  await chargeAttempt(context, await attemptOf(context, placed.payment_id), now());
  await receiveMoney(context, { paymentId: placed.payment_id }, now());
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, placed.checkout_id, now()));
  await context.db.run(sql`update vouchers set ends_at = ${now()} where id = any(${vouchers}::uuid[])`);
  const [first] = goods;
  const order = await context.db.row<{ id: string; total: number; owner_id: string }>(
    sql`select o.id, total, s.owner_id from orders o join shops s on s.id = o.shop_id where checkout_id = ${placed.checkout_id} and shop_id = ${first?.shopId ?? null}`,
  );
  if (!first || !order) throw new Error("no order");
  return {
    orderId: order.id,
    orderIds: placed.order_ids,
    checkoutId: placed.checkout_id,
    paymentId: placed.payment_id,
    buyerId,
    shopId: first.shopId,
    sellerId: order.owner_id,
    variantId: "",
    total: order.total,
  };
}
