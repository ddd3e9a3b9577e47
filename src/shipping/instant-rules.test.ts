import fc from "fast-check";
import { expect, test } from "vitest";
import { addDuration, day, hour, minute, zones, type Zone } from "#lib/time.ts";
import { biteshipCouriers } from "./providers/biteship/rules.ts";
import {
  addPickupTime,
  distanceKm,
  formatPickupHours,
  instantIds,
  instantPromise,
  isPickupTime,
  servesInstantly,
} from "./instant-rules.ts";
import { courierOf, type ParcelItem } from "./rules.ts";

const weekdays = { days: [1, 2, 3, 4, 5], opens: 9 * 60, closes: 17 * 60 };
const bandung = { lat: -6.9175, lng: 107.6191 };
const cimahi = { lat: -6.8722, lng: 107.5425 };
const jakarta = { lat: -6.2088, lng: 106.8456 };

const zone = fc.constantFrom(...(Object.keys(zones) as Zone[]));
const hours = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    fc.integer({ min: 0, max: 1380 }),
    fc.integer({ min: 60, max: 1440 }),
  )
  .map(([days, opens, long]) => ({ days, opens, closes: Math.min(1440, opens + long) }));
const moment = fc.date({ min: new Date("2026-01-01Z"), max: new Date("2027-12-31Z"), noInvalidDate: true });

test("Biteship sends every instant courier, and none of them collects cash", () => {
  expect(instantIds).toContain("paxel-small");
  for (const id of instantIds) {
    expect(Object.hasOwn(biteshipCouriers, id), id).toBe(true);
    expect(courierOf(id)?.cod, id).toBeUndefined();
  }
});

test("they serve only within their distance and weight", () => {
  expect(Math.round(distanceKm(bandung, cimahi))).toBe(10);
  expect(Math.round(distanceKm(bandung, jakarta))).toBe(116);
  expect(servesInstantly("gojek-instant", { from: bandung, to: cimahi, kg: 20 })).toBe(true);
  expect(servesInstantly("gojek-instant", { from: bandung, to: cimahi, kg: 21 })).toBe(false);
  expect(servesInstantly("gojek-instant", { from: bandung, to: jakarta, kg: 1 })).toBe(false);
  expect(servesInstantly("jne-reg", { from: bandung, to: cimahi, kg: 1 })).toBe(false);
});

test("a courier that is paid by size serves only parcels whose measured goods fit its cube", () => {
  const fits = (courier: string, ...items: ParcelItem[]) =>
    servesInstantly(courier, { from: bandung, to: cimahi, kg: 1, items });
  const box = (lengthCm: number | null, quantity = 1): ParcelItem => ({
    weightG: 300,
    lengthCm,
    widthCm: 20,
    heightCm: 10,
    quantity,
  });
  expect([fits("paxel-small", box(20)), fits("paxel-small", box(20, 2))]).toEqual([true, true]);
  expect([fits("paxel-small", box(20, 3)), fits("paxel-medium", box(20, 3))]).toEqual([false, true]);
  expect([fits("paxel-small", box(21)), fits("paxel-medium", box(21))]).toEqual([false, true]);
  expect([fits("paxel-large", box(41)), fits("paxel-large", box(null)), fits("paxel-large")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(servesInstantly("paxel-large", { from: bandung, to: cimahi, kg: 6, items: [box(20)] })).toBe(false);
  expect(fits("gojek-instant", box(null))).toBe(true);
});

test("drivers come on the shop's days, between its hours, at its own time", () => {
  // Monday, 09.00 WIB is 10.00 WITA.
  const monday = new Date("2026-11-23T02:00:00Z");
  expect(isPickupTime(weekdays, "WIB", monday)).toBe(true);
  expect(isPickupTime(weekdays, "WIB", addDuration(monday, -minute))).toBe(false);
  expect(isPickupTime(weekdays, "WITA", addDuration(monday, -minute))).toBe(true);
  expect(isPickupTime(weekdays, "WIB", addDuration(monday, 8 * hour))).toBe(false);
  expect(isPickupTime(weekdays, "WIB", addDuration(monday, -day))).toBe(false);
});

test("clocks run in the pick-up hours: an order of Friday evening waits until Monday morning", () => {
  const friday = new Date("2026-11-20T09:30:00Z"); // 16.30 WIB
  expect(addPickupTime(weekdays, "WIB", friday, hour).toISOString()).toBe("2026-11-23T02:30:00.000Z");
  expect(addPickupTime(weekdays, "WIB", friday, 30 * minute).toISOString()).toBe("2026-11-20T10:00:00.000Z");
  expect(addPickupTime(weekdays, "WIB", addDuration(friday, day), hour).toISOString()).toBe("2026-11-23T03:00:00.000Z");
});

test("the time that passes in the pick-up hours is exactly the time that is given", () => {
  fc.assert(
    fc.property(hours, zone, moment, fc.integer({ min: 1, max: 600 }), (pickup, where, from, minutes) => {
      const start = new Date(Math.floor(from.getTime() / minute) * minute);
      const end = addPickupTime(pickup, where, start, minutes * minute);
      let passed = 0;
      for (let at = start; at < end && passed <= minutes; at = addDuration(at, minute))
        if (isPickupTime(pickup, where, at)) passed += 1;
      expect(passed).toBe(minutes);
    }),
    { numRuns: 60 },
  );
});

test("the promise says by when the driver has the parcel if the buyer pays now", () => {
  const pickup = { ...weekdays };
  expect(instantPromise(pickup, "WIB", "1–3 jam", new Date("2026-11-23T03:00:00Z"))).toBe(
    "Bila dibayar sekarang: dijemput paling lambat hari ini pukul 13.00 WIB, tiba 1–3 jam kemudian",
  );
  expect(instantPromise(pickup, "WITA", "1–3 jam", new Date("2026-11-23T08:00:00Z"))).toContain(
    "besok pukul 11.00 WITA",
  );
  expect(instantPromise(pickup, "WIB", "1–3 jam", new Date("2026-11-20T09:00:00Z"))).toContain(
    "3 hari lagi pukul 11.00",
  );
});

test("pick-up hours are said as people say them", () => {
  expect(formatPickupHours(weekdays, "WIB")).toBe("Senin–Jumat, 09.00–17.00 WIB");
  expect(formatPickupHours({ days: [7, 1, 3], opens: 510, closes: 1440 }, "WIT")).toBe(
    "Senin, Rabu, dan Minggu, 08.30–24.00 WIT",
  );
});
