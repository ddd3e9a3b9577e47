/**
 * docs/money.md shows how a rupiah flows, with the ledger entries of example orders. This test plays the examples
 * through the product's own operations and compares the page with what they booked. UPDATE_DOCS=1 writes the page.
 */
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { addDuration, day, jakartaDay } from "../src/lib/time.ts";
import { ledgerLabels } from "../src/operator/rules.ts";
import { acceptOffer } from "../src/complaints/answer-complaint.ts";
import { returnClaims } from "../src/complaints/insurance/return-claim.ts";
import { decideClaim } from "../src/complaints/insurance/decide-claim.ts";
import { rejectOrder } from "../src/orders/accept-order.ts";
import { noteBooking } from "../src/orders/bookings/advance-booking.ts";
import { requestBooking } from "../src/orders/bookings/request-booking.ts";
import { chargeBackCheckout } from "../src/orders/settlement/charge-back.ts";
import { markCheckoutPaid } from "../src/orders/checkout/mark-checkout-paid.ts";
import { decideCorrection, proposeCorrection } from "../src/orders/corrections/decide-correction.ts";
import type { CorrectionKind } from "../src/orders/corrections/rules.ts";
import { fireDeadline } from "../src/orders/deadlines/fire-deadline.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { receiveOrder } from "../src/orders/receive-order.ts";
import { moveChargebackToRefund } from "../src/orders/settlement/move-chargeback.ts";
import { refundPart } from "../src/orders/settlement/refund-part.ts";
import { returnChargeback } from "../src/orders/settlement/return-chargeback.ts";
import { applyStatus } from "../src/payments/attempts/settle-attempt.ts";
import { decideDifference } from "../src/payments/cod/decide-difference.ts";
import { remitOrders } from "../src/payments/cod/remit-cash.ts";
import type { CodDecisionKind } from "../src/payments/cod/rules.ts";
import { advancePayout } from "../src/payments/payouts/advance-payout.ts";
import { findUsableBankAccount } from "../src/payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { withdraw } from "../src/payments/payouts/request-withdrawal.ts";
import { uploadSettlement } from "../src/payments/reconciliation/settlement-files/upload-settlement.ts";
import { firstColumns } from "../src/payments/reconciliation/settlement-files/rules.ts";
import { followRefunds, payRefund } from "../src/payments/refunds/pay-refund.ts";
import { payTax } from "../src/payments/tax/files/pay-tax.ts";
import { clearCachedWithholding } from "../src/payments/tax/withholding/read-withholding.ts";
import { switchWithholding } from "../src/payments/tax/withholding/switch-withholding.ts";
import { startBiteshipDouble, type BiteshipDouble } from "./doubles/biteship.ts";
import { makeComplaint } from "./make/complaints.ts";
import { makeContext } from "./make/context.ts";
import {
  attemptOf,
  makeAcceptedOrder,
  makeCompletedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  movePaymentTo,
  receiveMoney,
  type MadeOrder,
} from "./make/orders.ts";
import { nameAccount, payoutsTo, takeBack } from "./make/refunds.ts";
import { makeBankAccount, makeUser } from "./make/rows.ts";

