import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/attacks/make-world.ts";
import { makePaidOrder, makePlacedOrder } from "../../test/make/orders.ts";
import { makeCompletedOrder } from "../../test/make/orders.ts";
import { makeSession } from "../../test/make/checkout.ts";
import { sql } from "#lib/database.ts";
import { day, jakartaDay, addDuration, second } from "#lib/time.ts";
import { cancelOrder } from "#orders/cancel-order.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { privacyJobs, privacySchedules } from "./jobs.ts";
import { proveRetention } from "./retention/prove-retention.ts";
import { orderRetentionLimit } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Runs the daily job with the business clock at this moment. */
async function runAt(moment: Date): Promise<void> {
  const clock = { ...world.context.clock, now: () => moment };
  await privacyJobs["privacy.anonymise_old_orders"]?.({}, { ...world.context, clock });
}

type Facts = {
  status: string;
  total: number;
  address: Record<string, string>;
  cancel_reason: string | null;
  words: string;
};
async function factsOf(orderId: string): Promise<Facts | undefined> {
  return world.context.db.row<Facts>(sql`
    select o.status, o.total, o.address, o.cancel_reason,
      (select coalesce(string_agg(l.note, ''), '') from order_lines l where l.order_id = o.id) ||
      (select coalesce(string_agg(e.reason, ''), '') from order_events e where e.order_id = o.id) ||
      (select coalesce(string_agg(t.note, ''), '') from parcels p join tracking_scans t on t.parcel_id = p.id where p.order_id = o.id) as words
    from orders o where o.id = ${orderId}`);
}

test("ten years are counted from the end of the year of the order, in Jakarta", () => {
  expect(orderRetentionLimit(new Date("2036-12-31T16:59:59Z")).toISOString()).toBe("2025-12-31T17:00:00.000Z");
  expect(orderRetentionLimit(new Date("2036-12-31T17:00:00Z")).toISOString()).toBe("2026-12-31T17:00:00.000Z");
});

test("the job runs once a day", () => {
  const { match } = privacySchedules.find(({ name }) => name === "privacy.anonymise_old_orders") ?? {};
  expect(match).toMatch(/^\d+ \d+ \* \* \*$/);
});

test("orders older than the law requires lose their personal data and keep their facts; the ledger is unchanged", async () => {
  const { context } = world;
  const { db } = context;
  const now = context.clock.now();
  const bought = await makeCompletedOrder(context);
  await db.run(sql`update order_lines set note = 'Titip di Bu Ratna' where order_id = ${bought.orderId}`);
  await db.run(
    sql`update tracking_scans t set note = 'Diterima Bu Ratna' from parcels p where p.id = t.parcel_id and p.order_id = ${bought.orderId}`,
  );
  const cancelled = await makePaidOrder(context);
  await cancelOrder(context, { ...cancelled, reason: "Telepon saya 081234567890" }, now);
  await db.run(sql`update orders set cancel_reason = 'Telepon saya 081234567890' where id = ${cancelled.orderId}`);
  const running = await makePlacedOrder(context);
  const before = await Promise.all([bought, cancelled, running].map(({ orderId }) => factsOf(orderId)));
  const ledger = () =>
    db.rows(sql`
      select a.kind, a.owner, a.balance, (select sum(e.amount) from ledger_entries e where e.account_id = a.id) as entries
      from ledger_accounts a order by a.kind, a.owner`);
  const money = await ledger();

  const forgotten = new Date(`${Number(jakartaDay(now).slice(0, 4)) + 11}-01-01T00:00:00+07:00`);
  await runAt(addDuration(forgotten, -second));
  expect(await factsOf(bought.orderId)).toEqual(before[0]);
  await runAt(forgotten);
  const [kept, called, waiting] = await Promise.all(
    [bought, cancelled, running].map(({ orderId }) => factsOf(orderId)),
  );
  for (const [after, was] of [
    [kept, before[0]],
    [called, before[1]],
  ] as const) {
    expect(after).toMatchObject({ status: was?.status, total: was?.total, words: "" });
    const { lat: _lat, lng: _lng, districtCode: _district, ...stays } = was?.address ?? {};
    expect(after?.address).toEqual({
      ...stays,
      label: "",
      recipient: "Pengguna Kawung",
      phone: "",
      street: "",
      note: "",
      village: "",
      district: "",
      postcode: "",
    });
    expect(after?.address.regency).toContain("Bandung");
  }
  expect(called?.cancel_reason).toBe("Dihapus setelah masa simpan.");
  expect(waiting).toEqual(before[2]);
  expect(await ledger()).toEqual(money);
  expect(await brokenInvariants(db)).toEqual([]);

  // A point alone is enough to find the buyer's home.
  const pinned = sql`update orders set address = address || '{"lat": -6.917512, "lng": 107.619123}' where id = ${bought.orderId}`;
  await db.run(pinned);
  const tooOld = async () =>
    (await proveRetention(db, addDuration(forgotten, 3 * day))).find(({ table }) => table === "orders")?.tooOld;
  expect(await tooOld()).toBe(1);
  await runAt(forgotten);
  expect((await factsOf(bought.orderId))?.address).toEqual(kept?.address);
  expect(await tooOld()).toBe(0);

  // A second run writes nothing.
  const version = () => db.row<{ at: string }>(sql`select xmin::text as at from orders where id = ${bought.orderId}`);
  const written = await version();
  await runAt(forgotten);
  expect(await version()).toEqual(written);

  // The buyer can still open it.
  const cookie = `__Host-sid=${await makeSession(context, bought.buyerId)}`;
  const seen = await world.nobody.call("GET", `/v1/orders/${bought.orderId}`, undefined, { cookie });
  expect([seen.status, seen.body.result.address.recipient]).toEqual([200, "Pengguna Kawung"]);
});
