import fc from "fast-check";
import { expect, test } from "vitest";
import { addDuration, hour } from "#lib/time.ts";
import { formatRupiah, formatShortCount, splitRupiah } from "#lib/rupiah.ts";
import { firstCommission } from "./fees/rules.ts";
import { calculateFee, deadlinesAfterChange, paymentMethod, paymentMethods, transferMethod } from "./rules.ts";
import { crc16, qrisPayload } from "./providers/simulator/qris.ts";
import { parse } from "promptparse";

const commissionOf = (goods: number) => calculateFee(firstCommission, goods);

test("the first commission is 2.5 % of the goods, rounded down, at most Rp50.000 a line", () => {
  expect(commissionOf(100_000)).toBe(2500);
  expect(commissionOf(39)).toBe(0);
  expect(commissionOf(2_000_000)).toBe(50_000);
  expect(commissionOf(999_000_000_000)).toBe(50_000);
});

test("commission never exceeds the goods and never decreases when they increase", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_000_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (goods, more) => {
      expect(commissionOf(goods)).toBeLessThanOrEqual(goods);
      expect(commissionOf(goods + more)).toBeGreaterThanOrEqual(commissionOf(goods));
    }),
  );
});

test("the parts of a split sum to the whole and differ from the fair share by at most one rupiah", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 }),
      (whole, weights) => {
        const parts = splitRupiah(whole, weights);
        expect(parts.reduce((a, b) => a + b, 0)).toBe(whole);
        const total = weights.reduce((a, b) => a + b, 0);
        parts.forEach((part, index) => {
          const fair = total === 0 ? whole / weights.length : (whole * (weights[index] ?? 0)) / total;
          expect(Math.abs(part - fair)).toBeLessThanOrEqual(1.001);
        });
      },
    ),
  );
});

test("rupiah and counts are formatted the Indonesian way", () => {
  expect(formatRupiah(10_000)).toBe("Rp10.000");
  expect(formatRupiah(1_284_500)).toBe("Rp1.284.500");
  expect(formatRupiah(-500)).toBe("−Rp500");
  expect(formatShortCount(999)).toBe("999");
  expect(formatShortCount(1299)).toBe("1,2 rb");
  expect(formatShortCount(2000)).toBe("2 rb");
  expect(formatShortCount(1_350_000)).toBe("1,3 jt");
});

test("QRIS, wallets and cards expire after one hour, the others after a day", () => {
  for (const { id, group, paymentDuration: dueIn } of paymentMethods)
    expect([id, dueIn]).toEqual([id, ["qris", "ewallet", "card"].includes(group) ? 3_600_000 : 86_400_000]);
  expect(paymentMethod("__proto__")).toBeUndefined();
});

test("an independent reader reads a QRIS payload with its amount and a valid checksum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (amount) => {
      const payload = qrisPayload({
        merchantId: "ID1026000000001",
        name: "KAWUNG",
        city: "BANDUNG",
        postcode: "40111",
        amount,
        reference: "KWG-ABCDEF",
      });
      const read = parse(payload, true);
      expect(read?.getTagValue("54")).toBe(String(amount));
      expect(read?.getTagValue("53")).toBe("360");
      expect(read?.getTagValue("58")).toBe("ID");
      expect(payload.slice(-4)).toBe(crc16(payload.slice(0, -4)));
    }),
  );
});

test("a change of method shows the deadline that it will have, also of a bank transfer, whose orders wait longer", () => {
  const created_at = new Date("2026-11-21T03:00:00Z");
  const payment = { created_at, due_at: addDuration(created_at, 24 * hour) };
  const after = (hours: number, method = paymentMethod("qris")) =>
    method && deadlinesAfterChange(payment, method, addDuration(created_at, hours * hour));
  const [hour6, day1, day2] = [6, 24, 48].map((hours) => addDuration(created_at, hours * hour));
  expect(after(5)).toEqual({ orders: day1, attempt: hour6, charge: hour6 });
  expect(after(23.5)).toEqual({ orders: day1, attempt: day1, charge: day1 });
  expect(after(5, paymentMethod("va_bni"))).toEqual({ orders: day1, attempt: day1, charge: day1 });
  expect(after(5, transferMethod("bca"))).toEqual({ orders: day2, attempt: day2, charge: day1 });
});
