import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { ApiError, callContext, pageApi, typedApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { compareHref } from "#compare-hrefs.ts";
import type { CatalogApi, ProductCard, ProductPage } from "../contract.ts";
import { compareProducts, maxCompared, type ComparedRow } from "../product/compare-products.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import styles from "./compare.module.css";

type Data = {
  products: ProductPage[];
  rows: ComparedRow[];
  /** Products that can be added. */
  offered: ProductCard[];
  find: string;
  /** How many products of the page's address are no longer sold. */
  missing: number;
};

/** How many products are offered to be added. */
const maxOffered = 8;

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const search = new URL(args.request.url).searchParams;
  const api = pageApi<CatalogApi>(args);
  // A product that is no longer sold is left out; it does not make the whole page one that is not found.
  const each = typedApi<CatalogApi>(args.context.get(callContext));
  const slugs = [...new Set(search.getAll("p"))]
    .filter((slug) => /^[a-z0-9-]{3,120}$/.test(slug))
    .slice(0, maxCompared);
  const find = (search.get("find") ?? "").trim().slice(0, 100);
  const found = await Promise.all(
    slugs.map(async (slug) => {
      try {
        return (await each("GET /v1/products/:slug", { params: { slug } })).result;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    }),
  );
  const products = found.filter((one) => one !== null);
  const [first] = products;
  const isFull = products.length >= maxCompared;
  const listed = isFull
    ? []
    : find !== ""
      ? (await api("GET /v1/products", { query: { name: find } })).result
      : first
        ? (await api("GET /v1/products/:slug/related", { params: { slug: first.slug } })).result.similar
        : [];
  const offered = listed.filter(({ slug }) => !products.some((one) => one.slug === slug)).slice(0, maxOffered);
  return { products, rows: compareProducts(products), offered, find, missing: slugs.length - products.length };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  head: () => ({ title: "Bandingkan produk", noindex: true }),
  tags: ({ products }) => ["catalog", ...products.map(({ id }) => `product:${id}`)],
};

export function Component() {
  const { products, rows, offered, find, missing } = useLoaderData<Data>();
  const slugs = products.map(({ slug }) => slug);
  const different = rows.filter(({ isSame }) => !isSame);
  const same = rows.filter(({ isSame }) => isSame);
  return (
    <div className="wrap">
      <Breadcrumb above={[{ name: "Beranda", href: hrefs.home() }]} current="Bandingkan produk" />
      <h1 className={styles.title}>Bandingkan produk</h1>
      {missing > 0 && (
        <div className={styles.notice}>
          <Notice>{missing} produk tidak dijual lagi, jadi tidak ikut dibandingkan.</Notice>
        </div>
      )}
      {products.length === 0 ? (
        <EmptyState action={<ButtonLink href={hrefs.products()}>Lihat semua produk</ButtonLink>}>
          Belum ada produk yang dibandingkan. Cari produk di bawah, atau tekan Bandingkan di halaman sebuah produk.
        </EmptyState>
      ) : (
        // Keyboard users scroll it with the links in its columns. If it had a focus, the ring would not fit the window.
        <div className={styles.scroll} role="region" aria-label="Perbandingan produk">
          <table className={styles.table}>
            <caption className="sr-only">Perbandingan {products.length} produk</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">Keterangan</span>
                </th>
                {products.map((product) => (
                  <Head key={product.id} product={product} slugs={slugs} />
                ))}
              </tr>
            </thead>
            {products.length > 1 && different.length > 0 && (
              <Rows title="Yang berbeda" rows={different} columns={products.length} isMarked />
            )}
            <Rows
              title={products.length > 1 ? "Yang sama" : "Keterangan"}
              rows={products.length > 1 ? same : rows}
              columns={products.length}
            />
          </table>
        </div>
      )}
      {products.length < maxCompared && (
        <section className="section">
          <div className="section-head">
            <h2>Tambah produk</h2>
          </div>
          <form action={compareHref([])} className={styles.find}>
            {slugs.map((slug) => (
              <input key={slug} type="hidden" name="p" value={slug} />
            ))}
            <input
              type="search"
              name="find"
              defaultValue={find}
              maxLength={100}
              aria-label="Cari produk untuk dibandingkan"
              placeholder="Cari produk"
            />
            <Button>Cari</Button>
          </form>
          {find !== "" && offered.length === 0 && <p className="muted">Tidak ada produk untuk “{find}”.</p>}
          <ul className={styles.offered}>
            {offered.map(({ id, slug, name, price_min: price, picture }) => (
              <li key={id}>
                <Small picture={picture} />
                <span>
                  <a href={hrefs.product(slug)}>{name}</a>
                  <Price amount={price} size="s" />
                </span>
                <ButtonLink href={compareHref([...slugs, slug])} variant="outline" size="s">
                  Tambah<span className="sr-only"> {name}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Head({ product, slugs }: { product: ProductPage; slugs: readonly string[] }) {
  const { slug, name, pictures } = product;
  return (
    <th scope="col">
      <Small picture={pictures[0] ?? null} />
      <a href={hrefs.product(slug)}>{name}</a>
      <a href={compareHref(slugs.filter((one) => one !== slug))} className={styles.remove}>
        Hapus<span className="sr-only"> {name} dari perbandingan</span>
      </a>
    </th>
  );
}

function Small({ picture }: { picture: { key: string; color: string } | null }) {
  return (
    <span className={styles.picture}>
      {picture && <Picture pictureKey={picture.key} color={picture.color} alt="" sizes="120px" size={200} />}
    </span>
  );
}

function Rows({
  title,
  rows,
  columns,
  isMarked = false,
}: {
  title: string;
  rows: readonly ComparedRow[];
  columns: number;
  isMarked?: boolean;
}) {
  if (rows.length === 0) return null;
  return (
    <tbody className={isMarked ? styles.different : undefined}>
      <tr>
        <th scope="colgroup" colSpan={columns + 1} className={styles.group}>
          <span>{title}</span>
        </th>
      </tr>
      {rows.map(({ name, values }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {values.map((value, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the columns never change their order
            <td key={at}>{value === "" ? "–" : value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
