import { randomInt, randomUUID } from "node:crypto";

import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { Refusal, requestRefusals } from "../../src/lib/refusal.ts";
import { acceptOrder } from "../../src/orders/accept-order.ts";
import { markCheckoutPaid } from "../../src/orders/checkout/mark-checkout-paid.ts";
import { placeOrder } from "../../src/orders/checkout/place-order.ts";
import { quoteCheckout } from "../../src/orders/checkout/quote-checkout.ts";
import { recordScan, type Scan } from "../../src/orders/parcels/record-scan.ts";
import { receiveOrder } from "../../src/orders/receive-order.ts";
import { shipOrder } from "../../src/orders/ship-order.ts";
import { chargeAttempt } from "../../src/payments/attempts/charge-attempt.ts";
import { findCurrentAttempt, type AttemptRow } from "../../src/payments/attempts/queries.ts";
import { applyStatus, settleAttempt, type Verdict } from "../../src/payments/attempts/settle-attempt.ts";
import { book } from "../../src/payments/ledger/ledger.ts";
import type { ProviderId } from "../../src/payments/rules.ts";
import { makeCartLine } from "./checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "./rows.ts";

export type MadeShop = Awaited<ReturnType<typeof makeShop>>;
export type MadeOrder = {
  orderId: string;
  orderIds: string[];
  checkoutId: string;
  paymentId: string;
  buyerId: string;
  shopId: string;
  sellerId: string;
  variantId: string;
  total: number;
};
type OrderFields = {
  shops?: readonly MadeShop[];
  price?: number;
  quantity?: number;
  stock?: number;
  preorderDays?: number | undefined;
  courier?: string;
  method?: string;
  now?: Date;
  buyerId?: string;
  /** Pays the charge at its provider, when that is not the simulator. */
  payAt?: (reference: string) => void;
  /** Insures all parcels. */
  insured?: boolean;
};

/**
 * An unpaid checkout with one line per shop, placed by the same operation as on the site. `orderId` and `shopId` are
 * the first.
 */
export async function makePlacedOrder(context: Context, fields: OrderFields = {}): Promise<MadeOrder> {
  const now = fields.now ?? context.clock.now();
  const shops = fields.shops ?? [await makeShop(context, { hasCod: fields.method === "cod" })];
  const buyerId = fields.buyerId ?? (await makeUser(context));
  if (fields.method === "cod") await verifyPhone(context, buyerId);
  const known = await context.db.row<{ id: string }>(
    sql`select id from addresses where user_id = ${buyerId} and is_main`,
  );
  const addressId = known?.id ?? (await makeAddress(context, buyerId));
  const variantIds: string[] = [];
  for (const { shopId } of shops) {
    const { variantIds: made } = await makeProduct(context, shopId, {
      price: fields.price ?? 50_000,
      stock: fields.stock ?? 10,
      ...(fields.preorderDays && { preorderDays: fields.preorderDays }),
    });
    const variantId = made[0] ?? "";
    variantIds.push(variantId);
    await makeCartLine(context, buyerId, variantId, fields.quantity ?? 1);
  }
  const shipping = Object.fromEntries(shops.map(({ shopId }) => [shopId, fields.courier ?? "jne-reg"]));
  const insured = fields.insured ? shops.map(({ shopId }) => shopId) : [];
  const choice = { addressId, shipping, insured, paymentMethod: fields.method ?? "va_bca" };
  const quote = await quoteCheckout(context, buyerId, choice, now);
  const placed = await placeOrder(
    context,
    {
      ...choice,
      buyerId,
      quoteId: quote.quote_id,
      vouchers: quote.vouchers.filter((voucher) => voucher.is_chosen).map(({ id }) => id),
      idempotencyKey: randomUUID(),
    },
    now,
  );
  await chargeAttempt(context, await attemptOf(context, placed.payment_id), now);
  const first = shops[0];
  const order = await context.db.row<{ id: string; total: number }>(
    sql`select id, total from orders where checkout_id = ${placed.checkout_id} and shop_id = ${first?.shopId ?? null}`,
  );
  if (!first || !order) throw new Error("no order");
  return {
    orderId: order.id,
    orderIds: placed.order_ids,
    checkoutId: placed.checkout_id,
    paymentId: placed.payment_id,
    buyerId,
    shopId: first.shopId,
    sellerId: first.ownerId,
    variantId: variantIds[0] ?? "",
    total: order.total,
  };
}

