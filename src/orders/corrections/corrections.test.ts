import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { readStatement } from "#payments/payouts/statement/read-statement.ts";
import { statementCsv } from "#payments/payouts/statement/statement-csv.ts";
import { answer, codeOf, dataOf, makeCorrectionApi, reason } from "../../../test/make/correction-api.ts";
import { makeCompletedOrder } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { brokenInvariants } from "../invariants.ts";
import type { OrderView } from "../order-view/contract.ts";
import { costRows } from "../ui/cost-rows.ts";
import { correctionReasonLength } from "./rules.ts";

let {
  context,
  api,
  proposer,
  approver,
  proposerId,
  approverId,
  now,
  key,
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
  notesOf,
  refundSome,
  close,
} = {} as Awaited<ReturnType<typeof makeCorrectionApi>>;

beforeAll(async () => {
  ({
    context,
    api,
    proposer,
    approver,
    proposerId,
    approverId,
    now,
    key,
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
    notesOf,
    refundSome,
    close,
  } = await makeCorrectionApi());
});
afterAll(() => close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

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
