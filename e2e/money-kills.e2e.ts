/**
 * A server process that is killed (SIGKILL) while a withdrawal is sent, a refund is returned and a purchase is charged,
 * at each step of a provider's calls and at any other moment; and while a case is decided, a return is inspected, a
 * courier's cash list is booked and scans are read, as they wait to write to a table. The providers keep what they
 * know. The users repeat their requests, a new process takes over, and time passes. Afterwards everything has happened
 * once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { identifier, sql } from "../src/lib/database.ts";
import { queueDeadline } from "../src/orders/deadlines/queue-deadline.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import type { ServiceCall } from "../test/doubles/json-service.ts";
import { makeComplaint, makeMediator, readComplaint } from "../test/make/complaints.ts";
import { makeDeliveredOrder, makeShippedOrder, newTrackingNumber } from "../test/make/orders.ts";
import { testPin } from "../test/make/payouts.ts";
import { makeMoneyWorld, newKey, rounds, type Answer, type MoneyWorld } from "./money-world.ts";
import type { Server } from "./start-server.ts";

let world: MoneyWorld;
let server: Server;
/** Resolves when another process has taken over. */
let isBack: Promise<void> = Promise.resolve();

beforeAll(async () => {
  world = await makeMoneyWorld();
  server = await world.openServer();
});
afterAll(async () => {
  await server?.close();
  await world.close();
});
afterEach(() => {
  world.midtrans.onCall = undefined;
  world.xendit.onCall = undefined;
});

type Moment = "arrived" | "done";
type Kill = { name: string; at: "midtrans" | "xendit"; call: (call: ServiceCall) => boolean; moment: Moment };
const isPost = (path: RegExp) => (call: ServiceCall) => call.method === "POST" && path.test(call.path);
const isGet = (path: RegExp) => (call: ServiceCall) => call.method === "GET" && path.test(call.path);
const kills: readonly Kill[] = (
  [
    { name: "a payout is ordered", at: "xendit", call: isPost(/^\/v2\/payouts$/) },
    { name: "a payout is asked about", at: "xendit", call: isGet(/^\/v2\/payouts/) },
    { name: "a refund is ordered", at: "midtrans", call: isPost(/\/refund$/) },
    { name: "a purchase is charged", at: "midtrans", call: isPost(/\/charge$/) },
  ] as const
).flatMap((one) => (["arrived", "done"] as const).map((moment) => ({ ...one, moment })));

/** Kills the server and starts another one. */
async function replaceServer(): Promise<void> {
  await server.kill();
  server = await world.openServer();
}

/** Sends a request, and the same one again when the server is killed meanwhile. */
async function persist(send: (to: Server) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send(server);
    } catch {
      await wait(5);
      await isBack;
    }
  }
}

