import type { ReactNode } from "react";
import { formatCount } from "#lib/rupiah.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import reviewStyles from "../../ui/reviews.module.css";
import type { ModeratedReview, QueuedItem } from "../contract.ts";
import { ItemPictures } from "./item-pictures.tsx";
import styles from "./moderation.module.css";

const at = (moment: string) => formatDateTime(new Date(moment));

/** What was reported or hidden, with what it belongs to: all that an operator has to read before deciding. */
export function ModeratedItem({ item }: { item: QueuedItem }) {
  const { kind, review, question } = item;
  return (
    <>
      {kind === "review" && review && <ReviewText review={review} />}
      {kind !== "review" && item.text && <p className={reviewStyles.text}>{item.text}</p>}
      {kind === "pictures" && review && <ItemPictures pictures={review.pictures} by={review.author} />}
      {question && (
        <Context title={`Pertanyaan ${question.by}`}>
          <p className={reviewStyles.text}>{question.text}</p>
        </Context>
      )}
      {kind !== "review" && review && (
        <Context title={`Ulasan ${review.author}`}>
          <StarRating value={review.rating} />
          {review.text && <p className={reviewStyles.text}>{review.text}</p>}
          {kind !== "pictures" && <ItemPictures pictures={review.pictures} by={review.author} />}
        </Context>
      )}
      {kind !== "reply" && review?.reply && (
        <Context
          title={
            <>
              Balasan penjual, {at(review.reply.at)}{" "}
              {review.reply.is_hidden && <Badge tone="warning">Disembunyikan</Badge>}
            </>
          }
        >
          <p className={reviewStyles.text}>{review.reply.text}</p>
        </Context>
      )}
      {review && <Versions review={review} />}
      {review && <Facts review={review} />}
    </>
  );
}

function ReviewText({ review }: { review: ModeratedReview }) {
  return (
    <>
      <StarRating value={review.rating} />
      {review.text ? (
        <p className={reviewStyles.text}>{review.text}</p>
      ) : (
        <p className={reviewStyles.small}>Tanpa cerita.</p>
      )}
      <ItemPictures pictures={review.pictures} by={review.author} />
    </>
  );
}

function Context({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.context}>
      <p className={reviewStyles.small}>
        <b>{title}</b>
      </p>
      {children}
    </div>
  );
}

/** What people reported before the author changed it. */
function Versions({ review: { versions, author } }: { review: ModeratedReview }) {
  return versions.map((version) => (
    <Context key={version.replaced_at} title={`Seperti yang dilaporkan, diubah penulisnya ${at(version.replaced_at)}`}>
      <StarRating value={version.rating} />
      {version.text && <p className={reviewStyles.text}>{version.text}</p>}
      <ItemPictures pictures={version.pictures} by={author} />
    </Context>
  ));
}

function Facts({ review }: { review: ModeratedReview }) {
  const { order, by_author: author, burst } = review;
  return (
    <dl className={styles.facts}>
      <Fact name="Pesanan">
        {order.id ? (
          <a className="link" href={operatorHrefs.order(order.id)}>
            {order.invoice}
          </a>
        ) : (
          order.invoice
        )}
        {order.completed_at && `, selesai ${formatDate(new Date(order.completed_at))}`}
      </Fact>
      {review.variant && <Fact name="Varian">{review.variant}</Fact>}
      <Fact name="Uang barang">
        {review.is_refunded
          ? "Dikembalikan seluruhnya"
          : review.is_paid_back
            ? "Sebagian besar dikembalikan"
            : "Tidak dikembalikan"}
      </Fact>
      <Fact name="Diubah setelah ditulis">{review.edited_at ? at(review.edited_at) : "Tidak"}</Fact>
      <Fact name="Pembaca">
        {formatCount(review.helpful)} terbantu, {formatCount(review.unhelpful)} tidak
      </Fact>
      <Fact name="Penulis ulasan">
        {formatCount(author.reviews)} ulasan{author.hidden > 0 && `, ${formatCount(author.hidden)} disembunyikan`};{" "}
        {formatCount(author.orders_in_shop)} pesanan selesai di toko ini
      </Fact>
      {burst && (
        <Fact name="Bersamaan">
          {formatCount(burst.count)} dari {formatCount(burst.of)} penilaian terbaru barang ini datang pada hari itu
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
