/**
 * Design note. Random histories of sales: buyer, two sellers, couriers and drivers, two mediators, two operators of
 * finance and the clock act in any order through the API of a marketplace in production (sale-steps.ts). A call is
 * refused and changes nothing, or it takes an edge of the tables in sale-edges.ts. After each step every invariant
 * holds, the stock is what the model says, and nothing is overdue once the jobs have run. At the end the clock alone
 * brings every order and case to its end. Each history has its own people, so that a seed plays the same history
 * wherever it is in the run.
 *
 * The suite plays a few; `HISTORIES=1000 SEED=random` hunts. A failure prints its seed and path; `seeds` keeps those
 * that once failed or that reach what is rare.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { bookingEndDuration } from "#orders/bookings/rules.ts";
import { askedAgainDuration } from "#orders/deadlines/rules.ts";
import { driverGraceDuration, isInstant } from "#shipping/instant-rules.ts";
import { openSaleWorld, type Answer, type SaleWorld } from "./make/sale.ts";
import {
  asksPlatform,
  bookingEdges,
  caseEdges,
  cashEdges,
  claimEdges,
  collectedEdges,
  final,
  isOpen,
  orderEdges,
} from "./sale-edges.ts";
import { draw, frozen, readOrders, type Draw, type Sale, type Stored } from "./sale-state.ts";
import { acts, hasTail, usualStep } from "./sale-steps.ts";

const count = Number(process.env.HISTORIES ?? 2);
const maxSteps = 60;
/** A database with many histories is slow to audit, so a long hunt goes on with a new one. */
const perWorld = 40;
const isHunt = count > 50;
/** The audit costs more than the steps. A long hunt runs it after every fourth, and at the end of each history. */
const auditEvery = isHunt ? 4 : 1;
/** A long hunt prints how far it is after so many histories. */
const printedEvery = 20;
/**
 * Histories that found a fault, or that go where few do, with the steps that are rare. They run each time. A change of
 * `commands` changes what a seed plays: a kept one that no longer reaches its steps is replaced by one that does.
 */
const seeds: readonly { seed: number; path: string; reaches?: readonly string[] }[] = [
  { seed: 7, path: "10", reaches: ["appeal", "sendReplacement", "received"] },
  { seed: 7, path: "21", reaches: ["addParcel", "claim for a lost parcel paid"] },
  {
    seed: 7,
    path: "27",
    reaches: ["decideCash", "remit", "COD difference booked", "instant courier delivered", "no driver came"],
  },
  { seed: 7, path: "32", reaches: ["sendBack", "inspect"] },
  // The buyer says that all arrived while the courier of a further parcel is awaited.
  { seed: 20261123, path: "447", reaches: ["book", "arrived", "handOver"] },
  { seed: 7, path: "37", reaches: ["COD parcel returned", "instant courier delivered"] },
];

const start = new Date("2026-11-16T03:00:00Z");
let world: SaleWorld;
let played = 0;
let checked = 0;

beforeAll(async () => {
  world = await openSaleWorld();
});
afterAll(() => world.close());

/** Steps that were accepted at least once, and ends that orders came to. */
const accepted = new Set<string>();

/** What is rare about the end of an order. */
function endsOf(one: Stored): string[] {
  const { status, courier, booking_state: booking, claim_state: claim, decision_state: decision } = one;
  return [
    ...(one.cod && one.parcel_state === "returned" ? ["COD parcel returned"] : []),
    ...(isInstant(courier) && booking === "collected" && status === "completed" ? ["instant courier delivered"] : []),
    ...(isInstant(courier) && booking === "cancelled" ? ["no driver came"] : []),
    ...(claim === "paid" ? [one.is_lost ? "claim for a lost parcel paid" : "claim paid"] : []),
    ...(decision === "booked" ? ["COD difference booked"] : []),
  ];
}

