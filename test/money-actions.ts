/**
 * What people, couriers and providers do in random histories of money, each by the operation of the site. An action
 * that the rules refuse throws their refusal.
 */
import { acceptOffer, withdrawComplaint } from "../src/complaints/answer-complaint.ts";
import { sql } from "../src/lib/database.ts";
import { splitRupiah } from "../src/lib/rupiah.ts";
import { addDuration, day } from "../src/lib/time.ts";
import { acceptOrder, rejectOrder } from "../src/orders/accept-order.ts";
import { advanceBooking } from "../src/orders/bookings/advance-booking.ts";
import { requestBooking } from "../src/orders/bookings/request-booking.ts";
import { answerCancel, cancelOrder, requestCancel } from "../src/orders/cancel-order.ts";
import { lockCheckout } from "../src/orders/change-order.ts";
import { chargeBackCheckout } from "../src/orders/settlement/charge-back.ts";
import { changeMethod } from "../src/orders/checkout/change-method.ts";
import { closeCheckout } from "../src/orders/checkout/close-checkout.ts";
import { markCheckoutPaid } from "../src/orders/checkout/mark-checkout-paid.ts";
import { addParcel } from "../src/orders/parcels/add-parcel.ts";
import { recordScan } from "../src/orders/parcels/record-scan.ts";
import { receiveOrder } from "../src/orders/receive-order.ts";
import { refundPart } from "../src/orders/settlement/refund-part.ts";
import { refuseParcel } from "../src/orders/refuse-parcel.ts";
import { returnChargeback } from "../src/orders/settlement/return-chargeback.ts";
import { shipOrder } from "../src/orders/ship-order.ts";
import { chargeAttempt } from "../src/payments/attempts/charge-attempt.ts";
import { findAttemptByReference } from "../src/payments/attempts/queries.ts";
import { applyStatus } from "../src/payments/attempts/settle-attempt.ts";
import { remitOrders } from "../src/payments/cod/remit-cash.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import { advancePayout } from "../src/payments/payouts/advance-payout.ts";
import { applyReport } from "../src/payments/payouts/apply-report.ts";
import { findUsableBankAccount } from "../src/payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { findPayoutByReference } from "../src/payments/payouts/queries.ts";
import { withdraw } from "../src/payments/payouts/request-withdrawal.ts";
import type { ChargeStatus } from "../src/payments/provider.ts";
import { chooseRefundAccount } from "../src/payments/refunds/choose-refund-account.ts";
import { payRefund } from "../src/payments/refunds/pay-refund.ts";
import { listTaxMonths, payTax } from "../src/payments/tax/files/pay-tax.ts";
import { makeComplaint } from "./make/complaints.ts";
import { attemptOf, newTrackingNumber, scanParcel, type MadeShop } from "./make/orders.ts";
import { makeBankAccount } from "./make/rows.ts";

import type { MoneyWorld, Purchase, Step } from "./money-world.ts";
/** What a step is about: a purchase and one order of it. */
export type Scene = {
  world: MoneyWorld;
  purchase: Purchase;
  orderId: string;
  shop: MadeShop;
  seller: { orderId: string; shopId: string; userId: string };
  buyer: { orderId: string; buyerId: string };
  one: Step;
  now: Date;
};
/** Resolves to false when there was nothing to do. */
export type Action = (scene: Scene) => Promise<unknown>;

