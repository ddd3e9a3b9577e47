/** Every address a person or page can go to, typed. Names and letter case of the fixed routes: specification §2. */

type Query = Record<string, string | number | readonly (string | number)[] | null | undefined>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

export type ListingQuery = {
  category?: string | undefined;
  name?: string | undefined;
  type?: "product" | "seller" | undefined;
  sort?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  province?: readonly string[] | undefined;
  condition?: string | undefined;
  rating?: number | undefined;
  discount?: "1" | undefined;
  regional?: "1" | undefined;
  preorder?: "1" | undefined;
  page?: number | undefined;
};

export const hrefs = {
  home: () => "/",
  login: (from?: string) => withQuery("/login", { from }),
  /** The second step of a login. */
  loginStep: (from?: string) => withQuery("/login/verify", { from: from === "/" ? undefined : from }),
  register: (type?: "penjual") => withQuery("/register", { type }),
  logout: () => "/logout",
  forgotPassword: () => "/forgot-password",
  /** Way of a mailed token to the form for a new password. */
  resetPassword: (token?: string) => withQuery("/reset-password", { token }),
  /** Way of a mailed token to the button that confirms an e-mail address. */
  verifyEmail: (token?: string) => withQuery("/verify-email", { token }),
  profile: (page?: "notification" | "transactions" | "addresses" | "settings" | "security" | "privacy" | "openShop") =>
    withQuery("/profile", { page }),
  buyerTransactions: (status?: string) => withQuery("/profile", { page: "transactions", status }),
  buyerTransaction: (transactionId: string) => withQuery("/profile", { page: "showTransaction", transactionId }),
  /** The ZIP of one's own data. */
  archiveFile: (archiveId: string) => `/v1/users/archive/${archiveId}/file`,
  manageMerchant: (page?: "orders" | "products" | "balance" | "settings", status?: string) =>
    withQuery("/manageMerchant", { page, status }),
  /** The seller's area, which welcomes a shop that has just been opened. */
  shopOpened: () => withQuery("/manageMerchant", { news: "opened" }),
  /** The shop's orders whose buyer asked to cancel. */
  sellerCancelRequests: () => withQuery("/manageMerchant", { page: "orders", status: "processing", cancel: "1" }),
  /** Some of one's own products: thin or no stock, or hidden. */
  sellerProducts: (view?: "thin" | "empty" | "hidden", name?: string) =>
    withQuery("/manageMerchant", { page: "products", view, name }),
  sellerTransaction: (transactionId: string) =>
    withQuery("/manageMerchant", { page: "showTransaction", transactionId }),
  /** The form of one's own product; without id, of a new one. */
  sellerProduct: (productId?: string) => withQuery("/manageMerchant", { page: "product", productId }),
  notificationSettings: () => withQuery("/profile", { page: "notification", view: "settings" }),
  unsubscribe: (token: string) => withQuery("/unsubscribe", { token }),
  cart: () => "/cart",
  /** Puts what a visitor wanted into the cart of the person who has logged in since. */
  cartWish: () => "/cart?wish=1",
  /** The selected lines of the cart; or one product alone, which leaves the cart as it is. */
  checkout: (buy?: { variantId: string; quantity: number }) =>
    withQuery("/checkout", { variant_id: buy?.variantId, quantity: buy?.quantity }),
  payment: (paymentId: string) => `/payment/${paymentId}`,
  /** The guide, or what the help says about a question. */
  guide: (q?: string) => withQuery("/guide", { q }),
  products: (query: ListingQuery = {}) => withQuery("/product", query),
  category: (slug: string) => withQuery("/product", { category: slug }),
  /** A product; with the values of its variant's axes, that variant of it. */
  product: (slug: string, [o1, o2]: readonly (string | null)[] = []) => withQuery(`/product/${slug}`, { o1, o2 }),
  merchants: (name?: string) => withQuery("/merchant", { name, type: name === undefined ? undefined : "seller" }),
  merchant: (slug: string) => `/merchant/${slug}`,
  aboutUs: () => "/aboutUs",
  faqBuyer: () => "/faqBuyer",
  faqSeller: () => "/faqSeller",
  privacy: () => "/privacy",
  termCondition: () => "/termCondition",
  /** The simulator, following one order. */
  simulator: (order?: string) => withQuery("/simulator", { order }),
  outbox: () => "/simulator/outbox",
  simulatorPayment: (reference: string) => `/simulator/pay/${reference}`,
  /** Where an operator sets up a second factor before the console opens. */
  operatorProof: () => withQuery("/profile", { page: "security", from: "/operator" }),
  /** The operator's console; `n` is the page of its list. */
  operator: (
    page?: "orders" | "payments" | "ledger",
    { status, q, n }: { status?: string | undefined; q?: string; n?: number } = {},
  ) => withQuery("/operator", { page, status, q, n: n === 1 ? undefined : n }),
  /** A picture we made: width 200, 400 or 800; 1600, which is for a close look, as WebP only. */
  picture: (key: string, width: 200 | 400 | 800 | 1600, format: "webp" | "avif") => `/img/${key}-${width}.${format}`,
} as const;

/** Where a category leads: a custom one (`isCustom === '1'`) to its own url, any other to its listing. Specification §2. */
export function categoryHref(category: {
  slug: string;
  isCustom?: string | undefined;
  url?: string | null | undefined;
}): string {
  return category.isCustom === "1" && category.url ? category.url : hrefs.category(category.slug);
}

/** Whether an address shows the same to everybody, but for the header: the pages with a cache rule in page-table.ts. */
export function isPublicPage(pathname: string): boolean {
  return /^\/($|(product|merchant|guide|aboutUs|faq(Buyer|Seller)|privacy|termCondition)(\/|$))/.test(pathname);
}
