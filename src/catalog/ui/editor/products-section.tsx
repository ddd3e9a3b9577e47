import { useState } from "react";
import { Form, redirect, replace } from "react-router";
import type { SellingApi } from "../../selling/contract.ts";
import { isBelowMinOrder, ownProductViews, lowStockThreshold, type OwnProductView } from "../../rules.ts";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatShortCount } from "#lib/rupiah.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { Picture } from "#ui/picture.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { Tabs } from "#ui/tabs.tsx";
import styles from "#shops/ui/seller-area.module.css";
import { BelowMinOrder } from "./below-min-order.tsx";
import { parseWholeNumber } from "./form-values.ts";

type OwnProduct = ApiResponse<SellingApi["GET /v1/seller/products"]>["result"][number];
type Products = {
  products: OwnProduct[];
  next: string | null;
  name: string;
  view: OwnProductView | undefined;
  saved: string | null;
  /** The variant whose price and stock were saved last. */
  changed: string | null;
  /** The minimum order of the saved product, if no variant has so many pieces. */
  below: number;
};

/** `/manageMerchant?page=products`: the shop's products, with fields to change price and stock. */
export const sellerProductsSection: Section<Products> = {
  title: "Produk",
  load: async ({ request, context }) => {
    const search = new URL(request.url).searchParams;
    const name = (search.get("name") ?? "").slice(0, 200);
    const view = ownProductViews.find((one) => one === search.get("view"));
    const query = { name: name || undefined, view, cursor: search.get("cursor") ?? undefined };
    const { result, next } = await pageApi<SellingApi>({ request, context })("GET /v1/seller/products", { query });
    if (query.cursor && result.length === 0) throw redirect(sellerHrefs.sellerProducts(view, name || undefined));
    return {
      products: result,
      next,
      name,
      view,
      saved: search.get("saved"),
      changed: search.get("changed"),
      below: Number(search.get("below")) || 0,
    };
  },
  act: async ({ request, context }, form) => {
    const price = parseWholeNumber(form.get("price"));
    const stock = parseWholeNumber(form.get("stock"));
    const id = String(form.get("id") ?? "");
    try {
      await pageApi<SellingApi>({ request, context })("PUT /v1/seller/variants/:id", {
        params: { id },
        body: { price, stock, version: parseWholeNumber(form.get("version")) },
      });
    } catch (error) {
      return formFailure(error, form);
    }
    const { pathname, searchParams } = new URL(request.url);
    for (const shown of ["saved", "below"]) searchParams.delete(shown);
    searchParams.set("changed", id);
    // A seller who saves ten rows goes back to the page before the list with one step.
    return replace(`${pathname}?${searchParams}`);
  },
  View: ProductsView,
};

const viewLabels = { all: "Semua", thin: "Stok tipis", empty: "Habis", hidden: "Disembunyikan" };
const emptyViewTexts = {
  all: "Belum ada produk di toko Anda. Satu foto, harga, dan stok sudah cukup.",
  thin: `Semua produk yang dijual punya lebih dari ${lowStockThreshold} stok di setiap variannya.`,
  empty: "Semua produk yang dijual masih ada stoknya.",
  hidden: "Tidak ada produk yang disembunyikan.",
};

