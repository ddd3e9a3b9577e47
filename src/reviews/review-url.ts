import { hrefs, withQuery } from "#hrefs.ts";
import { questionPage } from "./questions/rules.ts";
import { reviewOrders, reviewPage, starLimits, type ReviewOrder } from "./rules.ts";

/** What the address of a product's page selects among its reviews and questions. */
export type AskedReviews = {
  page: number;
  stars: number | undefined;
  photos: boolean;
  variant: string | undefined;
  order: ReviewOrder | undefined;
  /** The page of questions. */
  questions: number;
};

const wholeNumber = (text: string | null, max: number) => {
  const found = Number(/^\d{1,4}$/.exec(text ?? "")?.[0] ?? 0);
  return found >= 1 && found <= max ? found : undefined;
};

/** Reads the parameters. Invalid ones are left out. */
export function parseReviews(search: URLSearchParams): AskedReviews {
  const order = reviewOrders.find(({ id }) => id === search.get("order"))?.id;
  return {
    page: wholeNumber(search.get("reviews"), reviewPage.maxPages) ?? 1,
    stars: wholeNumber(search.get("stars"), starLimits.max),
    photos: search.get("photos") === "1",
    variant: search.get("of")?.slice(0, 200) || undefined,
    order: order === reviewOrders[0].id ? undefined : order,
    questions: wholeNumber(search.get("questions"), questionPage.maxPages) ?? 1,
  };
}

/** The part of a product's address that selects reviews; empty for the first page of all. */
export function reviewSearch({ page, stars, photos, variant, order, questions }: AskedReviews): string {
  return withQuery("", {
    reviews: page === 1 ? undefined : page,
    stars,
    photos: photos ? 1 : undefined,
    of: variant,
    order,
    questions: questions === 1 ? undefined : questions,
  });
}

/** The address of a product's page that shows these reviews. */
export function reviewsHref(slug: string, asked: AskedReviews, anchor = "ulasan"): string {
  return `${hrefs.product(slug)}${reviewSearch(asked)}#${anchor}`;
}
