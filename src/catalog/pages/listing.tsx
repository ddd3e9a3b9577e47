import { useState, type MouseEvent } from "react";
import { redirect, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs, type ListingQuery } from "#hrefs.ts";
import { deliverToHref } from "#delivery-hrefs.ts";
import { browserCall, callContext, pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLoadMoreRestore } from "#ui/load-more-restore.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { LoadMore, Pagination } from "#ui/pagination.tsx";
import { picturePreload } from "#ui/picture.tsx";
import { fieldsOf, rangesOf, type Range } from "../attributes/filter-address.ts";
import type { CatalogApi, Facets, ProductCard as Card } from "../contract.ts";
import { listingFilters, recordsOf, type FilterName, type FilterRecord } from "../listing/filter-rules.ts";
import { listingHref, chosenFilters, listingRequest, lastPageBefore, parseListing, placeless } from "../listing/url.ts";
import { listingPage, quickMaxPrice, shippingSteps, totalLabel } from "../rules.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { filterSheet, ListingFilters } from "../ui/listing-filters.tsx";
import { ProductGrid } from "../ui/product-card.tsx";
import { findCosts, usePlace, useShippingCosts, type Place, type ShippingCosts } from "../ui/place.ts";
import { SortSelect } from "../ui/sort-select.tsx";
import styles from "../ui/listing.module.css";

type Listing = ApiResponse<CatalogApi["GET /v1/products"]> & {
  asked: ListingQuery;
  /** The place of the address, and what shipping there costs. */
  place: Place | null;
  costs: ShippingCosts;
};

const gridSizes = "(min-width:1240px) 216px, (min-width:960px) 17vw, (min-width:640px) 31vw, 46vw";

export async function loader(args: LoaderFunctionArgs): Promise<Listing> {
  const search = new URL(args.request.url).searchParams;
  const asked = parseListing(search);
  if (search.get("type") === "seller") throw redirect(hrefs.merchants(asked.name ?? ""));
  const query = { ...listingRequest(asked), facets: "1" as const };
  const listing = await pageApi<CatalogApi>(args)("GET /v1/products", { query });
  // The address of a merged category leads to the other one for good.
  if (asked.category && listing.category && listing.category.slug !== asked.category)
    throw redirect(listingHref(asked, { category: listing.category.slug }), 301);
  if (asked.page && listing.result.length === 0)
    throw redirect(listingHref(asked, { page: lastPageBefore(asked.page, listing.total) }));
  const ids = listing.result.map(({ id }) => id);
  const delivery = asked.to ? await findCosts(args.context.get(callContext), asked.to, ids) : null;
  if (delivery === "unknown") throw redirect(listingHref(placeless(asked), { page: asked.page }));
  return { ...listing, asked, place: delivery?.place ?? null, costs: delivery?.costs ?? {} };
}

function titleOf({ asked, category }: Listing): string {
  if (asked.name) return category ? `“${asked.name}” di ${category.name}` : `“${asked.name}”`;
  if (category) return category.name;
  if (asked.category) return "Kategori tidak ditemukan";
  if (asked.discount) return "Sedang turun harga";
  if (asked.regional) return "Dibuat di daerah asalnya, menurut penjual";
  return "Semua produk";
}

export const handle: PageHandle<Listing> = {
  layout: "shop",
  head: (data) => {
    const { asked, category } = data;
    const title = titleOf(data);
    const first = data.result[0]?.picture;
    return {
      title: asked.page ? `${title}, halaman ${asked.page}` : title,
      description: `${title}: ${totalLabel(data)} produk dari seluruh Nusantara. Bayar aman lewat rekening bersama.`,
      canonical: hrefs.products({ category: asked.category, name: asked.name, page: asked.page }),
      ...(asked.name || chosenFilters(asked) > 0 || data.total === 0 ? { noindex: true } : {}),
      ...(first ? { preload: picturePreload(first.key, gridSizes) } : {}),
      // Only the server's document has it, so browsers do not load its code.
      structured:
        import.meta.env.SSR && category
          ? [
              {
                "@context": "https://schema.org",
                "@type": "BreadcrumbList",
                itemListElement: [
                  ...(category.parent
                    ? [{ name: category.parent.name, item: hrefs.category(category.parent.slug) }]
                    : []),
                  { name: category.name, item: hrefs.category(category.slug) },
                ].map((one, at) => ({ "@type": "ListItem", position: at + 1, ...one })),
              },
            ]
          : [],
    };
  },
  tags: () => ["catalog"],
};

