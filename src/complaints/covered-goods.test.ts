/** Complaints about goods that vouchers paid: who bears what, to the rupiah. */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeMediator } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeCoveredOrder } from "../../test/make/covered-orders.ts";
import { newTrackingNumber, scanParcel, type MadeOrder } from "../../test/make/orders.ts";
import { makeShop } from "../../test/make/rows.ts";
import { acceptOrder } from "#orders/accept-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { shipOrder } from "#orders/ship-order.ts";
import { refundableOf, settlementOf } from "#payments/settlement/rules.ts";
import { sql } from "#lib/database.ts";
import { acceptOffer, withdrawComplaint } from "./answer-complaint.ts";
import { decideComplaint } from "./decide-complaint.ts";
import { openComplaint, type Opening } from "./open-complaint.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

/** A delivered order of goods that vouchers paid wholly, and of goods that the buyer paid. */
async function makeOrder({ price, quantity, paid }: { price: number; quantity: number; paid: number }) {
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set is_pkp = true where id = ${shop.shopId}`);
  const made = await makeCoveredOrder(context, [
    ...(paid > 0 ? [{ shopId: shop.shopId, price: paid, isCovered: false }] : []),
    { shopId: shop.shopId, price, quantity, isCovered: true },
  ]);
  const { orderId, shopId, sellerId: userId } = made;
  await acceptOrder(context, { orderId, shopId, userId }, now());
  await shipOrder(context, { orderId, shopId, userId, trackingNumber: newTrackingNumber() }, now());
  await scanParcel(context, orderId, { status: "delivered", place: "Bandung" }, now());
  const money = await findOrderMoney(context.db, orderId);
  const covered = money.lines.find((line) => line.byPlatform === line.price);
  const other = money.lines.find((line) => line !== covered);
  if (!covered) throw new Error("no line is paid by vouchers");
  return { made, money, covered, other };
}

async function open(
  made: MadeOrder,
  lines: readonly { line_id: string; quantity: number; amount: number }[],
  fields: Partial<Opening> = {},
) {
  const named = lines.map(({ line_id, amount }) => ({ line_id, amount }));
  return openComplaint(
    context,
    {
      orderId: made.orderId,
      buyerId: made.buyerId,
      lines: lines.map(({ line_id, quantity }) => ({ line_id, quantity, problem: "damaged" as const })),
      wanted: { kind: "refund", lines: named, shipping: 0 },
      text: "Gelasnya pecah semua.",
      evidence: [],
      ...fields,
    },
    now(),
  );
}

/** What the ledger moved for an order, by account, once its money is divided. */
async function movedOf({ orderId }: MadeOrder): Promise<Record<string, number>> {
  const rows = await context.db.rows<{ kind: string; sum: number }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
    where t.kind in ('order_settled', 'settlement_changed') and (t.reference = ${orderId}
      or t.reference in (select 'complaint ' || id from complaints where order_id = ${orderId})) group by 1`);
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
}
const statusOf = async ({ orderId }: MadeOrder) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