/** Settles the payment, as the simulator's notification does. It does not run the job of orders that follows. */
export async function receiveMoney(
  context: Context,
  made: Pick<MadeOrder, "paymentId">,
  now: Date,
  payAt?: (reference: string) => void,
): Promise<Verdict> {
  const { reference } = await attemptOf(context, made.paymentId);
  if (payAt) payAt(reference);
  else
    await context.db.run(
      sql`update simulator_charges set status = 'paid', paid_at = ${now} where reference = ${reference}`,
    );
  return (await settleAttempt(context, { reference, amount: null, claim: "paid" }, now)).verdict;
}

/** The attempt that a payment's page shows. */
export async function attemptOf(context: Context, paymentId: string): Promise<AttemptRow> {
  const attempt = await findCurrentAttempt(context.db, paymentId);
  if (!attempt) throw new Error("no attempt");
  return attempt;
}

/**
 * The provider of a payment reports that the buyer's bank has taken back so much in all. No order bears it yet. Returns
 * the verdict.
 */
export async function reportChargeback(context: Context, paymentId: string, chargedBack: number): Promise<Verdict> {
  const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack };
  return applyStatus(context, await attemptOf(context, paymentId), reported, context.clock.now());
}

/** An order that waits for its seller's decision: a paid one, or with the method `cod` one to pay at delivery. */
export async function makePaidOrder(context: Context, fields: OrderFields = {}): Promise<MadeOrder> {
  const made = await makePlacedOrder(context, fields);
  if (fields.method === "cod") return made;
  const now = fields.now ?? context.clock.now();
  await receiveMoney(context, made, now, fields.payAt);
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now));
  return made;
}

/** An order that its seller has accepted. */
export async function makeAcceptedOrder(context: Context, fields: OrderFields = {}): Promise<MadeOrder> {
  const made = await makePaidOrder(context, fields);
  await acceptOrder(
    context,
    { orderId: made.orderId, shopId: made.shopId, userId: made.sellerId },
    fields.now ?? context.clock.now(),
  );
  return made;
}

/** An unused tracking number of JNE. */
export function newTrackingNumber(): string {
  return `TLJR${String(randomInt(10 ** 12)).padStart(12, "0")}`;
}

/** Reports a scan of the order's latest parcel, as the simulator's courier does. Refused when nothing was sent. */
export async function scanParcel(
  context: Context,
  orderId: string,
  scan: Omit<Scan, "source">,
  now: Date,
): Promise<void> {
  const parcel = await context.db.row<{ id: string }>(
    sql`select id from parcels where order_id = ${orderId} order by created_at desc, id desc limit 1`,
  );
  if (!parcel) throw new Refusal(requestRefusals.notFound);
  await recordScan(context, parcel.id, { source: "simulator", ...scan }, now);
}

/** A shipped order. */
export async function makeShippedOrder(context: Context, fields: OrderFields = {}): Promise<MadeOrder> {
  const made = await makeAcceptedOrder(context, fields);
  const { orderId, shopId, sellerId: userId } = made;
  await shipOrder(
    context,
    { orderId, shopId, userId, trackingNumber: newTrackingNumber() },
    fields.now ?? context.clock.now(),
  );
  return made;
}

/** Moves a payment that came in at the simulator to another provider, in the books too, as if it had come in there. */
export async function movePaymentTo(context: Context, paymentId: string, provider: ProviderId): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { amount = 0 } =
      (await tx.row<{ amount: number }>(
        sql`select sum(received)::bigint as amount from payment_attempts where payment_id = ${paymentId}`,
      )) ?? {};
    await tx.run(sql`update payment_attempts set provider = ${provider} where payment_id = ${paymentId}`);
    await tx.run(sql`
      update payment_receipts set provider = ${provider}
      where attempt_id in (select id from payment_attempts where payment_id = ${paymentId})`);
    await book(tx, {
      kind: "settlement_changed",
      reference: paymentId,
      now: context.clock.now(),
      movements: [
        { kind: "cash", owner: "simulator", amount },
        { kind: "cash", owner: provider, amount: -amount },
      ],
    });
  });
}

/** An order whose parcel has arrived. */
export async function makeDeliveredOrder(context: Context, fields: OrderFields = {}): Promise<MadeOrder> {
  const made = await makeShippedOrder(context, fields);
  await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, fields.now ?? context.clock.now());
  return made;
}

/** A completed order: its buyer confirmed receipt, and the seller has the money. */
export async function makeCompletedOrder(
  context: Context,
  fields: Parameters<typeof makeShippedOrder>[1] = {},
): Promise<MadeOrder> {
  const made = await makeShippedOrder(context, fields);
  const now = context.clock.now();
  await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, now);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now);
  return made;
}
