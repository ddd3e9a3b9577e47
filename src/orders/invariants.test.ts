/**
 * Each invariant finds what it is for: the books of a small marketplace are sound, and for each invariant a row is
 * changed by hand, in a transaction that is rolled back. The tables' own constraints and triggers would refuse some of
 * these changes, so they are dropped in the same transaction.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identifier, sql, type Sql, type Tx } from "#lib/database.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { advancePayout } from "#payments/payouts/advance-payout.ts";
import { findUsableBankAccount } from "#payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { withdraw } from "#payments/payouts/request-withdrawal.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { makeContext } from "../../test/make/context.ts";
import {
  attemptOf,
  makeAcceptedOrder,
  makeCompletedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
} from "../../test/make/orders.ts";
import { makeComplaint } from "../../test/make/complaints.ts";
import { makeBankAccount, makeUser } from "../../test/make/rows.ts";
import { makeVoucher } from "../../test/make/vouchers.ts";
import { withdrawComplaint } from "../complaints/answer-complaint.ts";
import { rejectOrder } from "./accept-order.ts";
import { chargeBackCheckout } from "./settlement/charge-back.ts";
import { decideCorrection, proposeCorrection } from "./corrections/decide-correction.ts";
import { brokenInvariants, findBreaches, invariants } from "./invariants.ts";
import { refundPart } from "./settlement/refund-part.ts";
import { returnChargeback } from "./settlement/return-chargeback.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  await makeUser(context, { type: "operator" });
  await makeVoucher(context, { quota: 100, perBuyer: 1 });
  const { shopId, sellerId } = await makeCompletedOrder(context, { price: 300_000 });
  await makeCorrections();
  await makePlacedOrder(context);
  await makeAcceptedOrder(context, { insured: true });
  await makeDeliveredOrder(context, { method: "cod" });
  await makeRefundedPart();
  await makeComplaint(context);
  const withdrawn = await makeComplaint(context);
  const { complaintId, buyer: actor } = withdrawn;
  await withdrawComplaint(context, { complaintId, actor, text: "" }, now());
  await makeRejectedOrder();
  await makeReturnedChargeback();
  await makePartPayment();
  await makeWithdrawals({ shopId, userId: sellerId });
});
afterAll(() => context.close());

/** A fee that was returned, and a compensation of the buyer. */
async function makeCorrections(): Promise<void> {
  const { orderId } = await makeCompletedOrder(context, { price: 200_000 });
  const operators = [await makeUser(context, { type: "operator" }), await makeUser(context, { type: "operator" })];
  const [first, second] = operators.map((userId) => ({ userId, operatorRole: "finance" }));
  if (!first || !second) throw new Error("two operators");
  for (const kind of ["fee_returned", "buyer_goodwill"] as const) {
    const proposal = { orderId, kind, amount: 2_000, reason: "Biaya terhitung dua kali", idempotencyKey: randomUUID() };
    const { id: correctionId } = await proposeCorrection(context, first, proposal, now());
    await decideCorrection(context, second, { correctionId, accept: true, reason: "Sudah dicocokkan" }, now());
  }
}