export function Component() {
  const data = useLoaderData<Listing>();
  const { asked, category, facets, total, corrected } = data;
  const { products, more, busy, last } = useLoadMore(data);
  const { place, other } = usePlace(data.place);
  const costs = useShippingCosts(place, products, data.costs);
  const count = `${totalLabel(data)} produk`;
  // "termahal" is read as an order: another choice takes the word out.
  const sorted =
    data.understood?.dear && !asked.sort ? { ...asked, name: data.understood.text, sort: "dearest" } : asked;
  const filterable = total > 0 || chosenFilters(asked) > 0 || data.understood !== null;
  const matching = products.slice(0, products.length - data.similar);
  const similar = products.slice(products.length - data.similar);
  const filtered = filterable && facets;
  const address = (page: number) => listingHref(asked, { page: page > 1 ? page : undefined });
  return (
    <div className="wrap">
      <Breadcrumb
        above={[
          { name: "Beranda", href: hrefs.home() },
          ...(category?.parent ? [{ name: category.parent.name, href: hrefs.category(category.parent.slug) }] : []),
          ...(asked.name && category ? [{ name: category.name, href: hrefs.category(category.slug) }] : []),
        ]}
        current={asked.name ? `Pencarian “${asked.name}”` : titleOf(data)}
      />
      <div className={styles.head}>
        <div>
          <h1>{titleOf(data)}</h1>
          <p className="muted num" role="status">
            {count}
          </p>
          <p className={styles.deliverTo}>
            {place && `Dikirim ke ${place.name} · `}
            <a href={deliverToHref(asked)}>{place ? "Ubah" : "Pilih kota tujuan untuk melihat ongkir"}</a>
            {other && (
              <>
                {" · "}
                <a href={listingHref(asked, { to: other.code })}>Pakai {other.name}</a>
              </>
            )}
          </p>
        </div>
        {total > 1 && <SortSelect listing={sorted} to={place?.code} />}
      </div>
      {corrected && (
        <div className={styles.corrected}>
          <Notice>
            Tidak ada hasil untuk “{asked.name}”. Menampilkan hasil untuk <b>{corrected}</b>.
          </Notice>
        </div>
      )}
      {filterable && <Chips asked={asked} data={data} place={place} />}
      <div className={filtered ? styles.side : undefined}>
        {filtered && (
          <ListingFilters
            listing={place ? { ...asked, to: place.code } : asked}
            facets={filtered}
            total={totalLabel(data)}
            category={category}
          />
        )}
        <div>
          {products.length === 0 ? (
            <NoResults asked={asked} category={category} words={data.found_words} />
          ) : (
            <>
              {matching.length > 0 && (
                <>
                  <h2 className="sr-only">Daftar produk</h2>
                  <ProductGrid products={matching} beside eager={2} costs={costs} />
                </>
              )}
              {similar.length > 0 && (
                <>
                  <h2 className={styles.similar}>
                    {matching.length > 0
                      ? "Mirip dengan yang Anda cari"
                      : "Tidak ada yang cocok persis. Ini yang mirip."}
                  </h2>
                  <ProductGrid products={similar} beside eager={matching.length > 0 ? 0 : 2} costs={costs} />
                </>
              )}
              {more && <LoadMore href={address((last ?? 1) + 1)} onClick={more} busy={busy} />}
              <Pagination
                page={asked.page ?? 1}
                last={Math.min(listingPage.maxPages, Math.ceil(total / listingPage.size))}
                href={address}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** The products of the page and those that “Muat lagi” has loaded. */
function useLoadMore(data: Listing) {
  const [grown, setGrown] = useLoadMoreRestore<Card>(listingHref(data.asked, {}), data);
  const [busy, setBusy] = useState(false);
  const current = grown ?? { added: [], next: data.next, page: data.asked.page ?? 1 };
  const first = new Set(data.result.map(({ id }) => id));
  const products = [...data.result, ...current.added.filter(({ id }) => !first.has(id))];

  async function more(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const query = new URLSearchParams({ cursor: current.next ?? "" });
    for (const [name, value] of Object.entries(listingRequest({ ...data.asked, page: undefined })))
      for (const one of [value].flat()) query.append(name, one);
    const { status, body } = await browserCall("GET", `/v1/products?${query}`);
    setBusy(false);
    if (status !== 200) {
      location.assign(listingHref(data.asked, { page: current.page + 1 }));
      return;
    }
    const { result, next } = body as { result: Card[]; next: string | null };
    const known = new Set(products.map((one) => one.id));
    const added = [...current.added, ...result.filter((one) => !known.has(one.id))];
    setGrown({ added, next, page: current.page + 1 });
  }
  return {
    products,
    more: current.next ? (event: MouseEvent) => void more(event) : undefined,
    busy,
    last: current.page,
  };
}

function rangeLabel({ min, max }: Range): string {
  if (min === undefined) return `sampai ${max}`;
  return max === undefined ? `mulai ${min}` : `${min} sampai ${max}`;
}

function Chips({ asked, data, place }: { asked: ListingQuery; data: Listing; place: Place | null }) {
  const chosen = chosenFilters(asked);
  const toggle = (label: string, on: boolean, change: Partial<ListingQuery>) => (
    <li key={label}>
      <a className={styles.chip} href={listingHref(asked, change)} aria-current={on ? "true" : undefined}>
        {label}
        {on && (
          <>
            <span className="sr-only"> aktif, hapus</span>
            <Icon name="close" small />
          </>
        )}
      </a>
    </li>
  );
  // The chips of a filter. A chosen value without products has no name here.
  const chipsOf = ([name, record]: [string, FilterRecord]) => {
    const value = asked[name as FilterName];
    if (record.value === "list") {
      const chosen = (value ?? []) as readonly string[];
      const options = (data.facets?.[record.counts.key as keyof Facets] ?? []) as Facets["provinces"];
      return chosen.map((one) =>
        toggle(options.find(({ id }) => id === one)?.name ?? `${record.chip} ${one}`, true, {
          [name]: chosen.filter((other) => other !== one),
        }),
      );
    }
    if (record.value === "choice")
      return typeof value === "string"
        ? [toggle(record.options[value]?.chip ?? value, true, { [name]: undefined })]
        : [];
    if ("hint" in record || (data.facets && data.facets[record.counts.key as keyof Facets] === null)) return [];
    const offered = record.value === "number" ? record.offered : "1";
    if (record.quick === undefined && value === undefined) return [];
    return [toggle(record.chip, value === offered, { [name]: value === offered ? undefined : offered })];
  };
  const home = place?.code.slice(0, 5) ?? "";
  const quick = (one: FilterRecord) => ("quick" in one && one.quick) || 0;
  const { understood } = data;
  const price = priceLabel(asked.min, asked.max);
  return (
    <ul className={styles.chips} aria-label="Filter cepat">
      <li className={styles.opener}>
        <button type="button" className={styles.chip} popoverTarget={filterSheet}>
          <Icon name="filter" small />
          Filter{chosen > 0 && ` (${chosen})`}
        </button>
      </li>
      {/* What was read from the search text is removed by searching for the rest of it. */}
      {understood &&
        price === null &&
        (understood.min ?? understood.max) !== null &&
        toggle(priceLabel(understood.min ?? undefined, understood.max ?? undefined) ?? "", true, {
          name: [understood.text, understood.cheap ? "murah" : ""].join(" ").trim() || undefined,
        })}
      {understood?.cheap &&
        (asked.sort ?? "relevance") === "relevance" &&
        toggle("Utamakan yang murah", true, {
          name: understood.text || undefined,
          min: asked.min ?? understood.min ?? undefined,
          max: asked.max ?? understood.max ?? undefined,
        })}
      {place && !asked.city?.includes(home) && toggle("Dari kota Anda", false, { city: [...(asked.city ?? []), home] })}
      {place &&
        [asked.ship ?? shippingSteps[1] ?? 0].map((most) =>
          toggle(`Ongkir sampai ${formatRupiah(most)}`, asked.ship !== undefined, {
            to: place.code,
            ship: asked.ship === undefined ? most : undefined,
          }),
        )}
      {all
        .filter(([, record]) => quick(record) > 0)
        .sort(([, a], [, b]) => quick(a) - quick(b))
        .flatMap(chipsOf)}
      {price
        ? toggle(price, true, { min: undefined, max: undefined })
        : (understood?.min ?? understood?.max ?? null) === null &&
          toggle(`Di bawah ${formatRupiah(quickMaxPrice)}`, false, { max: quickMaxPrice })}
      {all.filter(([, record]) => quick(record) === 0).flatMap(chipsOf)}
      {data.facets?.attributes.flatMap(({ options }) =>
        options
          .filter(({ id }) => asked.attr?.includes(id))
          .map(({ id, name }) => toggle(name, true, { attr: asked.attr?.filter((one) => one !== id) })),
      )}
      {rangesOf(asked).map((range, at, ranges) =>
        toggle(`${range.name} ${rangeLabel(range)}`, true, fieldsOf(ranges.filter((_, other) => other !== at))),
      )}
    </ul>
  );
}

const all = recordsOf(listingFilters);

function priceLabel(min: number | undefined, max: number | undefined): string | null {
  if (min !== undefined && max !== undefined) return `${formatRupiah(min)} – ${formatRupiah(max)}`;
  if (min !== undefined) return `Mulai ${formatRupiah(min)}`;
  return max === undefined ? null : `Sampai ${formatRupiah(max)}`;
}

function NoResults({
  asked,
  category,
  words,
}: {
  asked: ListingQuery;
  category: Listing["category"];
  words: readonly string[];
}) {
  const filtered = chosenFilters(asked) > 0;
  const { category: _category, ...everywhere } = asked;
  return (
    <EmptyState
      action={
        filtered ? (
          <ButtonLink
            href={hrefs.products({ category: asked.category, name: asked.name, sort: asked.sort, to: asked.to })}
          >
            Hapus semua filter
          </ButtonLink>
        ) : category && asked.name ? (
          <ButtonLink href={listingHref(everywhere, {})}>Cari di semua kategori</ButtonLink>
        ) : (
          <ul className={styles.tries}>
            {(words.length > 0 ? words : ["kopi", "batik", "tas rotan", "sambal", "sepatu"]).map((word) => (
              <li key={word}>
                <a className={styles.chip} href={hrefs.products({ name: word })}>
                  {word}
                </a>
              </li>
            ))}
          </ul>
        )
      }
    >
      Data tidak ditemukan.
      <br />
      {(asked.name || filtered) && `${describeListing(asked, category, filtered)} `}
      {filtered
        ? "Coba kurangi filter yang dipilih."
        : asked.name
          ? `Periksa ejaan, atau pakai kata yang lebih umum dan lebih sedikit.${category ? "" : " Atau mulai dari salah satu kata ini."}`
          : "Pilih kategori lain dari menu, atau mulai dari salah satu kata ini."}
    </EmptyState>
  );
}

/** `Tidak ada produk untuk “kain” di Batik dengan filter ini.` */
function describeListing({ name }: ListingQuery, category: Listing["category"], filtered: boolean): string {
  const parts = [name && `untuk “${name}”`, category && `di ${category.name}`, filtered && "dengan filter ini"];
  return `Tidak ada produk ${parts.filter(Boolean).join(" ")}.`;
}
