/** The address of the choice of a city, apart from hrefs.ts, because that file is in the first load of every page. */
import { withQuery, type ListingQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

/** Where a visitor says to which city goods are delivered, and returns to this listing. */
export const deliverToHref = ({ page: _page, ...listing }: ListingQuery): string => withQuery(paths.deliverTo, listing);
