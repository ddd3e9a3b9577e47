/**
 * Random histories of cases: buyer, seller, two mediators, courier and clock act in any order through the real
 * operations. A step either is refused and changes nothing, or takes an edge of `edges`. At the end the clock alone
 * brings each case to its outcome. The suite plays a few; HISTORIES=1000 plays a thousand. A failure prints its seed;
 * `seeds` keeps those that once failed. Races are played ROUNDS times.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration, hour } from "#lib/time.ts";
import { fireDeadline } from "#orders/deadlines.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { findParcelsOf } from "#orders/parcels/find-parcels.ts";
import { recordScan } from "#orders/parcels/record-scan.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { makeComplaint, makeMediator, readComplaint, type MadeComplaint } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeDeliveredOrder, newTrackingNumber } from "../../test/make/orders.ts";
import { acceptOffer, callMediator, makeOffer, withdrawComplaint, writeMessage } from "./answer-complaint.ts";
import { fireCaseDeadline } from "./deadlines.ts";
import { appealDecision, decideComplaint } from "./decide-complaint.ts";
import { confirmReplacement, inspectReturn, parcelArrived, sendBack, sendReplacement } from "./exchange-goods.ts";
import { openStates, problems, solutionKinds, type ComplaintState, type Problem } from "./rules.ts";

const count = Number(process.env.HISTORIES ?? 4);
const rounds = Number(process.env.ROUNDS ?? 4);
const steps = 14;
/** Histories that found a fault, by seed and path. They run each time. */
const seeds: readonly { seed: number; path: string }[] = [];

let context: Awaited<ReturnType<typeof makeContext>>;
let mediators: Awaited<ReturnType<typeof makeMediator>>[] = [];
const start = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  mediators = [await makeMediator(context), await makeMediator(context)];
});
afterAll(() => context.close());

const settled = ["closed", "awaiting_return", "awaiting_replacement"] as const;
/** Action → from → where it may lead. Written apart from the rules, to find an edge that nobody meant. */
const edges: Record<string, Partial<Record<ComplaintState, readonly ComplaintState[]>>> = {
  message: {},
  reopen: {},
  receive: {},
  offer: { awaiting_buyer: ["awaiting_seller"], awaiting_seller: ["awaiting_buyer"] },
  accept: { awaiting_buyer: settled, awaiting_seller: settled, decided: ["decided", ...settled] },
  call: { awaiting_buyer: ["with_mediator"], awaiting_seller: ["with_mediator"], checking: ["with_mediator"] },
  withdraw: {
    awaiting_seller: ["closed"],
    awaiting_buyer: ["closed"],
    with_mediator: ["closed"],
    awaiting_return: ["closed"],
    awaiting_replacement: ["closed"],
  },
  decide: { with_mediator: ["decided", ...settled], appealed: settled },
  appeal: { decided: ["appealed"] },
  sendBack: { awaiting_return: ["return_shipped"] },
  sendReplacement: { awaiting_replacement: ["replacement_shipped"] },
  arrive: { return_shipped: ["inspecting"], replacement_shipped: ["checking"] },
  inspect: { return_shipped: ["inspecting"], inspecting: ["closed", "with_mediator"] },
  received: { replacement_shipped: ["closed"], checking: ["closed"] },
  clock: {
    awaiting_seller: ["with_mediator", ...settled],
    awaiting_buyer: ["with_mediator"],
    with_mediator: ["decided", ...settled],
    decided: settled,
    appealed: settled,
    awaiting_return: ["closed"],
    return_shipped: ["inspecting"],
    inspecting: ["closed", "with_mediator"],
    awaiting_replacement: ["closed"],
    replacement_shipped: ["checking"],
    checking: ["closed", "with_mediator"],
  },
};

