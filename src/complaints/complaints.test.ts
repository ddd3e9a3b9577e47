import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, addWorkingDays, day, hour } from "#lib/time.ts";
import { fireDeadline } from "#orders/deadlines/fire-deadline.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { findParcelsOf } from "#orders/parcels/find-parcels.ts";
import { recordScan } from "#orders/parcels/record-scan.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import {
  giveAddress,
  lineOf,
  makeComplaint,
  makeMediator,
  makeReturnTo,
  readComplaint,
  refused,
  type MadeComplaint,
} from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeDeliveredOrder, newTrackingNumber } from "../../test/make/orders.ts";
import { acceptOffer, callMediator, makeOffer, withdrawComplaint, writeMessage } from "./answer-complaint.ts";
import { fireCaseDeadline, sweepCaseDeadlines } from "./deadlines.ts";
import { appealDecision, decideComplaint } from "./decide-complaint.ts";
import { confirmReplacement, inspectReturn, parcelArrived, sendBack, sendReplacement } from "./exchange-goods.ts";
import {
  appealDuration,
  buyerAnswerDuration,
  checkDuration,
  inspectionDuration,
  maxMessagesPerSide,
  mediatorDuration,
  returnWorkingDays,
  sellerAnswerDuration,
  talkDuration,
} from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let mediator: Awaited<ReturnType<typeof makeMediator>>;
let other: typeof mediator;
// A Monday, so that two working days are two days.
const start = new Date("2026-11-16T03:00:00Z");
const at = (ms: number) => addDuration(start, ms);

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  mediator = await makeMediator(context);
  other = await makeMediator(context);
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const refundOf = (lineId: string, amount: number) => ({
  kind: "refund" as const,
  lines: [{ line_id: lineId, amount }],
  shipping: 0,
});
const given = async ({ orderId }: MadeComplaint) =>
  (
    await context.db.row<{ sum: number }>(
      sql`select coalesce(sum(amount), 0)::bigint as sum from refunds where order_id = ${orderId}`,
    )
  )?.sum;
const offerOf = async (one: MadeComplaint) => (await readComplaint(context, one)).offer_id ?? "";
const offer = (one: MadeComplaint, by: "buyer" | "seller", amount: number, now = start) =>
  makeOffer(
    context,
    {
      complaintId: one.complaintId,
      actor: one[by],
      text: "",
      evidence: [],
      solution: amount === 0 ? { kind: "none", lines: [], shipping: 0 } : refundOf(one.lineId, amount),
    },
    now,
  );
const accept = async (one: MadeComplaint, by: "buyer" | "seller", now = start, offerId?: string) =>
  acceptOffer(context, { complaintId: one.complaintId, actor: one[by], offerId: offerId ?? (await offerOf(one)) }, now);
const call = (one: MadeComplaint, by: "buyer" | "seller", now = start) =>
  callMediator(
    context,
    { complaintId: one.complaintId, actor: one[by], text: "Tolong diputuskan.", evidence: [] },
    now,
  );
const decide = (one: MadeComplaint, amount: number, who = mediator, now = start) =>
  decideComplaint(
    context,
    {
      complaintId: one.complaintId,
      mediator: who,
      solution: amount === 0 ? { kind: "none", lines: [], shipping: 0 } : refundOf(one.lineId, amount),
      rule: "damaged_on_the_way",
      reason: "Foto menunjukkan retak, dan kemasan penyok di sisi kiri.",
      precedent: false,
    },
    now,
  );
const appeal = (one: MadeComplaint, by: "buyer" | "seller", now = start) =>
  appealDecision(
    context,
    { complaintId: one.complaintId, actor: one[by], text: "Putusan tidak melihat foto kedua.", evidence: [] },
    now,
  );
const stateOf = async (one: MadeComplaint) => (await readComplaint(context, one)).state;
/** A case about a damaged bowl that is to come back, before the parcel. */
const makeReturn = (hasAddress = true) => makeReturnTo(context, { now: start, hasAddress });
const sentBack = async () => {
  const one = await makeReturn();
  const shipment = { complaintId: one.complaintId, actor: one.buyer, courier: "jne-reg" };
  await sendBack(context, { ...shipment, trackingNumber: newTrackingNumber() }, start);
  return one;
};
const makeReplacement = async () => {
  const order = await makeDeliveredOrder(context, { now: start });
  const wanted = { kind: "replacement" as const, lines: [], shipping: 0 };
  const one = await makeComplaint(context, { order, now: start, opening: { wanted } });
  await accept(one, "seller");
  return one;
};
const inspect = (one: MadeComplaint, result: "arrived" | "accepted" | "objected", now = start) =>
  inspectReturn(context, { complaintId: one.complaintId, actor: one.seller, result, text: "", evidence: [] }, now);

