import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount, formatShortCount } from "#lib/rupiah.ts";
import { OfferedVouchers } from "#promotions/ui/offered-vouchers.tsx";
import type { OfferedVoucher, VoucherApi } from "#promotions/vouchers/contract.ts";
import { maxSearchLength } from "#search/rules.ts";
import type { ShopApi, ShopPage } from "#shops/contract.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { SellerIdentity } from "#shops/verification/ui/seller-identity.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { KawungPattern } from "#ui/kawung-pattern.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { formatRating } from "#ui/rating.ts";
import type { CatalogApi } from "#catalog/contract.ts";
import { lastPageBefore, parseListing } from "#catalog/listing/url.ts";
import { listingPage, listingSorts, sortLabel } from "#catalog/rules.ts";
import { Breadcrumb } from "#catalog/ui/breadcrumb.tsx";
import { ProductGrid } from "#catalog/ui/product-card.tsx";
import { usePreHydrationChoice } from "#catalog/ui/pre-hydration-choice.ts";
import styles from "./merchant.module.css";

type Asked = { name: string | undefined; sort: string | undefined; page: number | undefined };
type Data = {
  shop: ShopPage;
  vouchers: OfferedVoucher[];
  listing: ApiResponse<CatalogApi["GET /v1/products"]>;
  asked: Asked;
};

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const api = pageApi<CatalogApi & ShopApi & VoucherApi>(args);
  const slug = args.params.slug ?? "";
  const { name, sort, page } = parseListing(new URL(args.request.url).searchParams);
  const query = {
    shop: slug,
    name,
    sort: listingSorts.find((one) => one.id === sort)?.id,
    page: page ? String(page) : undefined,
  };
  const [shop, vouchers, listing] = await Promise.all([
    api("GET /v1/merchants/:slug", { params: { slug } }),
    api("GET /v1/merchants/:slug/vouchers", { params: { slug } }),
    api("GET /v1/products", { query }),
  ]);
  if (page && listing.result.length === 0)
    throw redirect(merchantHref(slug, { name, sort, page: lastPageBefore(page, listing.total) }));
  return { shop: shop.result, vouchers: vouchers.result, listing, asked: { name, sort, page } };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  head: ({ shop, asked }) => ({
    title: `${shop.name}, ${shop.city_name}`,
    description: shop.tagline || shop.description.slice(0, 150),
    canonical: hrefs.merchant(shop.slug),
    ...(asked.name ? { noindex: true } : {}),
    structured: [
      {
        "@context": "https://schema.org",
        "@type": "Store",
        name: shop.name,
        description: shop.tagline,
        address: { "@type": "PostalAddress", addressLocality: shop.city_name, addressCountry: "ID" },
        ...(shop.rating_count > 0
          ? {
              aggregateRating: {
                "@type": "AggregateRating",
                ratingValue: shop.rating_average,
                reviewCount: shop.rating_count,
              },
            }
          : {}),
      },
    ],
  }),
  tags: ({ shop }) => [`shop:${shop.id}`],
};

function merchantHref(slug: string, { name, sort, page }: Asked): string {
  const search = new URLSearchParams();
  if (name) search.set("name", name);
  if (sort) search.set("sort", sort);
  if (page && page > 1) search.set("page", String(page));
  return search.size > 0 ? `${hrefs.merchant(slug)}?${search}` : hrefs.merchant(slug);
}

// On a phone the products are below the first screen, so a search and another page lead to them.
const goodsId = "produk";