/** Discounts of shop and marketplace on an unpaid checkout. */
export const discount: Action = async ({ world: { context }, purchase: { checkoutId }, one: { amount, part } }) => {
  await context.db.transaction(async (tx) => {
    const lines = await tx.rows<{ id: string; order_id: string; left: number }>(sql`
      select l.id, l.order_id, (l.price * l.quantity + coalesce((select sum(a.amount) from order_adjustments a where a.line_id = l.id), 0))::bigint as left
      from order_lines l join orders o on o.id = l.order_id join payments p on p.checkout_id = o.checkout_id
      where o.checkout_id = ${checkoutId} and o.status = 'awaiting_payment' and p.status = 'pending'
        and (select count(*) from payment_attempts t where t.payment_id = p.id and t.received = 0) = 1
        and (select count(*) from payment_attempts t where t.payment_id = p.id) = 1`);
    const whole = Math.floor((lines.reduce((sum, line) => sum + line.left, 0) * amount) / 1500);
    const bearer = part % 2 === 0 ? "shop" : "platform";
    const shares = splitRupiah(
      whole,
      lines.map(({ left }) => left),
    );
    for (const [at, line] of lines.entries()) {
      const share = shares[at] ?? 0;
      if (share === 0) continue;
      await tx.run(
        sql`insert into order_adjustments (order_id, line_id, kind, bearer, amount) values (${line.order_id}, ${line.id}, 'discount', ${bearer}, ${-share})`,
      );
      await tx.run(sql`update orders set adjustments_total = adjustments_total - ${share}, total = total - ${share},
        promotion_cost = promotion_cost + ${bearer === "platform" ? share : 0} where id = ${line.order_id}`);
      await tx.run(
        sql`update checkouts set adjustments_total = adjustments_total - ${share}, total = total - ${share} where id = ${checkoutId}`,
      );
      await tx.run(sql`update payments set amount = amount - ${share} where checkout_id = ${checkoutId}`);
      await tx.run(
        sql`update payment_attempts set amount = amount - ${share} where status = 'pending' and payment_id = (select id from payments where checkout_id = ${checkoutId})`,
      );
    }
  });
};

/** The provider reports a charge, and the simulated bank holds what came in for it. */
async function report({ world: { context }, purchase, now }: Scene, reference: string, status: ChargeStatus) {
  purchase.charges.set(reference, status);
  const received = status.receipts.reduce((sum, { amount }) => sum + amount, 0);
  await context.db.run(
    sql`update simulator_charges set status = 'paid', amount = ${received}, paid_at = coalesce(paid_at, ${now}) where reference = ${reference}`,
  );
  const attempt = await findAttemptByReference(context.db, reference);
  if (attempt) await applyStatus(context, attempt, status, now);
}

/** Money arrives for any attempt of a purchase: the exact sum, less, or more; also twice, and also too late. */
export const pay: Action = async (scene) => {
  const { world, purchase, now, one } = scene;
  const attempts = await world.context.db.rows<{ reference: string; amount: number }>(
    sql`select reference, amount from payment_attempts where payment_id = ${purchase.paymentId} order by id`,
  );
  const chosen = attempts[one.which % attempts.length];
  const attempt = chosen && (await findAttemptByReference(world.context.db, chosen.reference));
  // The page of a payment makes its charge, and nobody can pay one that its provider never made.
  if (!attempt || !(await chargeAttempt(world.context, attempt, now))) return false;
  const sum = one.part % 4 === 0 ? Math.max(1, Math.floor((chosen.amount * one.amount) / 700)) : chosen.amount;
  const before = purchase.charges.get(chosen.reference);
  const receipts = [
    ...(before?.receipts ?? []),
    { reference: `${chosen.reference} ${before?.receipts.length ?? 0}`, amount: sum, receivedAt: now },
  ];
  await report(scene, chosen.reference, {
    status: "paid",
    receipts,
    refunds: [],
    chargedBack: before?.chargedBack ?? 0,
  });
  return true;
};
export const payExactly: Action = (scene) => pay({ ...scene, one: { ...scene.one, part: 1 } });

/** The job that follows a payment. */
export const markPaid: Action = async ({ world: { context }, purchase: { paymentId, checkoutId }, now }) => {
  const paid = await context.db.row(sql`select 1 from payments where id = ${paymentId} and status = 'paid'`);
  if (!paid) return false;
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, checkoutId, now));
  return true;
};

