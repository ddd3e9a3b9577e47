import fc from "fast-check";
import { expect, test } from "vitest";
import { calculateFee, type FeeTerms } from "../rules.ts";
import {
  changeText,
  costsMore,
  earliestIncrease,
  feeText,
  feeTexts,
  firstCommission,
  firstServiceFee,
  formatPerMille,
  publishedCommission,
  replacedTerms,
  ruleInForce,
  serviceFeeOf,
  type FeeRule,
  type PublishedFee,
} from "./rules.ts";

const terms = (perMille: number, cap: number | null = null, flat = 0): FeeTerms => ({ perMille, cap, flat });
const rule = (validFrom: string, of: FeeTerms, categoryId: string | null = null): FeeRule => ({
  id: `${validFrom} ${categoryId ?? "all"}`,
  kind: "commission",
  terms: of,
  categoryId,
  validFrom,
});
const anyTerms = fc
  .record({
    perMille: fc.integer({ min: 0, max: 300 }),
    cap: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    flat: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map((of): FeeTerms => (of.perMille === 0 ? { ...of, cap: null } : of));

test("the latest rule that has begun counts, that of the category before that of all goods", () => {
  const rules = [
    rule("2026-01-01", terms(25)),
    rule("2026-06-01", terms(30)),
    rule("2026-03-01", terms(10), "root"),
    rule("2026-07-01", terms(5), "child"),
  ];
  const perMille = (onDay: string, ...categoryIds: string[]) =>
    ruleInForce(rules, "commission", onDay, categoryIds).terms.perMille;
  expect(perMille("2026-05-31")).toBe(25);
  expect(perMille("2026-06-01")).toBe(30);
  expect(perMille("2026-06-01", "other")).toBe(30);
  expect(perMille("2026-02-28", "child", "root")).toBe(25);
  expect(perMille("2026-06-30", "child", "root")).toBe(10);
  expect(perMille("2026-07-01", "child", "root")).toBe(5);
});

test("a rule that does not cost more is cheaper or equal for every amount", () => {
  fc.assert(
    fc.property(anyTerms, anyTerms, fc.nat(4_000_000_000_000), (before, next, amount) => {
      if (calculateFee(next, amount) > calculateFee(before, amount)) expect(costsMore(before, next)).toBe(true);
    }),
  );
  expect(costsMore(terms(25, 50_000), terms(25))).toBe(true);
  expect(costsMore(terms(25), terms(25, 50_000))).toBe(false);
  expect(costsMore(terms(0), terms(0, null, 1))).toBe(true);
});

test("a rule replaces what would have counted on each of its days until the next one for the same goods", () => {
  const rules = [
    rule("2026-01-01", terms(25)),
    rule("2026-09-01", terms(20)),
    rule("2026-12-01", terms(40)),
    rule("2026-11-01", terms(15), "child"),
  ];
  const replaced = (validFrom: string, categoryId: string | null) =>
    replacedTerms(rules, { kind: "commission", validFrom, categoryId }, null).map(({ perMille }) => perMille);
  expect(replaced("2026-08-01", null)).toEqual([25]);
  expect(replaced("2026-08-01", "child")).toEqual([25, 20]);
  expect(replaced("2026-12-15", "child")).toEqual([15]);
  // Withdrawing a rule brings these back.
  expect(replacedTerms(rules, rules[1] ?? rule("", terms(0)), null).map(({ perMille }) => perMille)).toEqual([25, 25]);
});

test("a rule that costs more begins at least 30 times 24 hours after it was announced", () => {
  expect(earliestIncrease(new Date("2026-11-22T00:00:00+07:00"))).toBe("2026-12-22");
  expect(earliestIncrease(new Date("2026-11-22T00:00:01+07:00"))).toBe("2026-12-23");
  expect(earliestIncrease(new Date("2026-11-22T23:59:59+07:00"))).toBe("2026-12-23");
});

test("a service fee is charged in full for cheap goods too, and a share of them stops at its cap", () => {
  expect(serviceFeeOf(firstServiceFee, 100)).toBe(1000);
  expect(serviceFeeOf(terms(10, 2_000, 500), 100_000)).toBe(1_500);
  expect(serviceFeeOf(terms(10, 2_000, 500), 10_000_000)).toBe(2_500);
});

test("fees have their Indonesian wording", () => {
  expect(formatPerMille(25)).toBe("2,5%");
  expect(formatPerMille(30)).toBe("3%");
  expect(feeText("commission", firstCommission)).toBe(
    "2,5% dari harga barang, paling banyak Rp50.000 untuk tiap baris pesanan",
  );
  expect(feeText("service_fee", firstServiceFee)).toBe("Rp1.000");
  expect(feeText("commission", terms(0, null, 2_000))).toBe("Rp2.000 untuk tiap baris pesanan");
  expect(feeText("commission", terms(10, null, 500))).toBe(
    "1% dari harga barang, ditambah Rp500 untuk tiap baris pesanan",
  );
  expect(feeText("commission", terms(0))).toBe("0%");
  expect(feeText("service_fee", terms(0))).toBe("Rp0");
  expect(changeText("commission", firstCommission, terms(30))).toBe(
    "Dari barang Rp100.000, penjual menerima Rp97.000; sebelumnya Rp97.500.",
  );
  expect(changeText("service_fee", firstServiceFee, firstServiceFee)).toBe(
    "Untuk belanja Rp100.000, pembeli tetap membayar biaya layanan Rp1.000.",
  );
});

test("sentences name categories with their own commission, and announced fees", () => {
  const published = (kind: PublishedFee["kind"], of: FeeTerms, fields: Partial<PublishedFee> = {}): PublishedFee => ({
    kind,
    per_mille: of.perMille,
    cap: of.cap,
    flat: of.flat,
    category: null,
    valid_from: "2026-01-01",
    ...fields,
  });
  const batik = { slug: "batik", name: "Batik" };
  const fees = {
    commission: published("commission", firstCommission),
    service_fee: published("service_fee", firstServiceFee),
    commission_by_category: [published("commission", terms(10), { category: batik })],
    announced: [published("service_fee", terms(0, null, 1_500), { valid_from: "2027-01-01" })],
  };
  expect(feeTexts(fees)).toEqual({
    commission: "2,5% dari harga barang, paling banyak Rp50.000 untuk tiap baris pesanan",
    commissionDetails: " Komisi kategori Batik: 1% dari harga barang.",
    serviceFee: "Rp1.000",
    serviceFeeDetails: " Mulai 1 Januari 2027 biaya layanan menjadi Rp1.500.",
  });
  expect(publishedCommission(fees, ["batik-tulis", "batik"])).toEqual(terms(10));
  expect(publishedCommission(fees, ["kopi"])).toEqual(firstCommission);
});
