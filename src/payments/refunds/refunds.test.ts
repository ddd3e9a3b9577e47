import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day, hour, span } from "#lib/time.ts";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { lineOf, makeComplaint } from "../../../test/make/complaints.ts";
import { makeDeliveredOrder, makePaidOrder, movePaymentTo, type MadeOrder } from "../../../test/make/orders.ts";
import { makeBankAccount, makeUser } from "../../../test/make/rows.ts";
import { brokenInvariants } from "../../orders/invariants.ts";
import { acceptOffer } from "../../complaints/answer-complaint.ts";
import { rejectOrder } from "../../orders/accept-order.ts";
import { refundPart } from "../../orders/settlement/refund-part.ts";
import { advancePayout } from "../payouts/advance-payout.ts";
import { applyReport } from "../payouts/apply-report.ts";
import { accountHoldDuration } from "../payouts/bank-accounts/rules.ts";
import { findPayoutByReference } from "../payouts/queries.ts";
import { approvePayout } from "../payouts/review/decide-payout.ts";
import { refundApprovalSetting } from "../payouts/rules.ts";
import { paymentRoutes } from "../routes.ts";
import { findAttempt } from "../attempts/queries.ts";
import type { RefundAnswer } from "./contract.ts";
import { followRefunds, payRefund, remindRefunds } from "./pay-refund.ts";
import { accountRefundDuration } from "./rules.ts";
import { findRefund } from "./queries.ts";
import { refundsSection } from "./ui/refunds-section.tsx";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  api = await makeShopApi(context, [paymentRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => {
  applySettings({}, new Set());
  expect(await brokenInvariants(context.db)).toEqual([]);
});

const now = () => context.clock.now();
type Shown = { id: string; status: string; way: string; account: string | null; has_failed: boolean };

/** A rejected order whose money cannot go back the way it came, as with a virtual account of a real provider. */
async function makeOwed(): Promise<MadeOrder & { refundId: string; client: Client }> {
  const made = await makePaidOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const { id = "" } =
    (await context.db.row<{ id: string }>(sql`select id from refunds where order_id = ${orderId}`)) ?? {};
  return { ...made, refundId: id, client: await api.as(made.buyerId) };
}
const choose = (client: Client, refundId: string, accountId: string) =>
  client("PUT", `/v1/refunds/${refundId}/account`, { bank_account_id: accountId });
async function page(client: Client): Promise<string> {
  const refunds = (await client("GET", "/v1/refunds")).body.result as unknown as RefundAnswer[];
  return renderToStaticMarkup(
    createElement(refundsSection.View, { data: { refunds, accounts: [] }, failure: undefined }),
  );
}
const shown = async (client: Client) => ((await client("GET", "/v1/refunds")).body.result as unknown as Shown[])[0];
async function payoutOf(refundId: string) {
  const row = await context.db.row<{ reference: string }>(
    sql`select reference from payouts where refund_id = ${refundId} order by id desc limit 1`,
  );
  return row && findPayoutByReference(context.db, row.reference);
}

test("a refund that its provider cannot do goes to the bank account that the buyer names", async () => {
  const { refundId, client, buyerId } = await makeOwed();
  expect(await shown(client)).toMatchObject({ status: "needs_account", way: "bank_account", account: null });
  expect(await shown(client)).toMatchObject({ reason: "order_cancelled", seller_reason: "Stok habis." });
  await payRefund(context, refundId, now());
  expect(await payoutOf(refundId)).toBeUndefined();
  const accountId = await makeBankAccount(context, buyerId);
  expect((await choose(client, refundId, accountId)).status).toBe(200);
  await Promise.all(Array.from({ length: 4 }, () => payRefund(context, refundId, now())));
  const payouts = await context.db.rows<{ id: string }>(sql`select id from payouts where refund_id = ${refundId}`);
  expect(payouts).toHaveLength(1);
  expect(await shown(client)).toMatchObject({ status: "sent", account: expect.stringMatching(/••••/) });
  await advancePayout(context, payouts[0]?.id ?? "", now());
  await advancePayout(context, payouts[0]?.id ?? "", now());
  expect(await shown(client)).toMatchObject({ status: "done" });
});

test("a refund shows the reason that the seller gave, and never how a complaint about the order ended", async () => {
  const reasons = async (buyerId: string) =>
    ((await (await api.as(buyerId))("GET", "/v1/refunds")).body.result as unknown as { seller_reason: string }[]).map(
      ({ seller_reason: reason }) => reason,
    );
  for (const amount of [20_000, 50_000]) {
    const one = await makeComplaint(context, { price: 50_000, amount });
    const accepted = { complaintId: one.complaintId, actor: one.seller, offerId: one.openingId };
    await acceptOffer(context, accepted, now());
    expect(await reasons(one.buyerId)).toEqual([""]);
  }
  const sold = await makeDeliveredOrder(context, { price: 50_000 });
  const { orderId, shopId, sellerId: userId } = sold;
  const lines = [{ line_id: await lineOf(context, orderId), amount: 5_000 }];
  const part = {
    orderId,
    shopId,
    userId,
    idempotencyKey: randomUUID(),
    lines,
    shipping: 0,
    reason: "Tutupnya penyok.",
  };
  await refundPart(context, part, now());
  expect(await reasons(sold.buyerId)).toEqual(["Tutupnya penyok."]);
});

test("a refund to a bank account from the limit on says that it waits for approval until an operator has approved it", async () => {
  const { refundId, client, buyerId } = await makeOwed();
  await choose(client, refundId, await makeBankAccount(context, buyerId));
  applySettings({ [refundApprovalSetting.key]: 1 }, new Set());
  await payRefund(context, refundId, now());
  expect(await shown(client)).toMatchObject({ status: "sent", waits_for_approval: true, expected_at: null });
  const text = await page(client);
  expect(text).toContain("Menunggu persetujuan");
  expect(text).toMatch(/Operator kami memeriksanya dulu\. Setelah disetujui, kami mengirimnya ke .+ ••••/);
  expect(text).toContain(`, biasanya sampai dalam ${span(accountRefundDuration)}.`);
  expect(text).not.toContain("Sedang dikirim");

  const operator = { userId: await makeUser(context, { type: "operator" }), operatorRole: "finance" };
  const approvedAt = addDuration(now(), 2 * day);
  await approvePayout(context, operator, (await payoutOf(refundId))?.id ?? "", approvedAt);
  expect(await shown(client)).toMatchObject({
    status: "sent",
    waits_for_approval: false,
    expected_at: addDuration(approvedAt, accountRefundDuration).toISOString(),
  });
  expect(await page(client)).toContain("Sedang dikirim ke ");
});

test("a new bank account is used 24 hours later, and a removed one leads to another choice", async () => {
  const { refundId, client, buyerId } = await makeOwed();
  const accountId = await makeBankAccount(context, buyerId);
  await context.db.run(
    sql`update bank_accounts set usable_from = ${addDuration(now(), accountHoldDuration)} where id = ${accountId}`,
  );
  await choose(client, refundId, accountId);
  await payRefund(context, refundId, now());
  expect(await shown(client)).toMatchObject({ status: "pending" });
  await client("DELETE", `/v1/users/bank-accounts/${accountId}`);
  await payRefund(context, refundId, addDuration(now(), accountHoldDuration + hour));
  expect(await shown(client)).toMatchObject({ status: "needs_account", has_failed: true });
});

test("a transfer that comes back after it arrived asks for another account, and the second one is paid once", async () => {
  const { refundId, client, buyerId } = await makeOwed();
  const accountId = await makeBankAccount(context, buyerId);
  for (const last of [false, true]) {
    expect((await choose(client, refundId, accountId)).status).toBe(200);
    await payRefund(context, refundId, now());
    const payout = await payoutOf(refundId);
    await advancePayout(context, payout?.id ?? "", now());
    await advancePayout(context, payout?.id ?? "", now());
    expect((await shown(client))?.status).toBe("done");
    if (last) continue;
    const paid = await payoutOf(refundId);
    if (!paid) throw new Error("no payout");
    await applyReport(context, paid, { status: "returned", amount: paid.amount, failure: "account" }, now());
    expect(await shown(client)).toMatchObject({ status: "needs_account", has_failed: true });
    expect(await brokenInvariants(context.db)).toEqual([]);
  }
  expect(
    await context.db.row(sql`select balance from ledger_accounts where kind = 'refund_payable' and owner = ${buyerId}`),
  ).toEqual({ balance: 0 });
});

test("another person's refund or account, and a refund that needs none, are refused", async () => {
  const owed = await makeOwed();
  const strangerId = await makeUser(context);
  const stranger = await api.as(strangerId);
  const foreign = await makeBankAccount(context, strangerId);
  expect((await choose(stranger, owed.refundId, foreign)).body.code).toBe("request.not_found");
  expect((await choose(owed.client, owed.refundId, foreign)).body.code).toBe("request.not_found");
  const own = await makeBankAccount(context, owed.buyerId);
  const answers = await Promise.all(Array.from({ length: 6 }, () => choose(owed.client, owed.refundId, own)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test("a buyer who names no account is reminded each week", async () => {
  const { refundId } = await makeOwed();
  const reminded = async (at: Date) => {
    await context.db.run(sql`delete from graphile_worker._private_jobs`);
    await remindRefunds(context, at);
    const jobs = await context.db.rows(
      sql`select 1 from graphile_worker._private_jobs where payload->>'refundId' = ${refundId}`,
    );
    return jobs.length;
  };
  const start = now();
  expect(await reminded(addDuration(start, 6 * day))).toBe(0);
  expect(await reminded(addDuration(start, 8 * day))).toBe(1);
  expect(await reminded(addDuration(start, 9 * day))).toBe(0);
  expect(await reminded(addDuration(start, 16 * day))).toBe(1);
});

test("a refund is booked only when its provider reports our amount, and not after the buyer was asked for an account", async () => {
  const { orderId, shopId, sellerId: userId } = await makePaidOrder(context);
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const { id = "", amount = 0 } =
    (await context.db.row<{ id: string; amount: number }>(
      sql`select id, amount from refunds where order_id = ${orderId}`,
    )) ?? {};
  const refund = () => findRefund(context.db, id);
  const attempt = await findAttempt(context.db, (await refund())?.attempt_id ?? "");
  if (!attempt) throw new Error("no attempt");
  const report = (status: "pending" | "done" | "failed", reported = amount) =>
    followRefunds(context, attempt, [{ reference: id, status, amount: reported }], now());
  for (const wrong of [amount - 1, amount + 1, 0]) await report("done", wrong);
  expect((await refund())?.status).toBe("pending");
  await report("failed");
  expect((await refund())?.status).toBe("needs_account");
  await report("done");
  expect((await refund())?.status).toBe("needs_account");
});

test("a refund whose provider reports our amount is done", async () => {
  const { orderId, shopId, sellerId: userId } = await makePaidOrder(context);
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const refund = await context.db.row<{ id: string; amount: number; attempt_id: string }>(
    sql`select id, amount, attempt_id from refunds where order_id = ${orderId}`,
  );
  const attempt = refund && (await findAttempt(context.db, refund.attempt_id));
  if (!attempt) throw new Error("no attempt");
  await followRefunds(context, attempt, [{ reference: refund.id, status: "done", amount: refund.amount }], now());
  expect((await findRefund(context.db, refund.id))?.status).toBe("done");
});

describe("a provider's report that comes while the refund takes another way", () => {
  /** A refund through its provider, whose row another transaction changes while a report about it is handled. */
  async function raceWith(status: "done" | "failed") {
    const { orderId, shopId, sellerId: userId, buyerId } = await makePaidOrder(context);
    await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
    const refund = await context.db.row<{ id: string; amount: number; attempt_id: string }>(
      sql`select id, amount, attempt_id from refunds where order_id = ${orderId}`,
    );
    const attempt = refund && (await findAttempt(context.db, refund.attempt_id));
    if (!attempt) throw new Error("no attempt");
    const accountId = await makeBankAccount(context, buyerId);
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let report: Promise<void> | undefined;
    await context.db.transaction(async (tx) => {
      await tx.run(sql`select from refunds where id = ${refund.id} for update`);
      report = followRefunds(context, attempt, [{ reference: refund.id, status, amount: refund.amount }], now());
      await expect.poll(async () => (await context.db.rows(waiting)).length).toBe(1);
      await tx.run(
        sql`update refunds set way = 'bank_account', status = 'pending', bank_account_id = ${accountId} where id = ${refund.id}`,
      );
    });
    await report;
    expect(await findRefund(context.db, refund.id)).toMatchObject({ way: "bank_account", status: "pending" });
    await payRefund(context, refund.id, now());
    expect(await findRefund(context.db, refund.id)).toMatchObject({ status: "sent" });
  }

  test("does not end it", () => raceWith("done"));
  test("does not ask the buyer for another account", () => raceWith("failed"));
});