/** The buyer's bank takes something back, as the provider reports. */
export const chargeBack: Action = async (scene) => {
  const { world, purchase, now, one } = scene;
  const attempt = await attemptOf(world.context, purchase.paymentId);
  const before = purchase.charges.get(attempt.reference);
  if (!before || attempt.status !== "paid") return false;
  const chargedBack = Math.max(before.chargedBack ?? 0, Math.floor((attempt.received * one.amount) / 1000));
  await report(scene, attempt.reference, { ...before, chargedBack });
  await chargeBackCheckout(world.context, { checkoutId: purchase.checkoutId, attemptId: attempt.id }, now);
  return true;
};

/** The marketplace wins the dispute about a part of what the bank took back, or about all of it. */
export const winDispute: Action = async (scene) => {
  const { world, purchase, now, one } = scene;
  const attempt = await attemptOf(world.context, purchase.paymentId);
  const before = purchase.charges.get(attempt.reference);
  if (!before || attempt.charged_back === 0) return false;
  const chargedBack = one.part % 2 === 0 ? 0 : Math.floor((attempt.charged_back * one.amount) / 1001);
  await report(scene, attempt.reference, { ...before, chargedBack });
  await returnChargeback(world.context, { attemptId: attempt.id, chargedBack }, now);
  return true;
};

export const refundSome: Action = async ({ world: { context }, orderId, seller, one: { part, amount }, now }) => {
  const lines = await context.db.rows<{ id: string; whole: number }>(
    sql`select id, (price * quantity)::bigint as whole from order_lines where order_id = ${orderId}`,
  );
  await refundPart(
    context,
    {
      ...seller,
      idempotencyKey: `key ${Math.random()}`,
      lines: lines.map(({ id, whole }) => ({ line_id: id, amount: Math.floor((whole * amount) / 3000) })),
      shipping: part % 3 === 0 ? 500 : 0,
      reason: "Sebagian kembali",
    },
    now,
  );
};

export const payOut: Action = async ({
  world: { context, accounts },
  shop: { shopId, ownerId },
  one: { amount },
  now,
}) => {
  const balance = await findBalance(context.db, "seller_balance", shopId);
  await context.db.transaction(async (tx) => {
    const accountId = accounts.get(ownerId) ?? "";
    const account = await findUsableBankAccount(tx, context, { userId: ownerId, accountId, now });
    const sum = Math.floor((balance * amount) / 900);
    await withdraw(tx, context, { userId: ownerId, shopId }, { amount: sum, account, isAutomatic: false, now });
  });
};

/** The provider of payouts reports an end of any open or paid payout. */
export const endPayout: Action = async ({ world: { context }, one: { part }, now }) => {
  await context.db.run(
    sql`update payouts set status = 'approved', needed_approvals = 0, approved_at = ${now}, poll_at = ${now} where status = 'requested'`,
  );
  const payouts = await context.db.rows<{ reference: string; id: string }>(
    sql`select reference, id from payouts where status in ('approved', 'sent', 'paid') order by id`,
  );
  const row = payouts[Math.floor(part / 3) % payouts.length];
  if (!row) return false;
  await advancePayout(context, row.id, now);
  const payout = await findPayoutByReference(context.db, row.reference);
  const status = (["paid", "failed", "returned"] as const)[part % 3] ?? "paid";
  if (payout) await applyReport(context, payout, { status, amount: payout.amount - payout.fee, failure: null }, now);
  return true;
};

/** The courier hands over the cash of one order, less a fee, to an operator. */
export const handOver: Action = ({ world, purchase: { orderId }, one: { amount, what, which }, now }) => {
  const operator = { userId: world.financeId, operatorRole: "finance" };
  const reference = `${orderId} ${what} ${which}`;
  return remitOrders(world.context, operator, { courier: "jne", reference, orderIds: [orderId], fee: amount }, now);
};