test("a complaint holds the money: neither the deadline nor the buyer's receipt pays the seller any more", async () => {
  const one = await makeComplaint(context, { now: start });
  expect(await readComplaint(context, one)).toMatchObject({
    state: "awaiting_seller",
    due_at: at(sellerAnswerDuration),
    order_status: "disputed",
  });
  expect(await fireDeadline(context, one.orderId, at(30 * day))).toBe(false);
  expect(await refused(receiveOrder(context, one, start))).toBe("orders.not_allowed");
  expect(await findBalance(context.db, "escrow", one.orderId)).toBe(one.total);
});

test("a broken bowl is half refunded by agreement, and the rest goes to the seller", async () => {
  const one = await makeComplaint(context, { now: start, amount: 50_000 });
  await offer(one, "seller", 25_000, at(hour));
  expect(await readComplaint(context, one)).toMatchObject({
    state: "awaiting_buyer",
    due_at: at(hour + buyerAnswerDuration),
  });
  await accept(one, "buyer", at(2 * hour));
  expect(await readComplaint(context, one)).toMatchObject({
    state: "closed",
    outcome: "agreed",
    outcome_text: "Pembeli menerima tawaran: Uang kembali Rp25.000, tanpa kirim balik barang.",
    refunded: 25_000,
    order_status: "completed",
  });
  expect(await given(one)).toBe(25_000);
  expect(await findBalance(context.db, "escrow", one.orderId)).toBe(0);
});

test("a seller who does not answer loses at the deadline: the buyer gets what was wanted, once", async () => {
  const one = await makeComplaint(context, { now: start, amount: 30_000 });
  expect(await fireCaseDeadline(context, one.complaintId, at(sellerAnswerDuration - 1))).toBe(false);
  expect(await fireCaseDeadline(context, one.complaintId, at(sellerAnswerDuration))).toBe(true);
  expect(await fireCaseDeadline(context, one.complaintId, at(sellerAnswerDuration))).toBe(false);
  expect(await readComplaint(context, one)).toMatchObject({
    state: "closed",
    outcome: "seller_silent",
    refunded: 30_000,
  });
  expect(await given(one)).toBe(30_000);
});

test("goods and shipping together return everything, the service fee too, and the order is refunded", async () => {
  const order = await makeDeliveredOrder(context, { now: start });
  const row = await context.db.row<{ shipping_cost: number }>(
    sql`select shipping_cost from orders where id = ${order.orderId}`,
  );
  const wanted = { ...refundOf(await lineOf(context, order.orderId), 50_000), shipping: row?.shipping_cost ?? 0 };
  const one = await makeComplaint(context, { order, now: start, opening: { wanted } });
  await accept(one, "seller");
  expect(await readComplaint(context, one)).toMatchObject({
    state: "closed",
    refunded: one.total,
    order_status: "refunded",
  });
  expect(await given(one)).toBe(one.total);
});

test("an offer of what the other side wants or offers already is refused, and the turn stays", async () => {
  const one = await makeComplaint(context, { amount: 20_000, now: start });
  expect(await refused(offer(one, "seller", 20_000))).toBe("complaints.same_offer");
  expect((await readComplaint(context, one)).state).toBe("awaiting_seller");
  await offer(one, "seller", 10_000);
  expect(await refused(offer(one, "buyer", 10_000))).toBe("complaints.same_offer");
  await offer(one, "buyer", 15_000);
  await accept(one, "seller");
  expect(await given(one)).toBe(15_000);
});

test("an offer that was replaced cannot be accepted any more", async () => {
  const one = await makeComplaint(context, { now: start });
  await offer(one, "seller", 5_000);
  const old = await offerOf(one);
  await offer(one, "buyer", 15_000);
  await offer(one, "seller", 10_000);
  expect(await refused(accept(one, "buyer", start, old))).toBe("complaints.offer_changed");
  await accept(one, "buyer");
  expect((await readComplaint(context, one)).refunded).toBe(10_000);
});

