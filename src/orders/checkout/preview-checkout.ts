import type { CartOwner } from "#cart/rules.ts";
import type { Database } from "#lib/database.ts";
import { readFeesOfDay } from "#payments/fees/read-fees.ts";
import { findVouchersOfCart } from "#promotions/vouchers/find-vouchers.ts";
import { purchaseVoucherJson } from "#promotions/vouchers/voucher-json.ts";
import type { Preview } from "./contract.ts";
import { listPreviewLines, type BuyNow } from "./queries.ts";
import { priceCheckout, type CheckoutLine, type CheckoutProblem } from "./rules.ts";
import { purchaseOf } from "./voucher-rules.ts";

/**
 * What a visitor buys, with today's prices: the selected lines of the browser's cart, or one product. Address, couriers
 * and discounts belong to a user, so the sum has neither. The vouchers are those that the cart names. `owner` is null
 * without a cart.
 */
export async function previewCheckout(
  db: Database,
  owner: CartOwner | null,
  buy: BuyNow | undefined,
  now: Date,
): Promise<Preview> {
  const [lines, { serviceFee }] = await Promise.all([listPreviewLines(db, owner, buy), readFeesOfDay(db, now)]);
  const priced = priceCheckout({ lines, offers: null, choice: {}, serviceFee });
  const buyerId = owner && "userId" in owner ? owner.userId : null;
  const vouchers =
    priced.shops.length === 0 ? [] : await findVouchersOfCart({ db }, purchaseOf(priced.shops, buyerId, now));
  return {
    shops: priced.shops.map((shop) => ({
      id: shop.shopId,
      slug: shop.slug,
      name: shop.name,
      city_name: shop.cityName,
      lines: shop.lines.map(lineJson),
    })),
    pieces: priced.shops.reduce((sum, shop) => sum + shop.lines.reduce((pieces, line) => pieces + line.quantity, 0), 0),
    goods_total: priced.goodsTotal,
    service_fee: priced.serviceFee,
    total: priced.total,
    vouchers: vouchers.map(purchaseVoucherJson),
    problems: priced.problems.map(problemJson),
  };
}

/** A line of a checkout as the API gives it. */
export function lineJson(line: CheckoutLine) {
  return {
    id: line.lineId,
    variant_id: line.variantId,
    product_slug: line.productSlug,
    name: line.name,
    variant_name: line.variantName,
    picture: line.pictureKey && line.pictureColor ? { key: line.pictureKey, color: line.pictureColor } : null,
    price: line.price,
    quantity: line.quantity,
    note: line.note,
    line_total: line.price * line.quantity,
  };
}

/** What a checkout leaves out, as the API gives it. */
export function problemJson({ kind, shopId, lineId, productSlug, name, text }: CheckoutProblem) {
  return { kind, product_slug: productSlug, shop_id: shopId, line_id: lineId, name, text };
}
