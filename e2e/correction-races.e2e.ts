/**
 * What happens to a correction of an order when two server processes decide about it at the same moment, or one of them
 * is killed. Each race is played ROUNDS times (CONTRIBUTING.md).
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { sql } from "../src/lib/database.ts";
import type { CorrectionKind } from "../src/orders/corrections/rules.ts";
import { findBalance } from "../src/payments/ledger/queries.ts";
import type { MadeOrder } from "../test/make/orders.ts";
import { testPin } from "../test/make/payouts.ts";
import { codes, makeMoneyWorld, newKey, testRaces, type Answer, type MoneyWorld, type Person } from "./money-world.ts";
import type { Server } from "./start-server.ts";

let world: MoneyWorld;
let first: Server;
let second: Server;
let approvers: Person[];

beforeAll(async () => {
  world = await makeMoneyWorld();
  [first, second] = await Promise.all([world.openServer(), world.openServer()]);
  approvers = [await world.makeOperator(), await world.makeOperator()];
});
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()]);
  await world.close();
});

async function propose({ orderId }: MadeOrder, kind: CorrectionKind, amount: number): Promise<string> {
  const body = { kind, amount, reason: "Terhitung dua kali oleh sistem" };
  const path = `/v1/operator/orders/${orderId}/corrections`;
  const { status, data } = await world.operator.call(first, "POST", path, body, newKey());
  expect(status).toBe(200);
  return String(data?.id);
}
function decide(id: string, server: Server, by = 0, accept = true): Promise<Answer> {
  const body = { accept, reason: "Sudah dicocokkan" };
  return (approvers[by] ?? world.operator).call(server, "POST", `/v1/operator/corrections/${id}/decision`, body);
}
const stateOf = async (id: string) =>
  (await world.context.db.row<{ state: string }>(sql`select state from order_corrections where id = ${id}`))?.state;
const bookedOf = async (id: string, { orderId }: MadeOrder) =>
  (await world.context.db.rows(sql`select from ledger_transactions where reference = ${`${id} ${orderId}`}`)).length;

/** The provider reports that the buyer's bank took the whole payment back. */
async function chargeBack(made: MadeOrder, server: Server): Promise<void> {
  const reference = await world.referenceOf(made.paymentId);
  world.midtrans.change(reference, { transaction_status: "chargeback" });
  expect((await world.notify(server, reference)).status).toBe(200);
}

async function approvals(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000 });
  const before = await world.balanceOf(seller);
  const id = await propose(made, "shop_goodwill", 30_000);
  const answers = await Promise.all([
    decide(id, first),
    decide(id, second, 1),
    decide(id, second),
    decide(id, first, 1),
  ]);
  expect(codes(answers).toSorted()).toEqual([...Array.from({ length: 3 }, () => "corrections.closed"), "done"]);
  expect([await world.balanceOf(seller), await bookedOf(id, made)]).toEqual([before + 30_000, 1]);
}

async function approvalAndRejection(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000 });
  const id = await propose(made, "buyer_goodwill", 20_000);
  const answers = await Promise.all([decide(id, first), decide(id, second, 1, false)]);
  expect(codes(answers).toSorted()).toEqual(["corrections.closed", "done"]);
  expect(await bookedOf(id, made)).toBe((await stateOf(id)) === "booked" ? 1 : 0);
}

async function approvalAndChargeback(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000, method: "card" });
  const id = await propose(made, "credit_taken_back", 50_000);
  const [answer] = await Promise.all([decide(id, first), chargeBack(made, second)]);
  await world.untilIdle();
  expect(["done", "corrections.void", "corrections.closed"]).toContain(codes([answer])[0]);
  expect(["booked", "void"]).toContain(await stateOf(id));
  // The shop bears the chargeback, and nothing of an order that earned it nothing.
  expect(await world.balanceOf(seller)).toBe(0);
  expect(await findBalance(world.context.db, "corrections", made.orderId)).toBe(0);
}

async function approvalAndRefund(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000, method: "qris" });
  const line = await world.context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${made.orderId}`,
  );
  const id = await propose(made, "fee_returned", 5_000);
  const body = { lines: [{ line_id: line?.id ?? "", amount: 120_000 }], reason: "Sebagian besar rusak" };
  const path = `/v1/seller/orders/${made.orderId}/refunds`;
  const [answer, refund] = await Promise.all([decide(id, first), seller.call(second, "POST", path, body, newKey())]);
  expect(refund.status).toBe(200);
  const sums = await world.context.db.row<{ returned: number }>(
    sql`select fee_returned as returned from corrected_orders where order_id = ${made.orderId}`,
  );
  expect(sums?.returned ?? 0).toBe(answer.status === 200 ? 2_000 : 0);
}

async function approvalAndWithdrawal(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000 });
  const before = await world.balanceOf(seller);
  const id = await propose(made, "credit_taken_back", 50_000);
  const body = { amount: before, bank_account_id: seller.accountId, pin: testPin };
  const [answer, withdrawal] = await Promise.all([
    decide(id, first),
    seller.call(second, "POST", "/v1/seller/withdrawals", body, newKey()),
  ]);
  expect(answer.status).toBe(200);
  const debt = await findBalance(world.context.db, "seller_debt", seller.shopId);
  if (withdrawal.status === 200) expect([await world.balanceOf(seller), debt]).toEqual([0, -50_000]);
  else
    expect([withdrawal.code, await world.balanceOf(seller), debt]).toEqual([
      "payments.balance_too_low",
      before - 50_000,
      0,
    ]);
}

/** The process is killed while it books. */
async function killedApproval(): Promise<void> {
  const seller = await world.makeSeller();
  const made = await world.sell(seller, { price: 200_000 });
  const before = await world.balanceOf(seller);
  const id = await propose(made, "shop_goodwill", 30_000);
  const dying = await world.openServer();
  const answer = decide(id, dying).catch(() => null);
  await wait(Math.random() * 40);
  await dying.kill();
  await answer;
  expect(await world.faults()).toEqual([]);
  const again = await decide(id, second, 1);
  expect(["done", "corrections.closed"]).toContain(codes([again])[0]);
  expect([await stateOf(id), await world.balanceOf(seller), await bookedOf(id, made)]).toEqual([
    "booked",
    before + 30_000,
    1,
  ]);
  await world.releaseJobs();
}

testRaces(
  () => world,
  [
    ["of four approvals of a correction one books it", approvals],
    ["of an approval and a rejection one decides", approvalAndRejection],
    ["an approval during a chargeback takes nothing from the shop beyond what it earned", approvalAndChargeback],
    ["an approval during a refund returns no more of the fee than the order bears", approvalAndRefund],
    ["an approval during a withdrawal takes the balance once, and the rest is a debt", approvalAndWithdrawal],
    ["an approval whose process is killed is booked once, or not yet", killedApproval],
  ],
);
