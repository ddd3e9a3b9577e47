import { lazy, useEffect, useMemo, useRef, useState } from "react";
import { useLoaderData, useLocation, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount, formatShortCount } from "#lib/rupiah.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { picturePreload } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { formatRating } from "#ui/rating.ts";
import { chooseVariant } from "#catalog/product/choose-variant.ts";
import type { CatalogApi, ProductCard as Card, ProductPage } from "#catalog/contract.ts";
import { discountPercent } from "#catalog/rules.ts";
import { Breadcrumb } from "#catalog/ui/breadcrumb.tsx";
import { BuyBox } from "#catalog/ui/buy-box.tsx";
import { Gallery, gallerySizes } from "#catalog/ui/gallery.tsx";
import { ProductRail } from "#catalog/ui/product-card.tsx";
import { saveRecentProduct } from "#catalog/ui/save-recent-product.ts";
import { VariantOptions } from "#catalog/ui/variant-options.tsx";
import type { Feedback } from "../load-feedback.ts";
import { StaticHtml } from "../static-html.tsx";
import pagination from "#ui/pagination.module.css";
import stars from "#ui/star-rating.module.css";
import reviews from "#reviews/ui/product-reviews.module.css";
import questions from "#reviews/questions/ui/questions.module.css";
import report from "#reviews/reports/ui/report-form.module.css";
import pictures from "#reviews/ui/review-pictures.module.css";
import identity from "#shops/verification/ui/seller-identity.module.css";
import styles from "./product.module.css";

type Data = {
  product: ProductPage;
  related: { same_shop: Card[]; similar: Card[] };
  feedback: Feedback;
};

// The stylesheets of what only the server renders. One class is enough to keep each.
[
  pagination.pages,
  stars.given,
  reviews.reviews,
  pictures.pictures,
  questions.list,
  report.report,
  identity.seller,
].forEach(String);
// Only the server imports them. A browser uses their HTML, and loads their code only after a navigation.
const feedbackParts = import.meta.env.SSR ? await import("../ui/feedback.tsx") : undefined;
const LazyFeedback = lazy(async () => ({ default: (await import("../ui/feedback.tsx")).Feedback }));

const factParts = import.meta.env.SSR ? await import("../ui/product-facts.tsx") : undefined;
const LazyFacts = lazy(async () => ({ default: (await import("../ui/product-facts.tsx")).Facts }));

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<CatalogApi>(args);
  const params = { slug: args.params.slug ?? "" };
  // A browser needs this code only after a navigation.
  const { loadFeedback } = await import("../load-feedback.ts");
  const [product, related, feedback] = await Promise.all([
    api("GET /v1/products/:slug", { params }),
    api("GET /v1/products/:slug/related", { params }),
    loadFeedback(args),
  ]);
  if (feedback.shown) feedback.shown.about = product.result;
  return { product: product.result, related: related.result, feedback };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  head: ({ product }, url) => {
    const [first] = picturesFor(product, url.searchParams);
    return {
      title: product.name,
      description: `${product.name} dari ${product.shop.name}, ${product.city_name}. ${product.description.slice(0, 110)}…`,
      canonical: hrefs.product(product.slug),
      ...(first
        ? { image: hrefs.picture(first.key, 800, "webp"), preload: picturePreload(first.key, gallerySizes) }
        : {}),
      // Only the server's document has it, so browsers do not load its code.
      structured: import.meta.env.SSR ? [structuredProduct(product), structuredPath(product)] : [],
    };
  },
  tags: ({ product }) => [`product:${product.id}`, `shop:${product.shop.id}`],
};

/** The product's pictures. The picture of the variant that the address names comes first. */
function picturesFor(product: ProductPage, asked: URLSearchParams): ProductPage["pictures"] {
  const isAsked = asked.has("o1") || asked.has("o2");
  const key = isAsked ? chooseVariant(product.variants, [asked.get("o1"), asked.get("o2")])?.picture : null;
  return product.pictures.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
}

function structuredProduct(product: ProductPage): object {
  const offer = {
    priceCurrency: "IDR",
    availability: product.in_stock ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
    itemCondition: product.condition === "new" ? "https://schema.org/NewCondition" : "https://schema.org/UsedCondition",
    seller: { "@type": "Organization", name: product.shop.name },
  };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: product.description,
    sku: product.id,
    category: product.category.name,
    image: product.pictures.map((one) => hrefs.picture(one.key, 800, "webp")),
    offers:
      product.price_min === product.price_max
        ? { "@type": "Offer", price: product.price_min, ...offer }
        : {
            "@type": "AggregateOffer",
            lowPrice: product.price_min,
            highPrice: product.price_max,
            offerCount: product.variants.length,
            ...offer,
          },
    ...(product.rating_count > 0
      ? {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: product.rating_average,
            reviewCount: product.rating_count,
          },
        }
      : {}),
  };
}

function breadcrumbOf({ root_category: root, category }: ProductPage): { name: string; href: string }[] {
  const all = root.slug === category.slug ? [category] : [root, category];
  return all.map(({ name, slug }) => ({ name, href: hrefs.category(slug) }));
}

function structuredPath(product: ProductPage): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [...breadcrumbOf(product), { name: product.name, href: hrefs.product(product.slug) }].map(
      (one, at) => ({
        "@type": "ListItem",
        position: at + 1,
        name: one.name,
        item: one.href,
      }),
    ),
  };
}

export function Component() {
  const data = useLoaderData<Data>();
  // The key resets the selected options when another product is opened.
  return <Product key={data.product.id} {...data} />;
}

