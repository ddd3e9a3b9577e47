import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { addParcel } from "#orders/parcels/add-parcel.ts";
import { findParcelsOf } from "#orders/parcels/find-parcels.ts";
import { recordScan } from "#orders/parcels/record-scan.ts";
import { autoCompleteDuration, latestArrival, resumedShippingDuration } from "#orders/deadlines/rules.ts";
import {
  lineOf,
  makeComplaint,
  makeMediator,
  readComplaint,
  refused,
  type MadeComplaint,
} from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeCompletedOrder, makeDeliveredOrder, makeShippedOrder, newTrackingNumber } from "../../test/make/orders.ts";
import { makeShop } from "../../test/make/rows.ts";
import { acceptOffer, makeOffer, withdrawComplaint } from "./answer-complaint.ts";
import { complaintOptions } from "./case-view/view-case.ts";
import { fireCaseDeadline } from "./deadlines.ts";
import type { Opening } from "./open-complaint.ts";
import { sellerAnswerDuration } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
// A Monday, so that two working days are two days.
const start = new Date("2026-11-16T03:00:00Z");
const at = (ms: number) => addDuration(start, ms);

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const refundOf = (lineId: string, amount: number) => ({
  kind: "refund" as const,
  lines: [{ line_id: lineId, amount }],
  shipping: 0,
});
const stateOf = async (one: MadeComplaint) => (await readComplaint(context, one)).state;
/** The end of an order's estimate: from then on it can be complained about as not arrived. */
const latestOf = async ({ orderId }: { orderId: string }) => {
  const row = await context.db.row<{ eta: string; shipped_at: Date }>(
    sql`select eta, shipped_at from orders where id = ${orderId}`,
  );
  return latestArrival(row?.eta ?? "", row?.shipped_at ?? start);
};

test("from a parcel under way only goods that did not arrive can be complained about", async () => {
  const order = await makeShippedOrder(context, { now: start });
  const late = await latestOf(order);
  expect(await refused(makeComplaint(context, { order, now: late }))).toBe("complaints.problem_not_possible");
  const line = await lineOf(context, order.orderId);
  const lines = [{ line_id: line, quantity: 1, problem: "not_arrived" as const }];
  const early = addDuration(late, -1);
  expect(await refused(makeComplaint(context, { order, now: early, opening: { lines } }))).toBe("complaints.too_early");
  const one = await makeComplaint(context, { order, now: late, opening: { lines } });
  expect(await stateOf(one)).toBe("awaiting_seller");
  // A scan that comes later is evidence and changes nothing.
  const [parcel] = await findParcelsOf(context.db, one.orderId);
  const scan = { status: "delivered", place: "Bandung", source: "simulator" } as const;
  await recordScan(context, parcel?.id ?? "", scan, addDuration(late, hour));
  expect((await readComplaint(context, one)).order_status).toBe("disputed");
  // The seller's silence does not pay for goods that have arrived.
  await fireCaseDeadline(context, one.complaintId, addDuration(late, sellerAnswerDuration));
  expect(await stateOf(one)).toBe("with_mediator");
});

test("of an order in two parcels what arrived damaged and what never arrived are one complaint", async () => {
  const shop = await makeShop(context);
  const order = await makeShippedOrder(context, { shops: [shop, shop], now: start });
  const [first = "", second = ""] = (
    await context.db.rows<{ id: string }>(sql`select id from order_lines where order_id = ${order.orderId} order by id`)
  ).map(({ id }) => id);
  const { orderId, shopId, buyerId } = order;
  const contents = [{ line_id: second, quantity: 1 }];
  await addParcel(context, { orderId, shopId, trackingNumber: newTrackingNumber(), contents }, start);
  const [parcel] = await findParcelsOf(context.db, orderId);
  const scan = { status: "delivered", place: "Bandung", source: "simulator" } as const;
  await recordScan(context, parcel?.id ?? "", scan, at(hour));
  const late = await latestOf(order);
  const options = await complaintOptions(context.db, { orderId, buyerId }, late);
  expect(options?.lines.map(({ problems }) => problems.map(({ problem }) => problem))).toEqual([
    ["not_arrived", "damaged", "not_as_described", "incomplete"],
    ["not_arrived"],
  ]);
  const damaged = { line_id: first, quantity: 1, problem: "damaged" as const };
  const missing = { line_id: second, quantity: 1, problem: "not_arrived" as const };
  const wanted = { kind: "refund" as const, lines: [{ line_id: first, amount: 50_000 }], shipping: 0 };
  const open = (lines: Opening["lines"], asked = wanted) =>
    makeComplaint(context, { order, now: late, opening: { lines, wanted: asked } });
  expect(await refused(open([damaged]))).toBe("complaints.others_under_way");
  expect(await refused(open([{ ...missing, problem: "damaged" }, damaged]))).toBe("complaints.problem_not_possible");
  const both = { ...wanted, lines: [first, second].map((line_id) => ({ line_id, amount: 50_000 })) };
  const one = await open([damaged, missing], both);
  await acceptOffer(context, { complaintId: one.complaintId, actor: one.seller, offerId: one.openingId }, late);
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", refunded: 100_000 });
});

