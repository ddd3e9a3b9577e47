import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { hour, addDuration } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { attemptOf } from "../../../test/make/orders.ts";
import { paymentJobs } from "../jobs.ts";
import { book, sellerBalance } from "../ledger/ledger.ts";
import { signNotification } from "../providers/simulator/provider.ts";
import { updateChargeStatus } from "../providers/simulator/queries.ts";
import { payRefund } from "../refunds/pay-refund.ts";
import { paymentRoutes } from "../routes.ts";
import { refundedWhole, type SettlementOrder } from "../settlement/rules.ts";
import { bookSettlement } from "../settlement/book-settlement.ts";
import { chargeAttempt } from "./charge-attempt.ts";
import { closePayment } from "./close-payment.ts";
import { createPayment, newAttempt } from "./create-payment.ts";
import { settleAttempt } from "./settle-attempt.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
const now = new Date("2026-11-21T03:00:00Z");

beforeAll(async () => {
  context = await makeContext();
  app = await createHttp(context);
  paymentRoutes(app, context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

/** An unpaid checkout of two shops (Rp60.000 and Rp40.000, everything included). */
async function makeUnpaid(method = "va_bca") {
  const buyerId = await makeUser(context);
  const shops = [await makeShop(context), await makeShop(context)];
  const products = [
    await makeProduct(context, shops[0]?.shopId ?? ""),
    await makeProduct(context, shops[1]?.shopId ?? ""),
  ];
  return context.db.transaction(async (tx) => {
    const checkout = await tx.row<{ id: string }>(sql`
      insert into checkouts (buyer_id, goods_total, shipping_total, adjustments_total, total, created_at) values (${buyerId}, 80000, 19000, 1000, 100000, ${now}) returning id`);
    const checkoutId = checkout?.id ?? "";
    const orderIds: string[] = [];
    for (const [index, { shopId }] of shops.entries()) {
      const order = await tx.row<{ id: string }>(sql`
        insert into orders (checkout_id, buyer_id, shop_id, invoice, status, goods_total, shipping_cost, adjustments_total, total, commission, courier, courier_name, eta, address, created_at, updated_at)
        values (${checkoutId}, ${buyerId}, ${shopId}, ${`INV/20261121/${randomBytes(5).toString("hex").toUpperCase()}`}, 'awaiting_payment',
          ${index === 0 ? 50_000 : 30_000}, 9500, 500, ${index === 0 ? 60_000 : 40_000}, ${index === 0 ? 1250 : 750}, 'jne-reg', 'JNE REG', '2–3 hari', '{}', ${now}, ${now}) returning id`);
      orderIds.push(order?.id ?? "");
    }
    const attempt = newAttempt(context, { method, amount: 100_000 }, now);
    const paymentId = randomUUID();
    await createPayment(tx, { id: paymentId, checkoutId, buyerId, amount: 100_000, attempt });
    return { checkoutId, paymentId, orderIds, buyerId, shops, products };
  });
}

async function charged(method?: string) {
  const made = await makeUnpaid(method);
  const attempt = await attemptOf(context, made.paymentId);
  await chargeAttempt(context, attempt, now);
  return { ...made, reference: attempt.reference };
}

const statusOf = async (paymentId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from payments where id = ${paymentId}`))?.status;
const settle = (reference: string) => settleAttempt(context, { reference, amount: null, claim: "paid" }, now);

async function notify(payload: object) {
  return app.inject({ method: "POST", url: "/v1/payments/notifications/simulator", payload });
}

async function balances() {
  const rows = await context.db.rows<{ kind: string; total: number }>(
    sql`select kind, sum(balance)::bigint as total from ledger_accounts group by kind`,
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.total]));
}

async function expectBalanced() {
  expect(await context.db.row(sql`select coalesce(sum(balance), 0)::bigint as total from ledger_accounts`)).toEqual({
    total: 0,
  });
  expect(
    await context.db.rows(sql`select transaction_id from ledger_entries group by 1 having sum(amount) <> 0`),
  ).toEqual([]);
  expect(
    await context.db.rows(
      sql`select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
    ),
  ).toEqual([]);
}

async function escrowOf(orderId: string) {
  return (
    await context.db.row<{ balance: number }>(
      sql`select balance from ledger_accounts where kind = 'escrow' and owner = ${orderId}`,
    )
  )?.balance;
}

test("received money is held in escrow for each order, to the rupiah", async () => {
  const { reference, orderIds, paymentId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  const answer = await notify(signNotification(context, reference, "paid", 100_000));
  expect(answer.json()).toEqual({ success: true, verdict: "settled" });
  expect(await Promise.all(orderIds.map(escrowOf))).toEqual([60_000, 40_000]);
  expect(await statusOf(paymentId)).toBe("paid");
  await expectBalanced();
});

test("the same notification ten times in a row and ten times at once settles once", async () => {
  const { reference, paymentId, orderIds } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  const message = signNotification(context, reference, "paid", 100_000);
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => notify(message)));
  for (let round = 0; round < 10; round += 1) expect((await notify(message)).statusCode).toBe(200);
  expect(atOnce.map((one) => one.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(atOnce.filter((one) => one.json<{ verdict: string }>().verdict === "settled")).toHaveLength(1);
  expect(
    await context.db.row(sql`select count(*)::int as n from ledger_transactions where reference = ${paymentId}`),
  ).toEqual({ n: 1 });
  expect(await escrowOf(orderIds[0] ?? "")).toBe(60_000);
  await expectBalanced();
});

test("a notification without a valid signature, or for another charge, changes nothing", async () => {
  const one = await charged();
  const other = await charged();
  const good = signNotification(context, one.reference, "paid", 100_000);
  for (const bad of [
    { ...good, signature: "" },
    { ...good, signature: "00".repeat(64) },
    { ...good, reference: other.reference },
    { ...good, amount: "99999" },
    { ...good, signature: null },
    {},
  ]) {
    expect((await notify(bad)).statusCode).toBe(401);
  }
  expect(await statusOf(one.paymentId)).toBe("pending");
  expect(await statusOf(other.paymentId)).toBe("pending");
});

test("many forged notifications are refused one by one and do not fill the table", async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      notify({ reference: `KWG-FORGED-${n}`, status: "paid", amount: "1", signature: "00" }),
    ),
  );
  const statuses = answers.map((one) => one.statusCode);
  expect(statuses.filter((one) => one === 401).length).toBeLessThanOrEqual(60);
  expect(statuses.filter((one) => one !== 401 && one !== 429)).toEqual([]);
  const [kept] = await context.db.rows<{ n: number }>(
    sql`select count(*)::int as n from payment_notifications where verdict = 'bad_signature'`,
  );
  expect(kept?.n).toBeGreaterThan(0);
  expect(kept?.n).toBeLessThan(120);
});