function Product({ product, related, feedback }: Data) {
  const asked = new URLSearchParams(useLocation().search);
  const factsId = `facts-${product.id}`;
  const [options, setOptions] = useState<(string | null)[]>([asked.get("o1"), asked.get("o2")]);
  const variant = chooseVariant(product.variants, options);
  // The order of the pictures does not change when another variant is selected.
  const [askedFirst] = useState(asked);
  const pictures = useMemo(() => picturesFor(product, askedFirst), [product, askedFirst]);
  const isChosen = options.some((one) => one !== null);
  const radios = useRef<HTMLDivElement>(null);
  const shownFirst = useRef(variant);
  useEffect(() => saveRecentProduct(product), [product]);
  // Reads the options that were selected before the script ran, or that the browser restored.
  useEffect(() => {
    const marked = (name: string) =>
      radios.current?.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value ?? null;
    const [o1, o2] = [marked("o1"), marked("o2")];
    if (radios.current && (o1 !== shownFirst.current?.option1 || o2 !== shownFirst.current.option2))
      setOptions([o1, o2]);
  }, []);

  function choose(axis: 0 | 1, value: string) {
    const next = [variant?.option1 ?? null, variant?.option2 ?? null];
    next[axis] = value;
    setOptions(next);
    const search = new URLSearchParams();
    next.forEach((one, at) => one && search.set(`o${at + 1}`, one));
    history.replaceState(history.state, "", `${location.pathname}?${search}`);
  }

  const price = variant?.price ?? product.price_min;
  // The former price belongs to the cheapest variant.
  const before = price === product.price_min ? product.strike_price : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumb above={[{ name: "Beranda", href: hrefs.home() }, ...breadcrumbOf(product)]} current={product.name} />
      <div className={styles.columns}>
        <Gallery
          pictures={pictures}
          name={product.name}
          id={product.id}
          wanted={(isChosen && variant?.picture) || (product.pictures[0]?.key ?? null)}
        />
        <div className={styles.info}>
          <h1>{product.name}</h1>
          <p className={styles.facts}>
            {product.rating_count > 0 && (
              <a href="#ulasan">
                <Icon name="star" small fill />
                <b>{formatRating(product.rating_average)}</b> ({formatShortCount(product.rating_count)} penilaian)
              </a>
            )}
            {product.sold_count > 0 && <span>{formatShortCount(product.sold_count)} terjual</span>}
            {product.condition === "used" && <Badge tone="warning">Bekas</Badge>}
          </p>
          <p className={styles.price}>
            <Price amount={price} size="l" />
            {product.min_order > 1 && <span className="muted">Min. beli {formatCount(product.min_order)}</span>}
          </p>
          {before !== null && (
            <p className={styles.before}>
              <Badge tone="discount">−{discountPercent(price, before)}%</Badge>
              <span className="sr-only">Harga sebelumnya </span>
              <s>
                <Price amount={before} size="s" />
              </s>
            </p>
          )}
          {variant && <VariantOptions place={radios} product={product} variant={variant} onChoose={choose} />}
          <Shop product={product} />
          <StaticHtml key={factsId} id={factsId} otherwise={<LazyFacts product={product} />}>
            {factParts && <factParts.Facts product={product} />}
          </StaticHtml>
        </div>
        {variant && <BuyBox product={product} variant={variant} />}
        <section className={styles.about}>
          <h2>Deskripsi</h2>
          <p className={styles.description}>{product.description}</p>
          <dl className={styles.details}>
            {[
              { name: "Kondisi", value: product.condition === "new" ? "Baru" : "Bekas" },
              { name: "Berat kirim", value: weight(product.weight_g) },
              ...(product.height_cm
                ? [
                    {
                      name: "Ukuran kemasan",
                      value: `${product.length_cm} × ${product.width_cm} × ${product.height_cm} cm`,
                    },
                  ]
                : []),
              ...(product.min_order > 1 ? [{ name: "Pembelian minimal", value: `${product.min_order} buah` }] : []),
              // The seller says so and nobody has verified it, so it is listed among the seller's details.
              ...(product.is_regional ? [{ name: "Asal", value: "Dibuat di daerah asalnya, menurut penjual" }] : []),
              ...product.attributes,
            ].map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>

      <StaticHtml key={feedback.key} id={feedback.key} otherwise={<LazyFeedback slug={product.slug} of={feedback} />}>
        {feedbackParts && <feedbackParts.Feedback slug={product.slug} of={feedback} />}
      </StaticHtml>
      {related.same_shop.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>Dari toko yang sama</h2>
            <a href={hrefs.merchant(product.shop.slug)}>Lihat semua</a>
          </div>
          <ProductRail products={related.same_shop} label="Dari toko yang sama" />
        </section>
      )}
      {related.similar.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>Serupa dari toko lain</h2>
            <a href={hrefs.category(product.category.slug)}>Lihat semua</a>
          </div>
          <ProductRail products={related.similar} label="Serupa dari toko lain" />
        </section>
      )}
    </div>
  );
}

function weight(grams: number): string {
  return grams < 1000
    ? `${grams} g`
    : `${formatCount(Math.floor(grams / 1000))}${
        grams % 1000 === 0
          ? ""
          : String((grams % 1000) / 1000)
              .slice(1)
              .replace(".", ",")
      } kg`;
}

function Shop({ product: { shop } }: { product: ProductPage }) {
  return (
    <div className={styles.shop}>
      <span className={styles.mark}>
        <Avatar name={shop.name} size={48} />
      </span>
      <div>
        <h2>{shop.name}</h2>
        <p>{shop.city_name}</p>
        <p>
          {shop.rating_count > 0 &&
            `${formatRating(shop.rating_average)} dari ${formatShortCount(shop.rating_count)} penilaian · `}
          {formatShortCount(shop.product_count)} produk
        </p>
      </div>
      <ButtonLink href={hrefs.merchant(shop.slug)} variant="outline">
        Kunjungi
      </ButtonLink>
    </div>
  );
}
