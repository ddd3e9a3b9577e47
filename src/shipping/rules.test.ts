import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zones } from "./courier-rules.ts";
import {
  chargeableKg,
  courierIds,
  couriers,
  isTrackingNumber,
  normaliseTrackingNumber,
  shippingPrice,
  zoneBetween,
} from "./rules.ts";
import { quoteByTariff } from "./tariff-provider.ts";

const measure = fc.option(fc.integer({ min: 1, max: 500 }));
const item = fc.record({
  weightG: fc.integer({ min: 1, max: 500_000 }),
  lengthCm: measure,
  widthCm: measure,
  heightCm: measure,
  quantity: fc.integer({ min: 1, max: 999 }),
});
const regency = fc.constantFrom(
  "11.71",
  "12.71",
  "21.71",
  "31.71",
  "31.74",
  "32.73",
  "34.71",
  "35.78",
  "51.71",
  "53.71",
  "64.72",
  "73.71",
  "81.71",
  "91.71",
  "94.04",
);

describe("zones", () => {
  test.each([
    ["32.73", "32.73", "same_regency"],
    ["32.73", "32.71", "same_province"],
    ["32.73", "35.78", "same_island"],
    ["32.73", "51.71", "neighbour"],
    ["12.71", "31.74", "neighbour"],
    ["12.71", "73.71", "far"],
    ["32.73", "91.71", "far_east"],
    ["81.71", "94.04", "far_east"],
    ["91.71", "94.04", "same_island"],
  ])("from %s to %s is %s", (origin, destination, zone) => {
    expect(zoneBetween(origin, destination)).toBe(zone);
  });

  test("the zone is the same in both directions", () => {
    fc.assert(fc.property(regency, regency, (a, b) => zoneBetween(a, b) === zoneBetween(b, a)));
  });
});

describe("weight", () => {
  const box = { lengthCm: null, widthCm: null, heightCm: null, quantity: 1 };
  test.each([
    [1, 1],
    [1000, 1],
    [1001, 2],
    [2000, 2],
  ])("%i g are charged as %i kg", (weightG, kg) => {
    expect(chargeableKg([{ ...box, weightG }])).toBe(kg);
  });

  test("a light but large parcel is charged by its volume", () => {
    expect(chargeableKg([{ weightG: 500, lengthCm: 60, widthCm: 40, heightCm: 30, quantity: 1 }])).toBe(12);
    expect(chargeableKg([{ weightG: 500, lengthCm: 60, widthCm: 40, heightCm: 30, quantity: 2 }])).toBe(24);
  });

  test("chargeable weight is in whole kilograms and never decreases when something is added", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), item, (items, more) => {
        const kg = chargeableKg(items);
        expect(Number.isSafeInteger(kg)).toBe(true);
        expect(kg).toBeGreaterThanOrEqual(1);
        expect(kg * 1000).toBeGreaterThanOrEqual(items.reduce((sum, one) => sum + one.weightG * one.quantity, 0));
        expect(chargeableKg([...items, more])).toBeGreaterThanOrEqual(kg);
      }),
    );
  });
});

