import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { catalogRefusals } from "../contract.ts";
import { stockLimits } from "../rules.ts";
import { lockOwnVariant, refreshProductCopies, updateVariant, type OwnVariantRow } from "./queries.ts";

export type VariantChange = {
  price?: number | undefined;
  /** Pieces that came or went; what was sold meanwhile stays counted. */
  stock_delta?: number | undefined;
  /** The counted stock, valid only for the version it was read with. */
  stock?: number | undefined;
  version?: number | undefined;
};

/**
 * Changes price or stock of a variant of one's own shop. No sale is ever lost: stock is a difference, or a number that
 * holds only while nothing was sold since (`catalog.stock_changed`). Less than nothing refuses with
 * `catalog.out_of_stock`; a foreign variant is not found.
 */
export async function changeVariant(
  context: Pick<Context, "db" | "pages">,
  shopId: string,
  id: string,
  change: VariantChange,
): Promise<OwnVariantRow> {
  const { variant, productId } = await context.db.transaction(async (tx) => {
    const known = await lockOwnVariant(tx, id, shopId);
    if (!known) throw new Refusal(requestRefusals.notFound);
    if (change.version !== undefined && change.version !== known.version)
      throw new Refusal(catalogRefusals.stockChanged, undefined, { stock: known.stock, version: known.version });
    const stock = change.stock ?? (change.stock_delta === undefined ? null : known.stock + change.stock_delta);
    if (stock !== null && stock < stockLimits.min)
      throw new Refusal(catalogRefusals.outOfStock, { stock_delta: [`Stok saat ini ${known.stock}.`] });
    if (stock !== null && stock > stockLimits.max)
      throw new Refusal(requestRefusals.invalid, { stock_delta: [`Stok paling banyak ${stockLimits.max}.`] });
    const changed = await updateVariant(tx, id, shopId, { price: change.price ?? null, stock });
    if (!changed) throw new Refusal(requestRefusals.notFound);
    await refreshProductCopies(tx, known.product_id);
    return { variant: changed, productId: known.product_id };
  });
  context.pages.purge([`product:${productId}`, `shop:${shopId}`, "catalog"]);
  return variant;
}
