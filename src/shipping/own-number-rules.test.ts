import { expect, test } from "vitest";
import { otherCompanyOf, ownNumbers } from "./own-number-rules.ts";
import { couriers, isTrackingNumber, normaliseTrackingNumber } from "./rules.ts";

const tracked = couriers.filter((courier) => courier.tracked);
const companyOf = (courier: string) => courier.split("-")[0] ?? "";

/** Numbers with the prefix of each company that has one, all forms of it. */
const written: Record<string, readonly string[]> = {
  jne: ["TLJR1234567890", "TLJC123456789012"],
  jnt: ["JP1234567890", "JX1234567890", "JD123456789012"],
  pos: ["P2611000123456", "EE123456789ID"],
  ninja: ["NLIDAP1234567890"],
  lion: ["11LP1234567890"],
  gojek: ["GK-11-12345678", "GK-12-12345678"],
};

test("every company with a prefix of its own is a courier's, and its prefix is not that of another one", () => {
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(ownNumbers).toSorted());
  for (const [company, numbers] of Object.entries(written)) {
    expect(
      tracked.some(({ id }) => companyOf(id) === company),
      company,
    ).toBe(true);
    for (const number of numbers) {
      const fitting = Object.keys(ownNumbers).filter((one) =>
        ownNumbers[one]?.pattern.test(normaliseTrackingNumber(number)),
      );
      expect([number, ...fitting]).toEqual([number, company]);
    }
  }
});

test("the example of every courier is accepted for it and taken for no other company's", () => {
  for (const { id, trackingNumberExample: example } of tracked)
    expect([id, isTrackingNumber(id, example), otherCompanyOf(id, example)]).toEqual([id, true, null]);
});

test("for every pair of couriers, a number with the prefix of one company is refused by name for the other one", () => {
  let overlaps = 0;
  for (const { id } of tracked)
    for (const [company, numbers] of Object.entries(written))
      for (const number of numbers) {
        const isOwn = companyOf(id) === company;
        if (!isOwn && isTrackingNumber(id, number)) overlaps += 1;
        expect([id, number, otherCompanyOf(id, number)]).toEqual([
          id,
          number,
          isOwn ? null : ownNumbers[company]?.name,
        ]);
      }
  // The formats alone would accept these.
  expect(overlaps).toBeGreaterThan(30);
});

/** Which examples without a prefix of their own other companies' formats accept too. */
test("the examples that several companies may give are these, and they are accepted", () => {
  const shared = tracked
    .filter(
      ({ id, trackingNumberExample }) =>
        !ownNumbers[companyOf(id)]?.pattern.test(normaliseTrackingNumber(trackingNumberExample)),
    )
    .map(({ id, trackingNumberExample: example }) => {
      const others = tracked.filter((other) => companyOf(other.id) !== companyOf(id) && !other.instant);
      return [
        companyOf(id),
        [...new Set(others.filter((other) => isTrackingNumber(other.id, example)).map((other) => companyOf(other.id)))],
      ];
    });
  expect(Object.fromEntries(shared)).toEqual({
    sicepat: ["jne", "tiki", "lion"],
    anteraja: ["jne", "lion"],
    tiki: ["jne", "lion"],
    wahana: [],
    grab: [],
    lalamove: [],
    borzo: [],
    paxel: ["jne", "tiki"],
  });
});

test("a shop's own courier and an unknown one have numbers of any form", () => {
  for (const courier of ["self", "pickup", "unknown"]) expect(otherCompanyOf(courier, "JX1234567890")).toBe(null);
});
