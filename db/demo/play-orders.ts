/** Orders of the demo accounts in every status, played through the product's own operations at moments in the past. */
import { addToCart } from "../../src/cart/add-to-cart.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { day, hour, addDuration } from "../../src/lib/time.ts";
import { acceptOrder, rejectOrder } from "../../src/orders/accept-order.ts";
import { cancelOrder, requestCancel } from "../../src/orders/cancel-order.ts";
import { markCheckoutPaid } from "../../src/orders/checkout/mark-checkout-paid.ts";
import { placeOrder } from "../../src/orders/checkout/place-order.ts";
import { quoteCheckout } from "../../src/orders/checkout/quote-checkout.ts";
import { simulateNextScan } from "../../src/orders/parcels/record-scan.ts";
import { receiveOrder } from "../../src/orders/receive-order.ts";
import { shipOrder } from "../../src/orders/ship-order.ts";
import { chargeAttempt } from "../../src/payments/attempts/charge-attempt.ts";
import { findCurrentAttempt } from "../../src/payments/attempts/queries.ts";
import { payRefund } from "../../src/payments/refunds/pay-refund.ts";
import { settleAttempt } from "../../src/payments/attempts/settle-attempt.ts";
import { complaintSteps, playComplaint, type ComplaintStep } from "./play-complaints.ts";

type Step = "pay" | "accept" | "reject" | "cancel" | "request_cancel" | "ship" | "scan" | "receive" | ComplaintStep;
type Story = { buyer: string; shops: number; age: number; method: string; steps: Step[] };

const buyer = "pembeli@kawung.test";

const arrived: readonly Step[] = ["pay", "accept", "ship", "scan", "scan", "scan", "scan"];

/**
 * The orders of the demo buyer and seller: every status, and several that the seller has to handle. `age`: hours since
 * the order was placed.
 */
function stories(others: readonly string[]): Story[] {
  const [a = buyer, b = buyer, c = buyer, d = buyer, e = buyer, f = buyer] = others;
  return [
    {
      buyer,
      shops: 1,
      age: 500,
      method: "va_mandiri",
      steps: ["pay", "accept", "ship", "scan", "scan", "scan", "scan", "receive"],
    },
    {
      buyer,
      shops: 2,
      age: 320,
      method: "va_bca",
      steps: ["pay", "accept", "ship", "scan", "scan", "scan", "scan", "receive"],
    },
    { buyer, shops: 1, age: 260, method: "qris", steps: ["pay", "cancel"] },
    { buyer, shops: 1, age: 200, method: "gopay", steps: ["pay", "reject"] },
    { buyer, shops: 1, age: 80, method: "va_bri", steps: ["pay", "accept", "ship", "scan", "scan", "scan", "scan"] },
    { buyer, shops: 2, age: 52, method: "va_bca", steps: ["pay", "accept", "ship", "scan", "scan"] },
    { buyer, shops: 1, age: 26, method: "shopeepay", steps: ["pay", "accept"] },
    { buyer, shops: 1, age: 6, method: "qris", steps: ["pay"] },
    { buyer, shops: 1, age: 2, method: "va_bca", steps: [] },
    // Cash at delivery: received, under way, and to be prepared.
    { buyer, shops: 1, age: 180, method: "cod", steps: ["accept", "ship", "scan", "scan", "scan", "scan", "receive"] },
    { buyer, shops: 1, age: 40, method: "cod", steps: ["accept", "ship", "scan"] },
    { buyer, shops: 1, age: 4, method: "cod", steps: ["accept"] },
    { buyer: a, shops: 1, age: 3, method: "va_bni", steps: ["pay"] },
    { buyer: b, shops: 1, age: 5, method: "qris", steps: ["pay"] },
    { buyer: c, shops: 1, age: 9, method: "dana", steps: ["pay"] },
    { buyer: d, shops: 1, age: 20, method: "va_bca", steps: ["pay", "accept"] },
    { buyer: e, shops: 1, age: 22, method: "va_permata", steps: ["pay", "accept", "request_cancel"] },
    { buyer: f, shops: 1, age: 60, method: "indomaret", steps: ["pay", "accept", "ship", "scan"] },
    // Complaints: agreed, refunded, open, offered, decided, with the mediators, and goods that came back.
    { buyer, shops: 1, age: 280, method: "va_bca", steps: [...arrived, "complain", "reply", "offer", "accept_offer"] },
    { buyer, shops: 1, age: 210, method: "gopay", steps: [...arrived, "complain_whole", "agree"] },
    { buyer, shops: 1, age: 70, method: "va_bni", steps: [...arrived, "complain"] },
    { buyer: a, shops: 1, age: 90, method: "qris", steps: [...arrived, "complain", "offer"] },
    { buyer: b, shops: 1, age: 110, method: "va_bri", steps: [...arrived, "complain", "call_mediator", "decide"] },
    {
      buyer: c,
      shops: 1,
      age: 100,
      method: "va_bca",
      steps: [...arrived, "complain_return", "agree", "send_back", "return_arrives"],
    },
    { buyer: d, shops: 1, age: 95, method: "va_bca", steps: [...arrived, "complain", "call_mediator"] },
  ];
}

function isComplaintStep(step: Step): step is ComplaintStep {
  return complaintSteps.some((one) => one === step);
}

