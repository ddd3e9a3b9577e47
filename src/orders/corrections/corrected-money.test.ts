import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { sellerDebt } from "#payments/ledger/ledger.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { findUsableBankAccount } from "#payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { withdraw } from "#payments/payouts/request-withdrawal.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { answer, codeOf, dataOf, makeCorrectionApi, ofSeller, reason } from "../../../test/make/correction-api.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
} from "../../../test/make/orders.ts";
import { makeBankAccount } from "../../../test/make/rows.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { returnChargeback } from "../settlement/return-chargeback.ts";
import { decideCorrection, proposeCorrection } from "./decide-correction.ts";
import { excessReason, maxGoodwill, maxGoodwillSetting } from "./rules.ts";

let {
  context,
  now,
  makeFinance,
  propose,
  decide,
  viewOf,
  maxCorrection,
  statesOf,
  commission,
  cost,
  balanceOf,
  correct,
  chargeBack,
  notesOf,
  refundsOf,
  refundSome,
  close,
} = {} as Awaited<ReturnType<typeof makeCorrectionApi>>;

beforeAll(async () => {
  ({
    context,
    now,
    makeFinance,
    propose,
    decide,
    viewOf,
    maxCorrection,
    statesOf,
    commission,
    cost,
    balanceOf,
    correct,
    chargeBack,
    notesOf,
    refundsOf,
    refundSome,
    close,
  } = await makeCorrectionApi());
});
afterAll(() => close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

describe("each kind", () => {
  test("a shop gets its fee back and pays it again by the opposite", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const before = { balance: await balanceOf(made), commission: await commission() };
    await correct(made, "fee_returned", 3_000);
    expect(await maxCorrection(made, "fee_returned")).toBe(2_000);
    expect(await maxCorrection(made, "fee_charged_again")).toBe(3_000);
    await correct(made, "fee_charged_again", 3_000);
    expect({ balance: await balanceOf(made), commission: await commission() }).toEqual(before);
    expect(await maxCorrection(made, "fee_charged_again")).toBe(0);
  });

  test("a shop is compensated by the marketplace within the setting, and the opposite takes it back", async () => {
    const made = await makeCompletedOrder(context);
    const before = await balanceOf(made);
    expect(await maxCorrection(made, "shop_goodwill")).toBe(maxGoodwill());
    await correct(made, "shop_goodwill", maxGoodwill());
    expect([await balanceOf(made), await cost(made)]).toEqual([before + maxGoodwill(), -maxGoodwill()]);
    expect(await maxCorrection(made, "shop_goodwill")).toBe(0);
    await correct(made, "shop_goodwill_undone", maxGoodwill());
    expect([await balanceOf(made), await cost(made)]).toEqual([before, 0]);
  });

  test("a shop returns at most what the order earned it, also from a balance that is spent, as a debt", async () => {
    const made = await makeCompletedOrder(context, { price: 100_000 });
    const earned = await balanceOf(made);
    expect(await maxCorrection(made, "credit_taken_back")).toBe(earned);
    await correct(made, "credit_taken_back", earned - 10_000);
    expect([await balanceOf(made), await cost(made)]).toEqual([10_000, earned - 10_000]);
    await correct(made, "fee_returned", 1_000);
    await correct(made, "fee_charged_again", 1_000);
    await correct(made, "credit_taken_back", 10_000);
    expect([await balanceOf(made), await sellerDebt(context.db, made.shopId)]).toEqual([0, 0]);
    expect(await maxCorrection(made, "credit_taken_back")).toBe(0);
    await correct(made, "credit_returned", earned);
    expect(await balanceOf(made)).toBe(earned);
  });

  test("what a shop has withdrawn already becomes a debt, which the opposite pays off first", async () => {
    const made = await makeCompletedOrder(context, { price: 100_000 });
    const earned = await balanceOf(made);
    const accountId = await makeBankAccount(context, made.sellerId);
    await context.db.transaction(async (tx) => {
      const account = await findUsableBankAccount(tx, context, { userId: made.sellerId, accountId, now: now() });
      const owner = { userId: made.sellerId, shopId: made.shopId };
      await withdraw(tx, context, owner, { amount: earned - 10_000, account, isAutomatic: false, now: now() });
    });
    await correct(made, "credit_taken_back", 60_000);
    expect([await balanceOf(made), await sellerDebt(context.db, made.shopId)]).toEqual([0, 50_000]);
    await correct(made, "credit_returned", 55_000);
    expect([await balanceOf(made), await sellerDebt(context.db, made.shopId)]).toEqual([5_000, 0]);
  });

  test("a buyer is compensated through the provider of the payment, and the shop's part stays", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const before = await balanceOf(made);
    await correct(made, "buyer_goodwill", 20_000);
    expect([await balanceOf(made), await cost(made)]).toEqual([before, -20_000]);
    const [refund] = await refundsOf(made);
    expect(refund).toMatchObject({
      amount: 20_000,
      reason: "goodwill",
      order_id: null,
      way: "provider",
      status: "pending",
    });
    await payRefund(context, refund?.id ?? "", now());
    expect((await refundsOf(made))[0]).toMatchObject({ status: "done" });
    expect(await notesOf(made.buyerId)).toEqual([
      { title: "Kompensasi untuk pesanan Anda", text: expect.stringContaining(`Rp20.000`) },
    ]);
  });

  test("a compensated buyer still gets the whole price back, of which a part goes to a bank account", async () => {
    const made = await makePaidOrder(context, { price: 200_000 });
    await correct(made, "buyer_goodwill", 20_000);
    await rejectOrder(context, { ...ofSeller(made), reason: "Stok habis di gudang" }, now());
    expect(await refundsOf(made)).toMatchObject([
      { reason: "goodwill", way: "provider" },
      { reason: "order_cancelled", way: "bank_account", status: "needs_account", amount: made.total },
    ]);
  });

  test("a buyer who paid in cash names a bank account for the compensation", async () => {
    const made = await makeDeliveredOrder(context, { method: "cod" });
    await correct(made, "buyer_goodwill", 20_000);
    expect(await refundsOf(made)).toMatchObject([{ way: "bank_account", status: "needs_account", amount: 20_000 }]);
  });

  test("nothing is corrected of an unpaid order, and of a paid one that runs only the buyer is compensated", async () => {
    expect((await viewOf(await makePlacedOrder(context))).kinds).toEqual([]);
    const made = await makePaidOrder(context);
    expect((await viewOf(made)).kinds.map(({ kind }) => kind)).toEqual(["buyer_goodwill"]);
    expect(codeOf(await propose(made, { kind: "fee_returned", amount: 1 }))).toBe("corrections.too_large");
  });
});

