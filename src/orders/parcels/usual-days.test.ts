import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, formatDateTime, hour } from "#lib/time.ts";
import { laneHistory } from "#shipping/lanes/rules.ts";
import { updateLanes } from "#shipping/lanes/usual-days.ts";
import { quoteForShop } from "#shipping/quote-shipping.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeDeliveredOrder, makePlacedOrder, makeShippedOrder } from "../../../test/make/orders.ts";
import { orderJobs } from "../jobs.ts";
import { notifyLateParcels } from "./notify-late-parcels.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = new Date("2026-11-22T03:00:00Z");

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

/** Parcels of this order that arrived after these days each; `by` reported the arrival. */
async function addParcels(
  orderId: string,
  days: readonly number[],
  { by = "biteship", arrivedAt = addDuration(now, -day) } = {},
) {
  await context.db.run(sql`
    with made as (
      insert into parcels (order_id, courier, courier_name, state, scan_source, shipped_at, arrived_at, created_at)
      select ${orderId}, 'jne-reg', 'JNE REG', 'arrived', 'biteship', ${arrivedAt}::timestamptz - make_interval(days => d), ${arrivedAt}, ${arrivedAt}::timestamptz - make_interval(days => d)
      from unnest(${days}::int[]) as d returning id
    )
    insert into tracking_scans (parcel_id, status, place, note, source, scanned_at, recorded_at)
    select id, 'delivered', '', '', ${by}, ${arrivedAt}, ${arrivedAt} from made`);
}
const lanes = () =>
  context.db.rows<{ courier: string; min_days: number; max_days: number; parcels: number }>(
    sql`select courier, min_days, max_days, parcels from lane_statistics`,
  );
const notices = (userId: string) =>
  context.db.rows<{ title: string; description: string }>(
    sql`select title, description from notifications where user_id = ${userId} and title = 'Paket terlambat'`,
  );

test("usual days are measured from enough parcels that couriers reported lately, and from nothing else", async () => {
  const { orderId } = await makeDeliveredOrder(context, { courier: "jne-reg" });
  await context.db.run(sql`update parcels set state = 'cancelled', arrived_at = null where order_id = ${orderId}`);
  const enough = Array.from({ length: laneHistory.minParcels }, (_, at) => 1 + (at % 4));
  await addParcels(orderId, enough.slice(1));
  await addParcels(orderId, enough, { by: "seller" });
  await addParcels(orderId, enough, { arrivedAt: addDuration(now, -laneHistory.duration - day) });
  await updateLanes(context, now);
  expect(await lanes()).toEqual([]);
  await addParcels(orderId, [30]);
  await updateLanes(context, now);
  expect(await lanes()).toEqual([{ courier: "jne-reg", min_days: 1, max_days: 4, parcels: laneHistory.minParcels }]);
  // Old parcels leave the statistics by themselves.
  await updateLanes(context, addDuration(now, laneHistory.duration + day));
  expect(await lanes()).toEqual([]);
  await updateLanes(context, now);
});

test("a buyer sees the usual days beside the courier's estimate, and the order remembers them", async () => {
  const order = await makePlacedOrder(context, { courier: "jne-reg" });
  const stored = await context.db.row<{ regency: string; usual: object }>(sql`
    select a.regency_code as regency, json_build_object('min', o.usual_min_days, 'max', o.usual_max_days) as usual
    from orders o join addresses a on a.user_id = o.buyer_id where o.id = ${order.orderId}`);
  expect(stored?.usual).toEqual({ min: 1, max: 4 });
  const options = await quoteForShop(
    context,
    { shopId: order.shopId, regencyCode: stored?.regency, quantity: 1 },
    null,
    context.clock.now(),
  );
  expect(options.find(({ courier }) => courier === "jne-reg")?.usual).toEqual({
    min: 1,
    max: 4,
    parcels: laneHistory.minParcels,
  });
  expect(options.filter(({ courier }) => courier !== "jne-reg").map(({ usual }) => usual)).toEqual(
    Array.from({ length: options.length - 1 }, () => null),
  );
});