test("two accepts at once: one is carried out, the other is refused", async () => {
  const one = await makeComplaint(context, { now: start });
  await offer(one, "seller", 5_000);
  const offerId = await offerOf(one);
  const answers = await Promise.all([1, 2, 3].map(() => refused(accept(one, "buyer", start, offerId))));
  expect(answers.toSorted()).toEqual(["complaints.not_allowed", "complaints.not_allowed", "done"]);
  expect(await given(one)).toBe(5_000);
});

test("a message stops no clock, and turns out of order are refused", async () => {
  const one = await makeComplaint(context, { now: start });
  const words = { complaintId: one.complaintId, actor: one.seller, text: "Mohon maaf, Bu.", evidence: [] };
  await writeMessage(context, words, at(hour));
  expect((await readComplaint(context, one)).due_at).toEqual(at(sellerAnswerDuration));
  expect(await refused(offer(one, "buyer", 10_000))).toBe("complaints.not_allowed");
  expect(await refused(accept(one, "buyer"))).toBe("complaints.not_allowed");
  expect(await refused(call(one, "buyer"))).toBe("complaints.not_allowed");
  expect(await refused(inspect(one, "accepted"))).toBe("complaints.not_allowed");
  expect(await refused(decide(one, 10_000))).toBe("complaints.not_allowed");
  expect(
    await refused(writeMessage(context, { ...words, actor: { userId: mediator.userId, shopId: null } }, start)),
  ).toBe("request.not_found");
  await context.db.run(sql`
    insert into complaint_messages (complaint_id, author, author_id, kind, text, created_at)
    select ${one.complaintId}, 'seller', ${one.sellerId}, 'message', 'x', ${start} from generate_series(2, ${maxMessagesPerSide})`);
  expect(await refused(writeMessage(context, words, start))).toBe("complaints.too_many_messages");
});

test("a buyer who does not answer, and negotiations without end, lead to a mediator", async () => {
  const silent = await makeComplaint(context, { now: start });
  await offer(silent, "seller", 5_000);
  await fireCaseDeadline(context, silent.complaintId, at(buyerAnswerDuration));
  expect(await stateOf(silent)).toBe("with_mediator");
  const long = await makeComplaint(context, { now: start });
  for (let hours = 0; hours < 7 * 24 - 24; hours += 24) {
    await offer(long, "seller", 5_000, at(hours * hour));
    await offer(long, "buyer", 15_000, at((hours + 12) * hour));
  }
  expect((await readComplaint(context, long)).due_at).toEqual(at(talkDuration));
  await fireCaseDeadline(context, long.complaintId, at(talkDuration));
  expect(await stateOf(long)).toBe("with_mediator");
});

test("a mediator's decision is carried out when both accept it, or after the time to appeal", async () => {
  const both = await makeComplaint(context, { now: start });
  await call(both, "seller");
  await decide(both, 12_000);
  expect(await readComplaint(context, both)).toMatchObject({ state: "decided", due_at: at(appealDuration) });
  await accept(both, "buyer");
  expect(await refused(accept(both, "buyer"))).toBe("complaints.not_allowed");
  expect(await refused(appeal(both, "buyer"))).toBe("complaints.not_allowed");
  await accept(both, "seller");
  expect(await readComplaint(context, both)).toMatchObject({ state: "closed", outcome: "decided", refunded: 12_000 });
  const nobody = await makeComplaint(context, { now: start });
  await call(nobody, "seller");
  await decide(nobody, 0);
  await fireCaseDeadline(context, nobody.complaintId, at(appealDuration));
  expect(await readComplaint(context, nobody)).toMatchObject({
    state: "closed",
    refunded: 0,
    order_status: "completed",
  });
});

test("an appeal is decided once, by another mediator, and the second decision counts", async () => {
  const one = await makeComplaint(context, { now: start });
  await call(one, "seller");
  await decide(one, 12_000);
  await appeal(one, "seller");
  expect(await refused(decide(one, 9_000, mediator))).toBe("complaints.same_mediator");
  await decide(one, 4_000, other);
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", outcome: "decided", refunded: 4_000 });
  const late = await makeComplaint(context, { now: start });
  await call(late, "seller");
  await decide(late, 12_000);
  await appeal(late, "buyer");
  await fireCaseDeadline(context, late.complaintId, at(mediatorDuration));
  expect(await readComplaint(context, late)).toMatchObject({ state: "closed", refunded: 12_000 });
});

