/**
 * Design note. One transaction turns the selected cart lines (or one product) into a checkout, one order for each shop
 * and one payment. Couriers are asked before the transaction, so no connection waits for another server. Everything
 * else is read again inside it under lock, priced by the function that made the quote, and compared by digest. So a
 * buyer never pays another sum than the one on the button. Locks: idempotency key, buyer, cart, stock by variant
 * id, then only new rows.
 */
import { randomInt } from "node:crypto";
import { removeLines } from "#cart/remove-lines.ts";
import { catalogRefusals } from "#catalog/contract.ts";
import { reserveStock } from "#catalog/stock/reserve-stock.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { runOnce } from "#lib/idempotency.ts";
import { Refusal } from "#lib/refusal.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { compactDay } from "#lib/time.ts";
import { createPayment } from "#payments/create-payment.ts";
import { calculateCommission } from "#payments/rules.ts";
import { checkoutRefusals } from "./contract.ts";
import {
  countUnpaid,
  findBuyerAddress,
  insertCheckout,
  insertOrder,
  insertOrderLines,
  listCheckoutLines,
  lockBuyer,
  lockBuyerCart,
  type BuyerAddress,
  type BuyNow,
} from "./queries.ts";
import { maxCheckoutTotal, priceCheckout, maxUnpaidOrders, type CheckoutLine, type CourierOffer } from "./rules.ts";
import { queueDeadline } from "../queue-deadline.ts";
import { digestOf, offersOf, quoteCheckout } from "./quote-checkout.ts";

export type PlacedCheckout = { checkout_id: string; payment_id: string; order_ids: string[]; total: Rupiah };

export type OrderRequest = {
  buyerId: string;
  idempotencyKey: string;
  quoteId: string;
  addressId: string;
  /** Courier by shop id. */
  shipping: Readonly<Record<string, string>>;
  paymentMethod: string;
  /** Buys this product instead of the selected lines of the cart, which then stays unchanged. */
  buy?: BuyNow | undefined;
};

// After these refusals the buyer needs a new quote.
const requoteCodes = new Set<string>([
  checkoutRefusals.quoteChanged.code,
  checkoutRefusals.outOfStock.code,
  checkoutRefusals.courierNotOffered.code,
  catalogRefusals.outOfStock.code,
]);

/**
 * Places the order of a quote, once for each idempotency key. Prices, stock, couriers and fees are computed again; if
 * anything differs from the quote, nothing happens and the refusal carries the new quote.
 */
