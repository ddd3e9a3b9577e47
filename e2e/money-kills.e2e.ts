/**
 * A server process that is killed (SIGKILL) while a withdrawal is sent, a refund is returned and a purchase is charged,
 * at each step of a provider's calls and at any other moment. The providers keep what they know. The users repeat their
 * requests, a new process takes over, and time passes. Afterwards everything has happened once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import { testPin } from "../test/make/payouts.ts";
import type { ServiceCall } from "../test/doubles/json-service.ts";
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

/** The next turns of all payouts and refunds are due at once, as after some hours. */
async function passHours(): Promise<void> {
  const { db } = world.context;
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`);
  await db.run(sql`select graphile_worker.add_job('lib.release_jobs'::text, job_key := 'lib.release_jobs')`);
  await db.run(sql`update payouts set poll_at = now() where poll_at > now() and status in ('approved', 'sent')`);
  await db.run(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null and task_id in (
    select id from graphile_worker._private_tasks where identifier like 'payments.%')`);
  await db.run(sql`select graphile_worker.add_job('payments.poll_payouts'::text, job_key := 'payments.poll_payouts')`);
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
