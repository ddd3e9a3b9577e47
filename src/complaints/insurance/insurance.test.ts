import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { latestArrival } from "#orders/deadlines/rules.ts";
import { findParcelsOf } from "#orders/parcels/find-parcels.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { returnChargeback } from "#orders/settlement/return-chargeback.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { recordScan } from "#orders/parcels/record-scan.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { lineOf, makeComplaint, makeMediator, type MadeComplaint } from "../../../test/make/complaints.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makeShippedOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { outcome, readOrders } from "../../../test/read/orders.ts";
import { acceptOffer, withdrawComplaint } from "../answer-complaint.ts";
import { findCase } from "../case-view/queries.ts";
import { viewCase } from "../case-view/view-case.ts";
import { complaintRoutes } from "../routes.ts";
import { complaintJobs } from "../jobs.ts";
import { decideClaim, type ClaimEntry } from "./decide-claim.ts";
import { remindOfClaims } from "./remind-of-claims.ts";
import { claimAnswerSetting, claimReminderInterval, claimShares } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let mediator: Awaited<ReturnType<typeof makeMediator>>;
let other: typeof mediator;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let { notesOf } = {} as ReturnType<typeof readOrders>;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  api = await makeShopApi(context, [complaintRoutes]);
  mediator = await makeMediator(context);
  other = await makeMediator(context);
  ({ notesOf } = readOrders(context));
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const price = 60_000;
/** A damaged parcel that was insured; `booked` when its courier was ordered through the marketplace. */
async function makeInsured({ booked = true, amount = 20_000, price: worth = price } = {}): Promise<MadeComplaint> {
  const made = await makeComplaint(context, { insured: true, price: worth, amount });
  if (booked) await bookParcel(made);
  return made;
}
const bookParcel = ({ orderId }: { orderId: string }) =>
  context.db.run(
    sql`update parcels set booked_with = 'biteship', external_id = ${orderId} where order_id = ${orderId} and direction = 'out'`,
  );
/** A parcel that was asked for too early: the buyer withdrew, and the order is under way again. */
async function makeResumed(): Promise<MadeComplaint> {
  const order = await makeShippedOrder(context, { insured: true, price });
  await bookParcel(order);
  const row = await context.db.row<{ eta: string; shipped_at: Date }>(
    sql`select eta, shipped_at from orders where id = ${order.orderId}`,
  );
  const late = latestArrival(row?.eta ?? "", row?.shipped_at ?? now());
  const lines = [{ line_id: await lineOf(context, order.orderId), quantity: 1, problem: "not_arrived" as const }];
  const made = await makeComplaint(context, { order, now: late, opening: { lines } });
  await enter(made, {});
  await withdrawComplaint(context, { complaintId: made.complaintId, actor: made.buyer, text: "" }, late);
  return made;
}
/** The seller agrees to what the buyer wants, and the case ends. */
const agree = (made: MadeComplaint) =>
  acceptOffer(context, { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId }, now());
const enter = (made: MadeComplaint, fields: Partial<ClaimEntry>, by: typeof mediator = mediator) =>
  decideClaim(
    context,
    by,
    { complaintId: made.complaintId, state: "asked", amount: 0, reference: "", note: "Klaim nomor 77", ...fields },
    now(),
  );
/** Enters that the courier paid, by another operator than the one who asked, and by a transfer of its own. */
const pay = (made: MadeComplaint, amount: number, fields: Partial<ClaimEntry> = {}, by = other) =>
  enter(made, { state: "paid", amount, reference: `BCA ${made.complaintId}`, ...fields }, by);
async function read(made: MadeComplaint, side: "buyer" | "seller" | "mediator") {
  const row = await findCase(context.db, made.complaintId, "mediator");
  if (!row) throw new Error("no case");
  return (await viewCase(context.db, row, { side, userId: made.buyerId, zone: "WIB" }, now())).insurance;
}
const balances = async ({ shopId }: MadeComplaint) => ({
  shop: await findBalance(context.db, "seller_balance", shopId),
  cash: await findBalance(context.db, "cash", "manual"),
  losses: await findBalance(context.db, "losses", "platform"),
});

test("an operator reads why a payment cannot be entered yet: before the end, and by the one who asked", async () => {
  const made = await makeInsured();
  const why = async ({ userId }: typeof mediator) => {
    const url = `/v1/operator/complaints/${made.complaintId}`;
    return ((await (await api.as(userId))("GET", url)).body.result as unknown as { why_no_payment: string | null })
      .why_no_payment;
  };
  expect(await why(other)).toBeNull();
  await enter(made, {});
  expect(await why(other)).toMatch(/setelah komplain dan pesanannya selesai/);
  await agree(made);
  expect([await why(mediator), await why(other)]).toEqual([expect.stringMatching(/^Operator lain/), null]);
  await pay(made, 1_000);
  expect(await why(mediator)).toBeNull();
});

