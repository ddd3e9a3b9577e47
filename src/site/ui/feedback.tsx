import { ProductQuestions } from "#reviews/questions/ui/product-questions.tsx";
import { ProductReviews } from "#reviews/ui/product-reviews.tsx";
import { compareHref } from "#compare-hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { SellerIdentity } from "#shops/verification/ui/seller-identity.tsx";
import { useScrollToHash } from "../scroll-to-hash.ts";
import type { Feedback as Loaded } from "../load-feedback.ts";

/** What buyers say and ask about a product. */
export function Feedback({ slug, of: { shown } }: { slug: string; of: Loaded }) {
  useScrollToHash();
  if (!shown) return null;
  return (
    <>
      <section className="section" id="ulasan" tabIndex={-1}>
        <div className="section-head">
          <h2>Ulasan pembeli</h2>
        </div>
        <ProductReviews slug={slug} data={shown.reviews} asked={shown.asked} />
      </section>
      <section className="section" id="diskusi" tabIndex={-1}>
        <div className="section-head">
          <h2>Diskusi</h2>
        </div>
        <ProductQuestions slug={slug} data={shown.questions} asked={shown.asked} />
      </section>
      {shown.about && (
        <section className="section" id="penjual" tabIndex={-1}>
          <div className="section-head">
            <h2>Penjual</h2>
          </div>
          <SellerIdentity shop={shown.about.shop} seller={shown.about.seller} />
          <p>
            <a className="link" href={reviewHrefs.listingReports({ product: shown.about.slug })} rel="nofollow">
              Laporkan produk ini
            </a>
          </p>
        </section>
      )}
      <p>
        <a className="link" href={compareHref([slug])} rel="nofollow">
          Bandingkan dengan produk lain
        </a>
      </p>
    </>
  );
}
