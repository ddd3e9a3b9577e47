/**
 * Design note. One call has everything that the home page shows, so that a page costs a browser one request however
 * many sections an operator adds. The page and the call are cached; both are purged when a setting of the home page
 * changes and when a schedule begins or ends.
 */
import { chosenPalette } from "#lib/look/look.ts";
import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { listCategories } from "../categories/queries.ts";
import type { ListingQuery, ProductCard } from "../contract.ts";
import { findProducts } from "../listing/find-products.ts";
import { productCardJson } from "../listing/product-card-json.ts";
import { listingHref, parseListing } from "../listing/url.ts";
import type { Home, HomeSection } from "./contract.ts";
import { findSellingShop, listChosenProducts } from "./queries.ts";
import {
  chosenSlugs,
  homeLayout,
  listingQueryOf,
  sectionKinds,
  sectionSize,
  variedSize,
  type Section,
} from "./rules.ts";

const maxPerCity = 2;
const maxProvinces = 12;
/** The shop of the story that comes with the demo. */
const storyShop = "batik-laweyan";

type Find = (query: Partial<ListingQuery>) => ReturnType<typeof findProducts>;

/** What the home page shows at a moment. Sections without content are left out. */
export async function getHome(db: Queryable, at: Date): Promise<Home> {
  const { hero, banners, sections } = homeLayout(at);
  // Several sections may ask for the same list.
  const asked = new Map<string, ReturnType<typeof findProducts>>();
  const find: Find = (query) => {
    const key = JSON.stringify(query);
    const found = asked.get(key) ?? findProducts(db, query as ListingQuery);
    asked.set(key, found);
    return found;
  };
  const hasDiscounted = sections.some(({ kind }) => kind === "discounted");
  const filled = await Promise.all(
    sections.map(async (section): Promise<HomeSection> => {
      const { kind, title } = section;
      const empty = { products: [], categories: [], provinces: [], shop: null, href: null };
      return {
        kind,
        ...empty,
        title: title === "" ? sectionKinds[kind].title : title,
        ...(await fill(db, section, find, hasDiscounted)),
      };
    }),
  );
  return {
    hero: { ...hero, hasPicture: hero.picture !== null || chosenPalette() === null },
    banners: banners.map(({ wide, narrow, alt, href }) => ({ wide, narrow, alt, href })),
    sections: filled.filter(
      ({ products, categories, provinces, shop }) =>
        products.length + categories.length + provinces.length > 0 || shop !== null,
    ),
  };
}

async function fill(
  db: Queryable,
  { kind, title, source }: Section,
  find: Find,
  hasDiscounted: boolean,
): Promise<Partial<HomeSection>> {
  const best = { sort: "sold", limit: 60, facets: "1" } as const;
  const discounted = { discount: "1", sort: "sold", limit: sectionSize } as const;
  switch (kind) {
    case "categories": {
      const roots = (await listCategories(db)).filter(({ parent_id: parent }) => parent === null);
      return {
        categories: roots.map(({ name, slug, icon, is_custom: isCustom, url }) => ({
          name,
          slug,
          icon,
          isCustom: isCustom ? "1" : "0",
          url,
        })),
      };
    }
    case "discounted":
      return { products: (await find(discounted)).result, href: hrefs.products({ discount: "1" }) };
    case "provinces": {
      const { facets } = await find(best);
      return { provinces: (facets?.provinces ?? []).slice(0, maxProvinces), href: hrefs.merchants() };
    }
    case "story":
      return { shop: (await findSellingShop(db, storyShop)) ?? null };
    case "varied": {
      const [regional, sold, shown] = await Promise.all([
        find({ regional: "1", sort: "sold", limit: 60 }),
        find(best),
        hasDiscounted ? find(discounted) : null,
      ]);
      const elsewhere = new Set((shown?.result ?? []).map(({ id }) => id));
      return {
        products: pickVaried(interleave(regional.result, sold.result), elsewhere),
        href: hrefs.products({ sort: "sold" }),
      };
    }
    case "newest":
      return {
        products: (await find({ sort: "newest", limit: sectionSize })).result,
        href: hrefs.products({ sort: "newest" }),
      };
    case "bestselling":
      return {
        products: (await find({ sort: "sold", limit: sectionSize })).result,
        href: hrefs.products({ sort: "sold" }),
      };
    case "category":
    case "collection": {
      const listing = parseListing(listingQueryOf(source) ?? new URLSearchParams());
      const { page: _page, ...filters } = listing;
      const { result, category } = await find({
        sort: "sold",
        ...filters,
        limit: sectionSize,
      } as Partial<ListingQuery>);
      return {
        products: result,
        href: listingHref(listing, {}),
        ...(title === "" && { title: category?.name ?? "Koleksi" }),
      };
    }
    case "products":
      return { products: (await listChosenProducts(db, chosenSlugs(source) ?? [])).map(productCardJson) };
  }
}

/** Takes one item of each list in turn and leaves out duplicates. */
function interleave(one: readonly ProductCard[], other: readonly ProductCard[]): ProductCard[] {
  const both = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]]).flat();
  return [...new Map(both.flatMap((card) => (card ? [[card.id, card] as const] : []))).values()];
}

/** Best-selling products from many cities: a few of each city, and none that the page shows already. */
function pickVaried(products: readonly ProductCard[], shown: ReadonlySet<string>): ProductCard[] {
  const places = new Map<string, number>();
  const chosen = products.filter((product) => {
    const count = (places.get(product.city_name) ?? 0) + 1;
    places.set(product.city_name, count);
    return product.in_stock && count <= maxPerCity && !shown.has(product.id);
  });
  return (chosen.length >= 10 ? chosen : products).slice(0, variedSize);
}
