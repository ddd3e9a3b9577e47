import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuthenticate } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { openContext } from "#lib/open-context.ts";
import { addDuration, minute } from "#lib/time.ts";
import { attemptOf, makePlacedOrder } from "../../../test/make/orders.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { closePayment } from "./close-payment.ts";
import { paymentJobs } from "../jobs.ts";
import { pollPayments } from "./poll-attempts.ts";
import { unknownCharge, type ChargeStatus, type PaymentProvider, type ProviderCharge } from "../provider.ts";
import { updateChargeStatus } from "../providers/simulator/queries.ts";
import { pollInterval, providerIds } from "../rules.ts";
import { simulatorProvider } from "../providers/simulator/provider.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let buyerId: string;
const now = new Date("2026-11-21T03:00:00Z");
const at = (minutes: number) => addDuration(now, minutes * minute);

beforeAll(async () => {
  context = await makeContext();
  buyerId = await makeUser(context);
});
afterAll(() => context.close());
beforeEach(() => context.db.run(sql`update payment_attempts set poll_at = null where poll_at is not null`));

type Status = "pending" | "cancelled" | "expired";

/**
 * Stores charged payments without orders, due from `from` on, as many cancelled orders leave them. Returns their
 * references.
 */
async function makePayments(count: number, status: Status, from = now): Promise<string[]> {
  const mark = randomBytes(6).toString("hex");
  const rows = await context.db.rows<{ reference: string }>(sql`
    with made as (
      insert into checkouts (buyer_id, goods_total, shipping_total, adjustments_total, total, created_at)
      select ${buyerId}, 80000, 19000, 1000, 100000, ${from} from generate_series(1, ${count}::int) returning id
    ), paid as (
      insert into payments (checkout_id, buyer_id, amount, status, due_at, created_at)
      select id, ${buyerId}, 100000, ${status}, ${addDuration(from, 12 * 60 * minute)}, ${from} from made returning id, due_at
    ), charged as (
      insert into payment_attempts (payment_id, provider, method, amount, status, reference, instructions, due_at, created_at, poll_at)
      select id, 'simulator', 'va_bca', 100000, ${status}, ${mark}::text || ' ' || row_number() over (), '{"steps":[]}', due_at, ${from}, ${from}
      from paid returning reference, due_at
    )
    insert into simulator_charges (reference, method, amount, status, due_at, created_at)
    select reference, 'va_bca', 100000, ${status}, due_at, ${from} from charged returning reference`);
  return rows.map(({ reference }) => reference);
}

/** An order that was paid at a bank whose notification was lost. */
async function makeUnreportedPayment(): Promise<{ paymentId: string; checkoutId: string; reference: string }> {
  const made = await makePlacedOrder(context, { now });
  const { reference } = await attemptOf(context, made.paymentId);
  await updateChargeStatus(context.db, reference, "paid", now);
  return { ...made, reference };
}

