import { hrefs, type ListingQuery } from "#hrefs.ts";
import { parseAttributes, rangesOf } from "../attributes/filter-address.ts";
import { listingPage, listingSorts, maxShippingPrice } from "../rules.ts";
import { countChosen, parseFilters } from "./filter-rules.ts";

/** Parses the query of a listing's address. Invalid values are left out, so that old links still work. */
export function parseListing(search: URLSearchParams): ListingQuery {
  const sort = search.get("sort");
  const page = /^\d{1,12}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  const ship = search.get("ship") ?? "";
  const to = /^\d{2}\.\d{2}(?:\.\d{2})?$/.exec(search.get("to") ?? "")?.[0];
  const { min, max, ...filters } = parseFilters(search);
  // If the minimum is above the maximum, they are swapped.
  const isSwapped = (min ?? 0) > (max ?? Infinity);
  return {
    category: search.get("category")?.slice(0, 60) || undefined,
    name: search.get("name")?.trim().slice(0, 200) || undefined,
    sort: listingSorts.find(({ id }) => id === sort && id !== "relevance" && (id !== "nearest" || to))?.id,
    min: isSwapped ? max : min,
    max: isSwapped ? min : max,
    ...filters,
    ...parseAttributes(search),
    to,
    ship: to !== undefined && /^\d{1,8}$/.test(ship) ? Math.min(Number(ship), maxShippingPrice) : undefined,
    page: page > 1 ? Math.min(page, listingPage.maxPages) : undefined,
  };
}

/** The listing without a place, and without the order and the filter that need one. */
export function placeless(listing: ListingQuery): ListingQuery {
  return { ...listing, to: undefined, ship: undefined, sort: listing.sort === "nearest" ? undefined : listing.sort };
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
  return (
    countChosen(listing) + (listing.ship === undefined ? 0 : 1) + (listing.attr ?? []).length + rangesOf(listing).length
  );
}