test("a case about an insured parcel says the sum insured, who asks the courier, and how far that is", async () => {
  const made = await makeInsured();
  expect(await read(made, "buyer")).toMatchObject({
    insured: price,
    claimant: "marketplace",
    is_covered: true,
    state: null,
    state_label: "Belum diajukan",
    paid: null,
  });
  await enter(made, {});
  expect(await read(made, "seller")).toMatchObject({ state: "asked", note: "Klaim nomor 77" });
  expect(await read(made, "buyer")).toMatchObject({ state: "asked", note: "" });
  expect(await outcome(enter(made, {}))).toBe("complaints.claim_closed");
});

test("what the courier pays the marketplace goes to the shop up to what it lost, and the rest stays", async () => {
  const made = await makeInsured();
  await enter(made, {});
  expect(await outcome(pay(made, 50_000))).toBe("complaints.claim_case_open");
  await agree(made);
  const before = await balances(made);
  expect(await outcome(pay(made, price + 1))).toBe("complaints.claim_above_insured");
  await pay(made, 50_000);
  const view = await read(made, "seller");
  const toShop = view?.to_shop ?? 0;
  // Of the 20,000 that the buyer got back, the commission was not the shop's.
  expect(toShop).toBeGreaterThan(15_000);
  expect(toShop).toBeLessThanOrEqual(20_000);
  expect(await balances(made)).toEqual({
    shop: before.shop + toShop,
    cash: before.cash - 50_000,
    losses: before.losses + 50_000 - toShop,
  });
  expect(await read(made, "buyer")).toMatchObject({ state: "paid", paid: null, to_shop: null });
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Klaim dibayar kurir");
  expect(await outcome(pay(made, 50_000))).toBe("complaints.claim_closed");
});

test("while an order goes on nothing is paid for its insurance, because its shop will still get the whole money", async () => {
  const made = await makeResumed();
  const before = await balances(made);
  expect(await outcome(pay(made, 50_000))).toBe("complaints.claim_case_open");
  expect(await balances(made)).toEqual(before);
});

test("two claims of an order pay its shop what it lost once, and together no more than was insured", async () => {
  const early = await makeResumed();
  const [parcel] = await findParcelsOf(context.db, early.orderId);
  await recordScan(context, parcel?.id ?? "", { status: "delivered", place: "Bandung", source: "simulator" }, now());
  const made = await makeComplaint(context, { order: early });
  await enter(made, {});
  await agree(made);
  await pay(early, 50_000);
  const { to_shop: toShop } = (await read(early, "seller")) ?? {};
  expect(toShop).toBeGreaterThan(15_000);
  const before = await balances(made);
  expect(await outcome(pay(made, 10_001))).toBe("complaints.claim_above_insured");
  await pay(made, 10_000);
  expect(await read(made, "seller")).toMatchObject({ paid: 10_000, to_shop: 0 });
  expect(await balances(made)).toEqual({
    shop: before.shop,
    cash: before.cash - 10_000,
    losses: before.losses + 10_000,
  });
});

test("one payment of a courier is entered for one claim, however its number is written", async () => {
  const [one, second] = [await makeInsured(), await makeInsured()];
  for (const made of [one, second]) {
    await enter(made, {});
    await agree(made);
  }
  await pay(one, 10_000, { reference: "Mandiri 77 a" });
  const before = await balances(second);
  expect(await outcome(pay(second, 10_000, { reference: "mandiri77A" }))).toBe("complaints.claim_reference_used");
  expect(await balances(second)).toEqual(before);
  await pay(second, 10_000, { reference: "Mandiri 77 a klaim 2" });
  // A shop's own claim is paid to the shop, whose numbers the marketplace does not know.
  const own = await makeInsured({ booked: false });
  await enter(own, {});
  await agree(own);
  await pay(own, 10_000, { reference: "Mandiri 77 a" });
});