type Step = { what: number; side: boolean; kind: number; amount: number; hours: number };
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(999),
  side: fc.boolean(),
  kind: fc.nat(999),
  amount: fc.nat(60_000),
  hours: fc.constantFrom(0, 0, 1, 5, 20, 60),
});
const arrivedProblems = (Object.keys(problems) as Problem[]).filter((one) =>
  problems[one].from.some((status) => status === "delivered"),
);
const history = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.integer({ min: 1_000, max: 60_000 }),
  complained: fc.integer({ min: 1, max: 3 }),
  problem: fc.constantFrom(...arrivedProblems),
  kind: fc.nat(999),
  amount: fc.nat(60_000),
  steps: fc.array(step, { minLength: steps, maxLength: steps }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function solutionOf({ lineId }: { lineId: string }, { kind, amount }: { kind: number; amount: number }) {
  const shipping = amount % 3 === 0 ? amount % 12_000 : 0;
  return {
    kind: solutionKinds[kind % solutionKinds.length] ?? "refund",
    lines: amount % 7 === 0 ? [] : [{ line_id: lineId, amount }],
    shipping,
  };
}

/** The step's action by name, and what it does. */
function actionOf(one: MadeComplaint, { what, side, kind, amount }: Step, now: Date): [string, () => Promise<unknown>] {
  const { complaintId } = one;
  const actor = side ? one.buyer : one.seller;
  const words = { complaintId, actor, text: "Foto sudah kami lampirkan sebelumnya.", evidence: [] };
  const mediator = mediators[amount % 2] ?? { userId: "", operatorRole: "" };
  const parcel = { complaintId, actor, courier: "jne-reg", trackingNumber: newTrackingNumber() };
  const solution = solutionOf(one, { kind, amount });
  const reason = "Menurut foto dan percakapan, putusan ini yang paling adil.";
  const inspection = (["arrived", "accepted", "objected"] as const)[kind % 3] ?? "arrived";
  const offerId = async () => (await readComplaint(context, one)).offer_id ?? complaintId;
  const actions: [string, () => Promise<unknown>][] = [
    ["message", () => writeMessage(context, words, now)],
    ["offer", () => makeOffer(context, { ...words, solution }, now)],
    ["offer", () => makeOffer(context, { ...words, solution }, now)],
    ["accept", async () => acceptOffer(context, { complaintId, actor, offerId: await offerId() }, now)],
    ["accept", async () => acceptOffer(context, { complaintId, actor, offerId: await offerId() }, now)],
    ["call", () => callMediator(context, words, now)],
    ["withdraw", () => (kind % 4 === 0 ? withdrawComplaint(context, words, now) : writeMessage(context, words, now))],
    [
      "decide",
      () =>
        decideComplaint(
          context,
          { complaintId, mediator, solution, rule: "shared", reason, precedent: kind % 2 === 0 },
          now,
        ),
    ],
    ["appeal", () => appealDecision(context, words, now)],
    ["sendBack", () => sendBack(context, parcel, now)],
    ["sendReplacement", () => sendReplacement(context, parcel, now)],
    ["arrive", () => deliver(one, now)],
    ["inspect", () => inspectReturn(context, { ...words, result: inspection }, now)],
    ["received", () => confirmReplacement(context, { complaintId, actor }, now)],
    ["reopen", () => makeComplaint(context, { order: one, now })],
    ["receive", () => receiveOrder(context, { orderId: one.orderId, buyerId: one.buyerId }, now)],
  ];
  return actions[what % actions.length] ?? ["message", async () => undefined];
}

/** The courier delivers what is on its way; a repeated report changes nothing. */
async function deliver(one: MadeComplaint, now: Date): Promise<void> {
  const parcel = (await findParcelsOf(context.db, one.orderId)).findLast(({ direction }) => direction !== "out");
  if (!parcel) return;
  await recordScan(context, parcel.id, { status: "delivered", place: "Bandung", source: "simulator" }, now);
  await parcelArrived(context, parcel.id, now);
}

/** Lets time pass: fires the deadlines that pass, and after each the case is where the table says, with a new clock. */
async function passTime(one: MadeComplaint, until: Date): Promise<void> {
  for (;;) {
    const before = await readComplaint(context, one);
    if (before.state === "closed" || !before.due_at || before.due_at > until) return;
    expect(await fireCaseDeadline(context, one.complaintId, before.due_at)).toBe(true);
    const { state } = await readComplaint(context, one);
    expect(edges.clock?.[before.state] ?? [], `clock: ${before.state} → ${state}`).toContain(state);
  }
}

async function play({ quantity, price, complained, problem, kind, amount, steps: list }: History): Promise<void> {
  const order = await makeDeliveredOrder(context, { now: start, quantity, price, stock: 10 });
  const lineRow = await context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${order.orderId}`,
  );
  const lineId = lineRow?.id ?? "";
  const lines = [{ line_id: lineId, quantity: Math.min(quantity, complained), problem }];
  const open = (wanted: ReturnType<typeof solutionOf>) =>
    makeComplaint(context, { order, now: start, opening: { lines, wanted } });
  // A demand that the rules refuse leaves the order as it was; then one without amounts, which is always possible.
  const possible = problems[problem].solutions.find((one) => one !== "none" && one !== "refund") ?? "return_refund";
  const one = await open(solutionOf({ lineId }, { kind, amount })).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return open({ kind: possible, lines: [], shipping: 0 });
  });
  let now = start;
  for (const next of list) {
    now = addDuration(now, next.hours * hour);
    await passTime(one, now);
    const before = await readComplaint(context, one);
    const [name, act] = actionOf(one, next, now);
    const isRefused = await act().then(
      () => false,
      (error: unknown) => {
        if (error instanceof Refusal) return true;
        throw error;
      },
    );
    const after = await readComplaint(context, one);
    if (isRefused) expect(after, name).toEqual(before);
    else if (after.state !== before.state)
      expect(edges[name]?.[before.state] ?? [], `${name}: ${before.state} → ${after.state}`).toContain(after.state);
    if (after.state !== "closed") expect(after.order_status).toBe("disputed");
  }
  // Silence ends every case: each state has at most one clock on the way.
  for (let clocks = 0; clocks < openStates.length; clocks += 1) {
    const { due_at: dueAt } = await readComplaint(context, one);
    if (dueAt) await passTime(one, dueAt);
  }
  const end = await readComplaint(context, one);
  expect(end).toMatchObject({ state: "closed", due_at: null });
  expect(["completed", "refunded"]).toContain(end.order_status);
  const given = await context.db.row<{ sum: number; stock: number }>(sql`
    select (select coalesce(sum(amount), 0)::bigint from refunds where order_id = ${one.orderId}) as sum,
      (select stock from variants where id = ${one.variantId}) as stock`);
  expect(given).toEqual({ sum: end.refunded, stock: 10 - quantity });
  expect(await findBalance(context.db, "escrow", one.orderId)).toBe(0);
  expect(await brokenInvariants(context.db)).toEqual([]);
}

test("in random histories cases take only edges of the table, and silence ends each with the money divided", async () => {
  const property = fc.asyncProperty(history, play);
  for (const found of seeds) await fc.assert(property, { ...found, numRuns: 1, endOnFailure: true });
  await fc.assert(property, { numRuns: count, endOnFailure: true });
}, 3_600_000);

test("a complaint in the moment in which the order completes: one of them wins, and money is released at most once", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const order = await makeDeliveredOrder(context, { now: start });
    const row = await context.db.row<{ due_at: Date }>(sql`select due_at from orders where id = ${order.orderId}`);
    const due = row?.due_at ?? start;
    const race: [string, () => Promise<unknown>][] = [
      ["complaint", () => makeComplaint(context, { order, now: due })],
      ["clock", async () => (await fireDeadline(context, order.orderId, due)) || Promise.reject(new Error("lost"))],
    ];
    if (round % 2 === 0)
      race.push(["buyer", () => receiveOrder(context, { orderId: order.orderId, buyerId: order.buyerId }, due)]);
    // Each is first in turn.
    const ranked = [...race.slice(round % race.length), ...race.slice(0, round % race.length)];
    const done = await Promise.all(
      ranked.map(([name, act]) =>
        act().then(
          () => name,
          (error: unknown) => {
            if (error instanceof Refusal || String(error).includes("lost")) return undefined;
            throw error;
          },
        ),
      ),
    );
    const won = done.filter((name) => name !== undefined);
    expect(won).toHaveLength(1);
    const after = await context.db.row<{ status: string; settled: number; open: number }>(sql`
      select o.status, (select count(*)::int from ledger_transactions t where t.kind = 'order_settled' and t.reference = o.id::text) as settled,
        (select count(*)::int from complaints c where c.order_id = o.id) as open
      from orders o where o.id = ${order.orderId}`);
    expect(after).toEqual(
      won[0] === "complaint"
        ? { status: "disputed", settled: 0, open: 1 }
        : { status: "completed", settled: 1, open: 0 },
    );
  }
  expect(await brokenInvariants(context.db)).toEqual([]);
}, 3_600_000);