export function Component() {
  const { shop, vouchers, listing, asked } = useLoaderData<Data>();
  const find = usePreHydrationChoice((form) => form.requestSubmit());
  return (
    <div className="wrap">
      <Breadcrumb
        above={[
          { name: "Beranda", href: hrefs.home() },
          { name: "Penjual", href: hrefs.merchants() },
        ]}
        current={shop.name}
      />
      <header className={styles.banner}>
        <KawungPattern />
        <span className={styles.mark}>
          <Avatar name={shop.name} size={88} image={shop.picture && hrefs.picture(shop.picture.key, 200, "webp")} />
        </span>
        <div>
          <h1>{shop.name}</h1>
          {shop.tagline && <p className={styles.tagline}>{shop.tagline}</p>}
        </div>
      </header>
      <dl className={styles.facts}>
        <Fact label="Lokasi" value={`${shop.city_name}, ${shop.province_name}`} />
        {shop.rating_count > 0 && (
          <Fact
            label="Penilaian"
            value={`${formatRating(shop.rating_average)} dari ${formatShortCount(shop.rating_count)} penilaian`}
          />
        )}
        <Fact label="Terjual" value={formatShortCount(shop.sold_count)} />
        <Fact label="Produk" value={formatCount(shop.product_count)} />
        <Fact label="Buka sejak" value={String(new Date(shop.opened_at).getUTCFullYear())} />
      </dl>
      <SellerIdentity shop={shop} seller={shop.seller} />
      <div className={styles.notices}>
        {shop.is_suspended && (
          <Notice tone="warning" title="Penjualan toko ini dihentikan sementara">
            Operator pasar menghentikannya. Pesanan yang sudah dibuat tetap diproses, dan uangnya tetap kami jaga.
          </Notice>
        )}
        {shop.on_vacation && (
          <Notice tone="warning" title="Toko ini sedang libur">
            Anda bisa melihat-lihat; pesanan dibuka lagi setelah toko kembali.
          </Notice>
        )}
      </div>
      {shop.description && <p className={styles.about}>{shop.description}</p>}
      <OfferedVouchers vouchers={vouchers} />
      <p className={styles.report}>
        <a className="link" href={reviewHrefs.listingReports({ shop: shop.slug })} rel="nofollow">
          Laporkan toko ini
        </a>
      </p>

      <div id={goodsId} className={styles.bar}>
        <h2>{asked.name ? `“${asked.name}” di toko ini` : "Semua produk"}</h2>
        <form
          ref={find}
          action={`#${goodsId}`}
          className={styles.find}
          autoComplete="off"
          role="search"
          aria-label="Cari di toko ini"
          onSubmit={({ currentTarget }) => {
            const order = currentTarget.querySelector("select");
            // The usual order stays out of the address.
            if (order) order.name = order.value && "sort";
          }}
        >
          <input
            key={asked.name}
            type="search"
            name="name"
            defaultValue={asked.name}
            placeholder="Cari di toko ini"
            aria-label="Cari di toko ini"
            maxLength={maxSearchLength}
          />
          <label>
            <select
              key={asked.sort}
              name="sort"
              defaultValue={asked.sort ?? ""}
              aria-label="Urutkan"
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
            >
              {listingSorts.map((one) => (
                <option key={one.id} value={one.id === "relevance" ? "" : one.id}>
                  {sortLabel(one, asked.name !== undefined)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" small />
          </label>
          <button aria-label="Cari">
            <Icon name="search" />
          </button>
        </form>
      </div>
      {listing.corrected && (
        <div className={styles.corrected}>
          <Notice>
            Tidak ada hasil untuk “{asked.name}”. Menampilkan hasil untuk <b>{listing.corrected}</b>.
          </Notice>
        </div>
      )}
      {listing.result.length === 0 ? (
        <EmptyState
          action={
            asked.name && (
              <div className={styles.helps}>
                <ButtonLink href={hrefs.merchant(shop.slug)}>Lihat semua produk toko ini</ButtonLink>
                <ButtonLink variant="outline" href={hrefs.products({ name: asked.name })}>
                  Cari di semua toko
                </ButtonLink>
              </div>
            )
          }
        >
          Data tidak ditemukan.
          <br />
          {asked.name
            ? `Toko ini tidak punya produk untuk “${asked.name}”.`
            : "Toko ini belum punya produk yang dijual."}
        </EmptyState>
      ) : (
        <>
          <ProductGrid products={listing.result} eager={2} place={false} />
          <Pagination
            page={asked.page ?? 1}
            last={Math.min(listingPage.maxPages, Math.ceil(listing.total / listingPage.size))}
            href={(page) => `${merchantHref(shop.slug, { ...asked, page })}#${goodsId}`}
          />
        </>
      )}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
