// Payouts of refunds that are being sent when the buyer's bank takes the payment back.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour, minute } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { startMidtransPayoutsDouble, type MidtransPayoutsDouble } from "../../../test/doubles/midtrans-payouts.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "../../../test/doubles/xendit-payouts.ts";
import { contextOn, makeContext } from "../../../test/make/context.ts";
import { attemptOf, reportChargeback } from "../../../test/make/orders.ts";
import { makeOwedRefund, nameAccount, payoutsTo, takeBack, type MadeRefund } from "../../../test/make/refunds.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { payRefund } from "../refunds/pay-refund.ts";
import { advancePayout } from "./advance-payout.ts";
import { holdPayouts, releasePayouts } from "./hold-payouts.ts";
import { createBatch } from "./review/bank-file.ts";
import { confirmResult, enterResult } from "./review/decide-payout.ts";
import { payoutLeaseDuration } from "./rules.ts";
import { markSending } from "./sending-queries.ts";

type TestContext = Awaited<ReturnType<typeof makeContext>>;
let xendit: XenditPayoutsDouble;
let midtrans: MidtransPayoutsDouble;
/** Three processes on the same database, whose settings choose another provider of payouts each. */
let byXendit: TestContext;
let byMidtrans: TestContext;
let byHand: TestContext;

beforeAll(async () => {
  xendit = await startXenditPayoutsDouble();
  midtrans = await startMidtransPayoutsDouble();
  const settings = { ...midtrans.settings, ...xendit.settings };
  byXendit = await makeContext(settings);
  const same = { ...settings, DATA_DIR: byXendit.config.dataDir };
  const database = { url: byXendit.databaseUrl, drop: async () => {} };
  byMidtrans = await contextOn(database, { ...same, PAYOUT_PROVIDER: "midtrans" });
  byHand = await contextOn(database, { ...same, PAYOUT_PROVIDER: "manual" });
});
afterAll(async () => {
  for (const one of [byHand, byMidtrans, byXendit, xendit, midtrans]) await one.close();
});
afterEach(async () => {
  xendit.onCall = undefined;
  midtrans.onCall = undefined;
  expect(await brokenInvariants(byXendit.db)).toEqual([]);
});

const now = () => byXendit.clock.now();
/** A refund whose payout has been approved, and is to be sent. */
async function makeApproved() {
  const made = await makeOwedRefund(byXendit);
  await nameAccount(byXendit, made);
  await payRefund(byXendit, made.refundId, now());
  const [payout] = await payoutsTo(byXendit, made.buyerId);
  if (payout?.status !== "approved") throw new Error("no approved payout");
  return { ...made, payoutId: payout.id, reference: payout.reference };
}
const stored = (payoutId: string) =>
  byXendit.db.row<{ status: string; sends: number }>(sql`select status, sends from payouts where id = ${payoutId}`);
const attentionOf = async (payoutId: string) =>
  (await byXendit.db.row<{ attention: string | null }>(sql`select attention from payouts where id = ${payoutId}`))
    ?.attention;
async function takeAllBack(made: MadeRefund): Promise<void> {
  await takeBack(byXendit, made, (await attemptOf(byXendit, made.paymentId)).amount);
  await runQueued(byXendit);
}
/** Handles a payout for an hour, each time after the lease of a process that was killed. */
async function advanceLater(context: TestContext, payoutId: string): Promise<void> {
  for (let turn = 1; turn < 7; turn += 1)
    await advancePayout(context, payoutId, addDuration(now(), turn * 10 * minute));
  await runQueued(context);
}
/** The bank's chargeback has paid the refund, so nothing of it is open, and nobody bears it a second time. */
async function expectPaidByChargeback({ refundId, paymentId }: MadeRefund): Promise<void> {
  expect(await byXendit.db.row(sql`select way, status from refunds where id = ${refundId}`)).toEqual({
    way: "chargeback",
    status: "done",
  });
  const receivable = sql`select from ledger_accounts where kind = 'chargeback_receivable' and owner = ${paymentId} and balance <> 0`;
  expect(await byXendit.db.rows(receivable)).toEqual([]);
}

test("a refund of a process that is killed before the provider is asked is not sent by another after a chargeback", async () => {
  const made = await makeApproved();
  const until = addDuration(now(), payoutLeaseDuration);
  await byXendit.db.run(sql`update payouts set poll_at = ${until} where id = ${made.payoutId}`);
  await markSending(byXendit.db, made.payoutId, "xendit", now());
  await takeAllBack(made);
  await advanceLater(byXendit, made.payoutId);
  expect(xendit.find(made.reference)).toEqual([]);
  await expectPaidByChargeback(made);
});