export const payRefunds: Action = async ({ world: { context }, now }) => {
  const refunds = await context.db.rows<{ id: string }>(
    sql`select id from refunds where status = 'pending' order by id limit 3`,
  );
  for (const { id } of refunds) await payRefund(context, id, now);
};

/** The simulated bank returns what it owes of the purchase. */
export const sendRefunds: Action = async ({ world: { context }, purchase, now }) => {
  const [refund] = await context.db.rows<{ id: string }>(
    sql`select id from refunds where payment_id = ${purchase.paymentId} and status = 'pending' order by id limit 1`,
  );
  if (!refund) return false;
  await payRefund(context, refund.id, now);
  return true;
};

export const change: Action = ({ world, purchase, one, now }) =>
  changeMethod(
    world.context,
    { paymentId: purchase.paymentId, buyerId: purchase.buyerId, method: one.amount % 2 === 0 ? "qris" : "va_bni" },
    now,
  );
export const expire: Action = ({ world: { context }, purchase, now }) =>
  context.db.transaction(async (tx) =>
    closeCheckout(tx, context, await lockCheckout(tx, purchase.checkoutId), {
      action: "expire",
      by: "system",
      actorId: null,
      now,
    }),
  );
export const cancel: Action = ({ world, buyer, now }) =>
  cancelOrder(world.context, { ...buyer, reason: "Tidak jadi beli" }, now);
export const accept: Action = ({ world, seller, now }) => acceptOrder(world.context, seller, now);
export const reject: Action = ({ world, seller, now }) =>
  rejectOrder(world.context, { ...seller, reason: "Stok keliru" }, now);
export const ship: Action = ({ world, seller, now }) =>
  shipOrder(world.context, { ...seller, trackingNumber: newTrackingNumber() }, now);
export const scan =
  (status: "delivered" | "returned"): Action =>
  ({ world, orderId, now }) =>
    scanParcel(world.context, orderId, { status, place: "Bandung" }, now);
export const receive: Action = ({ world, buyer, now }) => receiveOrder(world.context, buyer, now);
export const refuse: Action = ({ world, seller, now }) =>
  refuseParcel(world.context, { ...seller, reason: "Pembeli menolak" }, addDuration(now, 20 * day));

/** A scan of each parcel to the buyer that is under way, or of one. No courier scans what it has not fetched. */
export const scanAll =
  (status: "picked" | "delivered" | "returned", isOne: boolean): Action =>
  async ({ world: { context }, orderId, one, now }) => {
    const parcels = await context.db.rows<{ id: string }>(
      sql`select id from parcels where order_id = ${orderId} and direction = 'out' and state = 'shipped' order by id`,
    );
    if (parcels.length === 0) return false;
    const chosen = isOne ? parcels.slice(one.amount % Math.max(1, parcels.length)).slice(0, 1) : parcels;
    for (const { id } of chosen) await recordScan(context, id, { source: "simulator", status, place: "Bandung" }, now);
    return true;
  };
/** The courier has the parcel, and the buyer does not take it. */
export const refuseScanned: Action = async (scene) => {
  await scanAll("picked", true)(scene);
  return refuse(scene);
};
export const further: Action = ({ world, seller: { orderId, shopId }, now }) =>
  addParcel(world.context, { orderId, shopId, trackingNumber: newTrackingNumber() }, now);

/** The buyer complains about a delivered order and wants a part back; later one side ends that. */
export const complain: Action = ({ world: { context }, purchase, orderId, shop, one: { amount }, now }) =>
  makeComplaint(context, {
    order: { ...purchase, orderId, shopId: shop.shopId, sellerId: shop.ownerId },
    amount: 1 + amount * 40,
    now,
  });
