/**
 * The list of all pages. A page's row defines its route, typed URL (hrefs.ts), cache, and its place in the site map,
 * robots.txt and the footer. To add a page, write its file and its row. This file holds only data, so that rules and
 * browsers may import it.
 * Paths that S019–S040 name are fixed, including letter case.
 */

/**
 * How the server may cache a public page: the parameters that change it (others are ignored), and its age in seconds.
 */
export type CacheRule = { params: readonly string[]; seconds: number };

/** The columns of links in the footer. */
export type FooterColumn = "about" | "help";

export type PageRow = {
  path: string;
  /** Source file of the page, as `/src/<slice>/pages/<name>.tsx`. */
  file: string;
  /** Only for a public page, which shows the same to everyone except for the header. Other pages are never stored. */
  cache?: CacheRule;
  /** The site map lists the page. The URLs of paths with a parameter come from the database (web/sitemap.ts). */
  inSitemap?: true;
  /** Text of the page's link in a column of the footer. Rows appear in the order of this list. */
  footer?: Partial<Record<FooterColumn, string>>;
  /** robots.txt disallows the page. */
  robots?: false;
  /** Users log in, register or recover their account here. The page shows no data of an account. */
  isAuthPage?: true;
  /**
   * Forms of this personal page take files; the text of such a form outlives the session
   * (web/page-server/page-forms.ts).
   */
  takesFiles?: true;
};