/** Orders, cases and what belongs to them have taken only edges of the tables. */
async function checkEdges(sale: Sale, step: string, before: readonly Stored[]): Promise<Stored[]> {
  const after = await readOrders(sale);
  sale.seen = after;
  for (const [at, one] of after.entries()) {
    const was = before[at];
    if (!was) continue;
    if (one.status !== was.status) {
      const isAsked = isOpen(was.booking_state) && asksPlatform.includes(step);
      const edges = [...(orderEdges[step]?.[was.status] ?? []), ...(isAsked ? collectedEdges : [])];
      expect(edges, `${step}: ${was.status} → ${one.status}`).toContain(one.status);
    }
    if (was.booking_id === one.booking_id && was.booking_state && was.booking_state !== one.booking_state)
      expect(bookingEdges[was.booking_state], `${step}: ${was.booking_state}`).toContain(one.booking_state);
    if (was.case_id === one.case_id && was.claim_state !== one.claim_state)
      expect(claimEdges[step]?.[was.claim_state ?? "none"] ?? [], step).toContain(one.claim_state);
    if (was.decision_id === one.decision_id && was.decision_state !== one.decision_state)
      expect(cashEdges[step]?.[was.decision_state ?? ""] ?? [], step).toContain(one.decision_state);
    if (was.decision_id !== one.decision_id) expect(step).toBe("decideCash");
    if (was.case_id === one.case_id && was.case_state && one.case_state !== was.case_state)
      expect(caseEdges[step]?.[was.case_state] ?? [], `${step}: ${was.case_state} → ${one.case_state}`).toContain(
        one.case_state,
      );
    if (was.case_id !== one.case_id) expect([step, was.case_state ?? "closed"]).toEqual(["complain", "closed"]);
    expect(one.status === "disputed", `${step}: ${one.status} with a case ${one.case_state}`).toBe(
      one.case_state !== null && one.case_state !== "closed",
    );
  }
  return after;
}

/** What must be true after every step. */
async function check(sale: Sale, step: string, before: readonly Stored[]): Promise<Stored[]> {
  const after = await checkEdges(sale, step, before);
  const variantIds = sale.goods.map(({ variantId }) => variantId);
  // No clock refunds what a courier had delivered.
  const refundedByClock = sql`
    select o.id from orders o join order_events e on e.order_id = o.id and e.action in ('undelivered', 'no_first_scan')
    join parcels p on p.order_id = o.id and p.direction = 'out' join tracking_scans t on t.parcel_id = p.id
    where o.buyer_id = ${sale.buyer.userId} and p.state = 'arrived' and t.status = 'delivered' and t.source <> 'seller' and t.recorded_at < e.created_at`;
  checked += 1;
  const isAudited = checked % auditEvery === 0 || step === "end";
  const [stocks, broken, wronged] = await world.context.db.together(async (db) =>
    Promise.all([
      db.rows<{ id: string; stock: number }>(sql`select id, stock from variants where id = any(${variantIds}::uuid[])`),
      isAudited ? brokenInvariants(db) : [],
      db.rows(refundedByClock),
    ]),
  );
  for (const variantId of variantIds) {
    const sold = after.filter((one) => one.variant_id === variantId && one.status !== "cancelled");
    expect(stocks.find(({ id }) => id === variantId)?.stock, step).toBe(
      10 - sold.reduce((sum, one) => sum + one.quantity, 0),
    );
  }
  expect(broken, step).toEqual([]);
  expect(wronged, step).toEqual([]);
  return after;
}

/** The moment after which a driver on the way is no longer waited for. */
const graceOf = ({ due_at, courier }: Stored) =>
  due_at && addDuration(due_at, isInstant(courier) ? driverGraceDuration : 0);

