import { Form, redirect } from "react-router";
import { reviewHrefs } from "#review-hrefs.ts";
import { ApiError, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { CodeOf, requestRefusals } from "#lib/refusal.ts";
import { formatDate } from "#lib/time.ts";
import type { MediaApi } from "#media/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import type { ReviewApi, ReviewLine } from "../contract.ts";
import { parseReviews, reviewsHref } from "../review-url.ts";
import { maxReviewPictures } from "../rules.ts";
import { knownPicture, pictureValue, type KnownPicture } from "./form-pictures.ts";
import { ReviewForm } from "./review-form.tsx";
import { BuyerTabs } from "./review-tabs.tsx";
import { ReviewPictures } from "./review-pictures.tsx";
import { ReviewedProduct } from "./reviewed-product.tsx";
import styles from "./reviews.module.css";

type Data =
  | { view: "form"; line: ReviewLine }
  | {
      view: "waiting" | "written";
      lines: ReviewLine[];
      next: string | null;
      order: string | undefined;
      notice: string | undefined;
    };

const param = (request: Request, name: string) => new URL(request.url).searchParams.get(name) ?? undefined;

/** `/profile?page=reviews`: what the buyer can review, the buyer's reviews, and the form of one. */
export const buyerReviewsSection: Section<Data> = {
  title: "Ulasan",
  load: async (args) => {
    const api = pageApi<ReviewApi>(args);
    const lineId = param(args.request, "line");
    if (lineId)
      return { view: "form", line: (await api("GET /v1/reviews/lines/:lineId", { params: { lineId } })).result };
    const view = param(args.request, "view") === "written" ? "written" : "waiting";
    const order = param(args.request, "order");
    const { result, next } = await api("GET /v1/reviews", {
      query: { view, order, cursor: param(args.request, "cursor") },
    });
    return { view, lines: result, next, order, notice: param(args.request, "notice") };
  },
  act: async (args, form) => {
    const params = { lineId: param(args.request, "line") ?? "" };
    const api = pageApi<ReviewApi>(args);
    if (form.get("intent") === "vote") return vote(args, form);
    if (form.get("intent") === "remove") {
      try {
        await api("DELETE /v1/reviews/lines/:lineId", { params });
      } catch (error) {
        return formFailure(error, form);
      }
      return redirect(reviewHrefs.buyerReviews({ notice: "removed" }));
    }
    const pictures = readKnownPictures(form);
    try {
      await sendPictures(args, form, pictures);
      await api("PUT /v1/reviews/lines/:lineId", {
        params,
        body: {
          rating: Number(form.get("rating") ?? 0),
          text: String(form.get("text") ?? ""),
          picture_ids: pictures.map(({ id }) => id),
          confirmed: form.get("confirmed") === "1",
        },
      });
    } catch (error) {
      const answer = formFailure(error, form);
      // Keeps uploaded pictures, so that they need not be sent again.
      answer.data.values.known = pictures.map(pictureValue).join("\n");
      return answer;
    }
    return redirect(reviewHrefs.buyerReviews({ view: "written", notice: "saved" }));
  },
  View: ReviewsView,
};

/** The two buttons below a review on a product's page. */
async function vote(args: SectionArgs, form: FormData) {
  const reviewId = String(form.get("review") ?? "");
  try {
    const { data } = await pageApi<ReviewApi>(args)("PUT /v1/reviews/:reviewId/vote", {
      params: { reviewId },
      body: { helpful: form.get("helpful") === "1" },
    });
    const asked = parseReviews(new URLSearchParams(String(form.get("at") ?? "")));
    return redirect(reviewsHref(data.product, asked, `ulasan-${reviewId}`));
  } catch (error) {
    return formFailure(error, form);
  }
}

function readKnownPictures(form: FormData): KnownPicture[] {
  const removed = new Set(form.getAll("remove_picture").map(String));
  return form
    .getAll("picture")
    .filter((value) => typeof value === "string")
    .flatMap(knownPicture)
    .filter(({ id }) => !removed.has(id));
}

// Without scripts the form contains the files; with scripts each file was uploaded when it was selected.
async function sendPictures(args: SectionArgs, form: FormData, known: KnownPicture[]): Promise<void> {
  const files = form.getAll("picture").filter((file): file is File => typeof file !== "string" && file.size > 0);
  if (known.length + files.length > maxReviewPictures) throw refused(`Paling banyak ${maxReviewPictures} foto.`);
  for (const file of files) {
    const sent = new FormData();
    sent.append("alt", "Foto pembeli");
    sent.append("picture", file);
    try {
      const { data } = await pageApi<MediaApi>(args)("POST /v1/media/pictures", { form: sent });
      known.push({ id: data.id, key: data.key, color: data.color });
    } catch (error) {
      throw error instanceof ApiError ? refused(`${file.name}: ${error.message}`) : error;
    }
  }
}

function refused(sentence: string): ApiError {
  return new ApiError(422, {
    code: "request.invalid" satisfies CodeOf<typeof requestRefusals>,
    message: "Ada isian yang perlu diperbaiki.",
    data: { picture_ids: [sentence] },
  });
}

const notices: Record<string, string> = {
  saved: "Ulasan Anda tersimpan dan tampil di halaman produk.",
  removed: "Ulasan Anda dihapus.",
};

function ReviewsView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  if (data.view === "form") return <ReviewForm line={data.line} failure={failure} />;
  const { view, lines, next, order, notice } = data;
  const more =
    next &&
    `${reviewHrefs.buyerReviews({ ...(view === "written" ? { view } : {}), ...(order ? { order } : {}) })}&cursor=${next}`;
  return (
    <div className={styles.stack}>
      <h1>Ulasan</h1>
      {failure?.values.intent === "vote" ? <RefusedVote failure={failure} /> : <FormNotice failure={failure} alone />}
      {notice && notices[notice] && !failure && <Notice tone="success">{notices[notice]}</Notice>}
      <BuyerTabs current={view} />
      {lines.length === 0 ? (
        <EmptyState
          action={
            order ? <ButtonLink href={reviewHrefs.buyerReviews()}>Semua yang belum diulas</ButtonLink> : undefined
          }
        >
          {view === "written"
            ? "Belum ada ulasan dari Anda."
            : "Tidak ada barang yang menunggu ulasan. Setelah pesanan selesai, barangnya muncul di sini."}
        </EmptyState>
      ) : (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.line_id}>
              <Panel>
                <ReviewedProduct line={line} />
                {line.review && <OwnReview review={line.review} />}
                <div className={styles.foot}>
                  <span className={styles.small}>
                    {line.open_until
                      ? `Bisa ${line.review ? "diubah" : "diulas"} sampai ${formatDate(new Date(line.open_until))}`
                      : `Selesai ${formatDate(new Date(line.completed_at))}`}
                  </span>
                  <ButtonLink
                    size="s"
                    variant={line.review ? "outline" : "primary"}
                    href={reviewHrefs.buyerReviews({ line: line.line_id })}
                    aria-label={`${line.review ? "Lihat atau ubah ulasan" : "Beri ulasan"}: ${line.product.name}`}
                  >
                    {line.review ? "Lihat atau ubah" : "Beri ulasan"}
                  </ButtonLink>
                </div>
              </Panel>
            </li>
          ))}
        </ul>
      )}
      {more && <LoadMore href={more} />}
    </div>
  );
}