/** The next turns of all payouts, refunds and parcels are due at once, as after some hours. */
async function passHours(): Promise<void> {
  const { db } = world.context;
  await world.releaseJobs();
  await db.run(sql`update payouts set poll_at = now() where poll_at > now() and status in ('approved', 'sent')`);
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null and task_id in (
    select id from graphile_worker._private_tasks where identifier like 'payments.%')`);
  await db.run(sql`select graphile_worker.add_job('payments.poll_payouts'::text, job_key := 'payments.poll_payouts')`);
  // A process that is gone may have begun to poll it, and holds it for some minutes.
  await db.run(sql`update tracking_polls set poll_at = now() where poll_at > now()`);
  await db.run(sql`select graphile_worker.add_job('shipping.poll_parcels'::text, job_key := 'shipping.poll_parcels')`);
}

async function play(killAt: Kill | "any moment"): Promise<void> {
  const { midtrans, xendit, context, operator } = world;
  const seller = await world.makeSeller();
  await world.sell(seller, { price: 300_000 });
  const shipped = await world.ship(seller);
  const line = await context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${shipped.orderId}`,
  );
  const buyer = await world.makeBuyer();
  await world.untilIdle();
  const before = await findBalance(context.db, "seller_balance", seller.shopId);

  const killed = Promise.withResolvers<void>();
  let isKilled = false;
  const kill = () => {
    if (isKilled) return;
    isKilled = true;
    server.process.kill("SIGKILL");
    isBack = replaceServer();
    isBack.then(killed.resolve, killed.reject);
  };
  if (killAt === "any moment") setTimeout(kill, Math.random() * 400);
  else
    world[killAt.at].onCall = (call, moment) => {
      if (moment === killAt.moment && killAt.call(call)) kill();
    };

  const withdrawal = async (): Promise<string> => {
    const body = { amount: 100_000, bank_account_id: seller.accountId, pin: testPin };
    const key = newKey();
    const asked = await persist((to) => seller.call(to, "POST", "/v1/seller/withdrawals", body, key));
    expect(asked.status).toBe(200);
    const id = String(asked.data?.id);
    const approved = await persist((to) => operator.call(to, "POST", `/v1/operator/payouts/${id}/approve`));
    expect([200, 409]).toContain(approved.status);
    return id;
  };
  const refund = async (): Promise<void> => {
    const body = { lines: [{ line_id: line?.id ?? "", amount: 20_000 }], reason: "Sebagian rusak" };
    const key = newKey();
    const path = `/v1/seller/orders/${shipped.orderId}/refunds`;
    expect((await persist((to) => seller.call(to, "POST", path, body, key))).status).toBe(200);
  };
  const purchase = async (): Promise<string> => {
    const choice = { address_id: buyer.addressId, payment_method: "va_bca" };
    const quote = await persist((to) => buyer.call(to, "POST", "/v1/checkout/quote", choice));
    const body = { ...choice, shipping: {}, quote_id: quote.result?.quote_id };
    const key = newKey();
    const placed = await persist((to) => buyer.call(to, "POST", "/v1/checkout", body, key));
    expect(placed.status).toBe(200);
    const paymentId = String(placed.data?.payment_id);
    const shown = await persist((to) => buyer.call(to, "GET", `/v1/payments/${paymentId}`));
    expect(shown.result?.instructions).toBeTruthy();
    return paymentId;
  };
  const [payoutId, , paymentId] = await Promise.all([withdrawal(), refund(), purchase()]);

  // A killing call that comes from a job may still be on its way.
  for (let turn = 0; turn < 200 && !isKilled; turn += 1) {
    if (turn % 40 === 20) await passHours();
    await wait(25);
  }
  kill();
  await killed.promise;
  world.midtrans.onCall = undefined;
  world.xendit.onCall = undefined;

  const payout = sql`select status, reference from payouts where id = ${payoutId}`;
  const stored = async () =>
    (await context.db.row<{ status: string; reference: string }>(payout)) ?? { status: "", reference: "" };
  await passHours();
  await expect.poll(async () => (await stored()).status, { interval: 50 }).toBe("sent");
  const { reference } = await stored();
  await expect.poll(async () => (await passHours(), xendit.find(reference).length), { interval: 200 }).toBe(1);
  xendit.change(reference, { status: "SUCCEEDED" });
  await expect.poll(async () => (await passHours(), (await stored()).status), { interval: 200 }).toBe("paid");

  const refundOf = async () =>
    (
      await context.db.rows<{ id: string; status: string }>(
        sql`select id, status from refunds where order_id = ${shipped.orderId}`,
      )
    )[0];
  await expect.poll(async () => (await refundOf())?.status, { interval: 50 }).toBe("sent");
  const shippedReference = await world.referenceOf(shipped.paymentId);
  expect(midtrans.charges.get(shippedReference)?.refunds.map((one) => one.refund_amount)).toEqual(["20000.00"]);
  midtrans.confirmRefund(shippedReference, (await refundOf())?.id ?? "");
  expect((await world.notify(server, shippedReference)).status).toBe(200);
  expect((await refundOf())?.status).toBe("done");

  const charged = await world.referenceOf(paymentId);
  midtrans.pay(charged);
  expect((await world.notify(server, charged)).status).toBe(200);
  await passHours();
  await world.untilIdle();
  const bought = sql`select o.status from orders o join checkouts c on c.id = o.checkout_id where c.buyer_id = ${buyer.userId}`;
  expect(await context.db.rows(bought)).toEqual([{ status: "awaiting_confirmation" }]);

  const sent = sql`select from payouts where shop_id = ${seller.shopId}`;
  expect((await context.db.rows(sent)).length).toBe(1);
  expect(await findBalance(context.db, "seller_balance", seller.shopId)).toBe(before - 100_000);
  expect(await world.faults()).toEqual([]);
}

