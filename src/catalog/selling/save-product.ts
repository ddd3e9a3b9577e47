import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals, serverRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addWordsOfProduct } from "#search/add-keywords.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { maxUnverifiedProducts } from "#shops/verification/rules.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { slugFrom } from "#shops/rules.ts";
import { findAttributeSet } from "../attributes/queries.ts";
import { checkAttributes } from "../attributes/rules.ts";
import { lockSellCategory } from "../categories/queries.ts";
import { catalogRefusals } from "../contract.ts";
import type { ProductBody } from "./contract.ts";
import { pickFields } from "../product/fields.ts";
import { combinations } from "../rules.ts";
import {
  countOwnPictures,
  findShopPlace,
  findTakenProductSlugs,
  hasProductsWithoutVerification,
  insertProductPictures,
  insertProductRows,
  lockOwnProduct,
  lockSellingShop,
  lockVariants,
  removeProduct,
  removeProductPictures,
  saveVariants,
  type StoredProduct,
  updateProduct,
} from "./queries.ts";
import { screenProduct } from "../screening/screen-product.ts";
import type { HoldReason } from "../screening/rules.ts";
import { updateCopies } from "./update-copies.ts";

type Seller = { userId: string; shopId: string };
/** What the caller stores in the same transaction, with the id of the product. */
type Alongside = (tx: Tx, productId: string) => Promise<void>;

/**
 * Creates a product. Refuses an unknown category, pictures of other people, and variants that do not match the axes
 * (`catalog.category_unknown`, `catalog.picture_unknown`, `catalog.variants_wrong`). Returns why the product is held.
 */
export async function createProduct(
  context: Pick<Context, "db" | "pages">,
  seller: Seller,
  body: ProductBody,
  now: Date,
  alongside?: Alongside,
): Promise<{ id: string; slug: string; held: HoldReason[] }> {
  const made = await context.db.transaction(async (tx) => {
    const product = await prepareProduct(tx, seller, body, null);
    await lockSellingShop(tx, seller.shopId);
    const max = maxUnverifiedProducts();
    if (max !== null && (await hasProductsWithoutVerification(tx, seller.shopId, max)))
      throw new Refusal(catalogRefusals.verificationNeeded);
    const slug = await findFreeSlug(tx, body.name);
    const prices = body.variants.map((variant) => variant.price);
    const ids = await insertProductRows(tx, [
      {
        ...product,
        slug,
        shop_id: seller.shopId,
        price_min: Math.min(...prices),
        price_max: Math.max(...prices),
        strike_price: null,
        strike_until: null,
        in_stock: false,
        created_at: now,
      },
    ]);
    const id = ids.get(slug) ?? "";
    await saveProductParts(tx, id, seller, body, product.search_words, now);
    await updateProductCounts(tx, [seller.shopId]);
    await alongside?.(tx, id);
    return { id, slug, held: await screenProduct(tx, screenedOf(id, seller, product), now) };
  });
  context.pages.purge([`shop:${seller.shopId}`, "catalog"]);
  return made;
}

/**
 * Changes a product of the seller; its slug stays. An existing variant takes the new stock only together with the
 * version with which the old stock was read, because pieces may have been sold while the form was open. Refuses with
 * `catalog.stock_changed` if that version is not the current one, and with `request.not_found` for another shop's
 * product.
 */
export async function changeProduct(
  context: Pick<Context, "db" | "pages">,
  seller: Seller,
  id: string,
  body: ProductBody,
  now: Date,
  alongside?: Alongside,
): Promise<{ id: string; slug: string; held: HoldReason[] }> {
  const changed = await context.db.transaction(async (tx) => {
    const known = await lockOwnProduct(tx, id, seller.shopId);
    if (!known) throw new Refusal(requestRefusals.notFound);
    const product = await prepareProduct(tx, seller, body, { ...known, id });
    await lockSellingShop(tx, seller.shopId);
    if ((await updateProduct(tx, id, seller.shopId, product, now)) !== 1) throw new Refusal(requestRefusals.notFound);
    await saveProductParts(tx, id, seller, body, product.search_words, now);
    if (product.status !== known.status) await updateProductCounts(tx, [seller.shopId]);
    await alongside?.(tx, id);
    const screened = screenedOf(id, seller, product);
    // A product that was taken down is screened too: when the measure ends, it is on sale as it is stored now.
    const wantsSale = screened.wantsSale || known.isTakenDown;
    return { slug: known.slug, held: await screenProduct(tx, { ...screened, wantsSale }, now) };
  });
  context.pages.purge([`product:${id}`, `shop:${seller.shopId}`, "catalog"]);
  return { id, ...changed };
}

/** A stored product as the rules about what may be sold see it. */
function screenedOf(id: string, { shopId }: Seller, product: StoredProduct): Parameters<typeof screenProduct>[1] {
  const { name, description, attributes, axes, category_id: category, root_category_id: root, status } = product;
  const categoryIds = [category, root];
  return { id, shopId, name, description, attributes, axes, categoryIds, wantsSale: status === "active" };
}

