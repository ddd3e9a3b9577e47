import { expect, test } from "vitest";
import type { Cart, CartLine } from "../contract.ts";
import { optimisticCart } from "./optimistic-cart.ts";

function line(id: string, more: Partial<CartLine> = {}): CartLine {
  return {
    id,
    variant_id: id,
    product_slug: "barang",
    product_name: "Barang",
    variant_name: "",
    picture: null,
    price: 10_000,
    quantity: 1,
    stock: 5,
    min_order: 1,
    note: "",
    selected: true,
    problem: null,
    problem_text: null,
    line_total: 10_000,
    ...more,
  };
}
const shop = { slug: "", name: "", city_name: "", on_vacation: false };
const cart: Cart = {
  shops: [
    { ...shop, id: "s1", lines: [line("a"), line("b", { selected: false })] },
    { ...shop, id: "s2", lines: [line("c", { quantity: 9, problem: "short_stock", problem_text: "Stok tinggal 5." })] },
  ],
  totals: { lines: 1, pieces: 1, goods_total: 10_000 },
  waiting: 0,
};
function form(fields: Record<string, string>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
}
const none = new Map<string, number>();

test("a typed quantity counts before it is sent", () => {
  expect(optimisticCart(cart, new Map([["a", 4]]), []).totals).toEqual({ lines: 1, pieces: 4, goods_total: 40_000 });
});

test("a quantity within the stock makes a short line buyable, a larger one makes a good line short", () => {
  expect(optimisticCart(cart, none, [form({ intent: "quantity", line_id: "c", quantity: "5" })]).totals.pieces).toBe(6);
  expect(optimisticCart(cart, new Map([["a", 6]]), []).shops[0]?.lines[0]?.problem).toBe("short_stock");
});

test("selecting a shop, a line or everything is visible at once", () => {
  expect(optimisticCart(cart, none, [form({ intent: "select", shop_id: "s1", selected: "1" })]).totals.lines).toBe(2);
  expect(optimisticCart(cart, none, [form({ intent: "select", line_id: "a", selected: "0" })]).totals.lines).toBe(0);
  expect(optimisticCart(cart, none, [form({ intent: "select", selected: "0" })]).totals.lines).toBe(0);
});

test("a removed line disappears, and its shop with the last line", () => {
  const after = optimisticCart(cart, none, [form({ intent: "remove", line_id: "c" })]);
  expect(after.shops.map(({ id }) => id)).toEqual(["s1"]);
});

test("without pending forms the cart is unchanged", () => {
  expect(optimisticCart(cart, none, [])).toEqual(cart);
});
