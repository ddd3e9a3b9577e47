import { expect, test } from "vitest";
import { refundedFee } from "./cost-rows.ts";

test.each([
  [[], 0],
  [[100_000], 0],
  [[154_000], 0],
  [[155_000], 1_000],
  [[100_000, 55_000], 1_000],
])("of an order of Rp155.000 with a fee of Rp1.000, refunds of %j gave back Rp%d of the fee", (amounts, fee) => {
  const refunds = amounts.map((amount) => ({ amount }));
  expect(refundedFee({ refunds, total: 155_000, service_fee_share: 1_000 })).toBe(fee);
});
