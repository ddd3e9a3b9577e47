import type { Rupiah } from "#lib/rupiah.ts";
import type { AppliedVouchers, Purchase, VoucherAdjustment } from "#promotions/vouchers/combination-rules.ts";
import type { Adjustment, UndiscountedShop } from "./rules.ts";

/** The shops of a checkout as vouchers see them. */
export function purchaseOf(
  shops: readonly UndiscountedShop[],
  buyerId: string | null,
  now: Date,
): Omit<Purchase, "usesOfBuyer"> {
  return {
    buyerId,
    lines: shops.flatMap(({ shopId, lines }) =>
      lines.map(({ lineId, price, quantity, categoryIds }) => ({
        lineId,
        shopId,
        goods: price * quantity,
        categoryIds,
      })),
    ),
    // Without an address no courier is chosen.
    shippingByShop: new Map(
      shops.flatMap(({ shopId, chosen, shippingCost }) => (chosen ? [[shopId, shippingCost]] : [])),
    ),
    now,
  };
}

/** The parts of vouchers as adjustments by shop. Their source is the voucher's id. */
export function discountsOf(parts: readonly VoucherAdjustment[]): ReadonlyMap<string, readonly Adjustment[]> {
  const byShop = new Map<string, Adjustment[]>();
  for (const { shopId, voucherId, ...part } of parts)
    byShop.set(shopId, [...(byShop.get(shopId) ?? []), { ...part, source: voucherId }]);
  return byShop;
}

/** What each applied voucher takes off or promises in all, and its part of each order. `orderIds` are by shop. */
export function usesOf(
  { applied, adjustments, cashbacks }: AppliedVouchers,
  orderIds: ReadonlyMap<string, string>,
): { voucherId: string; amount: Rupiah; shares: { orderId: string; amount: Rupiah }[] }[] {
  return applied.map(({ voucher, saved, cashback }) => {
    const byOrder = new Map<string, Rupiah>();
    const add = (shopId: string, amount: Rupiah) => {
      const orderId = orderIds.get(shopId) ?? "";
      byOrder.set(orderId, (byOrder.get(orderId) ?? 0) + amount);
    };
    for (const part of adjustments) if (part.voucherId === voucher.id) add(part.shopId, -part.amount);
    for (const part of cashbacks) if (part.voucherId === voucher.id) add(part.shopId, part.amount);
    const shares = [...byOrder].map(([orderId, amount]) => ({ orderId, amount }));
    return { voucherId: voucher.id, amount: saved + cashback, shares };
  });
}