test("when the last parcel came back, goods of the one that arrived can be complained about alone", async () => {
  const order = await makeShippedOrder(context, { quantity: 2, now: start });
  const { orderId, shopId } = order;
  const line = await lineOf(context, orderId);
  const contents = [{ line_id: line, quantity: 1 }];
  await addParcel(context, { orderId, shopId, trackingNumber: newTrackingNumber(), contents }, start);
  const [first, second] = await findParcelsOf(context.db, orderId);
  for (const [parcel, status] of [
    [first, "delivered"],
    [second, "returned"],
  ] as const)
    await recordScan(context, parcel?.id ?? "", { status, place: "Bandung", source: "simulator" }, at(hour));
  expect(await stateOf(await makeComplaint(context, { order, now: at(2 * hour) }))).toBe("awaiting_seller");
});

test("a withdrawn complaint from before the arrival leaves the order under way, or delivered when it arrived meanwhile", async () => {
  const open = async () => {
    const order = await makeShippedOrder(context, { now: start });
    const now = await latestOf(order);
    const lines = [{ line_id: await lineOf(context, order.orderId), quantity: 1, problem: "not_arrived" as const }];
    return { one: await makeComplaint(context, { order, now, opening: { lines } }), now };
  };
  const orderOf = ({ orderId }: MadeComplaint) =>
    context.db.row(sql`select status, due_at, delivered_at from orders where id = ${orderId}`);
  const { one, now } = await open();
  const words = { complaintId: one.complaintId, actor: one.buyer, text: "" };
  expect(await withdrawComplaint(context, words, now)).toBe("Komplain ditarik, dan pesanan berlanjut.");
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", outcome: "withdrawn", refunded: 0 });
  const dueAt = addDuration(now, resumedShippingDuration);
  expect(await orderOf(one)).toEqual({ status: "shipped", due_at: dueAt, delivered_at: null });
  const { one: arrived, now: opened } = await open();
  const [parcel] = await findParcelsOf(context.db, arrived.orderId);
  const scan = { status: "delivered", place: "Bandung", source: "simulator" } as const;
  await recordScan(context, parcel?.id ?? "", scan, addDuration(opened, hour));
  const later = addDuration(opened, 2 * hour);
  await withdrawComplaint(context, { ...words, complaintId: arrived.complaintId, actor: arrived.buyer }, later);
  const checkUntil = addDuration(later, autoCompleteDuration());
  expect(await orderOf(arrived)).toEqual({ status: "delivered", due_at: checkUntil, delivered_at: later });
});