/** Plays all stories. The demo seller's shop takes part in each. */
export async function playOrders(context: Context): Promise<void> {
  const { db } = context;
  const start = context.clock.now();
  const others = await db.rows<{ email: string }>(
    sql`select email from users where type = 'pembeli' and email <> ${buyer} order by email limit 6`,
  );
  const goods = await db.rows<{ variant_id: string; shop_id: string; mine: boolean }>(sql`
    select distinct on (p.id) v.id as variant_id, p.shop_id, u.email = 'penjual@kawung.test' as mine
    from products p join variants v on v.product_id = p.id join shops s on s.id = p.shop_id join users u on u.id = s.owner_id
    where v.stock >= 3 and p.min_order = 1 and v.price between 20000 and 900000 and 'jne-reg' = any(s.couriers)
    order by p.id, v.position`);
  const mine = goods.filter((one) => one.mine).map((one) => one.variant_id);
  const foreign = goods.filter((one) => !one.mine).map((one) => one.variant_id);
  let trackingNumber = 4_710_000_000;
  for (const [at, story] of stories(others.map((one) => one.email)).entries()) {
    const user = await db.row<{ id: string; address_id: string }>(sql`
      select u.id, a.id as address_id from users u join addresses a on a.user_id = u.id and a.is_main where u.email = ${story.buyer}`);
    if (!user) throw new Error(`${story.buyer} has no address`);
    const placed = addDuration(start, -story.age * hour);
    const picks = [
      mine[at % mine.length],
      ...(at % 3 === 0 ? [mine[(at + 5) % mine.length]] : []),
      ...Array.from({ length: story.shops - 1 }, (_, n) => foreign[(at * 37 + n * 11) % foreign.length]),
    ];
    for (const variantId of new Set(picks))
      if (variantId) await addToCart(db, { userId: user.id, variantId, quantity: 1 }, placed);
    const shipping = Object.fromEntries(
      (
        await db.rows<{ shop_id: string }>(
          sql`select distinct p.shop_id from carts k join cart_lines c on c.cart_id = k.id join variants v on v.id = c.variant_id join products p on p.id = v.product_id where k.user_id = ${user.id}`,
        )
      ).map((one) => [one.shop_id, "jne-reg"]),
    );
    const choice = { addressId: user.address_id, shipping, paymentMethod: story.method };
    const quote = await quoteCheckout(context, user.id, choice, placed);
    const {
      payment_id: paymentId,
      checkout_id: checkoutId,
      order_ids: orderIds,
    } = await placeOrder(
      context,
      {
        ...choice,
        buyerId: user.id,
        idempotencyKey: `demo-order-${at}`,
        quoteId: quote.quote_id,
        vouchers: quote.vouchers.filter((voucher) => voucher.is_chosen).map(({ id }) => id),
      },
      placed,
    );
    const attempt = await findCurrentAttempt(db, paymentId);
    if (!attempt) throw new Error(`payment ${paymentId} has no attempt`);
    await chargeAttempt(context, attempt, placed);
    let clock = placed;
    for (const step of story.steps) {
      clock = addDuration(
        clock,
        step === "scan" ? Math.min(9, story.age / 10) * hour : Math.max(0.4, story.age / 30) * hour,
      );
      if (step === "pay") {
        const { reference } = attempt;
        await db.run(
          sql`update simulator_charges set status = 'paid', paid_at = ${clock} where reference = ${reference}`,
        );
        await settleAttempt(context, { reference, amount: null, claim: "paid" }, clock);
        await db.transaction((tx) => markCheckoutPaid(tx, context, checkoutId, clock));
        continue;
      }
      for (const orderId of orderIds) {
        const shop = await db.row<{ shop_id: string; owner_id: string }>(
          sql`select o.shop_id, s.owner_id from orders o join shops s on s.id = o.shop_id where o.id = ${orderId}`,
        );
        if (!shop) continue;
        const seller = { orderId, shopId: shop.shop_id, userId: shop.owner_id };
        if (step === "accept") await acceptOrder(context, seller, clock);
        if (step === "reject")
          await rejectOrder(context, { ...seller, reason: "Stok motif ini ternyata habis di bengkel kami." }, clock);
        if (step === "cancel")
          await cancelOrder(context, { orderId, buyerId: user.id, reason: "Salah pilih ukuran." }, clock);
        if (step === "request_cancel")
          await requestCancel(context, { orderId, buyerId: user.id, reason: "Alamat pengiriman saya keliru." }, clock);
        if (step === "ship")
          await shipOrder(context, { ...seller, trackingNumber: `TLJR${(trackingNumber += 7)}` }, clock);
        if (step === "scan") await simulateNextScan(context, orderId, clock);
        if (isComplaintStep(step))
          await playComplaint(
            context,
            step,
            {
              orderId,
              buyerId: user.id,
              shopId: shop.shop_id,
              sellerId: shop.owner_id,
              trackingNumber: `TLJR${(trackingNumber += 7)}`,
            },
            clock,
          );
        if (step === "receive") await receiveOrder(context, { orderId, buyerId: user.id }, clock);
      }
    }
  }
  for (const refund of await db.rows<{ id: string }>(sql`select id from refunds where status = 'pending'`))
    await payRefund(context, refund.id, start);
  await db.run(
    sql`update notifications set status = 'read', read_at = ${start} where created_at < ${addDuration(start, -3 * day)}::timestamptz and status = 'unread'`,
  );
}