function ProductsView({ data, failure }: { data: Products; failure: FormFailure | undefined }) {
  const { products, next, name, view, saved, changed, below } = data;
  const none = products.length === 0 && !name && !view;
  // The list may have a page without the saved product, or the stock has changed since.
  const shown = products.find(({ slug }) => slug === saved);
  const isUnbuyable = saved !== null && below > 0 && (!shown || isBelowMinOrder(shown));
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Produk</h1>
        {!none && (
          <ButtonLink href={sellerHrefs.sellerProduct()} icon="plus">
            Tambah produk
          </ButtonLink>
        )}
      </header>
      {saved && !failure && (
        <Notice tone="success" title="Produk tersimpan">
          {products.some(({ slug, is_held: isHeld }) => slug === saved && isHeld) ? (
            "Produk ini tayang setelah kami periksa. Alasannya tampil saat Anda membukanya."
          ) : (
            <a className="link" href={hrefs.product(saved)}>
              Lihat sebagai pembeli
            </a>
          )}
        </Notice>
      )}
      {/* A list of products with little stock may have lost the row. */}
      {changed && !failure && !products.some(({ variants }) => variants.some(({ id }) => id === changed)) && (
        <Notice tone="success">{changedText}</Notice>
      )}
      {isUnbuyable && !failure && <BelowMinOrder minOrder={shown?.min_order ?? below} />}
      {!none && (
        <>
          <ListSearch
            keep={{ page: "products", view }}
            label="Cari produk"
            name="name"
            placeholder="Nama produk"
            value={name}
            maxLength={200}
          />
          <Tabs
            label="Pilihan produk"
            tabs={[undefined, ...ownProductViews].map((one) => ({
              href: sellerHrefs.sellerProducts(one, name),
              label: viewLabels[one ?? "all"],
              current: one === view,
            }))}
          />
        </>
      )}
      {!products.some(({ variants }) => variants.some(({ id }) => id === failure?.values.id)) && (
        <FormNotice failure={failure} />
      )}
      {products.length === 0 ? (
        <EmptyState action={none && <ButtonLink href={sellerHrefs.sellerProduct()}>Tambah produk pertama</ButtonLink>}>
          {name ? "Data tidak ditemukan." : emptyViewTexts[view ?? "all"]}
        </EmptyState>
      ) : (
        <Panel flush>
          <div className={styles.tableWrap}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Produk</th>
                  <th scope="col" aria-label="Varian, harga, dan stok">
                    <span className={styles.row}>
                      <span>Varian</span>
                      <span>Harga</span>
                      <span>Stok</span>
                    </span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {products.map((product) => (
                  <tr key={product.id}>
                    <th scope="row" aria-label={product.name}>
                      <div className={styles.product}>
                        <span className={styles.picture}>
                          {product.picture && (
                            <Picture
                              pictureKey={product.picture.key}
                              color={product.picture.color}
                              alt=""
                              sizes="48px"
                              size={48}
                            />
                          )}
                        </span>
                        <div>
                          <a
                            className={styles.name}
                            href={
                              product.status === "active" && !product.is_held && !product.is_taken_down
                                ? hrefs.product(product.slug)
                                : sellerHrefs.sellerProduct(product.id)
                            }
                          >
                            {product.name}
                          </a>
                          <p className={styles.small}>
                            {formatShortCount(product.sold_count)} terjual ·{" "}
                            <a className={styles.edit} href={sellerHrefs.sellerProduct(product.id)}>
                              Ubah<span className="sr-only"> {product.name}</span>
                            </a>{" "}
                            <StateBadge product={product} />
                          </p>
                        </div>
                      </div>
                    </th>
                    <td>
                      <Variants product={product} failure={failure} changed={failure ? null : changed} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      )}
      {next && <LoadMore href={`${sellerHrefs.sellerProducts(view, name)}&cursor=${encodeURIComponent(next)}`} />}
    </div>
  );
}

/** A badge for a hidden product, or for one with low or no stock, or with less than anybody may buy. */
function StateBadge({
  product: { status, is_taken_down: isTakenDown, is_held: isHeld, variants, min_order },
}: {
  product: OwnProduct;
}) {
  if (isTakenDown)
    return (
      <a href={sellerHrefs.measures()}>
        <Badge tone="error">Diturunkan pasar</Badge>
      </a>
    );
  if (isHeld) return <Badge tone="warning">Sedang diperiksa</Badge>;
  if (status === "hidden") return <Badge>Disembunyikan</Badge>;
  const minStock = Math.min(...variants.map(({ stock }) => stock));
  if (variants.every(({ stock }) => stock === 0)) return <Badge tone="error">Habis</Badge>;
  if (isBelowMinOrder({ min_order, variants })) return <Badge tone="error">Stok di bawah minimum</Badge>;
  if (minStock > lowStockThreshold) return null;
  return <Badge tone="warning">{minStock === 0 ? "Sebagian habis" : "Stok tipis"}</Badge>;
}

const changedText = "Harga dan stok tersimpan.";

/** More variants than this are folded, so that the list stays short. They are open if one was refused or saved. */
const maxVisibleVariants = 3;

function Variants({
  product,
  failure,
  changed,
}: {
  product: OwnProduct;
  failure: FormFailure | undefined;
  changed: string | null;
}) {
  const rows = (
    <div className={styles.rows}>
      <p className={styles.captions} aria-hidden>
        <span>Harga</span>
        <span>Stok</span>
      </p>
      {product.variants.map((variant) => (
        <VariantRow
          key={`${variant.id}-${variant.version}-${variant.price}`}
          product={product}
          variant={variant}
          failure={failure?.values.id === variant.id ? failure : undefined}
          isChanged={variant.id === changed}
        />
      ))}
    </div>
  );
  if (product.variants.length <= maxVisibleVariants) return rows;
  const stock = product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  const empty = product.variants.filter((variant) => variant.stock === 0).length;
  return (
    <details open={product.variants.some(({ id }) => id === failure?.values.id || id === changed)}>
      <summary className={styles.fold}>
        {product.variants.length} varian · {stock} stok{empty > 0 ? ` · ${empty} habis` : ""}
      </summary>
      {rows}
    </details>
  );
}

function VariantRow({
  product,
  variant,
  failure,
  isChanged,
}: {
  product: OwnProduct;
  variant: OwnProduct["variants"][number];
  failure: FormFailure | undefined;
  isChanged: boolean;
}) {
  const options = [variant.option1, variant.option2].filter(Boolean).join(" / ");
  const place = useShowRefusal<HTMLParagraphElement>(failure);
  const [change] = useState({});
  const saved = useShowRefusal<HTMLParagraphElement>(isChanged ? change : undefined, { alone: true });
  const atField = failure?.fields.price !== undefined || failure?.fields.stock !== undefined;
  const named = options ? `${product.name}, ${options}` : product.name;
  return (
    <Form method="post" className={styles.row}>
      <input type="hidden" name="id" value={variant.id} />
      <input type="hidden" name="version" value={variant.version} />
      <span>{options}</span>
      <CurrencyField
        label={`Harga ${named}`}
        hideLabel
        name="price"
        defaultValue={failure?.values.price ?? variant.price}
        errors={failure?.fields.price}
      />
      <TextField
        label={`Stok ${named}`}
        hideLabel
        name="stock"
        inputMode="numeric"
        pattern="[0-9]*"
        defaultValue={failure?.values.stock ?? variant.stock}
        errors={failure?.fields.stock}
      />
      <Button variant="outline">
        Simpan<span className="sr-only"> {named}</span>
      </Button>
      {failure && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as a FormNotice
        <p ref={place} className={atField ? "sr-only" : styles.wrong} role="alert" tabIndex={-1} autoFocus={!atField}>
          {failure.message}
        </p>
      )}
      {isChanged && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as a FormNotice; the saved row is a new one, so its field loses the focus
        <p ref={saved} className={styles.saved} role="status" tabIndex={-1} autoFocus>
          {changedText}
        </p>
      )}
    </Form>
  );
}
