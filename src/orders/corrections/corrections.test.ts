import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { sellerBalance, sellerDebt } from "#payments/ledger/ledger.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { findUsableBankAccount } from "#payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { withdraw } from "#payments/payouts/request-withdrawal.ts";
import { readStatement } from "#payments/payouts/statement/read-statement.ts";
import { statementCsv } from "#payments/payouts/statement/statement-csv.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeBankAccount, makeShop, makeUser } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { rejectOrder } from "../accept-order.ts";
import { chargeBackCheckout } from "../charge-back.ts";
import { brokenInvariants } from "../invariants.ts";
import type { OrderView } from "../order-view/contract.ts";
import { refundPart } from "../refund-part.ts";
import { orderRoutes } from "../routes.ts";
import { costRows } from "../ui/cost-rows.ts";
import { returnChargeback } from "../return-chargeback.ts";
import { decideCorrection, proposeCorrection } from "./decide-correction.ts";
import { correctionReasonLength, excessReason, maxGoodwill, maxGoodwillSetting, type CorrectionKind } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let proposer: Client;
let approver: Client;
let proposerId: string;
let approverId: string;
const now = () => context.clock.now();
const key = () => ({ "idempotency-key": randomUUID() });
const reason = "Biaya pesanan ini terhitung dua kali";
const answer = "Sudah dicocokkan dengan buku besar";

async function makeFinance(where = context): Promise<string> {
  const userId = await makeUser(where, { type: "operator" });
  await where.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
  return userId;
}

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes, paymentRoutes]);
  [proposerId, approverId] = [await makeFinance(), await makeFinance()];
  [proposer, approver] = [await api.as(proposerId), await api.as(approverId)];
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

type Correction = { id: string; state: string; kind: string; can_decide: boolean; can_withdraw: boolean };
type View = { kinds: { kind: CorrectionKind; most: number }[]; corrections: Correction[] };
const propose = (made: Pick<MadeOrder, "orderId">, body: object, by = proposer, headers = key()) =>
  by("POST", `/v1/operator/orders/${made.orderId}/corrections`, { reason, ...body }, headers);
const decide = (id: string, accept = true, by = approver) =>
  by("POST", `/v1/operator/corrections/${id}/decision`, { accept, reason: answer });
const codeOf = ({ body, status }: Awaited<ReturnType<Client>>) =>
  status === 200 ? "done" : (body as unknown as { code: string }).code;
const dataOf = ({ body }: Awaited<ReturnType<Client>>) => body.data as unknown as { id: string; state: string };
const viewOf = async (made: Pick<MadeOrder, "orderId">, by = proposer) =>
  (await by("GET", `/v1/operator/orders/${made.orderId}/corrections`)).body.result as unknown as View;
const maxCorrection = async (made: MadeOrder, kind: CorrectionKind) =>
  (await viewOf(made)).kinds.find((one) => one.kind === kind)?.most ?? 0;
const statesOf = async (made: MadeOrder) => (await viewOf(made)).corrections.map(({ state }) => state);
const commission = () => findBalance(context.db, "commission", "platform");
const cost = ({ orderId }: MadeOrder) => findBalance(context.db, "corrections", orderId);
const balanceOf = ({ shopId }: MadeOrder) => sellerBalance(context.db, shopId);

/** Proposes a correction and has the other operator approve it. */
async function correct(made: MadeOrder, kind: CorrectionKind, amount: number): Promise<string> {
  const proposed = await propose(made, { kind, amount });
  expect(codeOf(proposed)).toBe("done");
  const { id } = dataOf(proposed);
  expect(codeOf(await decide(id))).toBe("done");
  return id;
}
async function chargeBack(made: MadeOrder, chargedBack: number): Promise<string> {
  const attempt = await attemptOf(context, made.paymentId);
  await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack }, now());
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, now());
  return attempt.id;
}
const notesOf = (userId: string) =>
  context.db.rows<{ title: string; text: string }>(
    sql`select title, description as text from notifications where user_id = ${userId} and dedupe_key like 'correction %' order by id`,
  );

