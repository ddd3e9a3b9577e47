/** URLs of a user's account and papers, apart from hrefs.ts, because that file is in the first load of every page. */
import { pathOf, withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const accountHrefs = {
  forgotPassword: () => paths.forgotPassword,
  /** The link in a mail that leads to the button that confirms an e-mail address. */
  verifyEmail: (token?: string) => withQuery(paths.verifyEmail, { token }),
  /** The link in a mail that leads to the form for a new password. */
  resetPassword: (token?: string) => withQuery(paths.resetPassword, { token }),
  /** A paper of an order: its invoice, or the one with this id. */
  paper: (orderId: string, paper?: string) => withQuery(pathOf(paths.paper, orderId), { paper }),
  /** A user's bank accounts, among the pages of the seller or of the buyer. */
  bankAccounts: (of: "seller" | "buyer") =>
    withQuery(of === "seller" ? paths.manageMerchant : paths.profile, { page: "bankAccounts" }),
  /** The ZIP file with the user's data. */
  archiveFile: (archiveId: string) => `/v1/users/archive/${archiveId}/file`,
  paperPdf: (orderId: string, paper: string) => `/v1/papers/orders/${orderId}/${paper}/pdf`,
  /** Where a user verifies the phone number; `from` is the page to return to. */
  verifyPhone: (from: string) => `${withQuery(paths.profile, { page: "settings", from })}#verify`,
  /** Where a user makes a PIN; `from` is the page to return to. */
  choosePin: (from: string) => `${withQuery(paths.profile, { page: "security", from })}#pin`,
  unsubscribe: (token: string) => withQuery(paths.unsubscribe, { token }),
  notificationSettings: () => withQuery(paths.profile, { page: "notification", view: "settings" }),
} as const;
