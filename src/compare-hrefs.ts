/** The address of a comparison, apart from hrefs.ts, because that file is in the first load of every page. */
import { withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

/** The comparison of these products, by slug. */
export const compareHref = (products: readonly string[]): string => withQuery(paths.compare, { p: products });
