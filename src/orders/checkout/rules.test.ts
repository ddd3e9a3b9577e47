import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstServiceFee as serviceFee } from "#payments/fees/rules.ts";
import { priceCheckout, type CheckoutLine } from "./rules.ts";

describe("the price of a checkout", () => {
  const line = fc.record({
    price: fc.integer({ min: 100, max: 1_000_000_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    weightG: fc.integer({ min: 1, max: 500_000 }),
    shopId: fc.constantFrom("a", "b", "c"),
    stock: fc.constantFrom(0, 5, 999),
  });
  const rest = {
    lineId: "",
    orderLineId: "",
    variantId: "",
    productId: "",
    productSlug: "",
    name: "Barang",
    variantName: "",
    pictureKey: null,
    pictureColor: null,
    minOrder: 1,
    preorderDays: null,
    note: "",
    onSale: true,
    own: false,
    shopSlug: "",
    shopName: "",
    cityName: "",
    onVacation: false,
    originRegency: "32.73",
    originPostcode: null,
    couriers: [],
    categoryIds: [],
    isPkp: false,
    hasCod: false,
    lengthCm: null,
    widthCm: null,
    heightCm: null,
  };
  const offers = new Map(
    ["a", "b", "c"].map((id) => [
      id,
      [
        { courier: "jne-reg", name: "JNE REG", price: 10_000, eta: "" },
        { courier: "pickup", name: "Ambil", price: 0, eta: "" },
      ],
    ]),
  );

  test("is exact, and every line that it leaves out is named", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 100 }),
        fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("jne-reg", "pickup", "jne-yes")),
        fc.subarray(["a", "b", "d"]),
        (drawn, choice, insured) => {
          const lines: CheckoutLine[] = drawn.map((one) => ({ ...rest, ...one }));
          const priced = priceCheckout({ lines, offers, choice, insured, serviceFee });
          const bought = lines.filter((one) => one.stock >= one.quantity);
          expect(BigInt(priced.goodsTotal)).toBe(
            bought.reduce((sum, one) => sum + BigInt(one.price) * BigInt(one.quantity), 0n),
          );
          expect(priced.shippingTotal).toBe(
            priced.shops.reduce((sum, { shopId }) => sum + (choice[shopId] === "pickup" ? 0 : 10_000), 0),
          );
          expect(priced.serviceFee).toBe(bought.length > 0 ? serviceFee.flat : 0);
          const premiums = priced.shops.map(({ shopId, goodsTotal, premium, isInsured }) => {
            expect(premium).toBe(choice[shopId] === "pickup" ? null : Math.ceil((goodsTotal * 2) / 1000));
            expect(isInsured).toBe(premium !== null && insured.includes(shopId));
            return isInsured ? (premium ?? 0) : 0;
          });
          const insurance = premiums.reduce((sum, premium) => sum + premium, 0);
          expect(priced.total).toBe(priced.goodsTotal + priced.shippingTotal + priced.serviceFee + insurance);
          expect(Number.isSafeInteger(priced.total)).toBe(true);
          expect(priced.problems.filter(({ lineId }) => lineId !== null)).toHaveLength(lines.length - bought.length);
        },
      ),
    );
  });
});