test("without a mediator's decision the clock decides in writing, and the seller can still appeal", async () => {
  const one = await makeComplaint(context, { now: start });
  await call(one, "seller");
  await fireCaseDeadline(context, one.complaintId, at(mediatorDuration));
  expect(await readComplaint(context, one)).toMatchObject({ state: "decided" });
  const decision = await context.db.row(sql`
    select mediator_id, rule, is_final, reason from complaint_decisions where complaint_id = ${one.complaintId}`);
  expect(decision).toEqual({
    mediator_id: null,
    rule: "silence",
    is_final: false,
    reason: "Mediator tidak memutuskan dalam 3×24 jam, jadi permintaan terakhir pembeli berlaku.",
  });
  await appeal(one, "seller", at(mediatorDuration));
  await decide(one, 1_000, mediator, at(mediatorDuration));
  expect((await readComplaint(context, one)).refunded).toBe(1_000);
});

test("an operator decides neither without the role nor as a side of the order", async () => {
  const one = await makeComplaint(context, { now: start });
  await call(one, "seller");
  expect(await refused(decide(one, 1_000, { ...mediator, operatorRole: "finance" }))).toBe("complaints.not_mediator");
  for (const userId of [one.buyerId, one.sellerId])
    expect(await refused(decide(one, 1_000, { ...mediator, userId }))).toBe("complaints.conflict_of_interest");
});

test("a return comes back, is inspected, and the buyer gets the money", async () => {
  const one = await makeReturn();
  expect(await readComplaint(context, one)).toMatchObject({
    state: "awaiting_return",
    due_at: at(returnWorkingDays * day),
  });
  const shipment = { complaintId: one.complaintId, actor: one.buyer, courier: "jne-reg" };
  expect(await refused(sendBack(context, { ...shipment, trackingNumber: "12" }, start))).toBe("orders.resi_invalid");
  expect(await refused(sendBack(context, { ...shipment, courier: "pickup", trackingNumber: "" }, start))).toBe(
    "complaints.courier_unknown",
  );
  await sendBack(context, { ...shipment, trackingNumber: newTrackingNumber() }, start);
  expect(await stateOf(one)).toBe("return_shipped");
  const parcel = (await findParcelsOf(context.db, one.orderId)).find(({ direction }) => direction === "return");
  await recordScan(context, parcel?.id ?? "", { status: "delivered", place: "Bandung", source: "simulator" }, at(day));
  await parcelArrived(context, parcel?.id ?? "", at(day));
  await parcelArrived(context, parcel?.id ?? "", at(day));
  expect(await readComplaint(context, one)).toMatchObject({
    state: "inspecting",
    due_at: at(day + inspectionDuration),
  });
  await inspect(one, "accepted", at(day));
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", outcome: "agreed", refunded: 50_000 });
});

test("goods that are not sent back pay the seller, goods that nobody inspects pay the buyer", async () => {
  const kept = await makeReturn();
  await fireCaseDeadline(context, kept.complaintId, at(returnWorkingDays * day));
  expect(await readComplaint(context, kept)).toMatchObject({ state: "closed", outcome: "buyer_silent", refunded: 0 });
  const silent = await sentBack();
  const { due_at: arrives } = await readComplaint(context, silent);
  await fireCaseDeadline(context, silent.complaintId, arrives ?? start);
  expect(await stateOf(silent)).toBe("inspecting");
  // Nobody knows whether the goods came back, so silence gives no side the money.
  await fireCaseDeadline(context, silent.complaintId, addDuration(arrives ?? start, inspectionDuration));
  expect(await stateOf(silent)).toBe("with_mediator");
  const confirmed = await sentBack();
  await inspect(confirmed, "arrived");
  await fireCaseDeadline(context, confirmed.complaintId, at(inspectionDuration));
  expect(await readComplaint(context, confirmed)).toMatchObject({ outcome: "seller_silent", refunded: 50_000 });
});

test("without the shop's address nobody can send goods back: silence pays the buyer, an address gives the whole time", async () => {
  const nowhere = await makeReturn(false);
  const due = at(returnWorkingDays * day);
  await fireCaseDeadline(context, nowhere.complaintId, due);
  expect(await readComplaint(context, nowhere)).toMatchObject({ outcome: "seller_silent", refunded: 50_000 });
  const late = await makeReturn(false);
  await giveAddress(context, late.shopId);
  await fireCaseDeadline(context, late.complaintId, due);
  const again = addWorkingDays(due, returnWorkingDays, new Set());
  expect(await readComplaint(context, late)).toMatchObject({ state: "awaiting_return", due_at: again });
  await fireCaseDeadline(context, late.complaintId, again);
  expect(await readComplaint(context, late)).toMatchObject({ outcome: "buyer_silent", refunded: 0 });
});

