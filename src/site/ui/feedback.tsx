import { ProductReviews } from "#reviews/ui/product-reviews.tsx";
import { useScrollToHash } from "../scroll-to-hash.ts";
import type { Feedback as Loaded } from "../load-feedback.ts";

/** What buyers say about a product. */
export function Feedback({ slug, of: { shown } }: { slug: string; of: Loaded }) {
  useScrollToHash();
  if (!shown) return null;
  return (
    <section className="section" id="ulasan">
      <div className="section-head">
        <h2>Ulasan pembeli</h2>
      </div>
      <ProductReviews slug={slug} data={shown.reviews} asked={shown.asked} />
    </section>
  );
}