/** Lets time pass. Each deadline is met at its moment, and afterwards none has passed without effect. */
async function passTime(sale: Sale, until: Date): Promise<void> {
  for (;;) {
    const before = sale.seen;
    const dues = before
      .flatMap((one) => [one.due_at, one.case_due, ...(isOpen(one.booking_state) ? [graceOf(one)] : [])])
      .filter((due) => due !== null && due > sale.now) as Date[];
    const next = dues.toSorted((a, b) => a.getTime() - b.getTime())[0];
    sale.now = next && next < until ? next : until;
    world.setClock(sale.now);
    // A first look asks the courier platform once more, and a second one acts on its answer.
    await world.tick();
    const between = await checkEdges(sale, "clock", before);
    await world.tick();
    for (const one of await check(sale, "clock", between)) {
      const late = one.case_due && one.case_due <= sale.now ? one.case_due : null;
      expect(late, `a case ${one.case_state} stands past its clock`).toBeNull();
      const unanswered = one.claim_reminder && one.claim_reminder <= sale.now;
      expect(unanswered ?? false, "nobody was reminded of a claim without an answer").toBe(false);
      if (!one.due_at || one.due_at > sale.now) continue;
      if (one.status === "processing") {
        // A driver on the way is waited for, and a courier that was ordered is cancelled first.
        expect(isOpen(one.booking_state), "an order in preparation stands past its clock").toBe(true);
        const wait = isInstant(one.courier) ? driverGraceDuration : bookingEndDuration;
        expect(one.due_at.getTime()).toBeGreaterThan(sale.now.getTime() - wait);
        continue;
      }
      // The courier platform answered, and not about this number: it is asked for some more hours.
      expect([one.status, one.source]).toEqual(["shipped", "biteship"]);
      expect(one.due_at.getTime()).toBeGreaterThan(sale.now.getTime() - askedAgainDuration.refused - hour);
    }
    if (sale.now >= until) return;
  }
}

const couriers = ["jne-reg", "jne-reg", "gojek-instant", "self", "jne-reg", "gojek-instant", "pickup"] as const;

async function buy(sale: Sale, { kind, side, amount }: Draw): Promise<Answer> {
  const { buyer } = sale;
  const bought = sale.goods.slice(0, side ? 2 : 1);
  for (const { variantId } of bought) {
    const body = { variant_id: variantId, quantity: 1 + (amount % 3) };
    const added = await buyer.as("POST", "/v1/cart/lines", body);
    if (added.status !== 200) return added;
  }
  const isCod = bought.length === 1 && kind % 3 === 0;
  // Few couriers collect cash; one that does not is refused.
  const courier = isCod && kind % 4 !== 0 ? "jne-reg" : couriers[kind % couriers.length];
  const chosen = {
    address_id: buyer.addressId,
    payment_method: isCod ? "cod" : kind % 2 === 0 ? "qris" : "va_bca",
    shipping: Object.fromEntries(bought.map(({ shop }) => [shop.shopId, courier])),
    insured: amount % 2 === 0 ? bought.map(({ shop }) => shop.shopId) : [],
  };
  const quote = await buyer.as("POST", "/v1/checkout/quote", chosen);
  const order = { ...chosen, quote_id: quote.result?.quote_id, vouchers: [] };
  const answer = await buyer.as("POST", "/v1/checkout", order, true);
  // Every method is charged here: a history without COD would prove nothing about it.
  expect(answer.code).not.toBe("payments.method_unknown");
  return answer;
}

/** Another checkout, unless the buyer has enough orders. */
async function buyMore(sale: Sale, drawn: Draw): Promise<void> {
  const before = sale.seen;
  if (before.length > 4) return;
  expect((await buy(sale, drawn)).status).toBeLessThan(500);
  await world.work();
  await check(sale, "buy", before);
}

type Command = fc.AsyncCommand<object, Sale>;
const command = (name: string, drawn: Draw, run: (sale: Sale) => Promise<void>): Command => ({
  check: () => true,
  run: (_model, sale) => run(sale),
  toString: () => `${name}${JSON.stringify(Object.values(drawn))}`,
});

/** Performs a step on one of the orders. What is refused changes nothing, and no answer is an internal error. */
async function perform(sale: Sale, name: string, drawn: Draw): Promise<void> {
  const before = sale.seen;
  const going = before.filter((one) => !final.includes(one.status) || hasTail(one));
  const chosen = name === "usual" && going.length > 0 ? going : before;
  const order = chosen[drawn.which % Math.max(1, chosen.length)];
  if (!order || (name === "usual" && going.length === 0 && order.status !== "completed")) return buyMore(sale, drawn);
  const step = name === "usual" ? usualStep(order, drawn) : name;
  const seller = sale.shops.find(({ shopId }) => shopId === order.shop_id);
  if (!seller) throw new Error("no seller");
  const buyer = sale.buyer.as;
  // The usual step is that of the side whose turn it is.
  const turn = { awaiting_seller: false, awaiting_buyer: true } as Partial<Record<string, boolean>>;
  const isBuyer = name === "usual" ? (turn[order.case_state ?? ""] ?? drawn.side) : drawn.side;
  const answer = await acts[step]?.({
    world,
    sale,
    order,
    draw: drawn,
    seller,
    buyer,
    either: isBuyer ? buyer : seller.as,
  });
  if (answer?.status === 200) accepted.add(step);
  expect(answer?.status, `${step}: ${answer?.code}`).toBeLessThan(500);
  // A refused request about a courier may have learned from the platform that it has the parcel.
  if (answer?.status === 200 || (asksPlatform.includes(step) && isOpen(order.booking_state))) {
    await world.work();
    await check(sale, step, before);
  } else expect(frozen(await readOrders(sale)), step).toEqual(frozen(before));
}

