/**
 * What happens to money when two server processes get contrary or repeated requests at the same moment. Each race is
 * played ROUNDS times (CONTRIBUTING.md). After each round the jobs are done and every invariant holds.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { sql } from "../src/lib/database.ts";
import { changeMethod } from "../src/orders/checkout/change-method.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import { maxOpenWithdrawals } from "../src/payments/payouts/rules.ts";
import { lineOf, makeComplaint, makeMediator, readComplaint } from "../test/make/complaints.ts";
import { makePlacedOrder, newTrackingNumber, scanParcel } from "../test/make/orders.ts";
import { testPin } from "../test/make/payouts.ts";
import { makeProduct } from "../test/make/rows.ts";
import { makeStatement } from "../test/make/statements.ts";
import { makeVoucher } from "../test/make/vouchers.ts";
import {
  bankAccount,
  codes,
  makeMoneyWorld,
  newKey,
  testRaces,
  type Answer,
  type MoneyWorld,
  type Seller,
} from "./money-world.ts";
import type { Server } from "./start-server.ts";

let world: MoneyWorld;
let first: Server;
let second: Server;

beforeAll(async () => {
  world = await makeMoneyWorld();
  [first, second] = await Promise.all([world.openServer(), world.openServer()]);
  expect((await world.allowStatements(first)).status).toBe(200);
});
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()]);
  await world.close();
});

const either = (at: number) => (at % 2 === 0 ? first : second);
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
/** Starts all at the same moment, in a random order, and returns the answers in the order of the list. */
async function atOnce<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers = new Map<number, T>();
  await Promise.all(shuffled([...works.entries()]).map(async ([at, work]) => answers.set(at, await work())));
  return works.map((_, at) => answers.get(at) as T);
}
const rows = <R>(query: ReturnType<typeof sql>) => world.context.db.rows<R>(query);
const row = async <R>(query: ReturnType<typeof sql>) => (await rows<R>(query))[0];
const orderStatus = async (orderId: string) =>
  (await row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

function withdraw(seller: Seller, amount: number, server: Server): Promise<Answer> {
  const body = { amount, bank_account_id: seller.accountId, pin: testPin };
  return seller.call(server, "POST", "/v1/seller/withdrawals", body, newKey());
}

async function twentyWithdrawals(): Promise<void> {
  const seller = await world.makeSeller();
  await world.sell(seller, { price: 500_000 });
  const before = await world.balanceOf(seller);
  const amount = Math.floor(before / 3) - 1;
  const answers = await atOnce(Array.from({ length: 20 }, (_, at) => () => withdraw(seller, amount, either(at))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  // Only a few PINs are checked at the same moment.
  for (const code of codes(answers))
    expect(["done", "payments.balance_too_low", "accounts.pin_locked"]).toContain(code);
  expect(codes([await withdraw(seller, amount, first)])).toEqual(["payments.balance_too_low"]);
  expect(await world.balanceOf(seller)).toBe(before - 3 * amount);
}

async function tooManyOpen(): Promise<void> {
  const seller = await world.makeSeller();
  await world.sell(seller, { price: 500_000 });
  const answers = await atOnce(Array.from({ length: 8 }, (_, at) => () => withdraw(seller, 10_000, either(at))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxOpenWithdrawals);
}

async function approveOrCancel(): Promise<void> {
  const seller = await world.makeSeller();
  await world.sell(seller, { price: 200_000 });
  const before = await world.balanceOf(seller);
  const asked = await withdraw(seller, 100_000, first);
  expect(asked.status).toBe(200);
  const id = String(asked.data?.id);
  const [approved, cancelled] = await atOnce([
    () => world.operator.call(first, "POST", `/v1/operator/payouts/${id}/approve`),
    () => seller.call(second, "POST", `/v1/seller/withdrawals/${id}/cancel`),
  ]);
  expect([approved?.status, cancelled?.status].toSorted()).toEqual([200, 409]);
  await world.untilIdle();
  const stored = await row<{ status: string; reference: string }>(
    sql`select status, reference from payouts where id = ${id}`,
  );
  const reference = stored?.reference ?? "";
  if (cancelled?.status === 200) {
    expect([stored?.status, world.xendit.find(reference).length]).toEqual(["cancelled", 0]);
    expect(await world.balanceOf(seller)).toBe(before);
    return;
  }
  expect([stored?.status, world.xendit.find(reference).length]).toEqual(["sent", 1]);
  world.xendit.change(reference, { status: "SUCCEEDED" });
  await atOnce([first, second, first, second].map((server) => () => world.notifyPayout(server, reference)));
  await world.untilIdle();
  const paid = sql`select from ledger_transactions where kind = 'withdrawal_paid' and reference = ${id}`;
  expect((await rows(paid)).length).toBe(1);
  expect(await world.balanceOf(seller)).toBe(before - 100_000);
}

async function voucherQuota(): Promise<void> {
  const seller = await world.makeSeller();
  const { variantIds } = await makeProduct(world.context, seller.shopId, { stock: 20 });
  const { id } = await makeVoucher(world.context, { shopId: seller.shopId, quota: 2 });
  const buyers = await Promise.all(
    Array.from({ length: 6 }, () => world.makeBuyer({ variantId: variantIds[0] ?? "" })),
  );
  const orders = await Promise.all(
    buyers.map(async ({ call, addressId }) => {
      const choice = { address_id: addressId, payment_method: "va_bca" };
      const { result } = await call(first, "POST", "/v1/checkout/quote", choice);
      const body = { ...choice, shipping: {}, quote_id: result?.quote_id, vouchers: [id] };
      return (server: Server) => call(server, "POST", "/v1/checkout", body, newKey());
    }),
  );
  const answers = await atOnce(orders.map((order, at) => () => order(either(at))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const uses = sql`select from voucher_uses where voucher_id = ${id}`;
  expect((await rows(uses)).length).toBe(2);
}

async function refundCall(seller: Seller, orderId: string, part: number) {
  const line = await row<{ id: string; price: number }>(
    sql`select id, price from order_lines where order_id = ${orderId}`,
  );
  const amount = Math.floor((line?.price ?? 0) * part);
  const body = { lines: [{ line_id: line?.id ?? "", amount }], reason: "Sebagian rusak" };
  const send = (server: Server, key: Record<string, string>) =>
    seller.call(server, "POST", `/v1/seller/orders/${orderId}/refunds`, body, key);
  return { amount, send };
}

async function twoRefunds(): Promise<void> {
  const seller = await world.makeSeller();
  const { orderId, paymentId } = await world.ship(seller);
  const { amount, send } = await refundCall(seller, orderId, 0.6);
  const keys = [newKey(), newKey()];
  const answers = await atOnce([0, 1, 2, 3].map((at) => () => send(either(at), keys[at >> 1] ?? {})));
  // Two requests have the first key, two the second one. A repetition is answered as the first request.
  const [a, b, c, d] = codes(answers);
  const settled = [a === "done" || b === "done" ? "done" : a, c === "done" || d === "done" ? "done" : c];
  expect(settled.toSorted()).toEqual(["done", "orders.refund_too_large"]);
  await world.untilIdle();
  const reference = await world.referenceOf(paymentId);
  expect(world.midtrans.charges.get(reference)?.refunds.map((one) => Number(one.refund_amount))).toEqual([amount]);
  const [refund] = await rows<{ id: string }>(sql`select id from refunds where order_id = ${orderId}`);
  world.midtrans.confirmRefund(reference, refund?.id ?? "");
  await atOnce([first, second].map((server) => () => world.notify(server, reference)));
  const done = await rows<{ status: string }>(sql`select status from refunds where order_id = ${orderId}`);
  expect(done).toEqual([{ status: "done" }]);
}

async function refundAndChargeback(): Promise<void> {
  const seller = await world.makeSeller();
  const { orderId, paymentId } = await world.sell(seller, { method: "card" });
  const reference = await world.referenceOf(paymentId);
  const charge = world.midtrans.charges.get(reference);
  const { send } = await refundCall(seller, orderId, 0.5);
  await atOnce<unknown>([
    () => send(first, newKey()),
    async () => {
      world.midtrans.change(reference, { transaction_status: "chargeback" });
      return world.notify(second, reference);
    },
    () => world.notify(first, reference).catch(() => undefined),
  ]);
  await world.notify(first, reference);
  await world.untilIdle();
  const sums = await row<{ received: number; charged_back: number; given: number }>(sql`
    select t.received, t.charged_back, (select coalesce(sum(amount), 0)::bigint from refunds r where r.attempt_id = t.id) as given
    from payment_attempts t where t.reference = ${reference}`);
  expect(sums).toMatchObject({ received: Number(charge?.gross_amount), charged_back: sums?.received });
  expect(sums?.given).toBeLessThanOrEqual(sums?.received ?? 0);
}

async function placeFor(method: string) {
  const made = await makePlacedOrder(world.context, { method });
  return { ...made, ...(await world.person(made.buyerId)), reference: await world.referenceOf(made.paymentId) };
}
const change = (buyer: { paymentId: string; call: MoneyWorld["operator"]["call"] }, method: string, server: Server) =>
  buyer.call(server, "PUT", `/v1/payments/${buyer.paymentId}/method`, { payment_method: method });

/** What came in, what of it paid, and what is owed back, in rupiah. */
const moneyOf = (paymentId: string) =>
  row<{ received: number; settled: number; owed: number; paid: number }>(sql`
    select sum(received)::bigint as received, sum(settled)::bigint as settled, count(*) filter (where status = 'paid')::int as paid,
      (select coalesce(sum(amount), 0)::bigint from refunds where payment_id = ${paymentId}) as owed
    from payment_attempts where payment_id = ${paymentId}`);

async function changeAndPayment(): Promise<void> {
  const buyer = await placeFor("va_bca");
  const pay = async (server: Server) => {
    world.midtrans.pay(buyer.reference);
    return world.notify(server, buyer.reference);
  };
  const [changed] = await atOnce([
    () => change(buyer, "qris", first),
    () => pay(second),
    () => world.notify(first, buyer.reference).catch(() => ({ status: 0 })),
  ]);
  expect([200, 409]).toContain(changed?.status);
  await world.notify(first, buyer.reference);
  await world.untilIdle();
  expect(await moneyOf(buyer.paymentId)).toEqual({ received: buyer.total, settled: buyer.total, owed: 0, paid: 1 });
  expect(await orderStatus(buyer.orderId)).toBe("awaiting_confirmation");
}

const stockOf = async (variantId: string) =>
  (await row<{ stock: number }>(sql`select stock from variants where id = ${variantId}`))?.stock;

async function cancelAndPayment(): Promise<void> {
  const buyer = await placeFor("va_bca");
  const reason = "Tidak jadi beli";
  const [cancelled] = await atOnce([
    () => buyer.call(first, "POST", `/v1/orders/${buyer.orderId}/cancel`, { reason }),
    async () => {
      world.midtrans.pay(buyer.reference);
      return world.notify(second, buyer.reference);
    },
    () => world.notify(first, buyer.reference).catch(() => ({ status: 0 })),
  ]);
  await world.notify(first, buyer.reference);
  await world.untilIdle();
  const money = await moneyOf(buyer.paymentId);
  const isCancelled = cancelled?.status === 200;
  expect(await orderStatus(buyer.orderId)).toBe(isCancelled ? "cancelled" : "awaiting_confirmation");
  expect([money?.received, money?.owed]).toEqual([buyer.total, isCancelled ? buyer.total : 0]);
  expect(await stockOf(buyer.variantId)).toBe(isCancelled ? 10 : 9);
}

async function cancelAndShip(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.accept(seller);
  const buyer = await world.person(made.buyerId);
  const order = `/v1/seller/orders/${made.orderId}`;
  const asked = await buyer.call(first, "POST", `/v1/orders/${made.orderId}/request-cancel`, { reason: "Salah warna" });
  expect(asked.status).toBe(200);
  const [cancelled, refused, shipped] = await atOnce([
    () => seller.call(first, "POST", `${order}/approve-cancel`),
    () => seller.call(second, "POST", `${order}/refuse-cancel`, { reason: "Sudah dikemas" }),
    () => seller.call(either(made.total), "POST", `${order}/ship`, { resi: newTrackingNumber() }),
  ]);
  await world.untilIdle();
  // One of the two answers wins, and a parcel goes only after the request was refused.
  expect([cancelled?.status, refused?.status].toSorted()).toEqual([200, 409]);
  const status = cancelled?.status === 200 ? "cancelled" : shipped?.status === 200 ? "shipped" : "processing";
  expect(await orderStatus(made.orderId)).toBe(status);
  const given = await rows<{ amount: number }>(sql`select amount from refunds where order_id = ${made.orderId}`);
  expect(given).toEqual(status === "cancelled" ? [{ amount: made.total }] : []);
  expect(await stockOf(made.variantId)).toBe(status === "cancelled" ? 10 : 9);
}

async function latePaymentAndChange(): Promise<void> {
  const buyer = await placeFor("va_bca");
  await changeMethod(
    world.context,
    { paymentId: buyer.paymentId, buyerId: buyer.buyerId, method: "qris" },
    world.now(),
  );
  await buyer.call(first, "GET", `/v1/payments/${buyer.paymentId}`);
  const newer = await world.referenceOf(buyer.paymentId);
  const pay = async (reference: string, server: Server) => {
    world.midtrans.pay(reference);
    return world.notify(server, reference);
  };
  await atOnce([() => pay(buyer.reference, first), () => pay(newer, second), () => change(buyer, "gopay", first)]);
  await atOnce([buyer.reference, newer].map((reference, at) => () => world.notify(either(at), reference)));
  await world.untilIdle();
  expect(await moneyOf(buyer.paymentId)).toEqual({
    received: 2 * buyer.total,
    settled: buyer.total,
    owed: buyer.total,
    paid: 1,
  });
  expect(await orderStatus(buyer.orderId)).toBe("awaiting_confirmation");
}

async function statementTwice(): Promise<void> {
  const made = await Promise.all([0, 1].map(() => makePlacedOrder(world.context, { method: "transfer_bca" })));
  const sums = await Promise.all(
    made.map(({ paymentId }) =>
      row<{ amount: number }>(sql`select amount from payment_attempts where payment_id = ${paymentId}`),
    ),
  );
  const file = makeStatement(
    sums.map((one, at) => ({ amount: one?.amount ?? 0, text: `SETORAN ${at}` })),
    world.now(),
  );
  // An operator uploads a limited number of files.
  const operator = await world.makeOperator();
  const upload = (server: Server) => {
    const form = new FormData();
    form.set("account", bankAccount);
    form.set("statement", new File([file], "mutasi.csv"));
    return operator.call(server, "POST", "/v1/operator/statements", form);
  };
  const answers = await atOnce([0, 1, 2, 3].map((at) => () => upload(either(at))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.reduce((sum, { data }) => sum + Number(data?.new_lines), 0)).toBe(2);
  await world.untilIdle();
  for (const { paymentId, orderId } of made) {
    expect(await orderStatus(orderId)).toBe("awaiting_confirmation");
    const receipts = sql`select from payment_receipts r join payment_attempts t on t.id = r.attempt_id where t.payment_id = ${paymentId}`;
    expect((await rows(receipts)).length).toBe(1);
  }
}

async function notificationFlood(): Promise<void> {
  const buyer = await placeFor("qris");
  world.midtrans.pay(buyer.reference);
  const answers = await atOnce(Array.from({ length: 40 }, (_, at) => () => world.notify(either(at), buyer.reference)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ verdict }) => verdict === "settled")).toHaveLength(1);
  await world.untilIdle();
  const booked = sql`select from ledger_transactions where kind = 'payment_received' and reference = ${buyer.paymentId}`;
  expect((await rows(booked)).length).toBe(1);
  const notified = await rows<{ n: number }>(sql`
    select count(*)::int as n from notifications where transaction_id = ${buyer.orderId} group by user_id, title`);
  expect(notified.length).toBeGreaterThan(0);
  expect(notified.every(({ n }) => n === 1)).toBe(true);
}

/** Queues a deadline's job: a process takes it within some milliseconds. */
const fire = (job: string, payload: object) =>
  world.context.db.run(sql`select graphile_worker.add_job(${job}::text, ${JSON.stringify(payload)}::json)`);
/** Up to 25 ms, so that each side of a race is first in some rounds. */
const soon = () => wait(Math.random() * 25);

async function deliver() {
  const seller = await world.makeSeller();
  const order = await world.ship(seller);
  await scanParcel(world.context, order.orderId, { status: "delivered", place: "Bandung" }, world.now());
  const buyer = await world.person(order.buyerId);
  const line_id = await lineOf(world.context, order.orderId);
  await world.untilIdle();
  return { ...order, seller, buyer, line_id };
}
const refundOf = (line_id: string, amount: number) => ({ kind: "refund", lines: [{ line_id, amount }], shipping: 0 });

async function complaintAndCompletion(): Promise<void> {
  const { orderId, buyer, line_id } = await deliver();
  await world.context.db.run(sql`update orders set due_at = now() where id = ${orderId}`);
  const body = {
    lines: [{ line_id, quantity: 1, problem: "damaged" }],
    wanted: refundOf(line_id, 20_000),
    text: "Satu mangkuk retak sampai ke dasar.",
  };
  const complain = (server: Server) => async () => {
    await soon();
    return buyer.call(server, "POST", `/v1/orders/${orderId}/complaints`, body);
  };
  const [one, other] = await atOnce([
    complain(first),
    complain(second),
    async () => {
      await soon();
      await fire("orders.fire_deadline", { orderId });
      return { status: 0 };
    },
  ]);
  await world.untilIdle();
  const after = await row<{ status: string; settled: number; open: number }>(sql`
    select o.status, (select count(*)::int from ledger_transactions t where t.kind = 'order_settled' and t.reference = o.id::text) as settled,
      (select count(*)::int from complaints c where c.order_id = o.id) as open
    from orders o where o.id = ${orderId}`);
  const accepted = [one, other].filter((answer) => answer?.status === 200).length;
  expect(after).toEqual(
    accepted === 1 ? { status: "disputed", settled: 0, open: 1 } : { status: "completed", settled: 1, open: 0 },
  );
}

async function offerAndClock(): Promise<void> {
  const order = await deliver();
  const opened = await makeComplaint(world.context, { order, now: world.now() });
  const url = `/v1/complaints/${opened.complaintId}`;
  const { seller, buyer, line_id, orderId } = order;
  const offer = { solution: refundOf(line_id, 10_000), text: "Boleh disimpan." };
  const offered = await seller.call(first, "POST", `${url}/offers`, offer);
  expect(offered.status).toBe(200);
  await world.context.db.run(sql`update complaints set due_at = now() where id = ${opened.complaintId}`);
  const accept = (server: Server) => async () => {
    await soon();
    return buyer.call(server, "POST", `${url}/accept`, { offer_id: offered.data?.message_id });
  };
  const answers = await atOnce([
    accept(first),
    accept(second),
    async () => {
      await soon();
      await fire("complaints.fire_deadline", { complaintId: opened.complaintId });
      return { status: 0 };
    },
  ]);
  await world.untilIdle();
  const { state, refunded } = await readComplaint(world.context, opened);
  const isAccepted = answers.some(({ status }) => status === 200);
  expect({ state, refunded }).toEqual(
    isAccepted ? { state: "closed", refunded: 10_000 } : { state: "with_mediator", refunded: 0 },
  );
  const given = await rows<{ amount: number }>(sql`select amount from refunds where order_id = ${orderId}`);
  expect(given).toEqual(isAccepted ? [{ amount: 10_000 }] : []);
}

async function caseAndChargeback(): Promise<void> {
  const order = await deliver();
  const { orderId, paymentId, seller } = order;
  const opened = await makeComplaint(world.context, { order, now: world.now(), amount: 20_000 });
  const reference = await world.referenceOf(paymentId);
  world.midtrans.change(reference, { transaction_status: "chargeback" });
  const notified = (server: Server) => () => world.notify(server, reference);
  const accept = (server: Server) => () =>
    seller.call(server, "POST", `/v1/complaints/${opened.complaintId}/accept`, { offer_id: opened.openingId });
  const answers = await atOnce([accept(first), accept(second), notified(first), notified(second)]);
  expect(codes(answers.slice(0, 2)).toSorted()).toEqual(["complaints.not_allowed", "done"]);
  await world.untilIdle();
  // The bank gave the buyer everything, so nothing more is on its way.
  expect(
    await rows(sql`select amount, way, status from refunds where order_id = ${orderId} and status <> 'done'`),
  ).toEqual([]);
  world.midtrans.change(reference, { transaction_status: "settlement" });
  await atOnce([notified(first), notified(second)]);
  await world.untilIdle();
  const [got] = await rows<{ amount: number }>(
    sql`select sum(amount)::bigint as amount from refunds where order_id = ${orderId}`,
  );
  expect([await orderStatus(orderId), got?.amount]).toEqual(["completed", 20_000]);
}

/** A case calls all mediators, so there are as few as in a real marketplace. */
const mediators: MoneyWorld["operator"][] = [];

async function twoMediators(): Promise<void> {
  while (mediators.length < 3) mediators.push(await world.person((await makeMediator(world.context)).userId));
  const order = await deliver();
  const opened = await makeComplaint(world.context, { order, now: world.now() });
  const url = `/v1/complaints/${opened.complaintId}`;
  const { seller, buyer, line_id, orderId } = order;
  expect((await seller.call(first, "POST", `${url}/mediator`, {})).status).toBe(200);
  const decide = async () => {
    const answers = await atOnce(
      mediators.map(({ call }, at) => () => {
        const reason = "Foto menunjukkan retak, tetapi kemasannya sesuai aturan kurir.";
        const body = {
          solution: refundOf(line_id, 5_000 * (at + 1)),
          rule: "shared",
          reason,
          precedent: false,
          checked: true,
        };
        return call(either(at), "POST", `/v1/operator${url.slice(3)}/decision`, body);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const code of codes(answers))
      expect(["done", "complaints.not_allowed", "complaints.same_mediator"]).toContain(code);
    return 5_000 * (1 + answers.findIndex(({ status }) => status === 200));
  };
  await decide();
  expect((await readComplaint(world.context, opened)).state).toBe("decided");
  const text = "Halaman produk menulis biru, yang datang merah.";
  const appeals = await atOnce([
    () => buyer.call(first, "POST", `${url}/appeal`, { text }),
    () => seller.call(second, "POST", `${url}/appeal`, { text }),
  ]);
  expect(codes(appeals).toSorted()).toEqual(["complaints.not_allowed", "done"]);
  const amount = await decide();
  await world.untilIdle();
  expect(await readComplaint(world.context, opened)).toMatchObject({ state: "closed", refunded: amount });
  expect(await rows(sql`select amount from refunds where order_id = ${orderId}`)).toEqual([{ amount }]);
}

async function refundAndPayout(): Promise<void> {
  const seller = await world.makeSeller();
  const { orderId } = await world.sell(seller, { method: "qris", price: 100_000 });
  const balance = await world.balanceOf(seller);
  const { send, amount } = await refundCall(seller, orderId, 0.5);
  const [refund, payout] = await atOnce([() => send(first, newKey()), () => withdraw(seller, balance, second)]);
  expect([refund?.status, payout?.status].toSorted()).toEqual([200, 409]);
  await world.untilIdle();
  const given = await rows<{ amount: number }>(sql`select amount from refunds where order_id = ${orderId}`);
  const debt = await findBalance(world.context.db, "seller_debt", seller.shopId);
  if (refund?.status === 200) expect([given, debt]).toEqual([[{ amount }], 0]);
  else expect([given, await world.balanceOf(seller), debt]).toEqual([[], 0, 0]);
}

testRaces(
  () => world,
  [
    ["twenty withdrawals at once take what the balance allows", twentyWithdrawals],
    ["no more withdrawals are under way than a shop may have", tooManyOpen],
    ["a withdrawal that is approved and cancelled is either sent once or back in the balance", approveOrCancel],
    ["a voucher is used as often as its quota allows", voucherQuota],
    ["two refunds that exceed the price together: one is made, once", twoRefunds],
    ["a refund and a chargeback give the buyer's money back once", refundAndChargeback],
    ["a payment during a change of method pays the order once", changeAndPayment],
    ["a payment during a cancellation pays the order, or is owed back once", cancelAndPayment],
    ["an order in preparation is cancelled or shipped, never both", cancelAndShip],
    ["of two payments during a change of method one pays, and the other is owed back", latePaymentAndChange],
    ["a statement that is uploaded four times is booked once", statementTwice],
    ["forty notifications book and notify once", notificationFlood],
    [
      "of a complaint and the completion by itself one wins, and money is released at most once",
      complaintAndCompletion,
    ],
    ["an offer is accepted, or its clock calls a mediator", offerAndClock],
    ["a case that ends at the moment of a chargeback gives the buyer its part once", caseAndChargeback],
    ["of several mediators one decides, and one decides the appeal", twoMediators],
    ["a refund and a payout do not spend the same balance", refundAndPayout],
  ],
);
