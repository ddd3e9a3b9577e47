import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balanceEntryLabels } from "#payments/payouts/statement/rules.ts";
import {
  correctionKinds,
  corrections,
  excessCorrections,
  maxGoodwill,
  maxCorrection,
  type CorrectionFacts,
  type CorrectionKind,
} from "./rules.ts";

const facts: CorrectionFacts = {
  isPaid: true,
  isSettled: true,
  commission: 5_000,
  earned: 205_000,
  sums: { fee_returned: 0, credit_taken_back: 0, shop_goodwill: 0, buyer_goodwill: 0 },
  has: { buyer: true, seller: true },
};
const allowed = (change: Partial<CorrectionFacts>) =>
  correctionKinds.filter((kind) => maxCorrection(kind, { ...facts, ...change }) > 0);

describe("the kinds of corrections", () => {
  test("depend on how far the order's money is", () => {
    expect(allowed({ isPaid: false, isSettled: false })).toEqual([]);
    expect(allowed({ isSettled: false })).toEqual(["buyer_goodwill"]);
    expect(allowed({})).toEqual(["fee_returned", "buyer_goodwill", "shop_goodwill", "credit_taken_back"]);
    expect(allowed({ has: { buyer: false, seller: true } })).not.toContain("buyer_goodwill");
    expect(allowed({ has: { buyer: true, seller: false } })).toEqual(["buyer_goodwill"]);
  });

  test("that concern the shop have an opposite, and a name in its statement", () => {
    for (const kind of correctionKinds.filter((one) => corrections[one].reader === "seller")) {
      expect(Object.keys(balanceEntryLabels)).toContain(kind);
      const others = correctionKinds.filter((one) => one !== kind && corrections[one].sum === corrections[kind].sum);
      expect(others.map((one) => corrections[one].sign + corrections[kind].sign)).toEqual([0]);
    }
  });
});

test("whatever is corrected in whatever order, no limit is exceeded and each opposite ends at nothing", () => {
  const step = fc.record({
    kind: fc.constantFrom(...correctionKinds),
    share: fc.integer({ min: 0, max: 1000 }),
    commission: fc.integer({ min: 0, max: 50_000 }),
    earned: fc.integer({ min: 0, max: 1_000_000 }),
    isChange: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let now = facts;
      const add = (kind: CorrectionKind, amount: number) => {
        const { sum, isReversal } = corrections[kind];
        now = { ...now, sums: { ...now.sums, [sum]: now.sums[sum] + (isReversal ? -amount : amount) } };
      };
      for (const { kind, share, commission, earned, isChange } of steps) {
        if (isChange) now = { ...now, commission, earned };
        for (const one of excessCorrections(now)) add(one.kind, one.amount);
        expect(excessCorrections(now)).toEqual([]);
        add(kind, Math.floor((maxCorrection(kind, now) * share) / 1000));
        const { sums } = now;
        expect(Math.min(...Object.values(sums))).toBeGreaterThanOrEqual(0);
        expect(sums.fee_returned).toBeLessThanOrEqual(now.commission);
        expect(sums.credit_taken_back).toBeLessThanOrEqual(now.earned);
        expect(Math.max(sums.shop_goodwill, sums.buyer_goodwill)).toBeLessThanOrEqual(maxGoodwill());
      }
    }),
  );
});
