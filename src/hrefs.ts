/** Every URL that a user or page can open, typed. The paths of pages come from their rows in pages.ts. */
import type { FilterParameters } from "#catalog/listing/filter-rules.ts";
import { authPaths, paths, publicPaths } from "./page-paths.ts";

type Query = Record<string, string | number | readonly (string | number)[] | null | undefined>;

/** A path with those parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The page to return to after a login; undefined for the home page, which is the default. */
function unlessHome(from: string | undefined): string | undefined {
  return from === paths.home ? undefined : from;
}

/** The path of one thing: `/product/:slug` with its slug. */
export function pathOf(pattern: string, value: string): string {
  return pattern.replace(/:\w+/, () => value);
}

export type ListingQuery = FilterParameters & {
  category?: string | undefined;
  name?: string | undefined;
  type?: "product" | "seller" | undefined;
  sort?: string | undefined;
  /** Chosen values of the category's attributes: `Bahan:Katun`. */
  attr?: readonly string[] | undefined;
  /** Up to three attributes that are numbers, each with its bounds as people write them. */
  num1?: string | undefined;
  min1?: string | undefined;
  max1?: string | undefined;
  num2?: string | undefined;
  min2?: string | undefined;
  max2?: string | undefined;
  num3?: string | undefined;
  min3?: string | undefined;
  max3?: string | undefined;
  /** A regency or district where goods are delivered. */
  to?: string | undefined;
  /** The highest price of shipping there. */
  ship?: number | undefined;
  page?: number | undefined;
};

export const hrefs = {
  home: () => paths.home,
  /** The login page. `from` is the page to open afterwards; `notice` selects a message. */
  login: (from?: string, notice?: "registered" | "logged-out" | "session-ended") =>
    withQuery(paths.login, { notice, from: unlessHome(from) }),
  /** The second step of a login. */
  loginStep: (from?: string) => withQuery(paths.loginStep, { from: unlessHome(from) }),
  /** The registration. `from` is the page to open after the login that follows it. */
  register: (type?: "penjual", from?: string) => withQuery(paths.register, { type, from: unlessHome(from) }),
  /** Why an account is blocked, for the browser that has just logged in correctly to it. */
  blocked: () => paths.blocked,
  logout: () => paths.logout,
  profile: (
    page?:
      | "notification"
      | "transactions"
      | "refunds"
      | "reviews"
      | "addresses"
      | "settings"
      | "security"
      | "privacy"
      | "openShop",
  ) => withQuery(paths.profile, { page }),
  buyerTransactions: (status?: string) => withQuery(paths.profile, { page: "transactions", status }),
  buyerTransaction: (transactionId: string) => withQuery(paths.profile, { page: "showTransaction", transactionId }),
  manageMerchant: (page?: "orders" | "products" | "reviews" | "balance" | "settings", status?: string) =>
    withQuery(paths.manageMerchant, { page, status }),
  sellerTransaction: (transactionId: string) =>
    withQuery(paths.manageMerchant, { page: "showTransaction", transactionId }),
  cart: () => paths.cart,
  /** Checkout of the selected lines of the cart, or of one product without the cart. */
  checkout: (buy?: { variantId: string; quantity: number }) =>
    withQuery(paths.checkout, { variant_id: buy?.variantId, quantity: buy?.quantity }),
  payment: (paymentId: string) => pathOf(paths.payment, paymentId),
  /** The guide, or the answers of the help to a question. */
  guide: (q?: string) => withQuery(paths.guide, { q }),
  products: (query: ListingQuery = {}) => withQuery(paths.products, query),
  category: (slug: string) => withQuery(paths.products, { category: slug }),
  /** A product, or one variant of it by the values of its axes. */
  product: (slug: string, [o1, o2]: readonly (string | null)[] = []) =>
    withQuery(pathOf(paths.product, slug), { o1, o2 }),
  /** The list of shops, or the shops with a name. `cursor` is where the next part of the list begins. */
  merchants: (name?: string, cursor?: string) =>
    withQuery(paths.merchants, { name, type: name === undefined ? undefined : "seller", cursor }),
  merchant: (slug: string) => pathOf(paths.merchant, slug),
  aboutUs: () => paths.aboutUs,
  heldFunds: () => paths.heldFunds,
  faqBuyer: () => paths.faqBuyer,
  faqSeller: () => paths.faqSeller,
  privacy: () => paths.privacy,
  termCondition: () => paths.termCondition,
  /** The operator's console. `n` is the number of the list's page. */
  operator: (
    page?: "overview" | "orders" | "payments" | "ledger",
    { status, q, n }: { status?: string | undefined; q?: string; n?: number } = {},
  ) => withQuery(paths.operator, { page, status, q, n: n === 1 ? undefined : n }),
  /** A size of a picture. Width 1600, for a close look, exists as WebP only. */
  picture: (key: string, width: 200 | 400 | 800 | 1600, format: "webp" | "avif") => `/img/${key}-${width}.${format}`,
} as const;

/** The URL of a category: its own `url` if it is custom (S044), otherwise its listing (S045). */
export function categoryHref(category: {
  slug: string;
  isCustom?: string | undefined;
  url?: string | null | undefined;
}): string {
  return category.isCustom === "1" && category.url ? category.url : hrefs.category(category.slug);
}

/** Whether a page shows the same to everyone, except for the header: its row has a cache rule. */
export function isPublicPage(pathname: string): boolean {
  return publicPaths.some((path) => isAtOrBelow(path, pathname));
}

/** Whether users log in, register or recover their account at this path. */
export function isAuthPage(pathname: string): boolean {
  return authPaths.some((path) => isAtOrBelow(path, pathname));
}

function isAtOrBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