async function makeRefundedPart(): Promise<void> {
  const { orderId, shopId, sellerId } = await makeShippedOrder(context, { method: "qris" });
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${orderId}`);
  await refundPart(
    context,
    {
      orderId,
      shopId,
      userId: sellerId,
      idempotencyKey: randomUUID(),
      lines: [{ line_id: line?.id ?? "", amount: 10_000 }],
      shipping: 0,
      reason: "Sedikit rusak",
    },
    now(),
  );
}

async function makeRejectedOrder(): Promise<void> {
  const { orderId, shopId, sellerId, paymentId } = await makePaidOrder(context, { method: "qris" });
  await rejectOrder(context, { orderId, shopId, userId: sellerId, reason: "Stok keliru" }, now());
  const refund = await context.db.row<{ id: string }>(sql`select id from refunds where payment_id = ${paymentId}`);
  await payRefund(context, refund?.id ?? "", now());
}

/** The buyer's bank takes the price of a completed order, and a part of it comes again. */
async function makeReturnedChargeback(): Promise<void> {
  const { paymentId, checkoutId } = await makeCompletedOrder(context);
  const { id: attemptId, amount } = await attemptOf(context, paymentId);
  const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack: amount };
  await applyStatus(context, await attemptOf(context, paymentId), reported, now());
  await chargeBackCheckout(context, { checkoutId, attemptId }, now());
  await returnChargeback(context, { attemptId, chargedBack: 20_000 }, now());
}

async function makePartPayment(): Promise<void> {
  const { paymentId } = await makePlacedOrder(context);
  const receipts = [{ reference: "sebagian", amount: 1000, receivedAt: now() }];
  const status = { status: "paid" as const, receipts, refunds: [], chargedBack: 0 };
  await applyStatus(context, await attemptOf(context, paymentId), status, now());
}

/** One that was paid, and one that waits for approval. */
async function makeWithdrawals(owner: { shopId: string; userId: string }): Promise<void> {
  const accountId = await makeBankAccount(context, owner.userId);
  const request = () =>
    context.db.transaction(async (tx) => {
      const account = await findUsableBankAccount(tx, context, { userId: owner.userId, accountId, now: now() });
      return withdraw(tx, context, owner, { amount: 100_000, account, isAutomatic: false, now: now() });
    });
  const { id } = await request();
  await context.db.run(sql`
    update payouts set status = 'approved', needed_approvals = 0, approved_at = ${now()}, poll_at = ${now()} where id = ${id}`);
  for (let turn = 0; turn < 3; turn += 1) {
    await advancePayout(context, id, now());
    await context.db.run(sql`update payouts set poll_at = ${now()} where id = ${id} and status = 'sent'`);
  }
  await request();
  await context.db.run(sql`
    update payouts set needed_approvals = 1, status = 'requested', approved_at = null, poll_at = null
    where shop_id = ${owner.shopId} and id <> ${id}`);
}

// Entries cannot be changed or deleted, not even by the table's owner. One can be added to an old event.
const foreignEntry = sql`
  insert into ledger_entries (transaction_id, account_id, amount)
  select t.id, a.id, 1 from ledger_transactions t, ledger_accounts a where t.kind = 'payment_received' and a.kind = 'commission' limit 1`;

/** Name → the table that is changed, and how. */
const changes: Readonly<Record<string, readonly [table: string, change: Sql]>> = {
  "what is owed for payouts is what is under way": [
    "payouts",
    sql`update payouts set amount = amount + 1 where status = 'requested'`,
  ],
  "each booked correction is one event of the ledger, of its kind and amount, and no other is": [
    "order_corrections",
    sql`update order_corrections set amount = amount + 1`,
  ],
  "what an order was corrected in all is the sum of its corrections, and within what the order bears and earned": [
    "corrected_orders",
    sql`update corrected_orders set commission = 1, fee_returned = 2`,
  ],
  "what limits the corrections of an order is what its money was divided into": [
    "corrected_orders",
    sql`update corrected_orders set commission = commission - 1`,
  ],
  "what corrections of an order cost the marketplace beside its fees is in the order's account": [
    "ledger_accounts",
    sql`update ledger_accounts set balance = balance + 1 where kind = 'corrections'`,
  ],
  "each compensation of a buyer is one refund to that buyer, and no other refund is one": [
    "refunds",
    sql`update refunds set reason = 'late_payment' where reason = 'goodwill'`,
  ],
  "a correction is decided by another operator than the one who proposed it, and by none of the order's sides": [
    "order_corrections",
    sql`update order_corrections set decided_by = proposed_by`,
  ],
  "what a courier platform is owed is the price of the parcels that it fetches": [
    "ledger_accounts",
    sql`insert into ledger_accounts (kind, owner, balance) values ('courier_payable', 'biteship', 1)`,
  ],
  "the marketplace's cost of couriers is what they cost, less what settled orders kept for them": [
    "ledger_accounts",
    sql`insert into ledger_accounts (kind, owner, balance) values ('courier_cost', 'platform', -1)`,
  ],
  "no more is refunded of the shipping than the shop asks for it, with its insurance": [
    "orders",
    sql`update orders set shipping_refunded = shipping_cost + 1000000 where status = 'processing'`,
  ],
  "an order is insured at most once, for its shop, and with a courier that insures": [
    "order_adjustments",
    sql`update order_adjustments set bearer = 'platform' where kind = 'insurance'`,
  ],
  "an order's courier costs what its booking says until the money is settled, and so does its parcel": [
    "orders",
    sql`update orders set courier_cost = 1 where status = 'processing'`,
  ],
  "each payout of a withdrawal was taken from the balance, and paid or given back as its status says": [
    "payouts",
    sql`update payouts set status = 'failed' where status = 'paid'`,
  ],
  "each payout of a refund was booked as its status says": [
    "payouts",
    sql`update payouts set purpose = 'refund' where status = 'paid'`,
  ],
  "a payout has as many approvals as it needs before it is sent": [
    "payouts",
    sql`update payouts set needed_approvals = 2 where status = 'paid'`,
  ],
  "the rating of a product is the sum of the reviews that count": [
    "products",
    sql`update products set rating_sum = rating_sum + 5, rating_count = rating_count + 1`,
  ],
  "the rating of a shop is the sum of the reviews that count": [
    "shops",
    sql`update shops set rating_sum = rating_sum + 5, rating_count = rating_count + 1`,
  ],
  "stock is never negative": ["variants", sql`update variants set stock = -1`],
  "a product is in stock exactly when a variant on sale is": [
    "products",
    sql`update products set in_stock = not in_stock`,
  ],
  "no product of a suspended shop is on sale": ["shops", sql`update shops set suspended_at = now()`],
  "a cancelled order has given its stock back, no other has": [
    "orders",
    sql`update orders set stock_released = false where status = 'cancelled'`,
  ],
  "an order's sums are those of its lines and adjustments": [
    "order_lines",
    sql`update order_lines set price = price - 1`,
  ],
  "a checkout is the sum of its orders, and its payment asks for that": [
    "payments",
    sql`update payments set amount = amount - 1`,
  ],
  "no discount exceeds what it lowers": [
    "order_adjustments",
    sql`update order_adjustments set amount = -1000000000 where amount < 0`,
  ],
  "escrow holds what was paid for every order that is not final, without refunded parts, and nothing else": [
    "ledger_accounts",
    sql`update ledger_accounts set balance = balance - 1 where kind = 'escrow' and balance > 0`,
  ],
  "an order has been paid exactly when it has a paid payment and has moved on": [
    "payments",
    sql`update payments set status = 'expired' where status = 'paid'`,
  ],
  "an order's money is settled exactly when the order is final and was paid": [
    "orders",
    sql`update orders set settled_at = paid_at where status = 'shipped'`,
  ],
  "the refunds of an order are what its buyer paid for the refunded parts": [
    "order_lines",
    sql`update order_lines set refunded = refunded + 100 where refunded > 0`,
  ],
  "what was given up of an order is what the parts of its refunds say": [
    "refund_parts",
    sql`update refund_parts set given_up = given_up + 1`,
  ],
  "no more of a refund comes again than the buyer's bank had taken, and never before it": [
    "refunds",
    sql`update refunds set created_at = created_at + interval '1 minute' where way = 'chargeback' and returns is null`,
  ],
  "what comes again is of the order, payment and buyer of its refund": [
    "refunds",
    sql`update refunds set reason = 'late_payment' where returns is not null`,
  ],
  "what comes again of a refund is of its parts, and no more than of each": [
    "refund_parts",
    sql`update refund_parts p set amount = 3 * p.amount from refunds r where r.id = p.refund_id and r.returns is not null`,
  ],
  "the parts of a refund, and of what comes again, are together its amount": [
    "refund_parts",
    sql`update refund_parts set amount = amount - 1 where part = 'goods' and amount > 0`,
  ],
  "a cancelled or refunded order that was paid returned everything": [
    "orders",
    sql`update orders set earned = 1 where status = 'cancelled' and paid_at is not null`,
  ],
  "withheld tax in the ledger is what orders withheld, less what was paid to the state": [
    "ledger_accounts",
    sql`insert into ledger_accounts (kind, owner, balance) values ('tax_withheld', 'platform', 1)
      on conflict (kind, owner) do update set balance = ledger_accounts.balance + 1`,
  ],
  "a settled order withheld its share of what the seller kept, without PPN": [
    "order_lines",
    sql`update order_lines set tax_per_mille = 5`,
  ],
  "a settled order says from what its shop kept without PPN nothing was withheld, and why": [
    "order_lines",
    sql`update order_lines set tax_exemption = 'gold', tax_per_mille = 0`,
  ],
  "an attempt received what its receipts say": [
    "payment_receipts",
    sql`update payment_receipts set amount = amount + 1`,
  ],
  "money that came too late, too much or too little is owed back once": [
    "payment_attempts",
    sql`update payment_attempts set returned = returned + 1 where status = 'paid'`,
  ],
  "no more is refunded than came in": ["refunds", sql`update refunds set amount = 1000000000`],
  "a paid payment has one paid attempt, no other has one": [
    "payment_attempts",
    sql`update payment_attempts set settled = settled - 1 where status = 'paid'`,
  ],
  "a part of a payment waits for the rest": [
    "payment_attempts",
    sql`update payment_attempts set returned = received where received > 0 and status = 'pending'`,
  ],
  "refunds still to be paid are owed to their buyers": [
    "refunds",
    sql`update refunds set status = 'done' where status <> 'done'`,
  ],
  "a shop's balance is what its orders earned, less what it has withdrawn": [
    "payouts",
    sql`update payouts set status = 'cancelled' where status = 'requested'`,
  ],
  "the stored share of an order under way is what its prices and refunds say": [
    "orders",
    sql`update orders set expected_share = expected_share - 1 where expected_share is not null`,
  ],
  "the changes of a shop's balance are those of the ledger": [
    "balance_entries",
    sql`delete from balance_entries where amount = (select max(amount) from balance_entries)`,
  ],
  "the months of a shop's balance are the sums of its changes": [
    "balance_months",
    sql`update balance_months set income = income + 1`,
  ],
  "what buyers' banks took back is borne by orders or owed to the marketplace": [
    "payment_attempts",
    sql`update payment_attempts set charged_back = 1 where status = 'paid'`,
  ],
  "refunds are covered by no more than buyers' banks took back": [
    "refunds",
    sql`update refunds set way = 'chargeback' where status = 'done'`,
  ],
  "cash at a provider is what came in there, less what was sent back and paid out": [
    "payouts",
    sql`update payouts set provider = 'xendit' where status = 'paid'`,
  ],
  "a shop with a balance has no debt": [
    "ledger_accounts",
    sql`insert into ledger_accounts (kind, owner, balance)
      select 'seller_debt', owner, -1 from ledger_accounts where kind = 'seller_balance' and balance > 0
      on conflict (kind, owner) do update set balance = -1`,
  ],
  "the counter of a voucher is the number of its uses, within its quota": [
    "vouchers",
    sql`update vouchers set used = used - 1`,
  ],
  "no buyer uses a voucher more often than it allows": ["vouchers", sql`update vouchers set per_buyer = 0`],
  "a voucher costs what it took off its orders": [
    "voucher_shares",
    sql`update voucher_shares set amount = amount - 1 where amount > 0`,
  ],
  "a voucher's use is released exactly when all of its orders are cancelled or refunded": [
    "voucher_uses",
    sql`update voucher_uses set state = 'used' where state = 'released'`,
  ],
  "couriers owe the cash that they collected and have not handed over": [
    "cod_collections",
    sql`update cod_collections set amount = amount + 1`,
  ],
  "the cash of a COD order was collected exactly when it is paid": [
    "cod_collections",
    sql`delete from cod_collections`,
  ],
  "what a courier does not owe any more of an order's cash is what operators decided": [
    "cod_collections",
    sql`update cod_collections set settled = 1`,
  ],
  "the marketplace's losses are what it wrote off, less what came in after all and its part of claims": [
    "cod_decisions",
    sql`insert into cod_decisions (order_id, kind, amount, reason, state, needs_second, decided_by, created_at)
      select order_id, 'written_off', 1, 'Contoh', 'booked', false, (select id from users limit 1), now() from cod_collections limit 1`,
  ],
  "claims of an order are paid after its money is divided, within what was insured, and to the shop within its loss": [
    "insurance_claims",
    sql`insert into insurance_claims (complaint_id, order_id, claimant, insured, state, paid, reference, note, asked_by, decided_by, asked_at, decided_at)
      select id, order_id, 'marketplace', 1000, 'paid', 1000, 'BCA 1', 'Contoh', buyer_id, buyer_id, now(), now() from complaints where state <> 'closed'`,
  ],
  "a COD order is alone in its checkout": [
    "orders",
    sql`update orders set checkout_id = (select checkout_id from orders where cod)`,
  ],
  "a remittance is the cash of its orders": [
    "cod_remittances",
    sql`insert into cod_remittances (courier, reference, line_count, matched_count, amount, fee, found, created_by, created_at)
      select 'jne', 'tes', 1, 1, 1000, 0, 0, id, now() from users limit 1`,
  ],
  "all ledger balances sum to zero": [
    "ledger_accounts",
    sql`update ledger_accounts set balance = balance + 1 where kind = 'commission'`,
  ],
  "each ledger transaction balances": ["ledger_entries", foreignEntry],
  "each ledger balance is the sum of its entries": ["ledger_entries", foreignEntry],
  "an order's status is where its last event left it": [
    "orders",
    sql`update orders set status = 'disputed' where status = 'shipped'`,
  ],
  "an order under way or delivered has a parcel to its buyer, and a delivered one has none under way but what its courier fetches after all":
    ["parcels", sql`delete from parcels`],
  "a disputed order has exactly one open complaint with a deadline, no other order has one": [
    "complaints",
    sql`update complaints set state = 'closed', due_at = null, closed_at = now(), outcome = 'agreed', outcome_text = 'Selesai.' where state <> 'closed'`,
  ],
  "a closed complaint has a written outcome, and its last message is that": [
    "complaints",
    sql`update complaints set outcome_text = 'Lain hasil.' where state = 'closed'`,
  ],
  "a closed complaint ended its order or, withdrawn before the arrival, let it go on; what it gave was refunded": [
    "complaints",
    sql`update complaints set refunded = 1 where state = 'closed'`,
  ],
  "an order that waits has a deadline": ["orders", sql`update orders set due_at = null where status = 'processing'`],
};

test("the books are sound before they are changed", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("every invariant has a change that breaks it", () => {
  expect(Object.keys(changes).toSorted()).toEqual(Object.keys(invariants).toSorted());
});

test.each(Object.entries(changes))("a change by hand is found: %s", async (name, [table, change]) => {
  const rollback = new Error("rolled back");
  const found: string[] = [];
  await context.db
    .transaction(async (tx) => {
      await dropGuards(tx, table);
      expect(await tx.run(change)).toBeGreaterThan(0);
      found.push(...(await findBreaches(tx, invariants[name] ?? sql``)));
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  expect(found.length).toBeGreaterThan(0);
});

/** Drops the conditions of a table and stops its triggers until the transaction ends. */
async function dropGuards(tx: Tx, table: string): Promise<void> {
  const conditions = await tx.rows<{ name: string }>(sql`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`);
  for (const { name } of conditions)
    await tx.run(sql`alter table ${identifier(table)} drop constraint ${identifier(name)}`);
  await tx.run(sql`alter table ${identifier(table)} disable trigger user`);
}
