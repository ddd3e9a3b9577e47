import type { LoaderFunctionArgs } from "react-router";
import type { ProductPage } from "#catalog/contract.ts";
import { pageApi } from "#lib/api-client.ts";
import type { ProductReviews, ReviewApi } from "#reviews/contract.ts";
import type { ProductQuestions, QuestionApi } from "#reviews/questions/contract.ts";
import { lastReviewPage } from "#reviews/rules.ts";
import { parseReviews, reviewSearch, type AskedReviews } from "#reviews/review-url.ts";

type Shown = { reviews: ProductReviews; questions: ProductQuestions; asked: AskedReviews; about?: AboutProduct };

/** What the page says at its end about the product itself. */
export type AboutProduct = Pick<ProductPage, "id" | "slug" | "name" | "shop" | "seller">;

/**
 * What buyers say about a product. The browser uses the server's HTML of it (static-html.tsx), so `toJSON` leaves the
 * data out of the page's data. `key` identifies the HTML.
 */
export type Feedback = { key: string; shown?: Shown & { toJSON?(): undefined } };

/** Loads the reviews and questions that the page's address selects. */
export async function loadFeedback(args: LoaderFunctionArgs): Promise<Feedback> {
  const slug = args.params.slug ?? "";
  const asked = parseReviews(new URL(args.request.url).searchParams);
  const read = async (page: number) => {
    const { stars, photos, variant, order } = asked;
    const { result } = await pageApi<ReviewApi>(args)("GET /v1/products/:slug/reviews", {
      params: { slug },
      query: {
        page: String(page),
        stars: stars === undefined ? undefined : String(stars),
        photos: photos ? "1" : undefined,
        variant,
        order,
      },
    });
    return result;
  };
  const { result: questions } = await pageApi<QuestionApi>(args)("GET /v1/products/:slug/questions", {
    params: { slug },
    query: { page: String(asked.questions) },
  });
  let reviews = await read(asked.page);
  // An address beyond the last page shows the last one.
  if (reviews.reviews.length === 0 && reviews.total > 0) {
    asked.page = lastReviewPage(reviews.total);
    reviews = await read(asked.page);
  }
  return {
    key: `feedback-${slug}${encodeURIComponent(reviewSearch(asked))}`,
    shown: { reviews, questions, asked, toJSON: () => undefined },
  };
}