describe("a correction", () => {
  test("moves nothing until another operator approves it, and then its whole amount once", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const before = { balance: await balanceOf(made), commission: await commission() };
    const { id } = dataOf(await propose(made, { kind: "fee_returned", amount: 5_000 }));
    expect({ balance: await balanceOf(made), commission: await commission() }).toEqual(before);
    expect(await notesOf(made.sellerId)).toEqual([]);
    expect(codeOf(await decide(id, true, proposer))).toBe("corrections.second_operator");
    expect(codeOf(await decide(id))).toBe("done");
    const after = { balance: before.balance + 5_000, commission: before.commission - 5_000 };
    expect({ balance: await balanceOf(made), commission: await commission() }).toEqual(after);
    expect(await notesOf(made.sellerId)).toEqual([
      {
        title: "Koreksi saldo toko",
        text: expect.stringContaining(`Rp5.000 masuk ke saldo toko Anda. Alasan: ${reason}`),
      },
    ]);
    expect(codeOf(await decide(id))).toBe("corrections.closed");
    expect({ balance: await balanceOf(made), commission: await commission() }).toEqual(after);
  });

  test("that another operator rejects or its proposer withdraws moves nothing, and a new one can be proposed", async () => {
    const made = await makeCompletedOrder(context);
    const before = await balanceOf(made);
    const first = dataOf(await propose(made, { kind: "shop_goodwill", amount: 9_000 }));
    expect(codeOf(await decide(first.id, false))).toBe("done");
    const second = dataOf(await propose(made, { kind: "shop_goodwill", amount: 9_000 }));
    expect(codeOf(await approver("POST", `/v1/operator/corrections/${second.id}/withdraw`))).toBe(
      "corrections.not_yours",
    );
    expect(codeOf(await proposer("POST", `/v1/operator/corrections/${second.id}/withdraw`))).toBe("done");
    expect(codeOf(await decide(second.id))).toBe("corrections.closed");
    expect([await statesOf(made), await balanceOf(made)]).toEqual([["withdrawn", "rejected"], before]);
  });

  test("with the longest reason is read whole by its receiver", async () => {
    const made = await makeCompletedOrder(context);
    const long = `<b>${"x".repeat(correctionReasonLength.max - 7)}</b>`;
    const { id } = dataOf(await propose(made, { kind: "fee_returned", amount: 1, reason: long }));
    expect(codeOf(await decide(id))).toBe("done");
    expect((await notesOf(made.sellerId))[0]?.text).toContain(long);
  });

  test("is proposed once by a form that is sent twice, and by another form only when it is decided", async () => {
    const made = await makeCompletedOrder(context);
    const headers = key();
    const body = { kind: "shop_goodwill", amount: 1_000 };
    const [one, two] = await Promise.all([
      propose(made, body, proposer, headers),
      propose(made, body, proposer, headers),
    ]);
    expect([codeOf(one), codeOf(two), dataOf(one).id]).toEqual(["done", "done", dataOf(two).id]);
    expect(codeOf(await propose(made, { ...body, amount: 2 }, proposer, headers))).toBe("idempotency.reused");
    expect(codeOf(await propose(made, body, approver))).toBe("corrections.waiting");
    expect(codeOf(await propose(made, body, proposer, {} as never))).toBe("idempotency.required");
    await decide(dataOf(one).id);
    expect(await cost(made)).toBe(-1_000);
  });

  test("never exceeds its limit by one rupiah, and is a whole positive amount with a reason", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const most = await maxCorrection(made, "fee_returned");
    expect(most).toBe(5_000);
    const refused = async (body: object) => {
      const { body: answered, status } = await propose(made, { kind: "fee_returned", amount: 1_000, ...body });
      return [status, Object.keys((answered as unknown as { data: object }).data ?? {})];
    };
    expect(await refused({ amount: most + 1 })).toEqual([422, ["amount"]]);
    expect(await refused({ amount: 0 })).toEqual([422, ["amount"]]);
    expect(await refused({ amount: -1 })).toEqual([422, ["amount"]]);
    expect(await refused({ amount: 1_000.5 })).toEqual([422, ["amount"]]);
    expect(await refused({ amount: Number.MAX_SAFE_INTEGER })).toEqual([422, ["amount"]]);
    expect(await refused({ amount: "5000" })).toEqual([422, ["amount"]]);
    expect(await refused({ reason: "pendek" })).toEqual([422, ["reason"]]);
    expect(await refused({ reason: "x".repeat(301) })).toEqual([422, ["reason"]]);
    expect(await refused({ kind: "gift" })).toEqual([422, ["kind"]]);
    expect(await refused({ kind: "credit_returned" })).toEqual([422, ["kind"]]);
    expect(await refused({ to: "someone" })).toEqual([422, ["to"]]);
    expect(codeOf(await propose({ orderId: randomUUID() }, { kind: "fee_returned", amount: 1 }))).toBe(
      "request.not_found",
    );
    expect(codeOf(await decide(randomUUID()))).toBe("request.not_found");
    await correct(made, "fee_returned", most);
    expect(await maxCorrection(made, "fee_returned")).toBe(0);
  });

  test("is nothing for the sides of the order, nor for a role that may only read", async () => {
    const made = await makeCompletedOrder(context, { buyerId: await makeFinance() });
    const buyer = await api.as(made.buyerId);
    expect(codeOf(await propose(made, { kind: "buyer_goodwill", amount: 1_000 }, buyer))).toBe("orders.own_order");
    const { id } = dataOf(await propose(made, { kind: "buyer_goodwill", amount: 1_000 }));
    expect(codeOf(await decide(id, true, buyer))).toBe("orders.own_order");
    expect((await viewOf(made, buyer)).corrections).toMatchObject([{ can_decide: false }]);
    const ownShop = await makeShop(context, { ownerId: await makeFinance() });
    const sold = await makeCompletedOrder(context, { shops: [ownShop] });
    const seller = await api.as(ownShop.ownerId);
    expect(codeOf(await propose(sold, { kind: "shop_goodwill", amount: 1_000 }, seller))).toBe("orders.own_order");
    const { id: ofSold } = dataOf(await propose(sold, { kind: "shop_goodwill", amount: 1_000 }));
    expect(codeOf(await decide(ofSold, true, seller))).toBe("orders.own_order");
    expect((await viewOf(sold, seller)).corrections).toMatchObject([{ can_decide: false }]);
    const supporter = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = 'support' where id = ${supporter}`);
    const support = await api.as(supporter);
    expect((await viewOf(made, support)).corrections).toMatchObject([{ can_decide: false, can_withdraw: false }]);
    expect((await propose(made, { kind: "buyer_goodwill", amount: 1_000 }, support)).status).toBe(403);
    expect((await decide(id, true, support)).status).toBe(403);
    expect((await decide(id, true, await api.as(await makeUser(context)))).status).toBe(403);
    expect((await decide(id, true, await api.as(null))).status).toBe(401);
  });
});

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

const refundsOf = ({ paymentId }: MadeOrder) =>
  context.db.rows<{ id: string; amount: number; way: string; status: string; reason: string; order_id: string | null }>(
    sql`select id, amount, way, status, reason, order_id from refunds where payment_id = ${paymentId} order by id`,
  );
const ofSeller = ({ orderId, shopId, sellerId: userId }: MadeOrder) => ({ orderId, shopId, userId });

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

async function refundSome(made: MadeOrder, amount: number, where = context): Promise<void> {
  const line = await where.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  await refundPart(
    where,
    {
      ...ofSeller(made),
      idempotencyKey: randomUUID(),
      lines: [{ line_id: line?.id ?? "", amount }],
      shipping: 0,
      reason: "Sebagian barang rusak",
    },
    now(),
  );
}

describe("a booked correction is read", () => {
  test("by its shop: on the order's page, in the balance, the statement of the month and the summary", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    const earned = await balanceOf(made);
    await correct(made, "fee_returned", 5_000);
    await correct(made, "credit_taken_back", 20_000);
    await correct(made, "buyer_goodwill", 7_000);
    const seller = await api.as(made.sellerId);
    const order = (await seller("GET", `/v1/seller/orders/${made.orderId}`)).body.result as unknown as OrderView;
    expect(order.corrections.map(({ label, amount }) => [label, amount])).toEqual([
      ["Koreksi: komisi dikembalikan", 5_000],
      ["Koreksi: kelebihan dana ditarik", -20_000],
    ]);
    expect(order.corrections[0]?.reason).toBe(reason);
    expect(order.payout).toBe(earned);
    expect(costRows(order, "seller").at(-1)).toEqual({
      label: "Setelah koreksi",
      amount: earned - 15_000,
      isSum: true,
    });
    const month = jakartaDay(now()).slice(0, 7);
    const statement = await readStatement(context.db, made.shopId, month);
    expect(
      statement.entries.map(({ label, number, amount, commission: fee, gross }) => [
        label,
        number !== "",
        amount,
        fee,
        gross,
      ]),
    ).toEqual([
      ["Pesanan selesai", true, earned, 5_000, earned + 5_000],
      ["Koreksi: komisi dikembalikan", true, 5_000, -5_000, 0],
      ["Koreksi: kelebihan dana ditarik", true, -20_000, 0, -20_000],
    ]);
    expect(statement.closing).toBe(earned - 15_000);
    const csv = statementCsv(statement);
    expect(csv).toContain("Koreksi: kelebihan dana ditarik");
  });

  test("by its buyer: on the order's page and among the refunds, with the reason and without the shop's corrections", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    await correct(made, "shop_goodwill", 5_000);
    await correct(made, "buyer_goodwill", 7_000);
    const buyer = await api.as(made.buyerId);
    const order = (await buyer("GET", `/v1/orders/${made.orderId}`)).body.result as unknown as OrderView;
    expect(order.corrections).toMatchObject([{ amount: 7_000, reason, refund_status: "pending" }]);
    expect(order.refunds).toEqual([]);
    const refunds = (await buyer("GET", "/v1/refunds")).body.result as unknown as object[];
    expect(refunds).toMatchObject([
      { order_id: made.orderId, reason: "goodwill", amount: 7_000, correction_reason: reason, seller_reason: "" },
    ]);
  });
});

describe("at the same moment", () => {
  test.each(Array.from({ length: raceRounds(3) }, (_, round) => round))(
    "several approvals book a correction once, round %i",
    async () => {
      const made = await makeCompletedOrder(context);
      const { id } = dataOf(await propose(made, { kind: "shop_goodwill", amount: 7_000 }));
      const third = await api.as(await makeFinance());
      const answers = await Promise.all([decide(id), decide(id, true, third), decide(id, false, third), decide(id)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [state] = await statesOf(made);
      expect(await cost(made)).toBe(state === "booked" ? -7_000 : 0);
    },
  );

  test.each(Array.from({ length: raceRounds(3) }, (_, round) => round))(
    "an approval and a refund never return more of a fee than the order bears, round %i",
    async () => {
      const made = await makeCompletedOrder(context, { price: 200_000 });
      const { id } = dataOf(await propose(made, { kind: "fee_returned", amount: 5_000 }));
      const [decided] = await Promise.all([decide(id), refundSome(made, 120_000)]);
      expect(["done", "corrections.closed", "corrections.void"]).toContain(codeOf(decided));
      const kept = codeOf(decided) === "done" ? 2_000 : 0;
      const sums = await context.db.row<{ returned: number }>(
        sql`select fee_returned as returned from corrected_orders where order_id = ${made.orderId}`,
      );
      expect(sums?.returned ?? 0).toBe(kept);
    },
  );
});

describe("the database", () => {
  const fails = async (query: ReturnType<typeof sql>) =>
    context.db.run(query).then(
      () => "stored",
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );

  test("refuses a correction by one operator alone, a second proposal, and any change of a decided one", async () => {
    const made = await makeCompletedOrder(context);
    const { id } = dataOf(await propose(made, { kind: "shop_goodwill", amount: 7_000 }));
    const set = (state: string, by: string, amount = 7_000) => sql`
      update order_corrections set state = ${state}, decided_by = ${by}, decided_at = now(), answer = ${answer}, amount = ${amount} where id = ${id}`;
    expect(await fails(set("booked", proposerId))).toBe("order_corrections_two_operators_check");
    expect(await fails(set("booked", approverId, 8_000))).toContain("a correction is history");
    expect(
      await fails(sql`insert into order_corrections (order_id, kind, amount, allowed, reason, state, proposed_by, proposed_at)
        values (${made.orderId}, 'shop_goodwill', 1, 1, ${reason}, 'proposed', ${approverId}, now())`),
    ).toBe("order_corrections_waiting");
    await decide(id, false);
    expect(await fails(set("booked", approverId))).toContain("a correction is history");
    expect(await fails(sql`delete from order_corrections where id = ${id}`)).toContain("a correction is history");
  });

  test("refuses more than a proposal allows, and sums beyond fee and income", async () => {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    expect(
      await fails(sql`insert into order_corrections (order_id, kind, amount, allowed, reason, state, proposed_by, proposed_at)
        values (${made.orderId}, 'shop_goodwill', 2, 1, ${reason}, 'proposed', ${approverId}, now())`),
    ).toBe("order_corrections_limit_check");
    await correct(made, "fee_returned", 5_000);
    const add = (column: string) =>
      fails(
        column === "fee"
          ? sql`update corrected_orders set fee_returned = fee_returned + 1 where order_id = ${made.orderId}`
          : sql`update corrected_orders set credit_taken_back = earned + 1 where order_id = ${made.orderId}`,
      );
    expect(await add("fee")).toBe("corrected_orders_fee_check");
    expect(await add("credit")).toBe("corrected_orders_credit_check");
  });
});
