import type { LineRow } from "./queries.ts";
import { lineProblem, type LineProblem } from "./rules.ts";

/** Why a line cannot be bought; null when it can. */
export function problemOf(row: LineRow): LineProblem | null {
  return lineProblem({
    quantity: row.quantity,
    stock: row.stock,
    minOrder: row.min_order,
    onSale: row.on_sale,
    onVacation: row.on_vacation,
    own: row.own,
  });
}