export async function placeOrder(context: Context, request: OrderRequest, now: Date): Promise<PlacedCheckout> {
  const { db } = context;
  const { buyerId, addressId } = request;
  const [lines, address] = await Promise.all([
    listCheckoutLines(db, buyerId, request.buy),
    findBuyerAddress(db, buyerId, addressId),
  ]);
  const offers = (await offersOf(lines, address)) ?? new Map<string, CourierOffer[]>();
  const { buyerId: userId, idempotencyKey: key, ...choice } = request;
  const body = { ...choice, shipping: Object.entries(request.shipping).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  try {
    const { response } = await runOnce(db, { userId, route: "POST /v1/checkout", key, body, now }, (tx) =>
      insertPlacedOrder(tx, context, request, offers, now),
    );
    return response;
  } catch (error) {
    if (!(error instanceof Refusal) || !requoteCodes.has(error.code)) throw error;
    const quote = await quoteCheckout(db, buyerId, {
      addressId,
      shipping: request.shipping,
      paymentMethod: request.paymentMethod,
      buy: request.buy,
    });
    throw new Refusal(
      (await isStockShortage(error, request, lines, address)) ? checkoutRefusals.outOfStock : error.kind,
      error.data,
      { quote },
    );
  }
}

/** True when only stock differs from the quote: with enough stock the quote would still match. */
async function isStockShortage(
  error: Refusal,
  request: OrderRequest,
  lines: readonly CheckoutLine[],
  address: BuyerAddress | undefined,
): Promise<boolean> {
  if (error.code === catalogRefusals.outOfStock.code) return true;
  if (error.code !== checkoutRefusals.quoteChanged.code) return false;
  const enough = lines.map((line) => ({ ...line, stock: Math.max(line.stock, line.quantity) }));
  const priced = priceCheckout({ lines: enough, offers: await offersOf(enough, address), choice: request.shipping });
  return digestOf(priced, address) === request.quoteId;
}

async function insertPlacedOrder(
  tx: Tx,
  context: Context,
  request: OrderRequest,
  offers: ReadonlyMap<string, CourierOffer[]>,
  now: Date,
): Promise<PlacedCheckout> {
  const { buyerId } = request;
  await lockBuyer(tx, buyerId);
  const address = await findBuyerAddress(tx, buyerId, request.addressId);
  if (!address) throw new Refusal(checkoutRefusals.addressUnknown, { address_id: ["Pilih alamat pengiriman."] });
  if (!request.buy) await lockBuyerCart(tx, buyerId);
  const lines = await listCheckoutLines(tx, buyerId, request.buy);
  if (lines.length === 0) throw new Refusal(checkoutRefusals.nothingSelected);
  for (const [shopId, courier] of Object.entries(request.shipping)) {
    const offered = offers.get(shopId);
    if (offered && !offered.some((offer) => offer.courier === courier)) {
      throw new Refusal(checkoutRefusals.courierNotOffered, { [`shipping.${shopId}`]: ["Pilih kurir lain."] });
    }
  }
  const priced = priceCheckout({ lines, offers, choice: request.shipping });
  if (digestOf(priced, address) !== request.quoteId) throw new Refusal(checkoutRefusals.quoteChanged);
  if (priced.shops.length === 0) throw new Refusal(checkoutRefusals.nothingSelected);
  if (priced.total > maxCheckoutTotal) throw new Refusal(checkoutRefusals.tooLarge);
  if ((await countUnpaid(tx, buyerId)) + priced.shops.length > maxUnpaidOrders)
    throw new Refusal(checkoutRefusals.tooManyUnpaid);

  const bought = priced.shops.flatMap((shop) => shop.lines);
  await reserveStock(
    tx,
    bought.map(({ variantId, quantity }) => ({ variantId, quantity })),
  );
  const checkoutId = await insertCheckout(tx, { ...priced, buyerId, now });
  const { paymentId, dueAt } = await createPayment(tx, context, {
    checkoutId,
    buyerId,
    method: request.paymentMethod,
    amount: priced.total,
    now,
  });
  const { id: _id, ...snapshot } = address;
  const feeShares = splitRupiah(
    priced.serviceFee,
    priced.shops.map((shop) => shop.goodsTotal + shop.shippingCost),
  );
  const orderIds: string[] = [];
  for (const [at, shop] of priced.shops.entries()) {
    if (!shop.chosen) throw new Error(`no courier was chosen for shop ${shop.shopId}`);
    const orderLines = shop.lines.map((line) => ({
      ...line,
      commission: calculateCommission(line.price * line.quantity),
    }));
    const orderId = await insertOrder(tx, {
      checkoutId,
      buyerId,
      shopId: shop.shopId,
      invoice: invoiceNumber(now),
      goodsTotal: shop.goodsTotal,
      shippingCost: shop.shippingCost,
      serviceFeeShare: feeShares[at] ?? 0,
      commission: orderLines.reduce((sum, line) => sum + line.commission, 0),
      courier: shop.chosen.courier,
      courierName: shop.chosen.name,
      eta: shop.chosen.eta,
      address: snapshot,
      dueAt,
      now,
    });
    await insertOrderLines(tx, orderId, orderLines);
    await queueDeadline(tx, context, orderId, dueAt);
    orderIds.push(orderId);
  }
  if (!request.buy) {
    await removeLines(
      tx,
      buyerId,
      bought.map(({ lineId }) => lineId),
    );
  }
  return { checkout_id: checkoutId, payment_id: paymentId, order_ids: orderIds, total: priced.total };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * `INV/20261121/7KQ2M9XA0B`: the Jakarta day and ten random characters, so that a number reveals nothing about other
 * orders.
 */
export function invoiceNumber(now: Date): string {
  return `INV/${compactDay(now)}/${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}