test("buyer and seller are notified once of a parcel that is late by the estimate and by what is usual", async () => {
  const order = await makeShippedOrder(context, { courier: "jne-reg" });
  const shippedAt = context.clock.now();
  await context.db.run(sql`
    update orders set eta = '1–2 hari', usual_min_days = 1, usual_max_days = 4, shipped_at = ${shippedAt} where id = ${order.orderId}`);
  await notifyLateParcels(context, addDuration(shippedAt, 4 * day - hour));
  expect(await notices(order.buyerId)).toEqual([]);
  await notifyLateParcels(context, addDuration(shippedAt, 4 * day + hour));
  await notifyLateParcels(context, addDuration(shippedAt, 5 * day));
  expect(await notices(order.buyerId)).toMatchObject([
    { description: expect.stringContaining("paling lambat 4 hari") },
  ]);
  expect(await notices(order.sellerId)).toHaveLength(1);
});

test("the buyer of a late COD parcel does not read that money is held", async () => {
  const order = await makeShippedOrder(context, { courier: "jne-reg", method: "cod" });
  await context.db.run(sql`
    update orders set due_at = ${addDuration(context.clock.now(), 30 * day)} where id = ${order.orderId}`);
  await notifyLateParcels(context, addDuration(context.clock.now(), 20 * day));
  const [notice] = await notices(order.buyerId);
  expect(notice).toMatchObject({ description: expect.stringMatching(/dibatalkan dan Anda tidak membayar apa pun/) });
  expect(notice).not.toMatchObject({ description: expect.stringMatching(/tahan|dikembalikan/) });
  const [sellers] = await notices(order.sellerId);
  expect(sellers).toMatchObject({ description: expect.stringMatching(/dibatalkan dan belum ada uang yang dibayar/) });
  expect(sellers).not.toMatchObject({ description: expect.stringMatching(/tahan|kembali ke pembeli/) });
});

test("the notice of a late parcel names the order's own deadline, and none that has passed", async () => {
  const order = await makeShippedOrder(context, { courier: "jne-reg" });
  const { due_at: due } = (await context.db.row<{ due_at: Date }>(
    sql`select due_at from orders where id = ${order.orderId}`,
  )) ?? { due_at: new Date() };
  await context.db.run(sql`
    update orders set eta = '1 hari', usual_min_days = null, usual_max_days = null where id = ${order.orderId}`);
  await notifyLateParcels(context, addDuration(context.clock.now(), 26 * hour));
  expect(await notices(order.buyerId)).toMatchObject([
    { description: expect.stringContaining(`sampai ${formatDateTime(due)}`) },
  ]);
  expect(await notices(order.sellerId)).toMatchObject([
    {
      description: expect.stringContaining(
        `Uang pembeli tetap kami tahan. Bila paket tidak tiba sampai ${formatDateTime(due)}, pesanan dibatalkan dan uang kembali ke pembeli.`,
      ),
    },
  ]);
  const passed = await makeShippedOrder(context, { courier: "jne-reg" });
  await notifyLateParcels(context, addDuration(context.clock.now(), 20 * day));
  expect(await notices(passed.buyerId)).toMatchObject([{ description: expect.stringMatching(/sekali lagi/) }]);
});

test("no one is notified of a parcel that arrived, that nobody follows, or whose courier names no time", async () => {
  const arrived = await makeDeliveredOrder(context, { courier: "jne-reg" });
  const unfollowed = await makeShippedOrder(context, { courier: "jne-reg" });
  await context.db.run(sql`update parcels set scan_source = null where order_id = ${unfollowed.orderId}`);
  const silent = await makeShippedOrder(context, { courier: "jne-reg" });
  await context.db.run(
    sql`update orders set eta = 'Setelah toko siap', usual_min_days = null, usual_max_days = null where id = ${silent.orderId}`,
  );
  await notifyLateParcels(context, addDuration(context.clock.now(), 20 * day));
  for (const { buyerId } of [arrived, unfollowed, silent]) expect(await notices(buyerId)).toEqual([]);
  // The job of the schedule does the same now, when nothing is late.
  await orderJobs["orders.notify_late_parcels"]?.({}, context);
});