test("what cannot be complained about is refused", async () => {
  const order = await makeDeliveredOrder(context, { now: start });
  const foreign = await lineOf(context, (await makeDeliveredOrder(context, { now: start })).orderId);
  const own = await lineOf(context, order.orderId);
  const stranger = await makeMediator(context);
  const open = (opening: Parameters<typeof makeComplaint>[1]) =>
    refused(makeComplaint(context, { order, now: start, ...opening }));
  const line = { line_id: own, quantity: 1, problem: "damaged" as const };
  expect(await open({ opening: { lines: [{ ...line, line_id: foreign }] } })).toBe("complaints.line_unknown");
  expect(await open({ opening: { lines: [{ ...line, quantity: 2 }] } })).toBe("complaints.quantity_too_large");
  expect(await open({ opening: { wanted: refundOf(foreign, 5_000) } })).toBe("complaints.line_unknown");
  expect(await open({ amount: 50_001 })).toBe("complaints.solution_too_large");
  expect(await open({ amount: 0 })).toBe("complaints.solution_empty");
  expect(await open({ opening: { wanted: { kind: "none", lines: [], shipping: 0 } } })).toBe(
    "complaints.problems_differ",
  );
  expect(await open({ opening: { wanted: { kind: "send_rest", lines: [], shipping: 0 } } })).toBe(
    "complaints.problems_differ",
  );
  expect(await open({ opening: { buyerId: stranger.userId } })).toBe("request.not_found");
  expect(await open({ opening: { evidence: [crypto.randomUUID()] } })).toBe("complaints.evidence_unknown");
  expect(await open({})).toBe("done");
  expect(await open({})).toBe("complaints.already_open");
  const completed = await makeCompletedOrder(context);
  expect(await refused(makeComplaint(context, { order: completed }))).toBe("complaints.order_not_open");
});

test("a buyer wants at most what was paid for the pieces in question, and the shipping only for all of them", async () => {
  const order = await makeDeliveredOrder(context, { now: start, quantity: 2, price: 50_000 });
  const lineId = await lineOf(context, order.orderId);
  const lines = [{ line_id: lineId, quantity: 1, problem: "damaged" as const }];
  const open = (amount: number, shipping: number) => {
    const wanted = { ...refundOf(lineId, amount), shipping };
    return makeComplaint(context, { order, now: start, opening: { lines, wanted } });
  };
  expect(await refused(open(50_001, 0))).toBe("complaints.solution_too_large");
  expect(await refused(open(50_000, 1))).toBe("complaints.solution_too_large");
  const one = await open(50_000, 0);
  const offer = (actor: typeof one.buyer | typeof one.seller) => {
    const { complaintId } = one;
    const words = { complaintId, actor, text: "", evidence: [] };
    return makeOffer(context, { ...words, solution: refundOf(lineId, 60_000) }, start);
  };
  expect(await refused(offer(one.seller))).toBe("done");
  expect(await refused(offer(one.buyer))).toBe("complaints.solution_too_large");
});

test("a change of mind returns goods within two working days, and never food", async () => {
  const lines = async (orderId: string) => [
    { line_id: await lineOf(context, orderId), quantity: 1, problem: "changed_mind" as const },
  ];
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const order = await makeDeliveredOrder(context, { now: start });
  const opening = { lines: await lines(order.orderId), wanted };
  expect(await refused(makeComplaint(context, { order, now: at(2 * day + 1), opening }))).toBe(
    "complaints.change_of_mind_closed",
  );
  expect(await refused(makeComplaint(context, { order, now: at(2 * day), opening }))).toBe("done");
  const food = await makeDeliveredOrder(context, { now: start });
  await context.db.run(
    sql`insert into categories (slug, name, changed_mind_days) values ('makanan-minuman', 'Makanan', 0) on conflict do nothing`,
  );
  await context.db.run(sql`
    update order_lines set root_category_id = (select id from categories where slug = 'makanan-minuman')
    where order_id = ${food.orderId}`);
  const eaten = { lines: await lines(food.orderId), wanted };
  expect(await refused(makeComplaint(context, { order: food, now: start, opening: eaten }))).toBe(
    "complaints.change_of_mind_closed",
  );
  // The category on the day of the order counts, also when the seller moves the product afterwards.
  const refiled = await makeDeliveredOrder(context, { now: start });
  await context.db.run(sql`
    update products set category_id = food.id, root_category_id = food.id from categories food
    where food.slug = 'makanan-minuman' and products.id = (select product_id from order_lines where order_id = ${refiled.orderId})`);
  const returned = { lines: await lines(refiled.orderId), wanted };
  expect(await refused(makeComplaint(context, { order: refiled, now: start, opening: returned }))).toBe("done");
});