const page = new URL("../docs/money.md", import.meta.url);
let context: Awaited<ReturnType<typeof makeContext>>;
let biteship: BiteshipDouble;
const sections: string[] = [];
const now = () => context.clock.now();

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, LOG_LEVEL: "fatal" });
});
afterAll(async () => {
  await context.close();
  await biteship.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

type Booking = { kind: string; account: string; owner: string; amount: number };

/** Plays an example and returns what it booked, event by event. */
async function bookingsOf(play: () => Promise<void>): Promise<Booking[][]> {
  const last = await context.db.row<{ id: string | null }>(sql`select max(id::text) as id from ledger_transactions`);
  await play();
  const rows = await context.db.rows<Booking & { id: string }>(sql`
    select t.id::text as id, t.kind, a.kind as account, a.owner, e.amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.id::text > ${last?.id ?? ""} order by t.id, e.amount, a.kind, a.owner`);
  return [...Map.groupBy(rows, ({ id }) => id).values()];
}

function render(title: string, text: string, events: Booking[][]): void {
  const rows = events.flatMap((event) =>
    event.map(({ kind, account, amount }, at) => {
      const name = at === 0 ? `\`${kind}\` (${ledgerLabels[kind]})` : "";
      return `| ${name} | \`${account}\` | ${amount.toLocaleString("en-US")} |`;
    }),
  );
  const table = ["| Event | Account | Rupiah |", "| --- | --- | ---: |", ...rows].join("\n");
  sections.push(`## ${title}\n\n${text}\n\n${table}\n`);
}

const give = (made: MadeOrder, lineId: string, amount: number) =>
  refundPart(
    context,
    {
      orderId: made.orderId,
      shopId: made.shopId,
      userId: made.sellerId,
      idempotencyKey: "00000000-0000-4000-8000-000000000001",
      lines: [{ line_id: lineId, amount }],
      shipping: 0,
      reason: "Sedikit rusak",
    },
    now(),
  );
const lineOf = async ({ orderId }: MadeOrder) =>
  (await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${orderId}`))?.id ?? "";
const refundsOf = async ({ paymentId }: MadeOrder) =>
  context.db.rows<{ id: string }>(
    sql`select id from refunds where payment_id = ${paymentId} and status = 'pending' order by id`,
  );
async function sendRefunds(made: MadeOrder): Promise<void> {
  for (const { id } of await refundsOf(made)) await payRefund(context, id, now());
}

/** Withdraws Rp150.000 to a new bank account. Returns the id of the payout, which its provider has been asked for. */
async function withdrawTo({ sellerId: userId, shopId }: MadeOrder, number: string): Promise<string> {
  const accountId = await makeBankAccount(context, userId, number);
  const { id } = await context.db.transaction(async (tx) => {
    const account = await findUsableBankAccount(tx, context, { userId, accountId, now: now() });
    return withdraw(tx, context, { userId, shopId }, { amount: 150_000, account, isAutomatic: false, now: now() });
  });
  // An operator approves the first withdrawal to an account; then the payout's turn comes.
  await context.db.run(
    sql`update payouts set status = 'approved', needed_approvals = 0, approved_at = ${now()}, poll_at = ${now()} where id = ${id} and status = 'requested'`,
  );
  await advancePayout(context, id, now());
  expect(await context.db.row(sql`select status from payouts where id = ${id}`)).toEqual({ status: "paid" });
  return id;
}

/** The provider reports that the payment's refund has failed. Returns the refund's id. */
async function failRefund({ paymentId }: MadeOrder): Promise<string> {
  const refund = await context.db.row<{ id: string; amount: number }>(
    sql`select id, amount from refunds where payment_id = ${paymentId} and way = 'provider'`,
  );
  if (!refund) throw new Error("no refund");
  const reported = [{ reference: refund.id, status: "failed" as const, amount: refund.amount }];
  await followRefunds(context, await attemptOf(context, paymentId), reported, now());
  return refund.id;
}

/** An unpaid order of Rp200.000 from which the shop takes Rp20.000 and the marketplace Rp30.000. */
async function makeVoucherOrder(): Promise<MadeOrder> {
  const made = await makePlacedOrder(context, { price: 200_000 });
  const line = await lineOf(made);
  await context.db.transaction(async (tx) => {
    for (const [bearer, amount] of [
      ["shop", 20_000],
      ["platform", 30_000],
    ] as const) {
      await tx.run(
        sql`insert into order_adjustments (order_id, line_id, kind, bearer, amount) values (${made.orderId}, ${line}, 'discount', ${bearer}, ${-amount})`,
      );
      await tx.run(sql`update orders set adjustments_total = adjustments_total - ${amount}, total = total - ${amount},
        promotion_cost = promotion_cost + ${bearer === "platform" ? amount : 0} where id = ${made.orderId}`);
    }
    await tx.run(sql`update order_lines set commission = 4500 where id = ${line}`);
    await tx.run(sql`update orders set commission = 4500 where id = ${made.orderId}`);
    await tx.run(
      sql`update checkouts set adjustments_total = adjustments_total - 50000, total = total - 50000 where id = ${made.checkoutId}`,
    );
    await tx.run(sql`update payments set amount = amount - 50000 where id = ${made.paymentId}`);
    await tx.run(sql`update payment_attempts set amount = amount - 50000 where payment_id = ${made.paymentId}`);
    await tx.run(
      sql`update simulator_charges set amount = amount - 50000 where reference = (select reference from payment_attempts where payment_id = ${made.paymentId})`,
    );
  });
  return made;
}

async function complete(made: MadeOrder): Promise<void> {
  await context.db.run(
    sql`update orders set status = 'delivered', shipped_at = now(), delivered_at = now() where id = ${made.orderId}`,
  );
  await context.db.run(
    sql`insert into order_events (order_id, action, from_status, to_status, actor, created_at) values (${made.orderId}, 'mark_delivered', 'shipped', 'delivered', 'courier', now())`,
  );
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now());
}

test("the page shows what each example books", async () => {
  render(
    "A plain order",
    "Goods of Rp200.000, shipping and a service fee. The buyer's payment waits in escrow. When the buyer confirms receipt, the seller gets goods and shipping minus the commission, and the marketplace its fees.",
    await bookingsOf(async () => {
      await makeCompletedOrder(context, { price: 200_000 });
    }),
  );
  render(
    "Discounts of the shop and of the marketplace",
    "The shop takes Rp20.000 off, the marketplace Rp30.000. The marketplace pays its part into escrow when the buyer pays, so the payout to the seller can never fail later. The commission is computed on the price after the shop's discount.",
    await bookingsOf(async () => {
      const made = await makeVoucherOrder();
      await receiveMoney(context, made, now());
      await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now()));
      await complete(made);
    }),
  );
  render(
    "A rejected order with discounts",
    "Everybody gets back what they paid: the buyer the payment, the marketplace its promotion.",
    await bookingsOf(async () => {
      const made = await makeVoucherOrder();
      await receiveMoney(context, made, now());
      await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now()));
      const { orderId, shopId, sellerId: userId } = made;
      await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
      await sendRefunds(made);
    }),
  );
  render(
    "A part refunded before completion",
    "The seller gives Rp50.000 of the goods back while the parcel is on its way. It comes out of escrow at once. The commission is computed on the rest.",
    await bookingsOf(async () => {
      const made = await makeShippedOrder(context, { price: 200_000 });
      await give(made, await lineOf(made), 50_000);
      await sendRefunds(made);
      await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, now());
    }),
  );
  render(
    "A chargeback after completion",
    "The buyer's bank takes Rp100.000 back. The order bears it: the shop's balance pays, and the marketplace returns its part of the fees. A balance that is too small becomes a debt (`seller_debt`), which the next income pays off first.",
    await bookingsOf(async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      const attempt = await attemptOf(context, made.paymentId);
      const receipts = [{ reference: attempt.reference, amount: attempt.amount, receivedAt: now() }];
      await applyStatus(context, attempt, { status: "paid", receipts, refunds: [], chargedBack: 100_000 }, now());
      await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, now());
    }),
  );
  render(
    "A dispute that is won",
    "The buyer's bank takes the whole payment back, and the marketplace wins the dispute. The money belongs to the order again: the shop, the commission and the fee get what the chargeback cost them. An order that was cancelled for its chargeback stays cancelled, and its buyer gets the money.",
    await bookingsOf(async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      const attempt = await attemptOf(context, made.paymentId);
      const paid = { status: "paid" as const, receipts: [], refunds: [] };
      await applyStatus(context, attempt, { ...paid, chargedBack: attempt.amount }, now());
      await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, now());
      await returnChargeback(context, { attemptId: attempt.id, chargedBack: 0 }, now());
    }),
  );
  render(
    "A refund that fails",
    "The provider reported that it has paid the refund, and then that it has not. The money is owed to the buyer again, who names a bank account. It is paid from the marketplace's own bank account.",
    await bookingsOf(async () => {
      const made = await makePaidOrder(context, { price: 200_000 });
      const { orderId, shopId, sellerId: userId, buyerId } = made;
      await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
      await sendRefunds(made);
      const refundId = await failRefund(made);
      await nameAccount(context, { refundId, buyerId });
      await payRefund(context, refundId, now());
      for (const { id } of await payoutsTo(context, buyerId)) await advancePayout(context, id, now());
    }),
  );
  render(
    "A refund that fails after a chargeback",
    "The seller gives Rp50.000 of the goods back after completion. Before the provider has paid them, the buyer's bank takes Rp50.000 of the payment back, and the order bears that too. Then the refund fails. The buyer has the money from the bank already, so the chargeback moves from the order to the refund: the shop, the commission and the fee get back what it cost them, and the buyer is owed nothing more.",
    await bookingsOf(async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      await give(made, await lineOf(made), 50_000);
      await takeBack(context, made, 50_000);
      await moveChargebackToRefund(context, await failRefund(made), now());
    }),
  );
  render(
    "Money that comes too late",
    "The order expired unpaid. What the buyer sends afterwards is owed back and returned; the order stays cancelled.",
    await bookingsOf(async () => {
      const made = await makePlacedOrder(context, { price: 200_000, now: addDuration(now(), -2 * day) });
      await fireDeadline(context, made.orderId, now());
      await receiveMoney(context, made, now());
      await sendRefunds(made);
    }),
  );
  render(
    "A payment with too little money",
    "Rp150.000 of Rp211.000 come before the deadline, and no more. They wait (`unapplied_payment`) until the order expires; then they are owed back and returned.",
    await bookingsOf(async () => {
      const made = await makePlacedOrder(context, { price: 200_000, now: addDuration(now(), -2 * day) });
      const attempt = await attemptOf(context, made.paymentId);
      const receipts = [{ reference: "part", amount: 150_000, receivedAt: now() }];
      await applyStatus(context, attempt, { status: "pending", receipts, refunds: [], chargedBack: 0 }, now());
      await fireDeadline(context, made.orderId, now());
      // The simulated bank receives a charge whole or not at all, and returns only what it has.
      await context.db.run(
        sql`update simulator_charges set status = 'paid', paid_at = ${now()} where reference = ${attempt.reference}`,
      );
      await sendRefunds(made);
    }),
  );
  const makeFinance = async () => ({
    userId: await makeUser(context, { type: "operator" }),
    type: "operator",
    operatorRole: "finance",
  });
  const [operator, otherOperator] = [await makeFinance(), await makeFinance()];
  render(
    "Cash on delivery",
    "The buyer pays nothing before the parcel arrives. Its delivery books the price: the courier owes it, and escrow holds it as after any payment. When the courier hands the cash over, less Rp3.000 for itself, an operator books the remittance.",
    await bookingsOf(async () => {
      const made = await makeDeliveredOrder(context, { price: 200_000, method: "cod" });
      await complete(made);
      const remittance = { courier: "jne", reference: "SETOR-1", orderIds: [made.orderId], fee: 3000 };
      await remitOrders(context, operator, remittance, now());
    }),
  );
  render(
    "An insured parcel whose courier the marketplace pays",
    "The buyer insures the parcel for Rp400, and the seller orders a courier for Rp10.000. The courier weighs the parcel and asks for Rp14.000. Shipping and insurance pay Rp10.400 of it, and the marketplace bears the rest.",
    await bookingsOf(async () => {
      const made = await makeAcceptedOrder(context, { price: 200_000, insured: true });
      const { orderId, buyerId, shopId, sellerId: userId } = made;
      await context.db.run(sql`update shops set street = 'Jalan Braga 1', postcode = '40111' where id = ${shopId}`);
      await context.db.run(sql`update users set phone = '+6281200000001' where id = ${userId}`);
      await requestBooking(context, { orderId, shopId, userId }, now());
      const [courier] = biteship.orders;
      if (!courier) throw new Error("no courier");
      Object.assign(courier, { price: 14_000, status: "picked" });
      await noteBooking(context, courier.id, now());
      await receiveOrder(context, { orderId, buyerId }, now());
    }),
  );
  render(
    "Cash that a courier did not hand over in full",
    "The courier hands over Rp150.000 of Rp211.000. Finance writes off the rest, and weeks later the courier pays Rp40.000 of it after all.",
    await bookingsOf(async () => {
      const made = await makeDeliveredOrder(context, { price: 200_000, method: "cod" });
      await complete(made);
      const decide = (kind: CodDecisionKind, amount: number, reference: string) =>
        decideDifference(
          context,
          operator,
          { orderId: made.orderId, kind, amount, reference, reason: "Kurir tutup cabang" },
          now(),
        );
      await decide("part_paid", 150_000, "BCA-1");
      await decide("written_off", 61_000, "");
      await decide("recovered", 40_000, "BCA-2");
    }),
  );
  const insuredOrder = await makeDeliveredOrder(context, { price: 200_000, insured: true });
  await context.db.run(
    sql`update parcels set booked_with = 'biteship', external_id = 'klaim' where order_id = ${insuredOrder.orderId}`,
  );
  render(
    "A claim for a damaged parcel",
    "The parcel was insured for Rp200.000, and its courier was ordered through the marketplace. The buyer gets Rp80.000 back by a complaint. The courier pays a claim of Rp100.000, which another operator books than the one who asked for it: the shop gets what it lost, and the rest makes up for losses of the marketplace.",
    await bookingsOf(async () => {
      const {
        complaintId,
        openingId,
        seller: by,
      } = await makeComplaint(context, { order: insuredOrder, amount: 80_000 });
      await acceptOffer(context, { complaintId, actor: by, offerId: openingId }, now());
      const claim = { complaintId, note: "Klaim nomor 77" };
      await decideClaim(context, operator, { ...claim, state: "asked", amount: 0, reference: "" }, now());
      const paid = { ...claim, state: "paid", amount: 100_000, reference: "BCA-3" } as const;
      await decideClaim(context, otherOperator, paid, now());
    }),
  );
  const chargedOrder = await makeDeliveredOrder(context, { price: 200_000, insured: true });
  await context.db.run(
    sql`update parcels set booked_with = 'biteship', external_id = 'klaim 2' where order_id = ${chargedOrder.orderId}`,
  );
  render(
    "A claim, and a dispute that is won after it",
    "As before, but the buyer's bank takes the rest of the payment back, so the shop gets the whole claim of Rp100.000. When the dispute is won, the shop gets what the order earned, and returns what the claim paid beyond its loss by the complaint.",
    await bookingsOf(async () => {
      const made = chargedOrder;
      const { complaintId, openingId, seller: by } = await makeComplaint(context, { order: made, amount: 80_000 });
      await acceptOffer(context, { complaintId, actor: by, offerId: openingId }, now());
      await sendRefunds(made);
      const claim = { complaintId, note: "Klaim nomor 78" };
      await decideClaim(context, operator, { ...claim, state: "asked", amount: 0, reference: "" }, now());
      await takeBack(context, made, made.total - 80_000);
      const paid = { ...claim, state: "paid", amount: 100_000, reference: "BCA-4" } as const;
      await decideClaim(context, otherOperator, paid, now());
      const { id: attemptId } = await attemptOf(context, made.paymentId);
      await returnChargeback(context, { attemptId, chargedBack: 0 }, now());
      await returnClaims(context, made.orderId, now());
    }),
  );
  const correct = async ({ orderId }: MadeOrder, kind: CorrectionKind, amount: number) => {
    const idempotencyKey = `${orderId} ${kind}`;
    const proposal = { orderId, kind, amount, reason: "Terhitung dua kali", idempotencyKey };
    const { id: correctionId } = await proposeCorrection(context, operator, proposal, now());
    const decision = { correctionId, accept: true, reason: "Sudah dicocokkan" };
    await decideCorrection(context, otherOperator, decision, now());
  };
  render(
    "Corrections of an order",
    "The shop was charged too much commission, and the marketplace made the buyer wait. One operator proposes each correction, another one approves it: Rp3.000 of the commission return to the shop, and the buyer gets Rp20.000 by the way of the payment. Then the shop, which was credited Rp40.000 too much, returns that. The order's price, papers and tax stay as they are.",
    await bookingsOf(async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      await correct(made, "fee_returned", 3_000);
      await correct(made, "buyer_goodwill", 20_000);
      await sendRefunds(made);
      await correct(made, "credit_taken_back", 40_000);
    }),
  );
  render(
    "Corrections that are undone",
    "Each correction that concerns the shop can be undone, by two operators as well: a compensation of Rp25.000 for the shop, Rp3.000 of the commission that returned, and Rp40.000 that the shop gave back.",
    await bookingsOf(async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      await correct(made, "shop_goodwill", 25_000);
      await correct(made, "shop_goodwill_undone", 25_000);
      await correct(made, "fee_returned", 3_000);
      await correct(made, "fee_charged_again", 3_000);
      await correct(made, "credit_taken_back", 40_000);
      await correct(made, "credit_returned", 40_000);
    }),
  );
  await switchWithholding(context, operator, { is_on: true, valid_from: jakartaDay(now()) }, now());
  render(
    "Income tax withheld",
    "An operator has switched the withholding of PPh 22 on (`/operator/tax`; it is off at first). 0.5 % of the goods that the seller keeps, without PPN, is set aside for the state. When the month is over, an operator records that it was paid from the marketplace's bank account.",
    await bookingsOf(async () => {
      const made = await makePaidOrder(context, { price: 200_000 });
      await complete(made);
      const later = addDuration(now(), 40 * day);
      const paid = { month: jakartaDay(now()).slice(0, 7), amount: 1000, reference: "NTPN", paidOn: jakartaDay(later) };
      await payTax(context, operator, paid, later);
    }),
  );
  await context.db.run(sql`delete from withholding_rules`);
  clearCachedWithholding(context.db);
  const seller = await makeCompletedOrder(context, { price: 200_000 });
  render(
    "A withdrawal",
    "The seller withdraws Rp150.000. It leaves the balance at once, so it cannot be spent twice, and the cash when the bank has it. The withdrawal's fee pays what the transfer costs.",
    await bookingsOf(async () => {
      await withdrawTo(seller, "1234567890");
    }),
  );
  const otherSeller = await makeCompletedOrder(context, { price: 200_000 });
  render(
    "A withdrawal that the bank sends back",
    "The bank reports the transfer as paid. Later it sends the money back, because it cannot credit the account. The shop gets all of it again, with the fee. A withdrawal that fails at once returns to the balance by the same event.",
    await bookingsOf(async () => {
      // The simulated bank sends back what it transfers to such an account.
      const payoutId = await withdrawTo(otherSeller, "8880002222");
      await advancePayout(context, payoutId, addDuration(now(), 2 * day));
    }),
  );
  const reported = await makePaidOrder(context, { price: 200_000 });
  await movePaymentTo(context, reported.paymentId, "midtrans");
  const { reference } = await attemptOf(context, reported.paymentId);
  render(
    "What a payment provider costs",
    "A payment of Rp211.000 came in at Midtrans, which keeps Rp4.440 of it. The settlement report says so, which an operator uploads at `/operator/reconciliation`. Charges and interest of the bank that an operator marks in a statement are the same event.",
    await bookingsOf(async () => {
      const bytes = Buffer.from(`Order ID,Amount,MDR,Transaction Fee\n${reference},211000.00,4000.00,440.00\n`);
      const file = {
        provider: "midtrans" as const,
        columns: firstColumns,
        fileName: "november.csv",
        bytes,
        days: null,
      };
      await uploadSettlement(context, operator, file, now());
    }),
  );
  const text = `${introduction}\n${sections.join("\n")}`;
  if (process.env.UPDATE_DOCS === "1") await writeFile(page, text);
  expect(await readFile(page, "utf8")).toBe(text);
});

test("each event of the ledger has an example, but for those that exist only in old entries", async () => {
  const shown = new Set((await readFile(page, "utf8")).match(/(?<=^\| `)\w+/gm));
  const missing = Object.keys(ledgerLabels).filter((kind) => !shown.has(kind));
  expect(missing).toEqual(["order_released", "order_refunded"]);
});

