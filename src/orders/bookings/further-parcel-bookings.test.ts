import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { makeBookingApi, monday } from "../../../test/make/booking-api.ts";
import { newTrackingNumber } from "../../../test/make/orders.ts";
import { byBuyer, bySeller, outcome } from "../../../test/read/orders.ts";
import { brokenInvariants } from "../invariants.ts";
import { recordScan } from "../parcels/record-scan.ts";
import { confirmArrival, receiveOrder } from "../receive-order.ts";
import { shipOrder } from "../ship-order.ts";
import { requestBooking } from "./request-booking.ts";

let world: Awaited<ReturnType<typeof makeBookingApi>>;
beforeAll(async () => {
  world = await makeBookingApi();
});
afterAll(() => world.close());
beforeEach(() => world.resetBiteship());
afterEach(async () => expect(await brokenInvariants(world.context.db)).toEqual([]));

describe("the courier of a further parcel", () => {
  async function makeShipped() {
    const made = await world.makeBookable({ quantity: 3 });
    await shipOrder(world.context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
    const { lines } = await world.sellerView(made);
    const contents = (quantity: number) => [{ line_id: lines[0]?.id ?? "", quantity }];
    const ask = (quantity: number, now = monday) =>
      requestBooking(world.context, { ...bySeller(made), contents: contents(quantity) }, now);
    return { made, ask, contents };
  }

  test("takes the pieces that the seller names, and the order is delivered when both parcels have arrived", async () => {
    const { made, ask } = await makeShipped();
    expect(await world.sellerView(made)).toMatchObject({ can_book: true, can_add_parcel: true });
    expect([await outcome(ask(3)), await outcome(ask(4))]).toEqual([
      "orders.parcel_contents",
      "orders.parcel_contents",
    ]);
    await ask(2);
    const order = world.only();
    expect(order.body).toMatchObject({ items: [{ quantity: 2 }] });
    expect(await outcome(ask(1))).toBe("orders.booking_open");
    expect(
      (await world.sellerView(made)).parcels.map(({ state, contents }) => [state, contents?.[0]?.quantity]),
    ).toEqual([
      ["shipped", 1],
      ["booked", 2],
    ]);
    order.status = "picked";
    await world.turn(made, addDuration(monday, hour));
    expect((await world.notesOf(made.buyerId)).at(-1)).toBe("Paket tambahan dikirim");
    const view = await world.sellerView(made);
    expect(view.parcels[1]).toMatchObject({ state: "shipped", resi: order.waybill });
    expect(view.events.at(-1)).toMatchObject({ label: "Paket tambahan dikirim", actor: "courier" });
    expect(view.can_book).toBe(true);
    for (const { id } of view.parcels) {
      expect(await world.statusOf(made)).toBe("shipped");
      await recordScan(
        world.context,
        id,
        { status: "delivered", place: "", source: "biteship" },
        addDuration(monday, day),
      );
    }
    expect(await world.statusOf(made)).toBe("delivered");
  });

  test("that does not come leaves the parcels that have arrived: the order is delivered", async () => {
    const { made, ask } = await makeShipped();
    await ask(1);
    const [first] = (await world.sellerView(made)).parcels;
    await recordScan(world.context, first?.id ?? "", { status: "delivered", place: "", source: "biteship" }, monday);
    expect(await world.statusOf(made)).toBe("shipped");
    world.only().status = "courier_not_found";
    await world.turn(made, addDuration(monday, hour));
    expect(await world.statusOf(made)).toBe("delivered");
    expect((await world.bookingOf(made)).state).toBe("cancelled");
  });

  test.each([
    ["confirmed", "cancelled", ["arrived"]],
    // The driver was faster.
    ["picked", "collected", ["arrived", "shipped"]],
  ])(
    "is called off when the buyer says that everything arrived, and the audit finds nothing meanwhile (%s)",
    async (status, ended, parcels) => {
      const { made, ask } = await makeShipped();
      await ask(1);
      const [first] = (await world.sellerView(made)).parcels;
      await recordScan(world.context, first?.id ?? "", { status: "delivered", place: "", source: "biteship" }, monday);
      await confirmArrival(world.context, byBuyer(made), addDuration(monday, hour));
      expect(await world.statusOf(made)).toBe("delivered");
      expect((await world.bookingOf(made)).state).toBe("booked");
      expect(await brokenInvariants(world.context.db)).toEqual([]);
      // A courier that nothing calls off is found.
      const { id } = await world.bookingOf(made);
      await world.context.db.run(sql`update courier_bookings set poll_at = null where id = ${id}`);
      expect(await brokenInvariants(world.context.db)).toHaveLength(1);
      await world.context.db.run(sql`update courier_bookings set poll_at = ${monday} where id = ${id}`);
      world.only().status = status;
      await world.turn(made, addDuration(monday, hour + minute));
      expect((await world.bookingOf(made)).state).toBe(ended);
      expect((await world.sellerView(made)).parcels.map(({ state }) => state)).toEqual(parcels);
      expect(await world.statusOf(made)).toBe("delivered");
    },
  );

  test("is cancelled when the buyer has received the order", async () => {
    const { made, ask } = await makeShipped();
    await ask(1);
    await receiveOrder(world.context, byBuyer(made), addDuration(monday, hour));
    await world.turn(made, addDuration(monday, day));
    expect([world.confirmed().length, (await world.bookingOf(made)).state]).toEqual([0, "cancelled"]);
  });
});
