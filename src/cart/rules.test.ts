import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cartTotals,
  lineProblem,
  maxCartLines,
  maxNoteLength,
  maxQuantity,
  mergeLines,
  parseQuantity,
  problemText,
  selectionOf,
} from "./rules.ts";

describe("a line and the totals of a cart", () => {
  const fine = { quantity: 2, stock: 5, minOrder: 1, onSale: true, onVacation: false, own: false };
  test.each([
    [{}, null],
    [{ stock: 2 }, null],
    [{ stock: 1 }, "short_stock"],
    [{ stock: 0 }, "out_of_stock"],
    [{ minOrder: 3 }, "below_minimum"],
    [{ onSale: false }, "not_sold"],
    [{ onVacation: true }, "vacation"],
    [{ own: true }, "own_product"],
  ] as const)("a line with %j has the problem %s", (facts, problem) => {
    expect(lineProblem({ ...fine, ...facts })).toBe(problem);
  });

  test("a line below the minimum order never says to take fewer pieces", () => {
    expect(problemText("short_stock", { stock: 24, minOrder: 1 })).toBe("Stok tinggal 24. Kurangi jumlahnya.");
    expect(problemText("short_stock", { stock: 24, minOrder: 50 })).toBe(
      "Stok tinggal 24, kurang dari pembelian minimal 50.",
    );
  });

  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 999 }),
    price: fc.integer({ min: 100, max: 1_000_000_000 }),
    selected: fc.boolean(),
    problem: fc.constantFrom(null, null, "out_of_stock" as const),
  });
  test("PRICE-02 a quantity typed into a form is digits and nothing else", () => {
    expect(["1", " 12 ", "999"].map(parseQuantity)).toEqual([1, 12, 999]);
    for (const text of ["", "1e2", "0x10", "1.5", "1,5", "-1", "+1", "٣", "１", "1_0", "Infinity", "12345678"])
      expect(parseQuantity(text), text).toBeNaN();
  });

  test("totals of a full cart are exact and count only selected lines that can be bought", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 100 }), (lines) => {
        const exact = lines.reduce(
          (sum, one) => (one.selected && !one.problem ? sum + BigInt(one.price) * BigInt(one.quantity) : sum),
          0n,
        );
        expect(BigInt(cartTotals(lines).goods_total)).toBe(exact);
        expect(selectionOf(lines) === "none").toBe(cartTotals(lines).lines === 0);
      }),
    );
  });
});

describe("merging two carts", () => {
  const variants = Array.from({ length: 130 }, (_, at) => `v${at}`);
  const cartOf = (prefix: string) =>
    fc
      .uniqueArray(
        fc.record({
          variantId: fc.constantFrom(...variants),
          quantity: fc.integer({ min: 1, max: maxQuantity }),
          note: fc.oneof(fc.constant(""), fc.string({ maxLength: 5 }), fc.string({ maxLength: maxNoteLength })),
          selected: fc.boolean(),
        }),
        { selector: ({ variantId }) => variantId, maxLength: maxCartLines },
      )
      .map((lines) => lines.map((one) => ({ ...one, id: `${prefix}-${one.variantId}` })));
  const stocks = fc.array(fc.integer({ min: 0, max: 2000 }), {
    minLength: variants.length,
    maxLength: variants.length,
  });

  test("loses no line, no piece and no note, and never exceeds stock and limits more than before", () => {
    fc.assert(
      fc.property(cartOf("u"), cartOf("v"), stocks, fc.boolean(), (users, visitors, stock, isLogin) => {
        const stockOf = (variantId: string) => stock[Number(variantId.slice(1))] ?? 0;
        const withStock = (lines: typeof users) => lines.map((one) => ({ ...one, stock: stockOf(one.variantId) }));
        const merge = mergeLines(withStock(users), withStock(visitors), isLogin);
        const ofUser = new Map(users.map((one) => [one.variantId, one]));

        // Each of the visitor's lines moves, is merged, or waits; only what is beyond the limit waits.
        const merged = visitors.filter(({ variantId }) => ofUser.has(variantId));
        expect([...merge.moved, ...merge.left].sort()).toEqual(
          visitors
            .filter((one) => !merged.includes(one))
            .map(({ id }) => id)
            .sort(),
        );
        expect(merge.merged.map(({ id }) => id).sort()).toEqual(
          merged.map(({ variantId }) => ofUser.get(variantId)?.id).sort(),
        );
        const lines = users.length + merge.moved.length;
        expect(lines).toBeLessThanOrEqual(maxCartLines);
        if (merge.left.length > 0) expect(lines).toBe(maxCartLines);

        for (const line of merged) {
          const before = ofUser.get(line.variantId);
          const after = merge.merged.find(({ id }) => id === before?.id);
          if (!before || !after) throw new Error("a line was lost");
          const more = Math.max(before.quantity, line.quantity);
          expect(after.quantity).toBeGreaterThanOrEqual(more);
          expect(after.quantity).toBeLessThanOrEqual(Math.min(before.quantity + line.quantity, maxQuantity));
          if (after.quantity > more) expect(after.quantity).toBeLessThanOrEqual(stockOf(line.variantId));
          expect(after.note.length).toBeLessThanOrEqual(maxNoteLength);
          expect(after.note).toContain(line.note);
          if (before.note.length + line.note.length + 2 <= maxNoteLength) expect(after.note).toContain(before.note);
          if (line.selected) expect(after.selected).toBe(true);
        }
        if (!isLogin || visitors.every(({ selected }) => !selected)) expect(merge.unselectsOthers).toBe(false);
      }),
    );
  });

  test("selected lines come first when not all fit", () => {
    const full = variants
      .slice(0, maxCartLines - 1)
      .map((id) => ({ id, variantId: id, quantity: 1, note: "", stock: 9, selected: true }));
    const two = ["v110", "v111"].map((id) => ({
      id,
      variantId: id,
      quantity: 1,
      note: "",
      stock: 9,
      selected: id === "v111",
    }));
    expect(mergeLines(full, two, true)).toMatchObject({ moved: ["v111"], left: ["v110"], unselectsOthers: true });
  });

  test("the same note is not repeated, and of two that do not fit together the later one stays", () => {
    const noted = (note: string) => [{ id: note, variantId: "v", quantity: 1, note, stock: 9, selected: true }];
    const merge = (earlier: string, later: string) => mergeLines(noted(earlier), noted(later), true).merged[0]?.note;
    expect(merge("Bungkus kado", "Bungkus kado")).toBe("Bungkus kado");
    expect(merge("Bungkus kado", "kado")).toBe("Bungkus kado");
    expect(merge("", "Pita merah")).toBe("Pita merah");
    expect(merge("Bungkus kado", "")).toBe("Bungkus kado");
    expect(merge("a".repeat(150), "b".repeat(150))).toBe("b".repeat(150));
  });
});
