import { hrefs } from "#hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { formatRating } from "#ui/rating.ts";
import type { ProductReviews as Data, PublicReview } from "../contract.ts";
import { ReportForm } from "../reports/ui/report-form.tsx";
import { reviewsHref, reviewSearch, type AskedReviews } from "../review-url.ts";
import { lastReviewPage, reviewOrders } from "../rules.ts";
import { ReviewPictures } from "./review-pictures.tsx";
import styles from "./product-reviews.module.css";

/**
 * The reviews of a product: average, number of ratings for each number of stars, how honest they are, filters, and a
 * page of those that say something. Links and plain forms only, because browsers use the server's HTML without
 * hydration (site/static-html.tsx).
 */
export function ProductReviews({ slug, data, asked }: { slug: string; data: Data; asked: AskedReviews }) {
  const { rating_average, rating_count, rating_breakdown, written, reviews, total } = data;
  if (rating_count === 0 && written === 0) return <p className="muted">Belum ada penilaian.</p>;
  const href = (change: Partial<AskedReviews>) => reviewsHref(slug, { ...asked, page: 1, ...change });
  const isFiltered = asked.stars !== undefined || asked.photos || asked.variant !== undefined;
  return (
    <div className={styles.reviews}>
      <div className={styles.summary}>
        {rating_count > 0 && (
          <p className={styles.average}>
            <Icon name="star" fill />
            <b>{formatRating(rating_average)}</b>
            <span>dari 5</span>
          </p>
        )}
        <p className="muted">
          {formatCount(rating_count)} penilaian, {formatCount(written)} dengan ulasan
        </p>
        <ul className={styles.bars}>
          {rating_breakdown.map(({ rating, count }) => (
            <li key={rating}>
              <a href={href({ stars: rating })}>
                <span>{rating}</span>
                <Icon name="star" small fill />
                <span className="sr-only">bintang:</span>
                <span className={styles.bar}>
                  <span style={{ width: `${(count * 100) / Math.max(1, rating_count)}%` }} />
                </span>
                <span>
                  {formatCount(count)} <span className="sr-only">penilaian</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <Integrity data={data} />
      </div>
      <div className={styles.read}>
        <Filters data={data} asked={asked} href={href} />
        {reviews.length === 0 ? (
          <p className="muted">
            {isFiltered ? "Tidak ada ulasan yang sesuai." : "Belum ada ulasan dengan cerita atau foto."}{" "}
            {isFiltered && (
              <a className="link" href={href({ stars: undefined, photos: false, variant: undefined })}>
                Tampilkan semua
              </a>
            )}
          </p>
        ) : (
          <ul className={styles.list}>
            {reviews.map((review) => (
              <Review key={review.id} review={review} asked={asked} />
            ))}
          </ul>
        )}
        <Pagination
          page={asked.page}
          last={lastReviewPage(total)}
          href={(page) => reviewsHref(slug, { ...asked, page })}
        />
      </div>
    </div>
  );
}

/** What shows whether the ratings are honest. The guide explains it. */
function Integrity({ data: { rating_count: count, integrity } }: { data: Data }) {
  const uncounted = [
    integrity.refunded > 0 && `${formatCount(integrity.refunded)} karena dananya dikembalikan`,
    integrity.removed > 0 && `${formatCount(integrity.removed)} ditarik penulisnya`,
    integrity.hidden > 0 && `${formatCount(integrity.hidden)} disembunyikan tim kami`,
  ].filter((part) => part !== false);
  return (
    <div className={styles.integrity}>
      <p>
        <Icon name="shield" small /> {formatCount(count)} dari {formatCount(count)} penilaian berasal dari pembelian
        yang selesai.
      </p>
      {integrity.edited > 0 && <p>{formatCount(integrity.edited)} ulasan diubah setelah ditulis.</p>}
      {uncounted.length > 0 && <p>Tidak dihitung: {uncounted.join(", ")}.</p>}
      {integrity.burst && (
        <p className={styles.burst}>
          <Icon name="warning" small /> Banyak penilaian datang bersamaan: {formatCount(integrity.burst.count)} dari{" "}
          {formatCount(integrity.burst.of)} yang terbaru pada {formatDate(new Date(integrity.burst.day))}.
        </p>
      )}
      <p>
        <a className="link" href={`${hrefs.guide()}#ulasan-jujur`}>
          Cara kami menghitung
        </a>
      </p>
    </div>
  );
}

function Filters({
  data: { rating_breakdown, with_pictures, variants },
  asked,
  href,
}: {
  data: Data;
  asked: AskedReviews;
  href: (change: Partial<AskedReviews>) => string;
}) {
  const chip = (label: string, isOn: boolean, on: Partial<AskedReviews>, off: Partial<AskedReviews>) => (
    <li key={label}>
      <a className={styles.chip} href={href(isOn ? off : on)} aria-current={isOn ? "true" : undefined}>
        {label}
        {isOn && <span className="sr-only"> (dipilih, tekan untuk melepas)</span>}
      </a>
    </li>
  );
  return (
    <div className={styles.filters}>
      <ul aria-label="Saring ulasan">
        {with_pictures > 0 &&
          chip(`Dengan foto (${formatCount(with_pictures)})`, asked.photos, { photos: true }, { photos: false })}
        {rating_breakdown
          .filter(({ rating, count }) => count > 0 || rating === asked.stars)
          .map(({ rating }) =>
            chip(`${rating} bintang`, rating === asked.stars, { stars: rating }, { stars: undefined }),
          )}
      </ul>
      {variants.length > 1 && (
        <details open={asked.variant !== undefined}>
          <summary>Varian</summary>
          <ul aria-label="Saring menurut varian">
            {variants.map((variant) => chip(variant, variant === asked.variant, { variant }, { variant: undefined }))}
          </ul>
        </details>
      )}
      <ul aria-label="Urutkan ulasan">
        {reviewOrders.map(({ id, label }, at) => (
          <li key={id}>
            <a
              className={styles.chip}
              href={href({ order: at === 0 ? undefined : id })}
              aria-current={(asked.order ?? reviewOrders[0].id) === id ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Review({ review, asked }: { review: PublicReview; asked: AskedReviews }) {
  return (
    <li id={`ulasan-${review.id}`} tabIndex={-1}>
      <p className={styles.by}>
        <Avatar name={review.buyer} size={36} />
        <span>
          <b>{review.buyer}</b>
          <small>
            {formatDate(new Date(review.created_at))}
            {review.is_edited && " · diubah"}
            {review.variant && ` · Varian ${review.variant}`}
          </small>
        </span>
        <StarRating value={review.rating} />
      </p>
      {review.is_refunded && (
        <p className={styles.mark}>Dana barang ini dikembalikan seluruhnya, jadi bintangnya tidak dihitung.</p>
      )}
      {review.is_paid_back && <p className={styles.mark}>Pembeli sudah menerima uang kembali.</p>}
      {review.text && <p className={styles.text}>{review.text}</p>}
      <ReviewPictures pictures={review.pictures} by={review.buyer} />
      {review.reply && (
        <div className={styles.reply}>
          <b>Balasan penjual</b> <small>{formatDate(new Date(review.reply.at))}</small>
          <p>{review.reply.text}</p>
          <ReportForm kind="reply" id={review.id} by="penjual" />
        </div>
      )}
      <form method="post" action={reviewHrefs.buyerReviews()} className={styles.vote}>
        <input type="hidden" name="intent" value="vote" />
        <input type="hidden" name="review" value={review.id} />
        <input type="hidden" name="at" value={reviewSearch(asked)} />
        <span>{review.helpful > 0 ? `${formatCount(review.helpful)} orang terbantu` : "Membantu?"}</span>
        <button name="helpful" value="1" aria-label={`Ya, ulasan ${review.buyer} membantu`}>
          Ya
        </button>
        <button name="helpful" value="0" aria-label={`Tidak, ulasan ${review.buyer} tidak membantu`}>
          Tidak
        </button>
      </form>
      <ReportForm kind="review" id={review.id} by={review.buyer} />
    </li>
  );
}