const statusOf = async (paymentId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from payments where id = ${paymentId}`))?.status;

function runAt(time: Date): Promise<void> | undefined {
  return paymentJobs["payments.poll"]?.({}, { ...context, clock: { ...context.clock, now: () => time } } as Context);
}

/** A provider that records the polled references in order. `answer` may fail or never resolve. */
function bank(answer: (charge: ProviderCharge) => Promise<ChargeStatus> | ChargeStatus): {
  asked: string[];
  provider: Pick<PaymentProvider, "status">;
} {
  const asked: string[] = [];
  return {
    asked,
    provider: {
      async status(charge) {
        asked.push(charge.reference);
        return answer(charge);
      },
    },
  };
}
const unpaid = (): ChargeStatus => ({ ...unknownCharge, status: "pending" });

test("a paid order is found within two runs, behind hundreds of cancelled orders", async () => {
  await makePayments(600, "cancelled", at(-120));
  await makePayments(600, "expired", at(-120));
  const { paymentId } = await makeUnreportedPayment();
  await runAt(at(1));
  await runAt(at(2));
  expect(await statusOf(paymentId)).toBe("paid");
});

test("money for a cancelled order is found, behind hundreds of pending ones", async () => {
  const { paymentId, checkoutId } = await makeUnreportedPayment();
  await makePayments(600, "pending", at(-1));
  await context.db.transaction((tx) => closePayment(tx, checkoutId, "cancelled", now));
  await runAt(at(1));
  await runAt(at(2));
  const { status, received } = await attemptOf(context, paymentId);
  expect([status, received > 0]).toEqual(["cancelled", true]);
  expect(await context.db.rows(sql`select reason from refunds where payment_id = ${paymentId}`)).toEqual([
    { reason: "late_payment" },
  ]);
});

test("every charge is polled in turn, even while others place and cancel many orders", async () => {
  const counts = { pending: fc.nat({ max: 25 }), closed: fc.nat({ max: 25 }), max: fc.integer({ min: 4, max: 12 }) };
  const flood = fc.array(fc.nat({ max: 20 }), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.record({ ...counts, flood }), async ({ pending, closed, max, flood }) => {
      await context.db.run(sql`update payment_attempts set poll_at = null where poll_at is not null`);
      const waiting = new Set(await makePayments(pending, "pending", at(-1)));
      const ended = new Set(await makePayments(closed, "cancelled", at(-1)));
      const { asked, provider } = bank(unpaid);
      const runsFor = (count: number, share: number) => Math.ceil(count / Math.max(1, Math.floor(max * share))) + 1;
      const [pendingRuns, closedRuns] = [runsFor(pending, 3 / 4), runsFor(closed, 1 / 4)];
      for (let run = 0; run < Math.max(pendingRuns, closedRuns); run += 1) {
        const before = asked.length;
        await pollPayments(context, at(run), { provider, max });
        expect(asked.length - before).toBeLessThanOrEqual(max);
        await makePayments(flood[run % flood.length] ?? 0, "cancelled", at(run));
        if (run + 1 === pendingRuns) expect([...waiting].filter((one) => !asked.includes(one))).toEqual([]);
        if (run + 1 === closedRuns) expect([...ended].filter((one) => !asked.includes(one))).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});

test("charges are polled five at a time, and a run without any looks once into each queue", async () => {
  const references = await makePayments(12, "pending");
  let answer: (() => void)[] = [];
  const { asked, provider } = bank(async () => {
    await new Promise<void>((resolve) => void answer.push(resolve));
    return unpaid();
  });
  const run = pollPayments(context, at(1), { provider });
  for (const together of [5, 5, 2]) {
    await expect.poll(() => answer.length).toBe(together);
    const waiting = answer;
    answer = [];
    for (const resolve of waiting) resolve();
  }
  await run;
  expect(asked.toSorted()).toEqual(references.toSorted());

  await context.db.run(sql`update payment_attempts set poll_at = null where poll_at is not null`);
  let looks = 0;
  const { db } = context;
  const counted = { ...db, row: <R>(query: Parameters<typeof db.row>[0]) => ((looks += 1), db.row<R>(query)) };
  await pollPayments({ ...context, db: counted }, at(2), { provider });
  expect(looks).toBe(2 * providerIds.length);
});

test("new orders do not delay the polls of older ones", async () => {
  const [old = ""] = await makePayments(1, "pending");
  const { asked, provider } = bank(unpaid);
  for (let run = 0; run < 20; run += 1) {
    await pollPayments(context, at(run), { provider, max: 8 });
    await makePayments(8, "pending", at(run));
  }
  expect(asked.filter((reference) => reference === old).length).toBeGreaterThan(3);
});

test("a charge is polled less and less often, but at least every ten minutes", () => {
  const intervals = Array.from({ length: 200 }, (_, asked) => pollInterval(asked) / minute);
  expect(intervals.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1));
  expect(intervals).toEqual(intervals.toSorted((one, other) => one - other));
  expect(Math.max(...intervals)).toBe(10);
});

test("a closed charge is no longer polled once its provider closed it too, or a day after its deadline", async () => {
  const [closed = "", open = ""] = await makePayments(2, "cancelled");
  const { asked, provider } = bank(({ reference }) => ({
    ...unknownCharge,
    status: reference === closed ? "cancelled" : "pending",
  }));
  for (let hours = 0; hours < 48; hours += 1) await pollPayments(context, at(hours * 60), { provider });
  expect(asked.filter((reference) => reference === closed)).toHaveLength(1);
  expect(asked.filter((reference) => reference === open).length).toBeGreaterThan(30);
  expect(asked.filter((reference) => reference === open).length).toBeLessThan(40);
  expect(await context.db.rows(sql`select 1 from payment_attempts where poll_at is not null`)).toEqual([]);
});

test("two processes that poll at the same time poll each charge once", async () => {
  const references = await makePayments(120, "pending");
  const other = await openContext(context.config, context.databaseUrl, createAuthenticate);
  try {
    const { asked, provider } = bank(unpaid);
    await Promise.all([context, other, context].map((one) => pollPayments(one, at(1), { provider })));
    expect(asked.toSorted()).toEqual(references.toSorted());
  } finally {
    await other.realtime.close();
    await other.db.close();
  }
});

test("charges whose poll fails or gets no answer do not delay others", async () => {
  const bad = await makePayments(40, "pending", at(-60));
  const { paymentId, reference } = await makeUnreportedPayment();
  const answering = simulatorProvider(context);
  const { asked, provider } = bank((one) => {
    if (one.reference === reference) return answering.status(one);
    if (bad.indexOf(one.reference) % 2 === 0) throw new Error("the provider is down");
    return new Promise<ChargeStatus>(() => {});
  });
  await pollPayments(context, at(1), { provider, timeout: 20 });
  expect(asked).toContain(reference);
  // On a busy machine settling takes longer than this test's short timeout and finishes in the background.
  await expect.poll(() => statusOf(paymentId)).toBe("paid");
});

test("a provider that never answers does not extend a run, and each charge gets its turn", async () => {
  const references = await makePayments(60, "pending", at(-60));
  const { asked, provider } = bank(() => new Promise<ChargeStatus>(() => {}));
  const runs = { provider, timeout: 5, duration: 15 };
  // On a busy machine a run may be over before its first poll.
  for (let run = 0; run < 2000 && new Set(asked).size < 60; run += 1)
    await pollPayments(context, at(Math.min(run, 60) / 100), runs);
  expect(new Set(asked)).toEqual(new Set(references));
  expect(asked).toHaveLength(60);
});

test("the charges that a killed process was polling are soon polled again", async () => {
  const { paymentId } = await makeUnreportedPayment();
  const script = `
    const [{ openContext }, { createAuthenticate }, { readConfig }, { pollPayments }] = await Promise.all(
      ["lib/open-context.ts", "accounts/session/session.ts", "lib/config.ts", "payments/attempts/poll-attempts.ts"].map((file) => import(${JSON.stringify(new URL("../../", import.meta.url).href)} + file)));
    const config = readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: ${JSON.stringify(context.config.dataDir)}, DEMO: "1" });
    const context = await openContext(config, ${JSON.stringify(context.databaseUrl)}, createAuthenticate);
    const status = () => new Promise(() => console.log("asked"));
    setInterval(() => {}, 1000);
    await pollPayments(context, new Date(${at(1).getTime()}), { provider: { status } });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    expect(said.toString()).toContain("asked");
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await runAt(at(2));
  expect(await statusOf(paymentId)).toBe("pending");
  await runAt(at(4));
  expect(await statusOf(paymentId)).toBe("paid");
});
