import fc from "fast-check";
import { expect, test } from "vitest";
import { isNameTaken, mergeProblem, orderAfterStep, placeProblem, type Placed } from "./rules.ts";

const category = (id: string, parent: string | null = null, more: Partial<Placed> = {}): Placed => ({
  id,
  name: id,
  parent_id: parent,
  is_custom: false,
  merged_into: null,
  ...more,
});
const tree = [
  category("makanan"),
  category("kopi", "makanan"),
  category("pakaian"),
  category("promo", null, { is_custom: true }),
  category("lama", null, { merged_into: "kopi" }),
];
const of = (id: string) => tree.find((one) => one.id === id) ?? category(id);

test.each([
  ["kopi", "makanan", null],
  ["kopi", null, null],
  ["pakaian", "makanan", null],
  ["makanan", "makanan", "itself"],
  ["makanan", "kopi", "itself"],
  ["makanan", "pakaian", "deep"],
  ["pakaian", "kopi", "deep"],
  ["pakaian", "promo", "deep"],
  ["promo", "makanan", "deep"],
  ["pakaian", "lama", "missing"],
  ["pakaian", "tidak-ada", "missing"],
])("%s below %s: %s", (moved, parent, problem) => {
  expect(placeProblem(tree, of(moved), parent)).toBe(problem);
});

test.each([
  ["kopi", "pakaian", null],
  ["makanan", "pakaian", null],
  ["pakaian", "makanan", "shelf"],
  ["makanan", "kopi", "itself"],
  ["kopi", "kopi", "itself"],
  ["pakaian", "promo", "link"],
  ["pakaian", "lama", "missing"],
  ["lama", "pakaian", "missing"],
])("%s into %s: %s", (from, into, problem) => {
  expect(mergeProblem(tree, of(from), into)).toBe(problem);
});

test("a name is taken only beside another category of the same level", () => {
  expect(isNameTaken(tree, { id: null, name: "KOPI", parentId: "makanan" })).toBe(true);
  expect(isNameTaken(tree, { id: "kopi", name: "Kopi", parentId: "makanan" })).toBe(false);
  expect(isNameTaken(tree, { id: null, name: "kopi", parentId: null })).toBe(false);
  expect(isNameTaken(tree, { id: null, name: "lama", parentId: null })).toBe(false);
});

test("a step changes two neighbours, and the opposite step undoes it", () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ids, fc.nat(), (order, at) => {
      const id = order[at % order.length] ?? "";
      const up = orderAfterStep(order, id, "up");
      if (order.indexOf(id) === 0) expect(up).toBeNull();
      else expect(orderAfterStep(up ?? [], id, "down")).toEqual(order);
    }),
  );
  expect(orderAfterStep(["a", "b"], "b", "down")).toBeNull();
  expect(orderAfterStep(["a", "b"], "c", "up")).toBeNull();
});
