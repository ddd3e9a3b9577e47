import type { Cart, CartLine } from "../contract.ts";
import { cartTotals, isFixable, lineProblem, problemText } from "../rules.ts";

/** The cart as it will be after the forms that are being sent, so that a click is visible at once. */
export function optimisticCart(cart: Cart, quantities: ReadonlyMap<string, number>, forms: readonly FormData[]): Cart {
  const shops = cart.shops
    .map((shop) => ({
      ...shop,
      lines: shop.lines
        .filter((line) => !forms.some((form) => form.get("intent") === "remove" && form.get("line_id") === line.id))
        .map((line) => optimisticLine(line, shop.id, quantities.get(line.id), forms)),
    }))
    .filter((shop) => shop.lines.length > 0);
  return { ...cart, shops, totals: cartTotals(shops.flatMap((shop) => shop.lines)) };
}

function optimisticLine(
  line: CartLine,
  shopId: string,
  typed: number | undefined,
  forms: readonly FormData[],
): CartLine {
  let { quantity, selected } = line;
  for (const form of forms) {
    const intent = form.get("intent");
    const [lineId, ofShop] = [form.get("line_id"), form.get("shop_id")];
    if (intent === "quantity" && lineId === line.id) quantity = Number(form.get("quantity")) || quantity;
    if (intent === "select" && (lineId === null ? ofShop === null || ofShop === shopId : lineId === line.id))
      selected = form.get("selected") === "1";
  }
  quantity = typed ?? quantity;
  if (quantity === line.quantity) return { ...line, selected };
  const facts = { quantity, stock: line.stock, minOrder: line.min_order, onSale: true, onVacation: false, own: false };
  const problem = line.problem === null || isFixable(line.problem) ? lineProblem(facts) : line.problem;
  return {
    ...line,
    selected,
    quantity,
    line_total: line.price * quantity,
    problem,
    problem_text: problem && problemText(problem, facts),
  };
}