describe("prices", () => {
  test("are whole, not negative, and never decrease with weight", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...courierIds),
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 1_000_000 }),
        (courier, zone, kg) => {
          const light = shippingPrice(courier, zone, kg);
          const heavy = shippingPrice(courier, zone, kg + 1);
          expect(light === undefined).toBe(heavy === undefined);
          if (!light || !heavy) return;
          expect(Number.isSafeInteger(light.price)).toBe(true);
          expect(light.price).toBeGreaterThanOrEqual(0);
          expect(heavy.price).toBeGreaterThanOrEqual(light.price);
        },
      ),
    );
  });

  test("never decrease with distance", () => {
    for (const { id, zones: served } of couriers) {
      const prices = zones.flatMap((zone) => (served[zone] ? [served[zone].perKg] : []));
      expect(prices, id).toEqual(prices.toSorted((a, b) => a - b));
    }
  });

  test("only couriers of the shop are offered, the cheapest first, each once", () => {
    fc.assert(
      fc.property(
        regency,
        regency,
        fc.uniqueArray(fc.constantFrom(...courierIds)),
        fc.array(item, { minLength: 1, maxLength: 5 }),
        (originRegency, destinationRegency, offered, items) => {
          const options = quoteByTariff({ originRegency, destinationRegency, couriers: offered, items });
          expect(options.every(({ courier }) => offered.includes(courier))).toBe(true);
          expect(new Set(options.map(({ courier }) => courier)).size).toBe(options.length);
          const paid = options.filter(({ courier }) => courier !== "pickup").map(({ price }) => price);
          expect(paid).toEqual(paid.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  test("the shop's own courier serves only its regency", () => {
    const items = [{ weightG: 1500, lengthCm: null, widthCm: null, heightCm: null, quantity: 1 }];
    expect(
      quoteByTariff({ originRegency: "32.73", destinationRegency: "32.73", couriers: ["self"], items }),
    ).toMatchObject([{ courier: "self", price: 9_000 }]);
    expect(quoteByTariff({ originRegency: "32.73", destinationRegency: "32.71", couriers: ["self"], items })).toEqual(
      [],
    );
  });

  test("a cargo parcel costs as much as its minimum weight, and then each further kilogram", () => {
    const light = shippingPrice("jne-jtr", "same_island", 1);
    expect(light).toEqual(shippingPrice("jne-jtr", "same_island", 10));
    expect(shippingPrice("jne-jtr", "same_island", 11)?.price).toBe((light?.price ?? 0) + 6_000);
    expect(shippingPrice("jne-jtr", "same_island", 20)?.price).toBeLessThan(
      shippingPrice("jne-reg", "same_island", 20)?.price ?? 0,
    );
  });

  test("the tariff table has no price for an instant courier", () => {
    const items = [{ weightG: 1500, lengthCm: null, widthCm: null, heightCm: null, quantity: 1 }];
    const instant = couriers.filter((courier) => courier.instant).map(({ id }) => id);
    expect(instant.length).toBeGreaterThan(0);
    expect(quoteByTariff({ originRegency: "32.73", destinationRegency: "32.73", couriers: instant, items })).toEqual(
      [],
    );
  });

  test("pick-up is free everywhere and comes last", () => {
    const items = [{ weightG: 9000, lengthCm: null, widthCm: null, heightCm: null, quantity: 1 }];
    expect(
      quoteByTariff({ originRegency: "32.73", destinationRegency: "31.74", couriers: ["pickup", "jne-reg"], items }),
    ).toMatchObject([
      { courier: "jne-reg", price: 171_000 },
      { courier: "pickup", price: 0 },
    ]);
  });
});

describe("tracking numbers", () => {
  test("each courier's own example is valid, in any case and spacing", () => {
    for (const { id, trackingNumberExample: example } of couriers) {
      expect(isTrackingNumber(id, example), id).toBe(true);
      expect(isTrackingNumber(id, ` ${example.toLowerCase().slice(0, 4)} ${example.slice(4)}`), id).toBe(true);
    }
  });

  test("a number is the same with and without dashes, spaces and full-width letters", () => {
    for (const written of ["12-34-1234567", "12 34 1234567", "12341234567", "１２-34.1234567", "12\u200B341234567"]) {
      expect(normaliseTrackingNumber(written)).toBe("12341234567");
      expect(isTrackingNumber("lion-reg", written), written).toBe(true);
    }
  });

  test("a number with an emoji, a sign or a letter of another script is no number, instead of one without it", () => {
    for (const added of ["😀", "1️⃣", "+", "€", "Я", "ñ"].map((one) => `12341234567${one}`))
      expect(isTrackingNumber("lion-reg", added), added).toBe(false);
  });

  test.each([
    ["jnt-ez", "001234567890"],
    ["sicepat-reg", "JP1234567890"],
    ["jne-reg", "ABCDEFGHIJKLMN"],
    ["pos-reg", "P123"],
    ["anteraja-reg", "20001234567890"],
    ["tiki-reg", "123456789"],
    ["ninja-reg", "NL1"],
    ["lion-reg", "LP1234567890"],
    ["wahana-reg", "12345678"],
    ["self", "a b"],
    ["unknown", "JP1234567890"],
    ["jne-reg", ""],
  ])("%s refuses %s", (courier, resi) => {
    expect(isTrackingNumber(courier, resi)).toBe(false);
  });
});