export const endComplaint: Action = async ({ world: { context }, seller, buyer, one: { part, amount }, now }) => {
  const open = await context.db.row<{ id: string; offer_id: string }>(
    sql`select id, offer_id from complaints where order_id = ${seller.orderId} and state <> 'closed'`,
  );
  if (!open) return false;
  const complaintId = open.id;
  if ((part + amount) % 3 === 0)
    await withdrawComplaint(context, { complaintId, actor: { userId: buyer.buyerId, shopId: null }, text: "" }, now);
  else await acceptOffer(context, { complaintId, actor: seller, offerId: open.offer_id }, now);
  return true;
};

/** The buyer asks to cancel an order in preparation, and the seller agrees. */
export const agreeToCancel: Action = async ({ world: { context }, buyer, seller, now }) => {
  await requestCancel(context, { ...buyer, reason: "Berubah pikiran" }, now);
  await answerCancel(context, { ...seller, agreed: true }, now);
};

/** The seller orders a courier, which the marketplace pays. */
export const bookCourier: Action = ({ world: { context, biteship }, seller, one: { amount }, now }) => {
  biteship.orderPrice = 5000 + amount * 30;
  return requestBooking(context, seller, now);
};
/** The courier asks for another price, or fetches the parcel. */
export const moveCourier: Action = async ({ world: { context, biteship }, orderId, one: { amount }, now }) => {
  const booking = await context.db.row<{ id: string; external_id: string }>(sql`
    select b.id, p.external_id from courier_bookings b join parcels p on p.id = b.parcel_id
    where b.order_id = ${orderId} and b.state in ('booked', 'collected')`);
  const order = biteship.orders.find(({ id }) => id === booking?.external_id);
  if (!booking || !order) return false;
  if (amount % 3 === 0) order.price = amount * 50;
  else order.status = "picked";
  await context.db.run(sql`update courier_bookings set poll_at = ${now} where id = ${booking.id}`);
  await advanceBooking(context, booking.id, now);
  return true;
};

/** A provider that had returned money says that it failed, so the buyer names a bank account. */
export const failRefund: Action = async (scene) => {
  const { world, purchase } = scene;
  const refund = await world.context.db.row<{ id: string; amount: number; reference: string }>(sql`
    select r.id, r.amount, t.reference from refunds r join payment_attempts t on t.id = r.attempt_id
    where r.payment_id = ${purchase.paymentId} and r.way = 'provider' and r.status <> 'pending' order by r.id limit 1`);
  const before = refund && purchase.charges.get(refund.reference);
  if (!before) return false;
  await world.context.db.run(sql`
    with failed as (delete from simulator_refunds where reference = ${refund.id} returning charge_reference, amount)
    update simulator_charges c set refunded = refunded - failed.amount from failed where c.reference = failed.charge_reference`);
  const failed = { reference: refund.id, amount: refund.amount, status: "failed" as const };
  await report(scene, refund.reference, { ...before, refunds: [failed] });
  return true;
};
export const nameAccount: Action = async ({ world: { context }, purchase: { buyerId }, now }) => {
  const refund = await context.db.row<{ id: string }>(
    sql`select id from refunds where buyer_id = ${buyerId} and status = 'needs_account' order by id limit 1`,
  );
  if (!refund) return false;
  const accountId = await makeBankAccount(context, buyerId);
  await chooseRefundAccount(context, { refundId: refund.id, buyerId, accountId }, now);
  await payRefund(context, refund.id, now);
  return true;
};

/** The marketplace pays the state the tax of this month, in the next one. */
export const paySomeTax: Action = async ({ world: { context, financeId }, now }) => {
  const later = addDuration(now, 40 * day);
  const due = (await listTaxMonths(context.db, later)).find((one) => one.is_over && one.due > 0 && !one.payment);
  if (!due) return false;
  const paid = { month: due.month, amount: due.due, reference: `NTPN ${due.month}` };
  const paidOn = later.toISOString().slice(0, 10);
  await payTax(context, { userId: financeId, operatorRole: "finance", type: "operator" }, { ...paid, paidOn }, later);
  return true;
};