const introduction = `# Money

How a rupiah flows, from the buyer's payment to the seller's bank account. Amounts are whole rupiah. The entries below are what the
product books: \`test/money-examples.test.ts\` plays each example and compares this page (\`UPDATE_DOCS=1\` writes it).

- **Price.** An order costs goods, shipping and adjustments. Each adjustment, such as a voucher or the service fee, says who bears it
  or whom it belongs to. The parts of a voucher over shops and lines always sum to the whole.
- **Escrow.** A payment goes to one escrow account for each order, together with what the marketplace adds for its promotions. So
  escrow always holds what will be paid out.
- **Settlement.** One function decides who gets an order's money (\`settlementOf\` in \`src/payments/settlement/rules.ts\`). Completion,
  cancellation, a partial refund and a chargeback each book the difference between two settlements.
- **Complaints.** A shop gets nothing for goods that a complaint takes back, also when vouchers paid them wholly: what the
  marketplace paid returns to it, what the shop's own voucher took off was never paid, and buyers get what they paid themselves.
  A voucher can be used again when all orders that it lowered were cancelled or refunded whole.
- **Ledger.** Every event is one transaction whose entries sum to 0, booked once. A positive amount means that the account's owner is
  owed more. Cash at providers, promotions and debts are negative. \`src/payments/README.md\` lists the accounts. Triggers copy what
  changed a shop's balance to \`balance_entries\`, with the sums of each month in \`balance_months\`, for its list and statements.
- **History.** A refund is never changed afterwards. Money of it that comes again, because a chargeback was won, is a row of its own
  with its own day. So papers and tax files of an ended month stay as they are, and the next month's correct them.
- **Proof.** \`src/orders/invariants.ts\` holds the equations that must be true after each commit, for example that escrow equals the
  paid orders which are not final, and that a shop's balance is what its orders earned minus its withdrawals.
`;
