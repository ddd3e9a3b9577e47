import { hrefs, type ListingQuery } from "#hrefs.ts";
import { parseAttributes, rangesOf } from "../attributes/filter-address.ts";
import { listingPage, listingSorts, priceLimits } from "../rules.ts";

function parseInteger(text: string | null, max: number): number | undefined {
  const digits = (text ?? "").replace(/^Rp\.?\s*/i, "").replace(/\./g, "");
  return /^\d{1,12}$/.test(digits) ? Math.min(Number(digits), max) : undefined;
}

/** So many cities and couriers can be chosen at once. */
const maxChosenValues = 20;

/** Parses the query of a listing's address. Invalid values are left out, so that old links still work. */
export function parseListing(search: URLSearchParams): ListingQuery {
  const flag = (name: string) => (search.get(name) === "1" ? ("1" as const) : undefined);
  const condition = search.get("condition");
  const sort = search.get("sort");
  const provinces = search.getAll("province").filter((code) => /^\d{2}$/.test(code));
  const cities = search.getAll("city").filter((code) => /^\d{2}\.\d{2}$/.test(code));
  const couriers = search.getAll("courier").filter((company) => /^[a-z]{2,20}$/.test(company));
  const rating = parseInteger(search.get("rating"), 5);
  const page = parseInteger(search.get("page"), listingPage.maxPages);
  const prices = [parseInteger(search.get("min"), priceLimits.max), parseInteger(search.get("max"), priceLimits.max)];
  // If the minimum is above the maximum, they are swapped.
  const [min, max] = (prices[0] ?? 0) > (prices[1] ?? Infinity) ? prices.toReversed() : prices;
  return {
    category: search.get("category")?.slice(0, 60) || undefined,
    name: search.get("name")?.trim().slice(0, 200) || undefined,
    sort: listingSorts.find((one) => one.id === sort && one.id !== "relevance")?.id,
    min,
    max,
    province: provinces.length > 0 ? [...new Set(provinces)].slice(0, 38) : undefined,
    city: cities.length > 0 ? [...new Set(cities)].slice(0, maxChosenValues) : undefined,
    courier: couriers.length > 0 ? [...new Set(couriers)].slice(0, maxChosenValues) : undefined,
    cod: flag("cod"),
    ...parseAttributes(search),
    condition: condition === "new" || condition === "used" ? condition : undefined,
    rating: rating && rating >= 1 ? rating : undefined,
    discount: flag("discount"),
    regional: flag("regional"),
    preorder: flag("preorder"),
    page: page && page > 1 ? page : undefined,
  };
}

/** The address of a listing with some filters changed. It leads to the first page unless `change` names a page. */
export function listingHref(listing: ListingQuery, change: Partial<ListingQuery>): string {
  return hrefs.products({ ...listing, page: undefined, ...change });
}

/**
 * The last page of a listing with `total` products, for a visitor who asked for a `page` behind it; undefined for the
 * first page. The result is always below `page`, even if `total` has changed since, so a redirect cannot loop.
 */
export function lastPageBefore(page: number, total: number): number | undefined {
  const last = Math.min(page - 1, Math.ceil(total / listingPage.size));
  return last > 1 ? last : undefined;
}

/** The filters of a listing as query parameters of the API. */
export function listingRequest(listing: ListingQuery): Record<string, string | string[]> {
  const request: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(listing)) {
    if (Array.isArray(value)) request[name] = value.map(String);
    else if (value !== undefined && value !== null) request[name] = String(value);
  }
  return request;
}

/** How many filters are active. Search text, category, order and page do not count. */
export function chosenFilters(listing: ListingQuery): number {
  const { condition, rating, discount, regional, preorder, cod } = listing;
  const single = [condition, rating, discount, regional, preorder, cod];
  const lists = [listing.province, listing.city, listing.courier, listing.attr, rangesOf(listing)];
  const price = listing.min !== undefined || listing.max !== undefined ? 1 : 0;
  return single.filter((one) => one !== undefined).length + price + lists.flatMap<unknown>((one) => one ?? []).length;
}