test("a refund that its provider did not take while our key was refused is not sent again after a chargeback", async () => {
  const made = await makeApproved();
  xendit.nextOrders.push("REQUEST_FORBIDDEN_ERROR");
  await advancePayout(byXendit, made.payoutId, now());
  expect(await stored(made.payoutId)).toEqual({ status: "sent", sends: 1 });
  await takeAllBack(made);
  await advanceLater(byXendit, made.payoutId);
  expect(xendit.find(made.reference)).toEqual([]);
  await expectPaidByChargeback(made);
});

test("a refund whose process is killed while the order travels to the provider is not sent again after a chargeback", async () => {
  const made = await makeApproved();
  const file = fileURLToPath(new URL("../../../test/advance-one-payout.ts", import.meta.url));
  const env = { ...midtrans.settings, ...xendit.settings, DATA_DIR: byXendit.config.dataDir, PATH: process.env.PATH };
  const child = spawn(process.execPath, [file, byXendit.databaseUrl, made.payoutId], { env, stdio: "inherit" });
  xendit.onCall = ({ method, path }, moment) => {
    if (method !== "POST" || path !== "/v2/payouts" || moment !== "arrived") return;
    xendit.next.unshift("silent"); // The provider never takes the order.
    child.kill("SIGKILL");
  };
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  expect(await stored(made.payoutId)).toEqual({ status: "sent", sends: 1 });
  await takeAllBack(made);
  await advanceLater(byXendit, made.payoutId);
  expect(xendit.find(made.reference)).toEqual([]);
  await expectPaidByChargeback(made);
});

/** The statuses that a payout has at Midtrans. */
const statusesAtMidtrans = ({ reference }: { reference: string }) =>
  midtrans.find(reference.replace("-", " ")).map(({ status }) => status);

/** A refund that waits at Midtrans for its second step, because payouts are stopped, and that the bank took back. */
async function makeWaitingAtMidtrans() {
  const made = await makeApproved();
  const atMidtrans = () => statusesAtMidtrans(made);
  midtrans.onCall = ({ path }, moment) => {
    if (moment === "arrived" && path.endsWith("/approve")) midtrans.next.unshift("cut");
  };
  await advancePayout(byMidtrans, made.payoutId, now());
  midtrans.onCall = undefined;
  expect(atMidtrans()).toEqual(["queued"]);
  await holdPayouts(byXendit.db, { reason: "operator", note: "Uji", now: now() });
  await advancePayout(byMidtrans, made.payoutId, addDuration(now(), 10 * minute));
  await takeAllBack(made);
  await releasePayouts(byXendit.db, "operator");
  return { ...made, atMidtrans };
}

test("a refund that waits at Midtrans for its second step, while payouts are stopped, is rejected there after a chargeback", async () => {
  const made = await makeWaitingAtMidtrans();
  await advanceLater(byMidtrans, made.payoutId);
  expect(made.atMidtrans()).toEqual(["rejected"]);
  expect(await stored(made.payoutId)).toEqual({ status: "failed", sends: 1 });
  await expectPaidByChargeback(made);
});

test("a refund that a person releases at Midtrans, as it is to be rejected after a chargeback, is followed to its end", async () => {
  const made = await makeWaitingAtMidtrans();
  midtrans.onCall = ({ path }, moment) => {
    if (moment === "arrived" && path.endsWith("/reject"))
      midtrans.change(made.reference.replace("-", " "), { status: "processed" });
  };
  await advancePayout(byMidtrans, made.payoutId, addDuration(now(), 20 * minute));
  midtrans.onCall = undefined;
  expect(made.atMidtrans()).toEqual(["processed"]);
  expect(await stored(made.payoutId)).toEqual({ status: "sent", sends: 1 });
  midtrans.change(made.reference.replace("-", " "), { status: "completed" });
  await advanceLater(byMidtrans, made.payoutId);
  expect(await stored(made.payoutId)).toEqual({ status: "paid", sends: 1 });
});

