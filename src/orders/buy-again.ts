import { refillCart } from "#cart/refill-cart.ts";
import type { Database } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findOrder } from "./order-view/queries.ts";

export type BoughtAgain = {
  message: string;
  lines: { variant_id: string; name: string; variant_name: string; quantity: number; problem: string | null }[];
};

/**
 * Puts the lines of an order into its buyer's cart again, at today's prices and as far as they are on sale. Returns for
 * each line the quantity in the cart now and what is missing. Refuses with `request.not_found`, also for another
 * person's order.
 */
export async function buyAgain(
  db: Database,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<BoughtAgain> {
  const order = await findOrder(db, orderId, { buyerId });
  if (!order) throw new Refusal(requestRefusals.notFound);
  const wanted = order.lines.map((line) => ({ variantId: line.variant_id, quantity: line.quantity }));
  const refilled = await refillCart(db, { userId: buyerId, wanted }, now);
  const lines = order.lines.map(({ variant_id, name, variant_name }, at) => {
    const { quantity = 0, problem = null } = refilled[at] ?? {};
    return { variant_id, name, variant_name, quantity, problem };
  });
  const added = lines.filter(({ quantity }) => quantity > 0).length;
  return { message: messageOf(added, lines.length), lines };
}

function messageOf(added: number, all: number): string {
  if (added === 0) return "Tidak ada barang pesanan ini yang bisa dibeli sekarang.";
  return added === all ? `${all} barang masuk keranjang.` : `${added} dari ${all} barang masuk keranjang.`;
}