test("the operator who asked a courier never enters what it paid, however small, in another role or in another session", async () => {
  const made = await makeInsured();
  const alone = await makeMediator(context);
  await enter(made, {}, alone);
  await agree(made);
  const before = await balances(made);
  for (const operatorRole of ["mediator", "finance", "owner"])
    expect(await outcome(pay(made, 1, {}, { ...alone, operatorRole }))).toBe("complaints.claim_second_operator");
  const racing = await Promise.all([1, 2, 3].map(() => outcome(pay(made, 10_000, {}, alone))));
  expect(new Set(racing)).toEqual(new Set(["complaints.claim_second_operator"]));
  // By the call itself, from two sessions of the same operator, before and after the role was changed.
  const path = `/v1/operator/complaints/${made.complaintId}/claim`;
  const body = { state: "paid", amount: 10_000, reference: "BCA 1", note: "Klaim nomor 77" };
  for (const role of ["mediator", "owner"]) {
    await context.db.run(sql`update users set operator_role = ${role} where id = ${alone.userId}`);
    const calls = await Promise.all([1, 2].map(async () => (await api.as(alone.userId))("POST", path, body)));
    for (const { status, body: answer } of calls)
      expect([status, answer.code]).toEqual([409, "complaints.claim_second_operator"]);
  }
  expect(await balances(made)).toEqual(before);
  // The database refuses it too.
  await expect(
    context.db.run(sql`
      update insurance_claims set state = 'paid', paid = 10000, decided_by = asked_by, decided_at = now() where complaint_id = ${made.complaintId}`),
  ).rejects.toThrow("insurance_claims_two_operators_check");
  await pay(made, 10_000, {}, other);
  expect((await balances(made)).cash).toBe(before.cash - 10_000);
});

test("two operators who enter the payment at once book it once", async () => {
  const made = await makeInsured();
  await enter(made, {});
  await agree(made);
  const { cash } = await balances(made);
  const answers = await Promise.all([1, 2, 3].map(() => outcome(pay(made, 10_000))));
  expect(answers.toSorted()).toEqual(["complaints.claim_closed", "complaints.claim_closed", "done"]);
  expect((await balances(made)).cash).toBe(cash - 10_000);
});

test("a shop that handed the parcel over itself is paid by the courier, so nothing is booked here", async () => {
  const made = await makeInsured({ booked: false });
  expect(await read(made, "seller")).toMatchObject({ claimant: "shop" });
  await enter(made, {});
  await agree(made);
  const before = await balances(made);
  await pay(made, 20_000);
  expect(await balances(made)).toEqual(before);
  expect(await read(made, "mediator")).toMatchObject({ state: "paid", paid: 20_000, to_shop: null });
});

/** What each minute does, at this moment. */
const minuteAt = (at: Date) =>
  complaintJobs["complaints.sweep_deadlines"]?.({}, {
    ...context,
    clock: { ...context.clock, now: () => at, refresh: async () => undefined },
  } as typeof context);
const remindersOf = async (userId: string, { complaintId }: MadeComplaint) =>
  context.db.rows<{ at: Date; text: string }>(sql`
    select n.created_at as at, n.description as text from notifications n join complaints c on c.id = ${complaintId}
    where n.user_id = ${userId} and n.title = 'Klaim asuransi belum dijawab' and n.description like '%' || c.number || '%' order by n.id`);

