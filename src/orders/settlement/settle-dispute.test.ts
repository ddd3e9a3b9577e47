import { expect, test } from "vitest";
import type { SettlementOrder } from "#payments/settlement/rules.ts";
import { isWholeRefund } from "./settle-dispute.ts";

const commission = { perMille: 0, cap: null, flat: 0 };
const line = { price: 50_000, byShop: 0, byPlatform: 0, refunded: 0, commission, vatPerMille: 0, taxPerMille: 0 };
const order: SettlementOrder = {
  lines: [
    { ...line, id: "paid" },
    // Given away: a voucher of the marketplace bears all of it.
    { ...line, id: "free", byPlatform: 50_000 },
  ],
  shipping: { price: 12_000, byShop: 0, byPlatform: 0, refunded: 0 },
  fees: { amount: 1_000, refunded: 0 },
};
type Named = { line_id: string; amount: number; given_up?: number };
const isWhole = (lines: Named[], shipping = 12_000) => isWholeRefund(order, { lines, shipping });

test("a refund is whole when it takes all that the buyer paid, and from the seller what vouchers paid", () => {
  const free = { line_id: "free", amount: 0, given_up: 50_000 };
  expect(isWhole([{ line_id: "paid", amount: 50_000 }, free])).toBe(true);
  expect(isWhole([{ line_id: "paid", amount: 50_000 }])).toBe(false);
  expect(
    isWhole([
      { line_id: "paid", amount: 50_000 },
      { ...free, given_up: 25_000 },
    ]),
  ).toBe(false);
  expect(isWhole([{ line_id: "paid", amount: 49_999 }, free])).toBe(false);
  expect(isWhole([{ line_id: "paid", amount: 50_000 }, free], 0)).toBe(false);
  expect(isWhole([])).toBe(false);
});
