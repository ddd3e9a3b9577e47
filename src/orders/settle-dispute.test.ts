import { expect, test } from "vitest";
import type { SettlementOrder } from "#payments/settlement/rules.ts";
import { isWholeRefund, withinRefundable } from "./settle-dispute.ts";

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
const isWhole = (lines: { line_id: string; amount: number }[], shipping = 12_000) =>
  isWholeRefund(order, withinRefundable(order, { lines, shipping }));

test("a refund is whole although a line of which the buyer paid nothing is not named", () => {
  expect(isWhole([{ line_id: "paid", amount: 50_000 }])).toBe(true);
  expect(isWhole([{ line_id: "paid", amount: 49_999 }])).toBe(false);
  expect(isWhole([{ line_id: "paid", amount: 50_000 }], 0)).toBe(false);
  expect(isWhole([])).toBe(false);
});
