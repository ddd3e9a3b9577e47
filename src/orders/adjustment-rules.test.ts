import { expect, test } from "vitest";
import { refundedFeesText } from "./adjustment-rules.ts";

test("what a refund gave back of the fees names each fee that the order has, and is not said when it gave none", () => {
  const adjustments = [
    { kind: "voucher", amount: -10_000 },
    { kind: "insurance", amount: 400 },
    { kind: "service_fee", amount: 1_000 },
  ];
  expect(refundedFeesText(474, adjustments)).toBe("termasuk biaya layanan Rp474");
  expect(refundedFeesText(3_000, [...adjustments, { kind: "cod_fee", amount: 2_000 }])).toBe(
    "termasuk biaya layanan dan biaya bayar di tempat Rp3.000",
  );
  expect(refundedFeesText(0, adjustments)).toBe("");
});