export const pages = {
  home: { path: "/", file: "/src/catalog/pages/home.tsx", cache: { params: [], seconds: 60 }, inSitemap: true },
  products: {
    path: "/product",
    file: "/src/catalog/pages/listing.tsx",
    cache: {
      params: [
        "category",
        "name",
        "type",
        "sort",
        "min",
        "max",
        "province",
        "condition",
        "rating",
        "discount",
        "regional",
        "preorder",
        "city",
        "courier",
        "cod",
        "to",
        "ship",
        "attr",
        "num1",
        "min1",
        "max1",
        "num2",
        "min2",
        "max2",
        "num3",
        "min3",
        "max3",
        "page",
      ],
      seconds: 60,
    },
    inSitemap: true,
  },
  deliverTo: { path: "/deliver-to", file: "/src/catalog/pages/deliver-to.tsx", robots: false },
  product: {
    path: "/product/:slug",
    file: "/src/site/pages/product.tsx",
    cache: { params: ["o1", "o2", "reviews", "stars", "photos", "of", "order", "questions"], seconds: 60 },
  },
  compare: {
    path: "/compare",
    file: "/src/catalog/pages/compare.tsx",
    cache: { params: ["p", "find"], seconds: 60 },
    robots: false,
  },
  merchants: {
    path: "/merchant",
    file: "/src/shops/pages/merchants.tsx",
    cache: { params: ["name", "cursor"], seconds: 60 },
    inSitemap: true,
  },
  merchant: {
    path: "/merchant/:slug",
    file: "/src/site/pages/merchant.tsx",
    cache: { params: ["name", "sort", "page"], seconds: 60 },
  },

  login: { path: "/login", file: "/src/accounts/pages/login.tsx", isAuthPage: true },
  loginStep: { path: "/login/verify", file: "/src/accounts/pages/second-factor-step.tsx", isAuthPage: true },
  register: { path: "/register", file: "/src/accounts/pages/register.tsx", isAuthPage: true },
  forgotPassword: { path: "/forgot-password", file: "/src/accounts/pages/forgot-password.tsx", isAuthPage: true },
  resetPassword: { path: "/reset-password", file: "/src/accounts/pages/reset-password.tsx", isAuthPage: true },
  verifyEmail: { path: "/verify-email", file: "/src/accounts/pages/verify-email.tsx", isAuthPage: true },
  blocked: { path: "/account-blocked", file: "/src/accounts/pages/blocked.tsx", isAuthPage: true },
  logout: { path: "/logout", file: "/src/accounts/pages/logout.tsx", isAuthPage: true },

  cart: { path: "/cart", file: "/src/cart/pages/cart.tsx", robots: false },
  checkout: { path: "/checkout", file: "/src/orders/pages/checkout.tsx", robots: false },
  payment: { path: "/payment/:paymentId", file: "/src/orders/pages/payment.tsx", robots: false, takesFiles: true },
  paper: { path: "/paper/:orderId", file: "/src/papers/pages/paper.tsx", robots: false },
  statement: { path: "/statement/:month", file: "/src/papers/pages/statement.tsx", robots: false },
  taxInvoices: { path: "/taxInvoices", file: "/src/papers/pages/tax-invoices.tsx", robots: false },
  profile: { path: "/profile", file: "/src/site/pages/profile.tsx", robots: false, takesFiles: true },
  manageMerchant: {
    path: "/manageMerchant",
    file: "/src/site/pages/manage-merchant.tsx",
    robots: false,
    takesFiles: true,
  },
  unsubscribe: { path: "/unsubscribe", file: "/src/notifications/pages/unsubscribe.tsx" },

  operator: { path: "/operator", file: "/src/operator/pages/console.tsx", robots: false },
  operatorComplaints: {
    path: "/operator/complaints",
    file: "/src/operator/pages/complaints.tsx",
    robots: false,
  },
  operatorOrder: { path: "/operator/orders", file: "/src/operator/pages/order.tsx", robots: false },
  operatorJobs: { path: "/operator/jobs", file: "/src/operator/pages/jobs.tsx", robots: false },
  operatorExports: { path: "/operator/exports", file: "/src/operator/pages/exports.tsx", robots: false },
  operatorIncidents: { path: "/operator/incidents", file: "/src/operator/pages/incidents.tsx", robots: false },
  operatorSearches: { path: "/operator/searches", file: "/src/operator/pages/searches.tsx", robots: false },
  operatorReviews: { path: "/operator/reviews", file: "/src/operator/pages/reviews.tsx", robots: false },
  operatorSearch: { path: "/operator/search", file: "/src/operator/pages/search.tsx", robots: false },
  operatorPeople: { path: "/operator/users", file: "/src/operator/pages/people.tsx", robots: false },
  operatorShops: { path: "/operator/shops", file: "/src/operator/pages/shops.tsx", robots: false },
  operatorProducts: { path: "/operator/products", file: "/src/operator/pages/products.tsx", robots: false },
  operatorReports: { path: "/operator/reports", file: "/src/operator/pages/reports.tsx", robots: false },
  operatorHeld: { path: "/operator/held", file: "/src/operator/pages/held.tsx", robots: false },
  operatorVerifications: {
    path: "/operator/verifications",
    file: "/src/operator/pages/verifications.tsx",
    robots: false,
  },
  operatorAppeals: { path: "/operator/appeals", file: "/src/operator/pages/appeals.tsx", robots: false },
  operatorSignals: { path: "/operator/signals", file: "/src/operator/pages/signals.tsx", robots: false },
  operatorLegal: { path: "/operator/legal", file: "/src/operator/pages/legal.tsx", robots: false },
  operatorHolidays: {
    path: "/operator/holidays",
    file: "/src/operator/pages/holidays.tsx",
    robots: false,
    takesFiles: true,
  },
  operatorTariffs: {
    path: "/operator/tariffs",
    file: "/src/operator/pages/tariffs.tsx",
    robots: false,
    takesFiles: true,
  },
  // What the console answers for an address that none of its pages has.
  operatorMissing: { path: "/operator/*", file: "/src/operator/pages/missing.tsx", robots: false },
  operatorPages: { path: "/operator/pages", file: "/src/site/pages/operator-pages.tsx", robots: false },
  operatorTeam: { path: "/operator/team", file: "/src/operator/pages/team.tsx", robots: false },
  operatorFees: { path: "/operator/fees", file: "/src/operator/pages/fees.tsx", robots: false },
  operatorPayouts: {
    path: "/operator/payouts",
    file: "/src/operator/pages/payouts.tsx",
    robots: false,
    takesFiles: true,
  },
  operatorParcels: { path: "/operator/parcels", file: "/src/operator/pages/parcels.tsx", robots: false },
  operatorAudits: { path: "/operator/audits", file: "/src/operator/pages/audits.tsx", robots: false },
  operatorAuditLog: { path: "/operator/audit-log", file: "/src/operator/pages/audit-log.tsx", robots: false },
  operatorHomePreview: { path: "/operator/home", file: "/src/operator/pages/home-preview.tsx", robots: false },
  operatorSettings: {
    path: "/operator/settings",
    file: "/src/operator/pages/settings.tsx",
    robots: false,
    takesFiles: true,
  },
  operatorTransfers: {
    path: "/operator/transfers",
    file: "/src/operator/pages/transfers.tsx",
    robots: false,
    takesFiles: true,
  },
  operatorCod: { path: "/operator/cod", file: "/src/operator/pages/cod.tsx", robots: false },
  operatorTax: { path: "/operator/tax", file: "/src/operator/pages/tax.tsx", robots: false },
  operatorReconciliation: {
    path: "/operator/reconciliation",
    file: "/src/operator/pages/reconciliation.tsx",
    robots: false,
    takesFiles: true,
  },
  operatorCategories: { path: "/operator/categories", file: "/src/operator/pages/categories.tsx", robots: false },
  operatorVouchers: { path: "/operator/vouchers", file: "/src/operator/pages/vouchers.tsx", robots: false },
  simulator: { path: "/simulator", file: "/src/operator/pages/simulator.tsx", robots: false },
  simulatorPayment: {
    path: "/simulator/pay/:reference",
    file: "/src/payments/pages/simulator-payment.tsx",
    robots: false,
  },
  outbox: { path: "/simulator/outbox", file: "/src/messages/pages/outbox.tsx", robots: false },
  uiKit: { path: "/ui", file: "/src/site/pages/ui-kit.tsx" },

  guide: {
    path: "/guide",
    file: "/src/site/pages/guide.tsx",
    cache: { params: ["q"], seconds: 600 },
    inSitemap: true,
    footer: { help: "Panduan" },
  },
  aboutUs: {
    path: "/aboutUs",
    file: "/src/site/pages/about-us.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { about: "Tentang kami" },
  },
  information: {
    path: "/info/:slug",
    file: "/src/site/pages/information.tsx",
    cache: { params: [], seconds: 600 },
  },
  shopBadges: {
    path: "/shopBadges",
    file: "/src/site/pages/shop-badges.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
  },
  heldFunds: {
    path: "/heldFunds",
    file: "/src/site/pages/held-funds.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { about: "Dana yang kami tahan" },
  },
  complaintStatistics: {
    path: "/complaintStatistics",
    file: "/src/site/pages/complaint-statistics.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
  },
  status: {
    path: "/status",
    file: "/src/operator/pages/status.tsx",
    cache: { params: [], seconds: 30 },
    inSitemap: true,
    footer: { help: "Status layanan" },
  },
  faqBuyer: {
    path: "/faqBuyer",
    file: "/src/site/pages/faq-buyer.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { help: "Tanya jawab pembeli" },
  },
  faqSeller: {
    path: "/faqSeller",
    file: "/src/site/pages/faq-seller.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { about: "Mulai berjualan", help: "Tanya jawab penjual" },
  },
  privacy: {
    path: "/privacy",
    file: "/src/site/pages/privacy.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { about: "Kebijakan privasi" },
  },
  termCondition: {
    path: "/termCondition",
    file: "/src/site/pages/term-condition.tsx",
    cache: { params: [], seconds: 600 },
    inSitemap: true,
    footer: { about: "Syarat dan ketentuan" },
  },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;

/** All rows, for code that looks at every page. */
export const pageRows: readonly PageRow[] = Object.values(pages);
