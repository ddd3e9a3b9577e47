import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { categoryHref, hrefs } from "#hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import type { ShopApi } from "#shops/contract.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { KawungPattern } from "#ui/kawung-pattern.tsx";
import { Picture, picturePreload } from "#ui/picture.tsx";
import type { CatalogApi, ProductCard as Card } from "../contract.ts";
import { ProductGrid, ProductRail } from "../ui/product-card.tsx";
import styles from "./home.module.css";

type Tile = Omit<ApiResponse<CatalogApi["GET /v1/categories"]>["result"][number], "categories">;
type Home = {
  categories: Tile[];
  discounted: Card[];
  chosen: Card[];
  /** Provinces with their product counts, the largest first. */
  provinces: { id: string; name: string; count: number }[];
  story: { slug: string; name: string } | null;
};

// On a phone the picture is 165 px wide with faded edges, so the next smaller file is good enough and loads faster.
const hero = { key: "hero-a", color: "#243b7a", sizes: "(min-width:768px) 600px, 160px" };
const story = { key: "story-laweyan", color: "#f3e6d2", shop: "batik-laweyan" };
const featuredCount = 20;
const maxPerCity = 2;
const maxProvinces = 12;

export async function loader(args: LoaderFunctionArgs): Promise<Home> {
  const api = pageApi<CatalogApi & ShopApi>(args);
  const [categories, discounted, regional, sold, shop] = await Promise.all([
    api("GET /v1/categories"),
    api("GET /v1/products", { query: { discount: "1", sort: "sold", limit: "10" } }),
    api("GET /v1/products", { query: { regional: "1", sort: "sold", limit: "60" } }),
    api("GET /v1/products", { query: { sort: "sold", limit: "60", facets: "1" } }),
    api("GET /v1/merchants/:slug", { params: { slug: story.shop } }).catch(() => null),
  ]);
  return {
    categories: categories.result.map(({ categories: _children, ...tile }) => tile),
    discounted: discounted.result,
    chosen: pickVaried(interleave(regional.result, sold.result), new Set(discounted.result.map((one) => one.id))),
    provinces: (sold.facets?.provinces ?? []).slice(0, maxProvinces),
    story: shop ? { slug: shop.result.slug, name: shop.result.name } : null,
  };
}

/** Takes one item of each list in turn and leaves out duplicates. */
function interleave(one: readonly Card[], other: readonly Card[]): Card[] {
  const both = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]]).flat();
  return [...new Map(both.flatMap((card) => (card ? [[card.id, card] as const] : []))).values()];
}

/** Best-selling products from many cities: a few of each city, and none that the page shows already. */
function pickVaried(products: readonly Card[], shown: ReadonlySet<string>): Card[] {
  const places = new Map<string, number>();
  const chosen = products.filter((product) => {
    const count = (places.get(product.city_name) ?? 0) + 1;
    places.set(product.city_name, count);
    return product.in_stock && count <= maxPerCity && !shown.has(product.id);
  });
  return (chosen.length >= 10 ? chosen : products).slice(0, featuredCount);
}

export const handle: PageHandle<Home> = {
  layout: "shop",
  head: () => ({
    title: brandName(),
    description:
      "Pasar daring karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin, dibayar aman lewat rekening bersama.",
    canonical: "/",
    image: hrefs.picture(hero.key, 800, "webp"),
    preload: picturePreload(hero.key, hero.sizes),
  }),
  tags: () => ["catalog", "shops"],
};

export function Component() {
  const { categories, discounted, chosen, provinces, story: shop } = useLoaderData<Home>();
  return (
    <div className="wrap">
      <section className={styles.hero}>
        <KawungPattern />
        <div className={styles.text}>
          <h1>Langsung dari penjual dan perajin</h1>
          <p>Batik Laweyan, kopi Gayo, rotan Bali. Dikirim dari 38 provinsi, dibayar aman lewat rekening bersama.</p>
          <a className={styles.action} href={hrefs.products({ sort: "sold" })}>
            Lihat yang terlaris
          </a>
        </div>
        <Picture pictureKey={hero.key} color={null} alt="" sizes={hero.sizes} size={800} eager className={styles.art} />
      </section>

      {categories.length > 0 && (
        <nav className="section" aria-label="Kategori">
          <ul className={styles.categories}>
            {categories.map((category) => (
              <li key={category.slug}>
                <a href={categoryHref(category)}>
                  <span>
                    <Icon name={category.icon as IconName} />
                  </span>
                  {category.name}
                </a>
              </li>
            ))}
            <li>
              <a href={hrefs.products({})}>
                <span>
                  <Icon name="grid" />
                </span>
                Semua produk
              </a>
            </li>
          </ul>
        </nav>
      )}

      {discounted.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>Sedang turun harga</h2>
            <a href={hrefs.products({ discount: "1" })}>Lihat semua</a>
          </div>
          <ProductRail products={discounted} label="Sedang turun harga" />
        </section>
      )}

      {provinces.length > 0 && (
        <nav id="daerah" className="section" aria-labelledby="provinces-heading">
          <div className="section-head">
            <h2 id="provinces-heading">Belanja dari daerah</h2>
            <a href={hrefs.merchants()}>Semua penjual</a>
          </div>
          <ul className={styles.provinces}>
            {provinces.map(({ id, name, count }) => (
              <li key={id}>
                <a href={hrefs.products({ province: [id] })}>
                  {name} <span className="num">{formatCount(count)}</span>
                  <span className="sr-only"> produk</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}

      {shop && (
        <section className={`section ${styles.story}`}>
          <Picture
            pictureKey={story.key}
            color={story.color}
            alt="Kain batik dijemur di kampung batik Laweyan"
            sizes="(min-width:768px) 600px, 100vw"
            size={800}
            className={styles.scene}
          />
          <div>
            <p className={styles.kicker}>Cerita perajin</p>
            <h2>Tiga bulan untuk selembar kain di Laweyan</h2>
            <p>
              Bu Harni mencanting motif kawung dengan malam dan pewarna nila alami. Setiap lembar dicatat nama pembatik
              dan tanggal selesainya.
            </p>
            <ButtonLink href={hrefs.merchant(shop.slug)}>Kunjungi tokonya</ButtonLink>
          </div>
        </section>
      )}

      {chosen.length > 0 && (
        <section className={`section ${styles.chosen}`}>
          <div className="section-head">
            <h2>Terlaris dari berbagai daerah</h2>
            <a href={hrefs.products({ sort: "sold" })}>Lihat semua</a>
          </div>
          <ProductGrid products={chosen} />
        </section>
      )}
    </div>
  );
}
