/** The clocks in working days around Idul Fitri, in all three time zones, and after a restart. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, formatDateTime, minute } from "#lib/time.ts";
import { makeShopApi } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeAcceptedOrder } from "../../test/make/orders.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { readOrders } from "../../test/read/orders.ts";
import { findHolidays } from "./holidays/find-holidays.ts";
import type { HolidayPreview } from "./holidays/import-holidays.ts";
import { holidayRoutes } from "./holidays/routes.ts";
import type { Holiday } from "./holidays/rules.ts";
import { brokenInvariants } from "./invariants.ts";
import { orderJobs } from "./jobs.ts";
import { orderJson } from "./order-view/order-json.ts";
import { findOrder } from "./order-view/queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let { stateOf, statusOf, refundsOf } = {} as ReturnType<typeof readOrders>;
/** Wednesday before Nyepi (19 March 2026) and Idul Fitri (21 and 22 March), 10.00 WIB. */
const wednesday = new Date("2026-03-18T03:00:00Z");
const mondayAfter = new Date("2026-03-23T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  api = await makeShopApi(context, [holidayRoutes]);
  ({ stateOf, statusOf, refundsOf } = readOrders(context));
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

test("the seller's two working days before Lebaran skip Nyepi, Idul Fitri and the weekend", async () => {
  const holidays = await findHolidays(context.db, null);
  for (const day of ["2026-03-19", "2026-03-21", "2026-03-22"]) expect(holidays, day).toContain(day);
  const made = await makeAcceptedOrder(context, { now: wednesday });
  expect(await stateOf(made)).toMatchObject({ status: "processing", due_at: mondayAfter });
});

test("over Lebaran 2027 a deadline skips the provisional days and the weekend, and is read in WIB, WITA and WIT", async () => {
  const holidays = await findHolidays(context.db, null);
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

describe("the operator's list of holidays", () => {
  const holiday = (day: string, fields: Partial<Holiday> = {}) => ({
    day,
    name: "Cuti bersama Idulfitri",
    province: null,
    is_provisional: false,
    source: "SKB 2027",
    ...fields,
  });
  let call: Awaited<ReturnType<typeof api.as>>;
  beforeAll(async () => {
    call = await api.as(await makeUser(context, { type: "operator" }));
  });
  /** When an order of a shop in this province must be shipped that is accepted on a Friday. */
  async function dueFor(province: string): Promise<string> {
    const shop = await makeShop(context);
    await context.db.run(sql`update shops set province_code = ${province} where id = ${shop.shopId}`);
    const made = await makeAcceptedOrder(context, { shops: [shop], now: new Date("2027-03-12T03:00:00Z") });
    return (await stateOf(made)).due_at?.toISOString().slice(0, 10) ?? "";
  }

  test("counts at once for all clocks that start, in one province or in all, until it is removed", async () => {
    expect([await dueFor("51"), await dueFor("32")]).toEqual(["2027-03-16", "2027-03-16"]);
    const { body } = await call("POST", "/v1/operator/holidays", holiday("2027-03-15", { province: "51" }));
    expect([await dueFor("51"), await dueFor("32")]).toEqual(["2027-03-17", "2027-03-16"]);
    const id = String((body.data as unknown as { id: string }).id);
    await call("PUT", `/v1/operator/holidays/${id}`, holiday("2027-03-15", { is_provisional: true }));
    expect([await dueFor("51"), await dueFor("32")]).toEqual(["2027-03-17", "2027-03-17"]);
    await call("DELETE", `/v1/operator/holidays/${id}`);
    expect(await dueFor("32")).toBe("2027-03-16");
    const actions = await context.db.rows<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${id} order by id`,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "orders.holiday_added",
      "orders.holiday_changed",
      "orders.holiday_removed",
    ]);
  });

  test("never rewrites a day that has passed, and has a day of a place once", async () => {
    const past = await context.db.row<{ id: string }>(sql`select id from holidays where day = '2026-03-21'`);
    expect((await call("DELETE", `/v1/operator/holidays/${past?.id}`)).body.code).toBe("holidays.past");
    expect((await call("PUT", `/v1/operator/holidays/${past?.id}`, holiday("2027-03-15"))).body.code).toBe(
      "holidays.past",
    );
    const codes = [];
    for (const one of [holiday("2026-03-23"), holiday("2027-03-10"), holiday("2027-03-15", { province: "99" })])
      codes.push((await call("POST", "/v1/operator/holidays", one)).body.code);
    expect(codes).toEqual(["holidays.past", "holidays.exists", "request.invalid"]);
    const stranger = await api.as(await makeUser(context));
    expect((await stranger("POST", "/v1/operator/holidays", holiday("2027-03-15"))).status).toBe(403);
  });

  test("reads a file after its preview, whole or not at all", async () => {
    const csv = "hari,nama,provinsi,perkiraan\n2027-03-10,Idulfitri 1448 Hijriah,,tidak\n2027-03-12,Cuti bersama,,ya";
    const preview = (text: string) => call("POST", "/v1/operator/holidays/import/preview", { csv: text });
    const { body } = await preview(csv);
    expect((body.result as unknown as HolidayPreview).lines.map(({ effect }) => effect)).toEqual(["change", "add"]);
    const broken = `${csv}\n2026-01-01,Lewat`;
    expect(((await preview(broken)).body.result as unknown as HolidayPreview).refused.map(({ line }) => line)).toEqual([
      4,
    ]);
    expect((await call("POST", "/v1/operator/holidays/import", { csv: broken })).body.code).toBe(
      "holidays.lines_refused",
    );
    expect((await call("POST", "/v1/operator/holidays/import", { csv })).body.data).toEqual({ added: 1, changed: 1 });
    expect(((await preview(csv)).body.result as unknown as HolidayPreview).lines.map(({ effect }) => effect)).toEqual([
      "same",
      "same",
    ]);
    expect((await preview("bukan csv")).body.code).toBe("holidays.not_csv");
    await context.db.run(sql`delete from holidays where day = '2027-03-12'`);
  });
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
