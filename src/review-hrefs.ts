/** URLs of reports about reviews, apart from hrefs.ts, because that file is in the first load of every page. */
import { withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const reviewHrefs = {
  /** What a person reported, and what operators hid of what the person wrote. */
  reports: (notice?: "reported" | "objected") => withQuery(paths.profile, { page: "reports", notice }),
};