test("a signed notification with another amount is refused and stored for review", async () => {
  const { reference, paymentId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  const answer = await notify(signNotification(context, reference, "paid", 99_999));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, "payments.wrong_amount"]);
  expect(await statusOf(paymentId)).toBe("pending");
  expect(
    await context.db.row(
      sql`select n.verdict from payment_notifications n join payment_attempts a on a.id = n.attempt_id where a.payment_id = ${paymentId}`,
    ),
  ).toEqual({
    verdict: "wrong_amount",
  });
});

test("a signed notification is refused while the provider's own status says otherwise", async () => {
  const { reference, paymentId } = await charged();
  const answer = await notify(signNotification(context, reference, "paid", 100_000));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "payments.not_confirmed"]);
  expect(await statusOf(paymentId)).toBe("pending");
});

test("a late pending, expire or cancel message does not undo a payment", async () => {
  const { reference, paymentId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  await settle(reference);
  for (const status of ["pending", "expired", "cancelled"])
    expect((await notify(signNotification(context, reference, status, 100_000))).json()).toMatchObject({
      verdict: status === "pending" ? "ignored" : "already_known",
    });
  expect(await statusOf(paymentId)).toBe("paid");
});

test("money for an expired payment goes back to the buyer once and never reopens the orders", async () => {
  const { reference, paymentId, checkoutId, buyerId, orderIds } = await charged();
  await context.db.transaction((tx) => closePayment(tx, checkoutId, "expired", now));
  await updateChargeStatus(context.db, reference, "paid", now);
  const before = await balances();
  const message = signNotification(context, reference, "paid", 100_000);
  const answers = await Promise.all(Array.from({ length: 6 }, () => notify(message)));
  expect(answers.filter((one) => one.json<{ verdict: string }>().verdict === "late")).toHaveLength(1);
  expect(await statusOf(paymentId)).toBe("expired");
  expect(await escrowOf(orderIds[0] ?? "")).toBeUndefined();
  const refunds = await context.db.rows<{ id: string }>(sql`select id from refunds where payment_id = ${paymentId}`);
  expect(refunds).toHaveLength(1);
  await Promise.all(Array.from({ length: 5 }, () => payRefund(context, refunds[0]?.id ?? "", now)));
  expect(
    await context.db.row(sql`select balance from ledger_accounts where kind = 'refund_payable' and owner = ${buyerId}`),
  ).toEqual({ balance: 0 });
  expect(await context.db.row(sql`select refunded from simulator_charges where reference = ${reference}`)).toEqual({
    refunded: 100_000,
  });
  expect((await balances()).cash).toBe(before.cash);
  await expectBalanced();
});

test("closing and paying at the same moment: either paid, or closed with the money on its way back", async () => {
  for (let round = 0; round < raceRounds(10); round += 1) {
    const { reference, paymentId, checkoutId } = await charged();
    await updateChargeStatus(context.db, reference, "paid", now);
    const [closed] = await Promise.all([
      context.db.transaction((tx) => closePayment(tx, checkoutId, "cancelled", now)),
      settle(reference),
    ]);
    const status = await statusOf(paymentId);
    const refunds = await context.db.rows(sql`select 1 from refunds where payment_id = ${paymentId}`);
    expect([closed, status, refunds.length]).toEqual(
      closed === "paid" ? ["paid", "paid", 0] : ["closed", "cancelled", 1],
    );
  }
  await expectBalanced();
});

const orderOf = (goods: number, commission: number): SettlementOrder => ({
  lines: [
    {
      id: "line",
      price: goods,
      byShop: 0,
      byPlatform: 0,
      refunded: 0,
      commission: { perMille: 0, cap: null, flat: commission },
      vatPerMille: 0,
      taxPerMille: 0,
    },
  ],
  shipping: { price: 9500, byShop: 0, byPlatform: 0, refunded: 0 },
  fees: { amount: 500, refunded: 0 },
});

test("a completed order pays the seller goods and shipping minus commission, once", async () => {
  const { reference, orderIds, shops, buyerId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  await settle(reference);
  const [orderId = "", otherId = ""] = orderIds;
  const shopId = shops[0]?.shopId ?? "";
  const order = orderOf(50_000, 1250);
  const release = () =>
    context.db.transaction((tx) =>
      bookSettlement(tx, {
        orderId,
        shopId,
        buyerId,
        escrow: "empty",
        before: order,
        after: order,
        reference: orderId,
        now,
      }),
    );
  const booked = await Promise.all([release(), release(), release()]);
  expect(booked.filter((one) => one !== null)).toEqual([{ owed: 0, earned: 58_250 }]);
  expect(await sellerBalance(context.db, shopId)).toBe(58_250);
  expect(await escrowOf(orderId)).toBe(0);
  expect(await escrowOf(otherId)).toBe(40_000);
  await expectBalanced();
});

test("an escrow that was released cannot also be refunded", async () => {
  const { reference, orderIds, shops, buyerId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  await settle(reference);
  const [orderId = ""] = orderIds;
  const order = orderOf(50_000, 1250);
  const event = { orderId, shopId: shops[0]?.shopId ?? "", buyerId, escrow: "empty", before: order, now } as const;
  await context.db.transaction((tx) => bookSettlement(tx, { ...event, after: order, reference: orderId }));
  await expect(
    context.db.transaction((tx) => bookSettlement(tx, { ...event, after: refundedWhole(order), reference: "other" })),
  ).rejects.toMatchObject({ code: "payments.balance_too_low" });
  expect(await context.db.rows(sql`select 1 from refunds where order_id = ${orderId}`)).toEqual([]);
  await expectBalanced();
});

test("an unbalanced event is never booked, and entries can be neither changed nor deleted", async () => {
  await expect(
    context.db.transaction((tx) =>
      book(tx, {
        kind: "order_released",
        reference: "uji",
        now,
        movements: [{ kind: "escrow", owner: "x", amount: 1 }],
      }),
    ),
  ).rejects.toThrow("does not balance");
  for (const statement of [
    sql`update ledger_entries set amount = amount + 1`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
  ])
    await expect(context.db.run(statement)).rejects.toThrow();
});

test("a payment whose notification was lost is found by asking the provider", async () => {
  const { reference, paymentId } = await charged();
  await updateChargeStatus(context.db, reference, "paid", now);
  await paymentJobs["payments.poll"]?.({}, {
    ...context,
    clock: { ...context.clock, now: () => addDuration(now, 60_000) },
  } as Context);
  expect(await statusOf(paymentId)).toBe("paid");
  await expectBalanced();
});

test("a refund whose job failed for good is queued again after a day, and paid once", async () => {
  const { reference, paymentId, checkoutId } = await charged();
  await context.db.transaction((tx) => closePayment(tx, checkoutId, "expired", now));
  await updateChargeStatus(context.db, reference, "paid", now);
  await settle(reference);
  await context.db.run(
    sql`update refunds set queued_at = ${addDuration(now, 48 * hour)} where payment_id <> ${paymentId}`,
  );
  const statusOf = () =>
    context.db.row<{ id: string; status: string }>(sql`select id, status from refunds where payment_id = ${paymentId}`);
  const { id = "" } = (await statusOf()) ?? {};
  await context.db.run(sql`delete from graphile_worker._private_jobs`);
  for (const hours of [1, 23, 25, 26, 47])
    await paymentJobs["payments.retry_refunds"]?.({}, {
      ...context,
      clock: { ...context.clock, now: () => addDuration(now, hours * hour) },
    } as Context);
  expect(await context.db.rows(sql`select payload->>'refundId' as id from graphile_worker._private_jobs`)).toEqual([
    { id },
  ]);
  await payRefund(context, id, addDuration(now, 26 * hour));
  expect((await statusOf())?.status).toBe("done");
  await expectBalanced();
});

test("every method gives the buyer a way to pay", async () => {
  for (const [method, part] of [
    ["va_mandiri", "biller"],
    ["qris", "qr"],
    ["gopay", "link"],
    ["alfamart", "number"],
    ["card", "link"],
  ] as const) {
    const { paymentId } = await charged(method);
    const { instructions } = await attemptOf(context, paymentId);
    expect(instructions?.[part], method).toBeTruthy();
    expect(instructions?.steps.length).toBeGreaterThanOrEqual(3);
  }
});
