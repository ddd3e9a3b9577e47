import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { catalogRefusals } from "../contract.ts";
import { stockLimits } from "../rules.ts";
import { lockOwnVariant, updateVariant } from "./queries.ts";
import type { OwnVariantRow } from "./own-product-queries.ts";
import { updateCopies } from "./update-copies.ts";

export type VariantChange = {
  price?: number | undefined;
  /** Pieces to add, or to take away if negative. Sales in the meantime are not lost. */
  stock_delta?: number | undefined;
  /** The new stock; valid only with the `version` with which the old stock was read. */
  stock?: number | undefined;
  version?: number | undefined;
};

/**
 * Changes price or stock of a variant of the seller's shop. Refuses with `catalog.stock_changed` if the stock has
 * changed since `version`, so that no sale is overwritten; with `catalog.out_of_stock` if a difference leads below
 * zero; and with `request.not_found` if the variant belongs to another shop.
 */
export async function changeVariant(
  context: Pick<Context, "db" | "pages">,
  shopId: string,
  id: string,
  change: VariantChange,
  now: Date,
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
    await updateCopies(tx, known.product_id, now);
    return { variant: changed, productId: known.product_id };
  });
  context.pages.purge([`product:${productId}`, `shop:${shopId}`, "catalog"]);
  return variant;
}