test("a courier has 14 days to answer a claim; then operators are called at once and every 3 days until its answer is entered", async () => {
  const made = await makeInsured();
  expect((await read(made, "seller"))?.waits).toMatchObject({ text: expect.stringContaining("Operator mengajukan") });
  await enter(made, {});
  const { waits } = (await read(made, "buyer")) ?? {};
  const due = new Date(waits?.due_at ?? 0);
  expect(due.getTime() - now().getTime()).toBeGreaterThan(claimAnswerSetting.defaultValue - hour);
  expect(waits?.text).toContain("menagihnya lagi tiap 3 hari");
  await agree(made);
  await minuteAt(addDuration(due, -minute));
  expect(await remindersOf(mediator.userId, made)).toEqual([]);
  const finance = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'finance' where id = ${finance}`);
  // Two processes look at the same time, and once more a minute later.
  await Promise.all([minuteAt(due), minuteAt(due)]);
  await minuteAt(addDuration(due, minute));
  for (const { userId } of [mediator, other]) expect(await remindersOf(userId, made)).toHaveLength(1);
  expect(await remindersOf(finance, made)).toEqual([]);
  const again = addDuration(due, claimReminderInterval);
  await minuteAt(again);
  expect(await remindersOf(other.userId, made)).toHaveLength(2);
  // The clock stays what it was: the courier is overdue.
  expect((await read(made, "mediator"))?.waits?.due_at).toBe(due.toISOString());
  await pay(made, 10_000);
  expect((await read(made, "mediator"))?.waits).toBeNull();
  await minuteAt(addDuration(again, claimReminderInterval));
  expect(await remindersOf(other.userId, made)).toHaveLength(2);
});

test("operators are called about every claim without an answer, also when the calls about older ones fail", async () => {
  const all = [await makeInsured(), await makeInsured(), await makeInsured()];
  for (const made of all) await enter(made, {});
  const [, , newest] = all;
  if (!newest) throw new Error("no claim");
  await context.db.run(
    sql`update insurance_claims set remind_at = ${now()} where complaint_id = any(${all.map(({ complaintId }) => complaintId)}::uuid[])`,
  );
  await context.db.run(
    sql`create function failing() returns trigger language plpgsql as $$ begin raise 'failing'; end $$`,
  );
  await context.db.pool.query(
    `create trigger failing before update on insurance_claims for each row when (old.complaint_id <> '${newest.complaintId}') execute function failing()`,
  );
  try {
    await remindOfClaims(context, now(), 2);
  } finally {
    await context.db.run(sql`drop trigger failing on insurance_claims`);
  }
  expect(await remindersOf(other.userId, newest)).toHaveLength(1);
});

test("the clock of a claim is the operators' setting of the moment in which the courier was asked", async () => {
  const [made, later] = [await makeInsured(), await makeInsured()];
  await enter(made, {});
  applySettings({ [claimAnswerSetting.key]: 5 * day }, new Set());
  try {
    await enter(later, {});
  } finally {
    applySettings({}, new Set());
  }
  const spanOf = async (one: MadeComplaint) => {
    const { at, waits } = (await read(one, "mediator")) ?? {};
    return new Date(waits?.due_at ?? 0).getTime() - new Date(at ?? 0).getTime();
  };
  expect([await spanOf(made), await spanOf(later)]).toEqual([14 * day, 5 * day]);
});

test("a shop that a claim paid for what a bank took keeps one of both: what it got returns when the chargeback is won", async () => {
  const made = await makeInsured();
  await enter(made, {});
  await agree(made);
  const lost = await balances(made);
  const { amount, id: attemptId } = await attemptOf(context, made.paymentId);
  const attempt = await attemptOf(context, made.paymentId);
  await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack: amount }, now());
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId }, now());
  await pay(made, 50_000);
  expect(await read(made, "seller")).toMatchObject({ paid: 50_000, to_shop: 50_000 });

  // The bank gives a part back, then the rest, and both are reported twice.
  for (const chargedBack of [30_000, 0, 0]) {
    await returnChargeback(context, { attemptId, chargedBack }, now());
    await runQueued(context);
    await runQueued(context);
    expect(await brokenInvariants(context.db)).toEqual([]);
  }
  const { to_shop: toShop } = (await read(made, "seller")) ?? {};
  // Of the 20,000 that the case took, the commission was not the shop's.
  expect(toShop).toBeGreaterThan(15_000);
  expect(toShop).toBeLessThanOrEqual(20_000);
  const after = await balances(made);
  expect(after.shop).toBe(lost.shop + (toShop ?? 0));
  expect(after.losses).toBe(lost.losses + 50_000 - (toShop ?? 0));
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Ganti rugi klaim asuransi dikembalikan");
});

test("a refused claim changes no money, and the seller reads why", async () => {
  const made = await makeInsured();
  await enter(made, {});
  const before = await balances(made);
  await enter(made, { state: "refused", note: "Kemasan tidak memadai" });
  expect(await balances(made)).toEqual(before);
  expect(await read(made, "seller")).toMatchObject({ state: "refused", note: "Kemasan tidak memadai" });
});

test("no claim for a parcel that is not insured, for another problem, or by a side of the order", async () => {
  const plain = await makeComplaint(context, { price });
  expect(await read(plain, "seller")).toBeNull();
  expect(await outcome(enter(plain, {}))).toBe("complaints.not_insured");
  const made = await makeInsured();
  expect(await outcome(enter(made, {}, { userId: made.sellerId, operatorRole: "mediator" }))).toBe(
    "complaints.conflict_of_interest",
  );
  await context.db.run(
    sql`update complaint_lines set problem = 'not_as_described' where complaint_id = ${made.complaintId}`,
  );
  expect(await read(made, "buyer")).toMatchObject({ is_covered: false, state_label: "Tidak ditanggung asuransi" });
  expect(await outcome(enter(made, {}))).toBe("complaints.not_insured");
});

test("the shop never gets more than it lost, and nothing is lost on the way", () => {
  expect(claimShares(50_000, 20_000)).toEqual({ toShop: 20_000, toMarketplace: 30_000 });
  expect(claimShares(10_000, 20_000)).toEqual({ toShop: 10_000, toMarketplace: 0 });
  expect(claimShares(10_000, -5)).toEqual({ toShop: 0, toMarketplace: 10_000 });
});
