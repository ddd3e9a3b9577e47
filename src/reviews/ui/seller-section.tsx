import { redirect } from "react-router";
import { reviewHrefs } from "#review-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatDate } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextareaField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import type { ReviewApi, SellerReview } from "../contract.ts";
import { replyLength } from "../rules.ts";
import { ConfirmContacts } from "./confirm-contacts.tsx";
import { SellerTabs } from "./review-tabs.tsx";
import { ReviewedProduct } from "./reviewed-product.tsx";
import { ReviewPictures } from "./review-pictures.tsx";
import styles from "./reviews.module.css";

type Data = { view: "waiting" | "all"; reviews: SellerReview[]; next: string | null; replied: boolean };

/** `/manageMerchant?page=reviews`: reviews of the shop's products, with a form for the reply. */
export const sellerReviewsSection: Section<Data> = {
  title: "Ulasan",
  load: async (args) => {
    const search = new URL(args.request.url).searchParams;
    const view = search.get("view") === "all" ? "all" : "waiting";
    const { result, next } = await pageApi<ReviewApi>(args)("GET /v1/seller/reviews", {
      query: { view, cursor: search.get("cursor") ?? undefined },
    });
    return { view, reviews: result, next, replied: search.get("notice") === "replied" };
  },
  act: async (args, form) => {
    try {
      await pageApi<ReviewApi>(args)("POST /v1/seller/reviews/:reviewId/reply", {
        params: { reviewId: String(form.get("review") ?? "") },
        body: { text: String(form.get("text") ?? ""), confirmed: form.get("confirmed") === "1" },
      });
    } catch (error) {
      return formFailure(error, form);
    }
    const { searchParams } = new URL(args.request.url);
    return redirect(sellerHrefs.sellerReviews(searchParams.get("view") === "all" ? "all" : undefined, "replied"));
  },
  View: SellerReviews,
};

function SellerReviews({
  data: { view, reviews, next, replied },
  failure,
}: {
  data: Data;
  failure: FormFailure | undefined;
}) {
  const isElsewhere = !reviews.some(({ id }) => id === failure?.values.review);
  return (
    <div className={styles.stack}>
      <h1>Ulasan</h1>
      {replied && !failure && <Notice tone="success">Balasan Anda tampil di halaman produk.</Notice>}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <SellerTabs current={view} />
      {reviews.length === 0 ? (
        <EmptyState>
          {view === "all" ? "Belum ada ulasan di toko Anda." : "Tidak ada ulasan yang menunggu balasan."}
        </EmptyState>
      ) : (
        <ul className={styles.lines}>
          {reviews.map((review) => (
            <li key={review.id}>
              <ReviewToAnswer review={review} failure={failure?.values.review === review.id ? failure : undefined} />
            </li>
          ))}
        </ul>
      )}
      {next && <LoadMore href={`${sellerHrefs.sellerReviews(view === "all" ? view : undefined)}&cursor=${next}`} />}
    </div>
  );
}

function ReviewToAnswer({ review, failure }: { review: SellerReview; failure: FormFailure | undefined }) {
  return (
    <Panel>
      <ReviewedProduct line={{ product: { ...review.product, variant: review.variant } }} />
      <div className={styles.own}>
        <p>
          <StarRating value={review.rating} /> <b>{review.buyer}</b>{" "}
          <small className={styles.small}>
            {formatDate(new Date(review.created_at))}
            {review.is_edited && " · diubah"}
          </small>
        </p>
        {review.text && <p className={styles.text}>{review.text}</p>}
        <ReviewPictures pictures={review.pictures} by={review.buyer} />
      </div>
      {review.reply ? (
        <div className={styles.reply}>
          <b>Balasan Anda</b>
          <p>{review.reply.text}</p>
        </div>
      ) : review.reply_hidden_reason ? (
        <p className={styles.answer}>
          Balasan Anda disembunyikan tim kami. Alasan: {review.reply_hidden_reason}{" "}
          <a className="link" href={reviewHrefs.reports()}>
            Lihat atau ajukan keberatan
          </a>
        </p>
      ) : (
        <details className={styles.answer} open={failure !== undefined}>
          <summary aria-label={`Balas ulasan ${review.buyer}`}>Balas</summary>
          <DraftForm method="post" className={styles.form} failure={failure} subject={`reply ${review.id}`}>
            {(typed) => (
              <>
                <input type="hidden" name="review" value={review.id} />
                <ConfirmContacts failure={failure} />
                <FormNotice failure={failure} />
                <TextareaField
                  label="Balasan"
                  name="text"
                  rows={3}
                  minLength={replyLength.min}
                  maxLength={replyLength.max}
                  hint="Satu kali untuk tiap ulasan, dan tidak bisa diubah. Semua orang membacanya."
                  defaultValue={typed?.values.text}
                  errors={failure?.fields.text}
                />
                <Button>Kirim balasan</Button>
              </>
            )}
          </DraftForm>
        </details>
      )}
    </Panel>
  );
}