test("a refund that Midtrans does not reject after a chargeback is not given up: operators see it, until it is rejected", async () => {
  const made = await makeWaitingAtMidtrans();
  midtrans.keepsQueued = true;
  await advanceLater(byMidtrans, made.payoutId);
  midtrans.keepsQueued = false;
  expect(made.atMidtrans()).toEqual(["queued"]);
  expect(await stored(made.payoutId)).toEqual({ status: "sent", sends: 1 });
  expect(await attentionOf(made.payoutId)).toBe("unrejected");
  await advancePayout(byMidtrans, made.payoutId, addDuration(now(), 5 * hour));
  await runQueued(byMidtrans);
  expect(made.atMidtrans()).toEqual(["rejected"]);
  expect(await stored(made.payoutId)).toEqual({ status: "failed", sends: 1 });
  expect(await attentionOf(made.payoutId)).toBe(null);
  await expectPaidByChargeback(made);
});

test.each(["broken", "cut", "lost", "garbage"] as const)(
  "a refund whose rejection at Midtrans is not answered (%s) ends when Midtrans has rejected it",
  async (mood) => {
    const made = await makeWaitingAtMidtrans();
    midtrans.onCall = ({ path }, moment) => {
      if (moment === "arrived" && path.endsWith("/reject")) midtrans.next.unshift(mood);
    };
    await advancePayout(byMidtrans, made.payoutId, addDuration(now(), 20 * minute));
    midtrans.onCall = undefined;
    expect(await stored(made.payoutId)).toEqual({ status: "sent", sends: 1 });
    await advanceLater(byMidtrans, made.payoutId);
    expect(made.atMidtrans()).toEqual(["rejected"]);
    // Not the bank has refused it.
    expect(await byXendit.db.row(sql`select status, failure from payouts where id = ${made.payoutId}`)).toEqual({
      status: "failed",
      failure: "provider",
    });
    await expectPaidByChargeback(made);
  },
);

test("a refund that Midtrans took without an answer is rejected there after a chargeback, so that nobody releases it", async () => {
  const made = await makeApproved();
  midtrans.onCall = ({ method, path }, moment) => {
    if (moment === "arrived" && method === "POST" && path === "/payouts") midtrans.next.unshift("lost");
  };
  await advancePayout(byMidtrans, made.payoutId, now());
  midtrans.onCall = undefined;
  expect(statusesAtMidtrans(made)).toEqual(["queued"]);
  await takeAllBack(made);
  await advanceLater(byMidtrans, made.payoutId);
  expect(statusesAtMidtrans(made)).toEqual(["rejected"]);
  await expectPaidByChargeback(made);
});

test("a refund that waits at Midtrans is rejected there after a chargeback, although payouts are stopped", async () => {
  const made = await makeWaitingAtMidtrans();
  await holdPayouts(byXendit.db, { reason: "operator", note: "Uji", now: now() });
  await advanceLater(byMidtrans, made.payoutId);
  await releasePayouts(byXendit.db, "operator");
  expect(made.atMidtrans()).toEqual(["rejected"]);
  await expectPaidByChargeback(made);
});

test("a refund by hand is either cancelled or in the bank's file when a chargeback comes as the file is made", async () => {
  const operator = { userId: await makeUser(byHand, { type: "operator" }), operatorRole: "finance" };
  const second = { ...operator, userId: await makeUser(byHand, { type: "operator" }) };
  const failed = { outcome: "failed" as const, bankReference: null };
  for (let round = 0; round < raceRounds(6); round += 1) {
    const made = await makeApproved();
    const { amount } = await attemptOf(byHand, made.paymentId);
    const advance = () => advancePayout(byHand, made.payoutId, now());
    if (round % 2 === 1) await advance();
    await Promise.all([
      round % 2 === 0 && advance(),
      // No file is made when no payout is left for it.
      createBatch(byHand, operator, now()).catch((error: unknown) =>
        expect(error).toMatchObject({ code: "payouts.nothing_to_export" }),
      ),
      reportChargeback(byHand, made.paymentId, amount),
    ]);
    await takeAllBack(made);
    const payout = await byHand.db.row<{ status: string; has_file: boolean }>(
      sql`select status, batch_id is not null as has_file from payouts where id = ${made.payoutId}`,
    );
    expect([
      { status: "cancelled", has_file: false },
      { status: "sent", has_file: true },
    ]).toContainEqual(payout);
    if (payout?.status === "sent") {
      await byHand.db.transaction((tx) => enterResult(tx, operator, made.payoutId, failed, now()));
      await confirmResult(byHand, second, made.payoutId, { shown: failed, isAccepted: true }, now());
      await runQueued(byHand);
    }
    await expectPaidByChargeback(made);
  }
});