test("a seller gets nothing for goods that were not as described, although vouchers paid them, and nobody gains a rupiah", async () => {
  const drawn = fc.record({
    price: fc.integer({ min: 10_001, max: 900_000 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    complained: fc.integer({ min: 1, max: 3 }),
    paid: fc.integer({ min: 20_001, max: 500_000 }),
    paidBack: fc.nat(20_000),
  });
  const property = fc.asyncProperty(drawn, async ({ price, quantity, complained, paid, paidBack }) => {
    const { made, money, covered, other } = await makeOrder({ price, quantity, paid });
    const pieces = Math.min(complained, quantity);
    const { messageId } = await open(made, [
      { line_id: covered.id, quantity: pieces, amount: 0 },
      { line_id: other?.id ?? "", quantity: 1, amount: paidBack },
    ]);
    const seller = { userId: made.sellerId, shopId: made.shopId };
    const one = await context.db.row<{ id: string }>(sql`select id from complaints where order_id = ${made.orderId}`);
    await acceptOffer(context, { complaintId: one?.id ?? "", actor: seller, offerId: messageId }, now());

    const givenUp = Math.floor((covered.price * pieces) / quantity);
    const before = settlementOf(money);
    const moved = await movedOf(made);
    // What vouchers paid for the pieces is the marketplace's again; buyers get only what they paid themselves.
    expect(moved["promotion_cost"] ?? 0).toBe(givenUp);
    expect(moved["refund_payable"] ?? 0).toBe(paidBack);
    const lost = before.seller + before.commission - (moved["seller_balance"] ?? 0) - (moved["commission"] ?? 0);
    expect(lost).toBe(givenUp + paidBack);
    expect(await brokenInvariants(context.db)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 5, seed: 9, endOnFailure: true });
});

test("a mediator who names only the goods that the buyer paid leaves the others to the seller", async () => {
  const { made, covered, other } = await makeOrder({ price: 90_000, quantity: 1, paid: 60_000 });
  const { id: complaintId } = await open(made, [
    { line_id: covered.id, quantity: 1, amount: 0 },
    { line_id: other?.id ?? "", quantity: 1, amount: 30_000 },
  ]);
  await context.db.run(sql`update complaints set state = 'with_mediator' where id = ${complaintId}`);
  const mediator = await makeMediator(context);
  const decide = (lines: readonly { line_id: string; amount: number }[]) =>
    decideComplaint(
      context,
      {
        complaintId,
        mediator,
        solution: { kind: "refund", lines, shipping: 0 },
        rule: "shared",
        reason: "Yang rusak hanya satu barang, dan itu terlihat di foto.",
        precedent: false,
      },
      now(),
    );
  // A line of which the buyer paid a part is named with a sum.
  await expect(decide([{ line_id: other?.id ?? "", amount: 0 }])).rejects.toMatchObject({
    code: "complaints.solution_empty",
  });
  await expect(decide([{ line_id: covered.id, amount: 1 }])).rejects.toMatchObject({
    code: "complaints.solution_too_large",
  });
  await decide([{ line_id: other?.id ?? "", amount: 30_000 }]);
  const seller = { userId: made.sellerId, shopId: made.shopId };
  const buyer = { userId: made.buyerId, shopId: null };
  const { offer_id: offerId = "" } =
    (await context.db.row<{ offer_id: string }>(sql`select offer_id from complaints where id = ${complaintId}`)) ?? {};
  for (const actor of [seller, buyer]) await acceptOffer(context, { complaintId, actor, offerId }, now());
  const moved = await movedOf(made);
  expect([moved["promotion_cost"] ?? 0, moved["refund_payable"]]).toEqual([0, 30_000]);
});

test("an order that vouchers paid wholly is refunded whole when all of it was wrong, and its vouchers can be used again", async () => {
  const { made, covered } = await makeOrder({ price: 45_000, quantity: 2, paid: 0 });
  const uses = () =>
    context.db.rows<{ state: string }>(sql`
      select distinct u.state from voucher_uses u join voucher_shares s on s.use_id = u.id where s.order_id = ${made.orderId}`);
  expect(await uses()).toEqual([{ state: "used" }]);
  const { id: complaintId, messageId } = await open(made, [{ line_id: covered.id, quantity: 2, amount: 0 }], {
    wanted: {
      kind: "refund",
      lines: [{ line_id: covered.id, amount: 0 }],
      shipping: refundableOf(await findOrderMoney(context.db, made.orderId)).shipping,
    },
  });
  const seller = { userId: made.sellerId, shopId: made.shopId };
  await acceptOffer(context, { complaintId, actor: seller, offerId: messageId }, now());
  expect(await statusOf(made)).toBe("refunded");
  expect(await uses()).toEqual([{ state: "released" }]);
});

test("one of two pieces that vouchers paid costs the seller half of their price, and the order is completed", async () => {
  const { made, covered } = await makeOrder({ price: 45_001, quantity: 2, paid: 0 });
  const { id: complaintId, messageId } = await open(made, [{ line_id: covered.id, quantity: 1, amount: 0 }]);
  const seller = { userId: made.sellerId, shopId: made.shopId };
  await acceptOffer(context, { complaintId, actor: seller, offerId: messageId }, now());
  expect(await statusOf(made)).toBe("completed");
  expect((await movedOf(made))["promotion_cost"]).toBe(45_001);
  const [said] = await context.db.rows<{ text: string }>(
    sql`select outcome_text as text from complaints where id = ${complaintId}`,
  );
  expect(said?.text).toContain("harga Rp45.001 yang dibayar voucher lepas dari penjual");
});

test("all the money for the goods that the buyer paid leaves the others with the seller, and their voucher stays used", async () => {
  const { made, other } = await makeOrder({ price: 90_000, quantity: 1, paid: 60_000 });
  const { messageId } = await open(made, [{ line_id: other?.id ?? "", quantity: 1, amount: 60_000 }]);
  const seller = { userId: made.sellerId, shopId: made.shopId };
  const one = await context.db.row<{ id: string }>(sql`select id from complaints where order_id = ${made.orderId}`);
  await acceptOffer(context, { complaintId: one?.id ?? "", actor: seller, offerId: messageId }, now());
  expect(await statusOf(made)).toBe("completed");
  const moved = await movedOf(made);
  expect([moved["promotion_cost"] ?? 0, moved["refund_payable"]]).toEqual([0, 60_000]);
  expect(
    await context.db.rows(sql`
      select distinct u.state from voucher_uses u join voucher_shares s on s.use_id = u.id where s.order_id = ${made.orderId}`),
  ).toEqual([{ state: "used" }]);
});

test("a buyer who wants a refund of goods that vouchers paid names them; a refund of nothing is refused", async () => {
  const { made, covered } = await makeOrder({ price: 45_000, quantity: 2, paid: 0 });
  const asked = open(made, [{ line_id: covered.id, quantity: 1, amount: 0 }], {
    wanted: { kind: "refund", lines: [], shipping: 0 },
  });
  await expect(asked).rejects.toMatchObject({ code: "complaints.solution_empty" });
});

test("a case that took one piece from the seller ends the order, so no second case shares what is left", async () => {
  const { made, covered } = await makeOrder({ price: 45_000, quantity: 3, paid: 0 });
  const one = [{ line_id: covered.id, quantity: 1, amount: 0 }];
  const { id: withdrawn } = await open(made, one);
  const buyer = { userId: made.buyerId, shopId: null };
  await withdrawComplaint(context, { complaintId: withdrawn, actor: buyer, text: "" }, now());
  await expect(open(made, one)).rejects.toMatchObject({ code: "complaints.order_not_open" });

  const other = await makeOrder({ price: 45_000, quantity: 3, paid: 0 });
  const again = [{ line_id: other.covered.id, quantity: 1, amount: 0 }];
  const { id: complaintId, messageId } = await open(other.made, again);
  const seller = { userId: other.made.sellerId, shopId: other.made.shopId };
  await acceptOffer(context, { complaintId, actor: seller, offerId: messageId }, now());
  expect((await movedOf(other.made))["promotion_cost"]).toBe(45_000);
  await expect(open(other.made, again)).rejects.toMatchObject({ code: "complaints.order_not_open" });
});
