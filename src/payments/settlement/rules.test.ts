import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buyerShare,
  escrowOf,
  refundedFor,
  refundedWhole,
  sellerPrice,
  settlementOf,
  type SettlementOrder,
  type SharedPrice,
} from "./rules.ts";

const price = fc
  .tuple(fc.integer({ min: 1, max: 50_000_000 }), fc.nat(1000), fc.nat(1000), fc.nat(1000))
  .map(([amount, shop, platform, refunded]): SharedPrice => {
    const byShop = Math.floor((amount * shop) / 1000);
    const rest = amount - byShop;
    return {
      price: amount,
      byShop,
      byPlatform: Math.floor((rest * platform) / 1000),
      refunded: Math.floor((rest * refunded) / 1000),
    };
  });

const order: fc.Arbitrary<SettlementOrder> = fc.record({
  lines: fc.array(
    fc
      .tuple(
        price,
        fc.uuid(),
        fc.nat(1000),
        fc.option(fc.nat(60_000)),
        fc.nat(5000),
        fc.constantFrom(0, 110, 120),
        fc.constantFrom(0, 5),
      )
      .map(([part, id, perMille, cap, flat, vatPerMille, taxPerMille]) => ({
        ...part,
        id,
        commission: { perMille, cap, flat },
        vatPerMille,
        taxPerMille,
      })),
    { minLength: 1, maxLength: 6 },
  ),
  shipping: price,
  fees: fc.nat(5000).map((amount) => ({ amount, refunded: 0 })),
});

test("the parts of a settlement sum to what escrow held, and none is negative", () => {
  fc.assert(
    fc.property(order, (one) => {
      const settlement = settlementOf(one);
      expect(Object.values(settlement).reduce((sum, part) => sum + part, 0)).toBe(escrowOf(one));
      expect(Math.min(...Object.values(settlement))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test("a whole refund returns what the buyer paid, and all promotions, to the rupiah", () => {
  fc.assert(
    fc.property(order, (one) => {
      const { lines, shipping, fees } = one;
      const parts = [...lines, shipping];
      const promotions = parts.reduce((sum, part) => sum + part.byPlatform, 0);
      expect(settlementOf(refundedWhole(one))).toEqual({
        buyer: parts.reduce((sum, part) => sum + sellerPrice(part), 0) - promotions + fees.amount,
        seller: 0,
        commission: 0,
        serviceFee: 0,
        tax: 0,
        courier: 0,
        promotion: promotions,
      });
    }),
  );
});

test("a refund that grows never takes anything back from the buyer, and never more from the seller than it grew", () => {
  fc.assert(
    fc.property(order, fc.nat(1000), (one, share) => {
      const more: SettlementOrder = {
        ...one,
        lines: one.lines.map((line) => ({
          ...line,
          refunded: line.refunded + Math.floor(((sellerPrice(line) - line.refunded) * share) / 1000),
        })),
      };
      expect(settlementOf(more).buyer).toBeGreaterThanOrEqual(settlementOf(one).buyer);
      expect(settlementOf(more).promotion).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("a refund of a wanted amount gives the buyer that amount, or the nearest above it", () => {
  fc.assert(
    fc.property(price, fc.nat(1000), (part, share) => {
      const paid = sellerPrice(part) - part.byPlatform;
      const wanted = Math.floor((paid * share) / 1000);
      expect(buyerShare({ ...part, refunded: refundedFor(part, wanted) })).toBe(wanted);
    }),
  );
});

test("an order without discounts pays the seller goods and shipping minus the commission on what the seller keeps", () => {
  const line = {
    id: "a",
    price: 200_000,
    byShop: 0,
    byPlatform: 0,
    refunded: 50_000,
    commission: { perMille: 25, cap: 50_000, flat: 0 },
    vatPerMille: 0,
    taxPerMille: 0,
  };
  const shipping = { price: 20_000, byShop: 0, byPlatform: 0, refunded: 0 };
  expect(settlementOf({ lines: [line], shipping, fees: { amount: 1000, refunded: 0 } })).toEqual({
    buyer: 50_000,
    seller: 166_250,
    commission: 3750,
    serviceFee: 1000,
    tax: 0,
    courier: 0,
    promotion: 0,
  });
});

test("more than the price cannot be refunded", () => {
  const part = { price: 100, byShop: 0, byPlatform: 0, refunded: 101 };
  const none = { price: 0, byShop: 0, byPlatform: 0, refunded: 0 };
  expect(() => settlementOf({ lines: [], shipping: part, fees: { amount: 0, refunded: 0 } })).toThrow();
  expect(settlementOf({ lines: [], shipping: none, fees: { amount: 0, refunded: 0 } }).buyer).toBe(0);
});

test("income tax is withheld on what the seller keeps, without PPN, shipping and exempt lines, rounded down once", () => {
  const line = {
    id: "a",
    price: 111_000,
    byShop: 0,
    byPlatform: 11_000,
    refunded: 0,
    commission: { perMille: 0, cap: null, flat: 0 },
    vatPerMille: 110,
    taxPerMille: 5,
  };
  const taxOf = (...lines: SettlementOrder["lines"]) =>
    settlementOf({
      lines,
      shipping: { price: 20_000, byShop: 0, byPlatform: 0, refunded: 0 },
      fees: { amount: 1000, refunded: 0 },
    }).tax;
  expect(taxOf(line)).toBe(500);
  expect(taxOf({ ...line, refunded: 55_500 })).toBe(250);
  expect(taxOf({ ...line, vatPerMille: 0 })).toBe(555);
  expect(taxOf(line, { ...line, taxPerMille: 0 })).toBe(500);
  const odd = { ...line, vatPerMille: 0, price: 199, byPlatform: 0 };
  expect(taxOf(odd)).toBe(0);
  expect(taxOf(odd, odd)).toBe(1);
});

test("a courier that the marketplace pays is kept from the shipping, never from the goods, and refunds come before it", () => {
  fc.assert(
    fc.property(order, fc.nat({ max: 2_000_000 }), (one, price) => {
      const [paid, own] = [settlementOf({ ...one, courier: price }), settlementOf(one)];
      const kept = sellerPrice(one.shipping) - one.shipping.refunded;
      expect(paid.courier).toBe(Math.min(price, kept));
      expect(paid).toEqual({ ...own, courier: paid.courier, seller: own.seller - paid.courier });
      expect(settlementOf(refundedWhole({ ...one, courier: price })).courier).toBe(0);
    }),
  );
});
