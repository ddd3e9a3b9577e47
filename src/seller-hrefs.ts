/** URLs that only sellers open, apart from hrefs.ts, because that file is in the first load of every page. */
import { pathOf, withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const sellerHrefs = {
  /** The seller's area, with a welcome after opening a shop. */
  shopOpened: () => withQuery(paths.manageMerchant, { notice: "opened" }),
  /** The shop's orders whose buyer asked to cancel. */
  sellerCancelRequests: () => withQuery(paths.manageMerchant, { page: "orders", status: "processing", cancel: "1" }),
  /** The seller's products with little or no stock, or hidden ones. */
  sellerProducts: (view?: "thin" | "empty" | "hidden", name?: string) =>
    withQuery(paths.manageMerchant, { page: "products", view, name }),
  /** The form of the seller's product; without id, of a new one. */
  sellerProduct: (productId?: string) => withQuery(paths.manageMerchant, { page: "product", productId }),
  /** The seller's form of a withdrawal, with its preview; one withdrawal; all of them. */
  sellerWithdraw: (wanted: { amount?: number; account?: string } = {}) =>
    withQuery(paths.manageMerchant, { page: "balance", view: "withdraw", ...wanted }),
  sellerWithdrawal: (id: string, notice?: "requested" | "cancelled") =>
    withQuery(paths.manageMerchant, { page: "balance", view: "withdrawal", id, notice }),
  sellerWithdrawals: (n?: number) =>
    withQuery(paths.manageMerchant, { page: "balance", view: "withdrawals", n: n === 1 ? undefined : n }),
  /** Reviews of the shop: those without a reply, or all. */
  sellerReviews: (view?: "all", notice?: "replied") =>
    withQuery(paths.manageMerchant, { page: "reviews", view, notice }),
  /** Labels, packing slips or a picking list as PDF: of one order, or of all that the seller has to ship. */
  labels: (kind: "label" | "slip" | "picking", orderId?: string) =>
    withQuery("/v1/seller/labels/pdf", { kind, order_id: orderId }),
  /** Questions about the shop's products: those that the seller has not answered, or all. */
  sellerQuestions: (view?: "all", notice?: "answered") =>
    withQuery(paths.manageMerchant, { page: "questions", view, notice }),
  /** What operators did about the shop and its products. */
  measures: () => withQuery(paths.manageMerchant, { page: "measures" }),
  /** Who is behind the shop, for the marketplace to verify; `done` says what was just done. */
  verification: (done?: "sent" | "withdrawn") => withQuery(paths.manageMerchant, { page: "verification", done }),
  /** What the shop declares about its taxes. */
  sellerTax: () => withQuery(paths.manageMerchant, { page: "tax" }),
  /** The statement of a month (`2026-11`) as CSV. */
  statementFile: (month: string) => `/v1/seller/statements/${month}/file.csv`,
  /** The shop's vouchers: those that have not ended, or the past ones. `n` is the number of the list's page. */
  sellerVouchers: (view?: "past", n?: number) =>
    withQuery(paths.manageMerchant, { page: "vouchers", view, n: n === 1 ? undefined : n }),
  /** The form of a new voucher of the shop. */
  sellerVoucher: () => withQuery(paths.manageMerchant, { page: "voucher" }),
  /** The statement of the seller's balance for a month such as `2026-11`, as page and as PDF. */
  statement: (month: string) => pathOf(paths.statement, month),
  statementPdf: (month: string) => `/v1/papers/statements/${month}/pdf`,
  /** The seller's files for Coretax: the page, and a part of a month's file. */
  taxInvoices: () => paths.taxInvoices,
  taxFile: (month: string, kind: "invoices" | "retail", part: number) =>
    withQuery(`/v1/seller/tax-invoices/${month}/${kind}`, { part: part === 1 ? undefined : part }),
  /** The PPh 22 of a year, or the PPN of a month, of the seller's own shop as CSV. */
  ownWithheldFile: (year: number) => `/v1/seller/tax/withheld/${year}/file.csv`,
  ownVatFile: (month: string) => `/v1/seller/tax/vat/${month}/file.csv`,
} as const;