/** Removes a product of the seller from sale. Refuses with `request.not_found` for another shop's product. */
export async function unlistProduct(
  context: Pick<Context, "db" | "pages">,
  seller: Seller,
  id: string,
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await removeProduct(tx, id, seller.shopId, now))) throw new Refusal(requestRefusals.notFound);
    await updateProductCounts(tx, [seller.shopId]);
  });
  context.pages.purge([`product:${id}`, `shop:${seller.shopId}`, "catalog"]);
}

async function prepareProduct(
  tx: Tx,
  seller: Seller,
  body: ProductBody,
  known: (Pick<StoredProduct, "status" | "attributes"> & { id: string }) | null,
): Promise<StoredProduct> {
  const axes = body.axes ?? [];
  const expected = combinations(axes).map((options) => JSON.stringify(options));
  const givenOptions = new Set(body.variants.map((variant) => JSON.stringify(variant.options)));
  if (
    givenOptions.size !== body.variants.length ||
    expected.length !== givenOptions.size ||
    expected.some((one) => !givenOptions.has(one))
  )
    throw new Refusal(catalogRefusals.variantsWrong, { variants: ["Isi harga dan stok setiap pasangan pilihan."] });
  const category = await lockSellCategory(tx, body.category);
  if (!category) throw new Refusal(catalogRefusals.categoryUnknown, { category: ["Pilih sub-kategori."] });
  const pictures = new Set(body.picture_ids);
  if (
    pictures.size !== body.picture_ids.length ||
    (await countOwnPictures(tx, body.picture_ids, seller.userId, known?.id ?? null)) !== pictures.size
  )
    throw new Refusal(catalogRefusals.pictureUnknown, { picture_ids: ["Unggah kembali foto produk."] });
  for (const [at, { picture_id: picture }] of body.variants.entries())
    if (picture && !pictures.has(picture))
      throw new Refusal(catalogRefusals.pictureUnknown, {
        [`variants.${at}.picture_id`]: ["Pilih salah satu foto produk ini."],
      });
  const shop = await findShopPlace(tx, seller.shopId);
  if (!shop) throw new Refusal(sessionRefusals.forbidden);
  const set = await findAttributeSet(tx, category.id);
  const { attributes, problems } = checkAttributes(set, body.attributes ?? [], known?.attributes ?? []);
  const wrong = Object.entries(problems).map(([name, sentence]) => [`attributes.${name}`, [sentence]]);
  if (wrong.length > 0) throw new Refusal(requestRefusals.invalid, Object.fromEntries(wrong));
  return {
    ...pickFields(body),
    category_id: category.id,
    root_category_id: category.root_id,
    attributes,
    axes,
    status: body.status ?? known?.status ?? "active",
    cover_picture_id: body.picture_ids[0] ?? null,
    search_words: productTsvector({
      ...pickFields(body),
      category: { slug: category.slug, name: category.name },
      root: { slug: category.root_slug, name: category.root_name },
      shop: shop.name,
      city: shop.city_name,
      province: shop.province_name,
      attributes,
      axes,
    }),
  };
}

async function saveProductParts(
  tx: Tx,
  id: string,
  seller: Seller,
  body: ProductBody,
  searchWords: string,
  now: Date,
): Promise<void> {
  const existing = await lockVariants(tx, id);
  const knownOf = (options: readonly string[]) => existing.find((one) => sameOptions(options, one));
  for (const [at, variant] of body.variants.entries()) {
    const known = knownOf(variant.options);
    if (variant.version === undefined || !known?.is_active || known.version === variant.version) continue;
    const sentence = `Stok berubah menjadi ${known.stock} sejak halaman ini dibuka. Periksa lalu simpan lagi.`;
    throw new Refusal(catalogRefusals.stockChanged, { [`variants.${at}.stock`]: [sentence] });
  }
  await saveVariants(
    tx,
    id,
    seller.shopId,
    body.variants.map((variant) => {
      const known = knownOf(variant.options);
      const pictureId = known?.picture_id && body.picture_ids.includes(known.picture_id) ? known.picture_id : null;
      return {
        version: variant.version ?? null,
        option1: variant.options[0] ?? null,
        option2: variant.options[1] ?? null,
        sku: variant.sku ?? known?.sku ?? "",
        pictureId: variant.picture_id === undefined ? pictureId : variant.picture_id,
        price: variant.price,
        stock: variant.stock,
      };
    }),
  );
  await removeProductPictures(tx, id);
  await insertProductPictures(
    tx,
    body.picture_ids.map((picture, position) => ({ product_id: id, picture_id: picture, position })),
  );
  await updateCopies(tx, id, now);
  await addWordsOfProduct(tx, { name: body.name, searchWords });
}

function sameOptions(options: readonly string[], one: { option1: string | null; option2: string | null }): boolean {
  return (options[0] ?? null) === one.option1 && (options[1] ?? null) === one.option2;
}

async function findFreeSlug(tx: Tx, name: string): Promise<string> {
  const base = slugFrom(name, 110) || "produk";
  const candidates = [base, ...Array.from({ length: 200 }, (_, at) => `${base}-${at + 2}`)].filter(
    (slug) => slug.length >= 3,
  );
  const taken = new Set(await findTakenProductSlugs(tx, candidates));
  const slug = candidates.find((one) => !taken.has(one));
  if (!slug) throw new Refusal(serverRefusals.busy);
  return slug;
}