describe("an order that changes", () => {
  test("voids a proposal that exceeds what it allows then, and leaves one that does not", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    await propose(made, { kind: "fee_returned", amount: 3_000 });
    await refundSome(made, 50_000);
    expect(await statesOf(made)).toEqual(["proposed"]);
    await refundSome(made, 100_000);
    expect(await statesOf(made)).toEqual(["void"]);
    expect(await maxCorrection(made, "fee_returned")).toBe(1_250);
  });

  test("takes back what is returned of a fee that it does not bear any more", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    await correct(made, "fee_returned", 5_000);
    await refundSome(made, 80_000);
    const [own] = await context.db.rows(sql`
      select kind, amount, reason, proposed_by from order_corrections where order_id = ${made.orderId} and proposed_by is null`);
    expect(own).toEqual({ kind: "fee_charged_again", amount: 2_000, reason: excessReason, proposed_by: null });
    expect(await maxCorrection(made, "fee_returned")).toBe(0);
    expect(await notesOf(made.sellerId)).toHaveLength(2);
  });

  test("gives back what was taken from its shop beyond what it earned, also when the bank returns the money later", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const earned = await balanceOf(made);
    await correct(made, "credit_taken_back", 60_000);
    const attemptId = await chargeBack(made, made.total);
    expect([await balanceOf(made), await sellerDebt(context.db, made.shopId), await cost(made)]).toEqual([0, 0, 0]);
    const attempt = await attemptOf(context, made.paymentId);
    await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack: 0 }, now());
    await returnChargeback(context, { attemptId, chargedBack: 0 }, now());
    expect(await balanceOf(made)).toBe(earned);
    expect(await maxCorrection(made, "credit_taken_back")).toBe(earned);
  });

  test("a buyer whose account is deleted meanwhile is not compensated", async () => {
    const made = await makeCompletedOrder(context);
    const { id } = dataOf(await propose(made, { kind: "buyer_goodwill", amount: 1_000 }));
    await context.db.run(sql`update users set deleted_at = now() where id = ${made.buyerId}`);
    expect(codeOf(await decide(id))).toBe("corrections.void");
    expect(await maxCorrection(made, "buyer_goodwill")).toBe(0);
  });

  test("takes both back when neither the fee nor the income is left, and corrects neither twice", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    await correct(made, "fee_returned", 5_000);
    await correct(made, "credit_taken_back", 60_000);
    await chargeBack(made, made.total);
    expect([await balanceOf(made), await sellerDebt(context.db, made.shopId), await cost(made)]).toEqual([0, 0, 0]);
    const own = await context.db.rows(
      sql`select kind, amount from order_corrections where order_id = ${made.orderId} and proposed_by is null order by kind`,
    );
    expect(own).toEqual([
      { kind: "credit_returned", amount: 60_000 },
      { kind: "fee_charged_again", amount: 5_000 },
    ]);
  });

  test("takes a returned fee back before the refund needs it, where no other order has paid one", async () => {
    const young = await makeContext({ LOG_LEVEL: "error" });
    try {
      const operators = [await makeFinance(young), await makeFinance(young)].map((userId) => ({
        userId,
        operatorRole: "finance",
      }));
      const [one = { userId: "", operatorRole: null }, other = one] = operators;
      const made = await makeCompletedOrder(young, { price: 200_000 });
      const proposal = { orderId: made.orderId, kind: "fee_returned", amount: 5_000, reason } as const;
      const { id } = await proposeCorrection(young, one, { ...proposal, idempotencyKey: randomUUID() }, now());
      await decideCorrection(young, other, { correctionId: id, accept: true, reason: answer }, now());
      expect(await findBalance(young.db, "commission", "platform")).toBe(0);
      await refundSome(made, 120_000, young);
      const row = await young.db.row(
        sql`select commission, fee_returned from corrected_orders where order_id = ${made.orderId}`,
      );
      expect(row).toEqual({ commission: 2_000, fee_returned: 2_000 });
      expect(await findBalance(young.db, "commission", "platform")).toBe(0);
      expect(await brokenInvariants(young.db)).toEqual([]);
    } finally {
      await young.close();
    }
  });

  test("a lower setting voids a proposal at its approval, and books nothing", async () => {
    const made = await makeCompletedOrder(context);
    const { id } = dataOf(await propose(made, { kind: "shop_goodwill", amount: 400_000 }));
    applySettings({ [maxGoodwillSetting.key]: 300_000 }, new Set());
    try {
      expect(codeOf(await decide(id))).toBe("corrections.void");
      expect([await statesOf(made), await cost(made)]).toEqual([["void"], 0]);
      expect(await maxCorrection(made, "shop_goodwill")).toBe(300_000);
    } finally {
      applySettings({}, new Set());
    }
  });
});
