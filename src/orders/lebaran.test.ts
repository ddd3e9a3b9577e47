/** The clocks in working days around Idul Fitri, in all three time zones, and after a restart. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, formatDateTime, minute } from "#lib/time.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeAcceptedOrder } from "../../test/make/orders.ts";
import { readOrders } from "../../test/read/orders.ts";
import { findOrder } from "./display-queries.ts";
import { brokenInvariants } from "./invariants.ts";
import { orderJobs } from "./jobs.ts";
import { orderJson } from "./order-json.ts";
import { findHolidays } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let { stateOf, statusOf, refundsOf } = {} as ReturnType<typeof readOrders>;
/** Wednesday before Nyepi (19 March 2026) and Idul Fitri (21 and 22 March), 10.00 WIB. */
const wednesday = new Date("2026-03-18T03:00:00Z");
const mondayAfter = new Date("2026-03-23T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  ({ stateOf, statusOf, refundsOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

test("the seller's two working days before Lebaran skip Nyepi, Idul Fitri and the weekend", async () => {
  const holidays = await findHolidays(context.db);
  for (const day of ["2026-03-19", "2026-03-21", "2026-03-22"]) expect(holidays, day).toContain(day);
  const made = await makeAcceptedOrder(context, { now: wednesday });
  expect(await stateOf(made)).toMatchObject({ status: "processing", due_at: mondayAfter });
});

test("over Lebaran 2027 a deadline skips the provisional days and the weekend, and is read in WIB, WITA and WIT", async () => {
  const holidays = await findHolidays(context.db);
  for (const day of ["2027-03-08", "2027-03-10", "2027-03-11"]) expect(holidays, day).toContain(day);
  // Tuesday between Nyepi and Idul Fitri, late in the evening: in WIT it is Wednesday already.
  const tuesday = new Date("2027-03-09T16:30:00Z");
  const made = await makeAcceptedOrder(context, { now: tuesday });
  const row = await findOrder(context.db, made.orderId, { buyerId: made.buyerId });
  if (!row) throw new Error("no order");
  const shown = (["WIB", "WITA", "WIT"] as const).map((zone) => {
    const view = orderJson(context, row, "buyer", tuesday, zone);
    return formatDateTime(new Date(view.due_at ?? 0), view.zone);
  });
  expect(shown).toEqual(["15 Mar 2027, 23.30 WIB", "16 Mar 2027, 00.30 WITA", "16 Mar 2027, 01.30 WIT"]);
});

test("joint leave that is added to the table counts as holidays for orders that are accepted then, not for earlier ones", async () => {
  const before = await makeAcceptedOrder(context, { now: wednesday });
  await context.db.run(sql`
    insert into holidays (day, name) values ('2026-03-20', 'Cuti bersama'), ('2026-03-23', 'Cuti bersama'), ('2026-03-24', 'Cuti bersama')`);
  const after = await makeAcceptedOrder(context, { now: wednesday });
  await context.db.run(sql`delete from holidays where name = 'Cuti bersama'`);
  expect((await stateOf(before)).due_at).toEqual(mondayAfter);
  expect((await stateOf(after)).due_at).toEqual(new Date("2026-03-26T03:00:00Z"));
});

test("the deadline is shown in the reader's zone: WIB, WITA or WIT", async () => {
  const made = await makeAcceptedOrder(context, { now: wednesday });
  const row = await findOrder(context.db, made.orderId, { buyerId: made.buyerId });
  if (!row) throw new Error("no order");
  const shown = (["WIB", "WITA", "WIT"] as const).map((zone) => {
    const view = orderJson(context, row, "buyer", wednesday, zone);
    return formatDateTime(new Date(view.due_at ?? 0), view.zone);
  });
  expect(shown).toEqual(["23 Mar 2026, 10.00 WIB", "23 Mar 2026, 11.00 WITA", "23 Mar 2026, 12.00 WIT"]);
});

test("a deadline fires within a minute of its time when its own job was lost with the process", async () => {
  const made = await makeAcceptedOrder(context, { now: wednesday });
  await context.db.run(sql`select graphile_worker.remove_job(${`order-deadline:${made.orderId}`})`);
  const sweepAt = async (now: Date) => {
    const clock = { ...context.clock, now: () => now, refresh: async () => {} };
    await orderJobs["orders.sweep_deadlines"]?.({}, { ...context, clock });
  };
  await sweepAt(addDuration(mondayAfter, -minute));
  expect(await statusOf(made)).toBe("processing");
  // The sweep runs each minute, also in a process that has just started.
  await sweepAt(addDuration(mondayAfter, minute - 1));
  expect([await statusOf(made), await refundsOf(made)]).toEqual(["cancelled", 1]);
});
