/** URLs that only operators open, apart from hrefs.ts, because that file is in the first load of every page. */
import { pathOf, withQuery } from "./hrefs.ts";
import { operatorPaths } from "./operator-paths.ts";
import { paths } from "./page-paths.ts";

export const operatorHrefs = {
  /** The simulator, or its view of one order. */
  simulator: (order?: string) => withQuery(paths.simulator, { order }),
  simulatorPayment: (reference: string) => pathOf(paths.simulatorPayment, reference),
  outbox: () => paths.outbox,
  /** Where an operator sets up a second factor before the console opens. */
  operatorProof: () => withQuery(paths.profile, { page: "security", from: paths.operator }),
  /** Every input of the design system, in the given theme or the browser's. */
  uiKit: (theme?: string) => withQuery(paths.uiKit, { theme }),
  /**
   * Movements of the marketplace's bank accounts: those that wait for an operator, another view, or `files`. `n` is the
   * number of the list's page.
   */
  transfers: (view?: string, { n, q }: { n?: number; q?: string } = {}) =>
    withQuery(operatorPaths.operatorTransfers, {
      view: view === "waiting" ? undefined : view,
      q,
      n: n === 1 ? undefined : n,
    }),
  /** One movement of a bank account. */
  transfer: (lineId: string) => withQuery(operatorPaths.operatorTransfers, { line: lineId }),
  /** The picture that proves a transfer. */
  transferProof: (attemptId: string) => `/v1/operator/transfer-proofs/${attemptId}`,
  /** The comparison with providers, by day. `n` is the number of the list's page. */
  reconciliation: (n?: number) => withQuery(operatorPaths.operatorReconciliation, { n: n === 1 ? undefined : n }),
  /** Cases for mediators: those that wait for a decision, or another view. `n` is the number of the list's page. */
  complaints: (
    view?: "waiting" | "open" | "closed" | "precedents" | "statistics",
    { problem, n }: { problem?: string | undefined; n?: number } = {},
  ) =>
    withQuery(operatorPaths.operatorComplaints, {
      view: view === "waiting" ? undefined : view,
      problem,
      n: n === 1 ? undefined : n,
    }),
  /** One case for mediators; `done`: what was just sent. */
  complaint: (complaintId: string, done?: "decision" | "claim" | "message") =>
    withQuery(operatorPaths.operatorComplaints, { id: complaintId, done }),
  /** Reported reviews and questions, those with an objection, or hidden ones. `n` is the number of the list's page. */
  reviews: (view?: "reported" | "objected" | "hidden", n?: number) =>
    withQuery(operatorPaths.operatorReviews, {
      view: view === "reported" ? undefined : view,
      n: n === 1 ? undefined : n,
    }),
  /** A picture of a review, also of a hidden one. */
  reviewPicture: (pictureId: string) => `/v1/operator/review-pictures/${pictureId}`,
  /** One order with its story; `done`: it was just cancelled, or what just became of a correction of its money. */
  order: (id: string, done?: "stopped" | "proposed" | "booked" | "rejected" | "withdrawn") =>
    withQuery(operatorPaths.operatorOrder, { id, ...(done && { done }) }),
  /** All that is stored about an order, as PDF for the consumer authority. */
  orderFile: (id: string) => `/v1/operator/orders/${id}/file.pdf`,
  /** Background jobs; `retried` of them were just run again. */
  incidents: (acted?: string) => withQuery(operatorPaths.operatorIncidents, { acted }),
  /** The public page about incidents. */
  status: () => paths.status,
  exports: (more: { asked?: string } = {}) => withQuery(operatorPaths.operatorExports, more),
  exportFile: (exportId: string) => `/v1/operator/exports/${exportId}/file`,
  jobs: (retried?: number) => withQuery(operatorPaths.operatorJobs, { retried }),
  /** What was searched for and not found. */
  searches: () => operatorPaths.operatorSearches,
  /** Findings about parcels. `n` is the number of the list's page. */
  parcels: (n?: number) => withQuery(operatorPaths.operatorParcels, { n: n === 1 ? undefined : n }),
  audits: (n?: number) => withQuery(operatorPaths.operatorAudits, { n: n === 1 ? undefined : n }),
  /** What operators did. `before` is the number of the entry before which the page begins. */
  auditLog: (filter: { actor?: string; action?: string; subject?: string; day?: string; before?: number } = {}) =>
    withQuery(operatorPaths.operatorAuditLog, filter),
  /** What the console's search finds. */
  search: (q?: string) => withQuery(operatorPaths.operatorSearch, { q }),
  /** People, or those that a search finds; `before` is the id after which the page begins. */
  people: (q?: string, before?: string) => withQuery(operatorPaths.operatorPeople, { q, before }),
  /** One person. */
  person: (id: string, done?: string) => withQuery(operatorPaths.operatorPeople, { id, done }),
  shops: (q?: string, before?: string) => withQuery(operatorPaths.operatorShops, { q, before }),
  products: (q?: string, before?: string) => withQuery(operatorPaths.operatorProducts, { q, before }),
  /** Reports of products and shops by their clock, or decided ones. */
  reports: (more: { view?: "open" | "closed"; after?: string; done?: string } = {}) =>
    withQuery(operatorPaths.operatorReports, { ...more, view: more.view === "open" ? undefined : more.view }),
  reportDocument: (reportId: string) => `/v1/operator/listing-reports/${reportId}/document`,
  /** Products that wait for an operator before they are on sale. */
  held: (more: { after?: string; done?: string } = {}) => withQuery(operatorPaths.operatorHeld, more),
  /** What may not be sold; the form of one rule, or with `new` of another one. */
  forbiddenRules: (rule?: string, done?: string) =>
    withQuery(operatorPaths.operatorHeld, { view: "rules", rule, done }),
  /** Sellers who wait to be verified, or another view; one application with its documents. */
  verifications: (view?: "waiting" | "verified" | "ended", more: { before?: string; done?: string } = {}) =>
    withQuery(operatorPaths.operatorVerifications, { view: view === "waiting" ? undefined : view, ...more }),
  verification: (id: string) => withQuery(operatorPaths.operatorVerifications, { id }),
  verificationDocument: (id: string, kind: string) => `/v1/operator/verifications/${id}/documents/${kind}`,
  /** Appeals against measures of operators. */
  appeals: (done?: string) => withQuery(operatorPaths.operatorAppeals, { done }),
  /** Signs of fraud: those that wait, or decided ones. */
  signals: (more: { view?: "open" | "closed"; after?: string; acted?: string } = {}) =>
    withQuery(operatorPaths.operatorSignals, { ...more, view: more.view === "open" ? undefined : more.view }),
  /** One sign of fraud with its evidence. */
  signal: (id: string) => withQuery(operatorPaths.operatorSignals, { id }),
  /** Requests about personal data: those that wait, or closed ones. */
  legal: (more: { view?: "open" | "closed"; after?: string; acted?: string } = {}) =>
    withQuery(operatorPaths.operatorLegal, { ...more, view: more.view === "open" ? undefined : more.view }),
  /** One request about personal data. */
  dataRequest: (id: string) => withQuery(operatorPaths.operatorLegal, { id }),
  /** The register of breaches of personal data. */
  breaches: (more: { after?: string; acted?: string } = {}) =>
    withQuery(operatorPaths.operatorLegal, { view: "breaches", ...more }),
  /** One breach, or with `new` the form for another one. */
  breach: (id: string, acted?: string) => withQuery(operatorPaths.operatorLegal, { breach: id, acted }),
  /** The proof of retention, or the counts of consents. */
  retention: () => withQuery(operatorPaths.operatorLegal, { view: "retention" }),
  consents: () => withQuery(operatorPaths.operatorLegal, { view: "consents" }),
  consentFile: () => "/v1/operator/consents/file.csv",
  breachReport: (id: string) => `/v1/operator/breaches/${id}/letter.pdf`,
  /** The form for a request that came by letter. */
  letter: () => withQuery(operatorPaths.operatorLegal, { view: "letter" }),
  /** Operators and their roles. */
  team: () => operatorPaths.operatorTeam,
  /** The home page as it will look at a chosen moment. */
  homePreview: () => operatorPaths.operatorHomePreview,
  /** Information pages; `page` opens one, `new` the form of another; `done` is what was just done. */
  pages: (more: { page?: string; new?: 1; done?: string } = {}) => withQuery(operatorPaths.operatorPages, more),
  /** All settings; `q` searches them. */
  settings: (q?: string) => withQuery(operatorPaths.operatorSettings, { q }),
  /** The form of one setting; `done` says what was just done with it. */
  setting: (key: string, done?: "saved" | "restored" | "announced" | "withdrawn") =>
    withQuery(operatorPaths.operatorSettings, { key, ...(done && { [done]: 1 }) }),
  /** The operator's fee rules. `n` is the number of the list's page. */
  fees: (n?: number) => withQuery(operatorPaths.operatorFees, { n: n === 1 ? undefined : n }),
  /** The form of a new fee rule. */
  fee: () => withQuery(operatorPaths.operatorFees, { page: "new" }),
  /** The tree of categories; the form of one, or of a `new` category or `link`. `done` is what was just done. */
  categories: (more: { id?: string; done?: string } = {}) => withQuery(operatorPaths.operatorCategories, more),
  /** The holidays; `id` opens the form of one, `done` is what was just done. */
  holidays: ({ id, done }: { id?: string; done?: string } = {}) =>
    withQuery(operatorPaths.operatorHolidays, { id, done }),
  /** The holidays as CSV. */
  holidayFile: () => "/v1/operator/holidays/file.csv",
  /** The tariffs of couriers; `done` is what was just done. */
  tariffs: (done?: string) => withQuery(operatorPaths.operatorTariffs, { done }),
  /** The tariffs that count now, as CSV. */
  tariffFile: () => "/v1/operator/tariffs/file.csv",
  /** The cash of COD orders that couriers owe; `booked` is the remittance that was just booked. */
  cod: (booked?: string) => withQuery(operatorPaths.operatorCod, { booked }),
  /** Taxes for operators. */
  tax: () => operatorPaths.operatorTax,
  /** The PPh 22, or the PPN of PKP shops, of a month (`2026-11`) as CSV for operators. */
  withheldFile: (month: string) => `/v1/operator/tax/withheld/${month}/file.csv`,
  vatFile: (month: string) => `/v1/operator/tax/vat/${month}/file.csv`,
  /** What each seller sold in a month as CSV for the tax office. */
  sellersFile: (month: string) => `/v1/operator/tax/pmse/${month}/file.csv`,
  /**
   * Payouts for operators: those that wait for a decision, or another view. `n` is the number of the list's page, and
   * `id` a payout that is shown in any case.
   */
  payouts: (view?: string, n?: number, id?: string) =>
    withQuery(operatorPaths.operatorPayouts, {
      view: view === "waiting" ? undefined : view,
      n: n === 1 ? undefined : n,
      id,
    }),
  /** The file of a batch of payouts for the bank, in a layout or the neutral one. */
  payoutFile: (batchId: string, layout?: string) =>
    withQuery(`/v1/operator/payout-batches/${batchId}/file`, { layout }),
  /** The platform's vouchers: those that have not ended, or the past ones. `n` is the number of the list's page. */
  vouchers: (view?: "past", n?: number) =>
    withQuery(operatorPaths.operatorVouchers, { view, n: n === 1 ? undefined : n }),
  /** The form of a new voucher of the platform. */
  voucher: () => withQuery(operatorPaths.operatorVouchers, { page: "new" }),
} as const;