test("a seller's objection to returned goods goes to a mediator, who may pay the buyer at once", async () => {
  const one = await sentBack();
  await inspect(one, "arrived");
  await inspect(one, "objected");
  expect(await stateOf(one)).toBe("with_mediator");
  await decide(one, 20_000);
  await fireCaseDeadline(context, one.complaintId, at(appealDuration));
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", refunded: 20_000 });
  // The clock does not ask for a second return.
  const forgotten = await sentBack();
  await inspect(forgotten, "arrived");
  await inspect(forgotten, "objected");
  await fireCaseDeadline(context, forgotten.complaintId, at(mediatorDuration));
  await fireCaseDeadline(context, forgotten.complaintId, at(mediatorDuration + appealDuration));
  expect(await readComplaint(context, forgotten)).toMatchObject({ state: "closed", refunded: 50_000 });
});

test("a replacement that arrives pays the seller, one that is never sent pays the buyer", async () => {
  const sent = await makeReplacement();
  const shipment = { complaintId: sent.complaintId, actor: sent.seller, courier: "self", trackingNumber: undefined };
  await sendReplacement(context, shipment, start);
  await confirmReplacement(context, { complaintId: sent.complaintId, actor: sent.buyer }, start);
  expect(await readComplaint(context, sent)).toMatchObject({ state: "closed", refunded: 0, order_status: "completed" });
  const never = await makeReplacement();
  const due = addWorkingDays(start, 2, new Set());
  expect((await readComplaint(context, never)).due_at).toEqual(due);
  await fireCaseDeadline(context, never.complaintId, due);
  expect(await readComplaint(context, never)).toMatchObject({ outcome: "seller_silent", refunded: 50_000 });
});

test("a replacement that counts as arrived is checked by the buyer, who may still call a mediator", async () => {
  const one = await makeReplacement();
  const shipment = { complaintId: one.complaintId, actor: one.seller, courier: "self", trackingNumber: undefined };
  await sendReplacement(context, shipment, start);
  const { due_at: arrives } = await readComplaint(context, one);
  await fireCaseDeadline(context, one.complaintId, arrives ?? start);
  expect(await stateOf(one)).toBe("checking");
  await call(one, "buyer", arrives ?? start);
  expect(await stateOf(one)).toBe("with_mediator");
  // Without proof of the arrival, the buyer's silence does not pay the seller either.
  const silent = await makeReplacement();
  await sendReplacement(context, { ...shipment, complaintId: silent.complaintId, actor: silent.seller }, start);
  const { due_at: assumed } = await readComplaint(context, silent);
  await fireCaseDeadline(context, silent.complaintId, assumed ?? start);
  await fireCaseDeadline(context, silent.complaintId, addDuration(assumed ?? start, checkDuration));
  expect(await stateOf(silent)).toBe("with_mediator");
});

test("a withdrawn complaint pays the seller", async () => {
  const one = await makeComplaint(context, { now: start });
  const mine = { complaintId: one.complaintId, text: "Ternyata utuh." };
  expect(await refused(withdrawComplaint(context, { ...mine, actor: one.seller }, start))).toBe(
    "complaints.not_allowed",
  );
  await withdrawComplaint(context, { ...mine, actor: one.buyer }, start);
  expect(await readComplaint(context, one)).toMatchObject({
    state: "closed",
    outcome: "withdrawn",
    order_status: "completed",
  });
});

test("one late sweep fires all cases, a broken one delays no other", async () => {
  const cases = [];
  for (let n = 0; n < 5; n += 1) cases.push(await makeComplaint(context, { now: start }));
  // An order that was settled behind the case's back cannot be settled again.
  const [broken] = cases;
  await context.db.run(
    sql`update complaints set demand = '{"kind":"refund"}' where id = ${broken?.complaintId ?? null}`,
  );
  await sweepCaseDeadlines(
    { ...context, log: { ...context.log, error: () => undefined } as typeof context.log },
    at(10 * day),
    2,
  );
  for (const one of cases.slice(1)) expect(await stateOf(one)).toBe("closed");
  await context.db.run(
    sql`update complaints set demand = ${JSON.stringify(refundOf(broken?.lineId ?? "", 1_000))}::jsonb where id = ${broken?.complaintId ?? null}`,
  );
  await sweepCaseDeadlines(context, at(10 * day));
  expect(broken && (await stateOf(broken))).toBe("closed");
});
