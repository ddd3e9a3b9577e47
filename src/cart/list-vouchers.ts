import type { Context } from "#lib/context.ts";
import type { PurchaseVoucher } from "#promotions/vouchers/contract.ts";
import { findVouchersOfCart } from "#promotions/vouchers/find-vouchers.ts";
import { purchaseVoucherJson } from "#promotions/vouchers/voucher-json.ts";
import { listLines, type LineRow } from "./queries.ts";
import { lineProblem, type CartOwner } from "./rules.ts";

/**
 * The vouchers for the selected lines of a cart. The combination that saves most is chosen, together with vouchers for
 * free shipping: how much these save is unknown here. The others say what is missing. Without a line there are none.
 */
export async function listCartVouchers(
  context: Pick<Context, "db">,
  owner: CartOwner,
  now: Date,
): Promise<PurchaseVoucher[]> {
  const bought = (await listLines(context.db, owner)).filter((row) => row.selected && isBuyable(row));
  if (bought.length === 0) return [];
  const offers = await findVouchersOfCart(context, {
    buyerId: "userId" in owner ? owner.userId : null,
    lines: bought.map((row) => ({
      lineId: row.id,
      shopId: row.shop_id,
      goods: row.price * row.quantity,
      categoryIds: row.category_ids,
    })),
    now,
  });
  return offers.map(purchaseVoucherJson);
}

function isBuyable(row: LineRow): boolean {
  const { quantity, stock, min_order: minOrder, on_sale: onSale, on_vacation: onVacation, own } = row;
  return lineProblem({ quantity, stock, minOrder, onSale, onVacation, own }) === null;
}