/** A vote of somebody who had to log in first, or that was refused, to send once more. */
function RefusedVote({ failure }: { failure: FormFailure }) {
  return (
    <Form method="post" className={styles.form}>
      <FormNotice failure={failure} alone />
      {["intent", "review", "at", "helpful"].map((name) => (
        <input key={name} type="hidden" name={name} value={failure.values[name] ?? ""} />
      ))}
      <div>
        <Button>
          {failure.values.helpful === "1" ? "Kirim: ulasan ini membantu" : "Kirim: ulasan ini tidak membantu"}
        </Button>
      </div>
    </Form>
  );
}

function OwnReview({ review }: { review: NonNullable<ReviewLine["review"]> }) {
  return (
    <div className={styles.own}>
      <p>
        <StarRating value={review.rating} /> {review.state === "hidden" && <Badge tone="warning">Disembunyikan</Badge>}
        {review.state === "refunded" && <Badge>Tidak dihitung: dana dikembalikan</Badge>}
      </p>
      {review.text && <p className={styles.text}>{review.text}</p>}
      {review.state !== "hidden" && review.pictures_hidden_reason === null && (
        <ReviewPictures pictures={review.pictures} by="Anda" />
      )}
      {review.hidden_reason && <p className={styles.small}>Alasan tim kami: {review.hidden_reason}</p>}
      {review.pictures_hidden_reason && (
        <p className={styles.small}>Fotonya disembunyikan tim kami. Alasan: {review.pictures_hidden_reason}</p>
      )}
      {review.reply && (
        <div className={styles.reply}>
          <b>Balasan penjual</b>
          <p>{review.reply}</p>
        </div>
      )}
    </div>
  );
}