const commands = fc.commands(
  [
    draw.map((drawn) => command("buy", drawn, (sale) => buyMore(sale, drawn))),
    ...Array.from({ length: 16 }, () =>
      draw.map((drawn) => command("usual", drawn, (sale) => perform(sale, "usual", drawn))),
    ),
    fc
      .tuple(fc.constantFrom(...Object.keys(acts)), draw)
      .map(([name, drawn]) => command(name, drawn, (sale) => perform(sale, name, drawn))),
    ...Array.from({ length: 6 }, () =>
      fc
        .tuple(fc.constantFrom(...Object.keys(acts)), draw)
        .map(([name, drawn]) => command(name, drawn, (sale) => perform(sale, name, drawn))),
    ),
    ...Array.from({ length: 3 }, () =>
      draw.map((drawn) => {
        const hours = [1, 1, 5, 20, 60, 200][drawn.kind % 6] ?? 1;
        return command(`pass ${hours} hours`, drawn, (sale) => passTime(sale, addDuration(sale.now, hours * hour)));
      }),
    ),
  ],
  { maxCommands: maxSteps, size: "max" },
);

async function play(first: Draw, steps: Iterable<Command>): Promise<void> {
  if (played > 0 && played % perWorld === 0) {
    await world.close();
    world = await openSaleWorld();
  }
  played += 1;
  world.setClock(start);
  const [buyer, shops, operators] = [await world.makeBuyer(), await world.makeShops(), await world.makeOperators()];
  const goods = await Promise.all(
    // Three of the first are more than an operator decides about alone.
    shops.map(async (shop, at) => ({ shop, variantId: await world.makeGoods(shop, at === 0 ? 210_000 : 21_000) })),
  );
  const sale: Sale = { world, now: start, buyer, goods, shops, operators, seen: [], known: new Map() };
  await buy(sale, first);
  await world.work();
  await checkEdges(sale, "buy", []);
  await fc.asyncModelRun(() => ({ model: {}, real: sale }), steps as Iterable<fc.AsyncCommand<object, Sale>>);
  // Silence ends everything.
  await passTime(sale, addDuration(sale.now, 90 * 24 * hour));
  for (const one of await check(sale, "end", sale.seen)) {
    expect(final).toContain(one.status);
    for (const end of endsOf(one)) accepted.add(end);
    expect([one.due_at, one.case_due]).toEqual([null, null]);
    expect(isOpen(one.booking_state), "a courier may still come for an ended order").toBe(false);
  }
  if (isHunt && played % printedEvery === 0) process.stdout.write(`${played} histories, ${checked} checked steps\n`);
}

test("in random histories orders and cases take only edges of the tables, and silence ends each with the money divided", async () => {
  const property = fc.asyncProperty(draw, commands, play);
  for (const { seed, path, reaches = [] } of seeds) {
    accepted.clear();
    await fc.assert(property, { seed, path, numRuns: 1, endOnFailure: true });
    expect([...accepted], `what seed ${seed} reaches`).toEqual(expect.arrayContaining([...reaches]));
  }
  accepted.clear();
  await fc.assert(property, { numRuns: count, endOnFailure: true });
  if (isHunt) process.stdout.write(`reached: ${[...accepted].toSorted().join(", ")}\n`);
  // The histories were not idle.
  expect(accepted).toContain("accept");
  if (isHunt) for (const name of ["pay", "ship", "scan", "complain", "decide"]) expect(accepted).toContain(name);
}, 36_000_000);
