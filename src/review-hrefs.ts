/** URLs of reports about reviews, apart from hrefs.ts, because that file is in the first load of every page. */
import { pathOf, withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const reviewHrefs = {
  /** The user's questions about products. */
  buyerQuestions: (notice?: "asked") => withQuery(paths.profile, { page: "questions", notice }),
  /** What the buyer can review, those of one order, the buyer's reviews, or the form of one line's review. */
  buyerReviews: (of: { order?: string; view?: "written"; line?: string; notice?: string } = {}) =>
    withQuery(paths.profile, { page: "reviews", ...of }),
  /** A page that operators wrote. */
  information: (slug: string) => pathOf(paths.information, slug),
  /** The published formula of the badges of shops. */
  shopBadges: () => paths.shopBadges,
  /** A person's reports of products and shops; with a product or a shop, the form that reports it. */
  listingReports: (of: { product?: string; shop?: string; notice?: "sent" } = {}) =>
    withQuery(paths.profile, { page: "listingReports", ...of }),
  /** What a person reported, and what operators hid of what the person wrote. */
  reports: (notice?: "reported" | "objected") => withQuery(paths.profile, { page: "reports", notice }),
};