test(
  "a killed process loses nothing and does nothing twice, whatever it was doing for a payout, a refund or a purchase",
  async () => {
    const moments = [...kills, "any moment" as const, "any moment" as const];
    for (let round = 0; round < rounds; round += 1) {
      const killAt = moments[round % moments.length] ?? "any moment";
      const name = killAt === "any moment" ? killAt : `when ${killAt.name} (${killAt.moment})`;
      await play(killAt).catch((error: unknown) => {
        throw new Error(`round ${round}, killed ${name}: ${String(error)}`, { cause: error });
      });
    }
  },
  rounds * 60_000 + 60_000,
);

/** Where transactions are when their process is killed: they wait to write to this table. With how many wait there. */
const lockedTables = [
  ["ledger_entries", 3],
  ["notifications", 3],
  ["order_events", 2],
  ["complaint_messages", 2],
  ["refunds", 1],
] as const;

/**
 * Runs `work` while nobody can write to a table, kills the server as soon as `expected` of its transactions wait there,
 * and lets another process take over.
 */
async function killAtTable(table: string, expected: number, work: () => Promise<unknown>[]): Promise<void> {
  const { db } = world.context;
  let running: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.run(sql`lock table ${identifier(table)} in share mode`);
    running = work();
    const waiting = sql`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await db.row<{ n: number }>(waiting))?.n, { interval: 10 })
      .toBeGreaterThanOrEqual(expected);
    server.process.kill("SIGKILL");
    isBack = replaceServer();
  });
  await isBack;
  await passHours();
  await Promise.all(running);
}

async function killDuringCases(table: string, expected: number): Promise<void> {
  const { context, biteship } = world;
  const { db } = context;
  const seller = await world.makeSeller();
  await db.run(
    sql`update shops set has_cod = true, street = 'Jalan Braga 7', postcode = '40111' where id = ${seller.shopId}`,
  );
  const shops = [{ shopId: seller.shopId, ownerId: seller.userId }];
  const payAt = (reference: string) => world.midtrans.pay(reference);
  const paid = { shops, payAt, method: "qris", price: 60_000 };
  const cash = { shops, method: "cod", price: 60_000 };

  const decided = await makeComplaint(context, paid);
  const [mediator, other] = await Promise.all(
    [1, 2].map(async () => world.person((await makeMediator(context)).userId)),
  );
  const caseUrl = `/v1/complaints/${decided.complaintId}`;
  const solution = { kind: "refund", lines: [{ line_id: decided.lineId, amount: 25_000 }], shipping: 0 };
  const decision = {
    solution,
    rule: "shared",
    checked: true,
    reason: "Foto menunjukkan retak, tetapi kemasannya sesuai aturan kurir.",
  };
  const decide = (to: Server, by: typeof mediator) =>
    by?.call(to, "POST", `/v1/operator${caseUrl.slice(3)}/decision`, decision);
  expect((await seller.call(server, "POST", `${caseUrl}/mediator`, {})).status).toBe(200);
  expect((await decide(server, mediator))?.status).toBe(200);
  const appeal = { text: "Halaman produk menulis biru, yang datang merah." };
  expect((await seller.call(server, "POST", `${caseUrl}/appeal`, appeal)).status).toBe(200);

  const returned = await makeComplaint(context, paid);
  const returnUrl = `/v1/complaints/${returned.complaintId}`;
  const wanted = { kind: "return_refund", lines: [{ line_id: returned.lineId, amount: 30_000 }], shipping: 0 };
  expect((await seller.call(server, "POST", `${returnUrl}/offers`, { solution: wanted })).status).toBe(200);
  const { offer_id } = await readComplaint(context, returned);
  const buyer = await world.person(returned.buyerId);
  expect((await buyer.call(server, "POST", `${returnUrl}/accept`, { offer_id })).status).toBe(200);
  const sent = { courier: "jne-reg", resi: newTrackingNumber() };
  expect((await buyer.call(server, "POST", `${returnUrl}/return`, sent)).status).toBe(200);

  const remitted = [await makeDeliveredOrder(context, cash), await makeDeliveredOrder(context, cash)];
  const numberOf = async (orderId: string) =>
    (await db.row<{ n: string }>(sql`select tracking_number as n from parcels where order_id = ${orderId}`))?.n ?? "";
  const lines = await Promise.all(
    remitted.map(async ({ orderId, total }) => `${await numberOf(orderId)},${total},1500`),
  );
  const reference = `SETOR-${returned.orderId.slice(0, 8)}-${table}`;
  const upload = (to: Server) => {
    const form = new FormData();
    form.set("courier", "jne");
    form.set("reference", reference);
    form.set("list", new File([["resi,jumlah,biaya", ...lines].join("\n")], "setoran.csv"));
    return world.operator.call(to, "POST", "/v1/operator/cod/remittance-files", form);
  };

  const scanned = [];
  for (let at = 0; at < 4; at += 1) scanned.push(await makeShippedOrder(context, at < 2 ? cash : paid));
  const numbers = await Promise.all(scanned.map(({ orderId }) => numberOf(orderId)));
  for (const waybill of numbers) {
    biteship.setParcel({ waybill });
    for (const status of ["picked", "dropping_off", "delivered"])
      biteship.scan(waybill, status, "Bandung", world.now());
  }
  const completing = await makeDeliveredOrder(context, paid);
  await world.untilIdle();

  // This deadline passes while no process runs.
  const passes = new Date(Date.now() + 100);
  const clock = sql`update orders set due_at = ${passes} where id = ${completing.orderId}`;
  const inspect = async (result: string) => {
    const said = await persist((to) => seller.call(to, "POST", `${returnUrl}/inspection`, { result }));
    // A repeated step that was done before the kill is refused.
    expect([200, 409]).toContain(said.status);
  };
  await killAtTable(table, expected, () => [
    persist((to) => decide(to, other) ?? Promise.reject(new Error("no mediator"))).then(({ status }) =>
      expect([200, 409]).toContain(status),
    ),
    inspect("arrived").then(() => inspect("accepted")),
    persist(upload).then(({ status }) => expect([200, 409, 422]).toContain(status)),
    ...numbers.map((number) => persist((to) => world.notifyScan(to, number))),
    db.run(clock).then(() => db.transaction((tx) => queueDeadline(tx, context, completing.orderId, passes))),
  ]);

  const statusOf = (orderId: string) =>
    db.row<{ status: string; scans: number; settled: number }>(sql`
      select o.status, (select count(*)::int from tracking_scans s join parcels p on p.id = s.parcel_id where p.order_id = o.id) as scans,
        (select count(*)::int from ledger_transactions t where t.kind = 'order_settled' and t.reference = o.id::text) as settled
      from orders o where o.id = ${orderId}`);
  await expect
    .poll(async () => (await passHours(), (await statusOf(completing.orderId))?.status), { interval: 200 })
    .toBe("completed");
  for (const { orderId } of scanned)
    await expect
      .poll(async () => (await passHours(), await statusOf(orderId)), { interval: 200 })
      .toMatchObject({ status: "delivered", scans: 3 });
  expect(await readComplaint(context, decided)).toMatchObject({ state: "closed", refunded: 25_000 });
  expect(await readComplaint(context, returned)).toMatchObject({ state: "closed", refunded: 30_000 });
  for (const { orderId, amount } of [
    { ...decided, amount: 25_000 },
    { ...returned, amount: 30_000 },
  ]) {
    expect(await db.rows(sql`select amount from refunds where order_id = ${orderId}`)).toEqual([{ amount }]);
    expect((await statusOf(orderId))?.settled).toBe(1);
  }
  const booked = sql`select matched_count, amount from cod_remittances where reference = ${reference}`;
  expect(await db.rows(booked)).toEqual([
    { matched_count: 2, amount: remitted.reduce((sum, { total }) => sum + total, 0) },
  ]);
  await world.untilIdle();
  expect(await world.faults()).toEqual([]);
}

test(
  "a killed process loses nothing and does nothing twice, whatever it was doing for cases, returned goods, cash lists and scans",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [table, expected] = lockedTables[round % lockedTables.length] ?? lockedTables[0];
      await killDuringCases(table, expected).catch((error: unknown) => {
        throw new Error(`round ${round}, killed at ${table}: ${String(error)}`, { cause: error });
      });
    }
  },
  rounds * 60_000 + 60_000,
);
