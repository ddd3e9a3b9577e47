import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  listResponse,
  multiLine,
  queryInt,
  resultResponse,
  timestamp,
} from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { reviewDuration } from "#orders/rules.ts";
import {
  maxReviewLength,
  maxReviewPictures,
  paidBack,
  replyLength,
  reviewChanges,
  reviewEditDuration,
  reviewOrders,
  reviewPage,
  reviewStates,
  starLimits,
  voteLimit,
} from "./rules.ts";

export const reviewRefusals = defineRefusals({
  notCompleted: {
    code: "reviews.not_completed",
    status: 409,
    message: "Ulasan bisa ditulis setelah pesanan selesai.",
  },
  refunded: {
    code: "reviews.refunded",
    status: 409,
    message: "Dana barang ini sudah dikembalikan seluruhnya, jadi ulasannya tidak bisa ditulis atau diubah.",
  },
  paidBack: {
    code: "reviews.paid_back",
    status: 422,
    message: `Paling sedikit ${paidBack.percent}% harga barang ini sudah dikembalikan kepada Anda, jadi nilainya paling banyak ${paidBack.maxStars} bintang.`,
  },
  changedOften: {
    code: "reviews.changed_often",
    status: 429,
    message: `Ulasan ini sudah diubah ${reviewChanges.max} kali dalam ${span(reviewChanges.window)}. Coba lagi nanti.`,
  },
  tooLate: {
    code: "reviews.too_late",
    status: 409,
    message: `Waktu ulasan sudah lewat: menulis ${span(reviewDuration)} setelah pesanan selesai, mengubah ${span(reviewEditDuration)} setelah ditulis.`,
  },
  contacts: {
    code: "reviews.contacts",
    status: 409,
    message:
      "Ada nomor telepon, email, atau tautan. Pembaca melihat tanda pengganti, bukan isinya. Ubah, atau kirim sekali lagi.",
  },
  hidden: {
    code: "reviews.hidden",
    status: 409,
    message: "Ulasan ini disembunyikan oleh tim kami, jadi tidak bisa diubah.",
  },
  pictureUnknown: {
    code: "reviews.picture_unknown",
    status: 422,
    message: "Ada foto yang tidak ditemukan. Unggah kembali.",
    isSecurityEvent: true,
  },
  picturesClosed: {
    code: "reviews.pictures_closed",
    status: 409,
    message: "Foto baru sedang tidak diterima. Kirim ulasan ini tanpa foto baru.",
  },
  picturesHidden: {
    code: "reviews.pictures_hidden",
    status: 409,
    message: "Foto ulasan ini disembunyikan oleh tim kami, jadi tidak bisa ditambah. Anda bisa menghapusnya.",
  },
  replied: { code: "reviews.replied", status: 409, message: "Ulasan ini sudah Anda balas." },
  ownReview: {
    code: "reviews.own",
    status: 409,
    message: "Ulasan toko atau milik Anda sendiri tidak bisa Anda nilai.",
  },
});

const picture = z.object({ key: z.string(), color: z.string() });
const ownPicture = picture.extend({ id });

/** A bought line that its buyer can review, with the review. */
const reviewLine = z.object({
  line_id: id,
  order_id: id,
  invoice: z.string(),
  product: z.object({ name: z.string(), slug: z.string(), variant: z.string(), picture_key: z.string().nullable() }),
  shop_name: z.string(),
  completed_at: timestamp,
  /** Until when the buyer can write or change the review; null when it is not possible. */
  open_until: timestamp.nullable(),
  review: z
    .object({
      id,
      rating: z.int(),
      text: z.string(),
      pictures: z.array(ownPicture),
      state: z.enum(reviewStates),
      hidden_reason: z.string().nullable(),
      /** Why an operator hid the pictures; null when they are shown or the whole review is hidden. */
      pictures_hidden_reason: z.string().nullable(),
      created_at: timestamp,
      edited_at: timestamp.nullable(),
      reply: z.string().nullable(),
      helpful: z.int(),
    })
    .nullable(),
});
export type ReviewLine = z.output<typeof reviewLine>;

const reviewBody = z.strictObject({
  rating: z.int("Pilih bintang utuh.").min(starLimits.min, "Pilih 1 sampai 5 bintang.").max(starLimits.max),
  text: multiLine(0, maxReviewLength),
  picture_ids: z
    .array(id)
    .max(maxReviewPictures, { error: `Paling banyak ${maxReviewPictures} foto.`, abort: true })
    .refine((ids) => new Set(ids).size === ids.length, "Ada foto yang sama."),
});

/** The author knows that readers see no phone numbers, e-mail addresses and links. */
export const confirmed = z.boolean().default(false);
export type ReviewBody = z.output<typeof reviewBody>;

/** A review as everyone reads it. */
const publicReview = z.object({
  id,
  rating: z.int(),
  text: z.string(),
  pictures: z.array(picture),
  buyer: z.string(),
  variant: z.string(),
  created_at: timestamp,
  /** The buyer changed it after writing it. */
  is_edited: z.boolean(),
  /** The price was refunded whole, so the stars do not count. */
  is_refunded: z.boolean(),
  /** The buyer got most of the price back, and the stars count. */
  is_paid_back: z.boolean(),
  helpful: z.int(),
  reply: z.object({ text: z.string(), at: timestamp }).nullable(),
});
export type PublicReview = z.output<typeof publicReview>;

const productReviews = z.object({
  rating_average: z.number(),
  rating_count: z.int(),
  rating_breakdown: z.array(z.object({ rating: z.int(), count: z.int() })),
  /** How many reviews have a text or a picture, and how many a picture. Only those are listed. */
  written: z.int(),
  with_pictures: z.int(),
  /** The variants that were reviewed. */
  variants: z.array(z.string()),
  integrity: z.object({
    /** Reviews that do not count, by why, and those that were changed after writing. */
    refunded: z.int(),
    hidden: z.int(),
    removed: z.int(),
    edited: z.int(),
    /** The day on which unusually many of the recent reviews came. */
    burst: z.object({ day: z.string(), count: z.int(), of: z.int() }).nullable(),
  }),
  /** The page of reviews that the filters select, and how many they select. */
  reviews: z.array(publicReview),
  total: z.int(),
});
export type ProductReviews = z.output<typeof productReviews>;

const sellerReview = publicReview.extend({
  product: z.object({ name: z.string(), slug: z.string(), picture_key: z.string().nullable() }),
  order_id: id,
  /** Why an operator hid the reply, which is null then. */
  reply_hidden_reason: z.string().nullable(),
});
export type SellerReview = z.output<typeof sellerReview>;

const line = z.strictObject({ lineId: id });
const review = z.strictObject({ reviewId: id });
const slug = z.strictObject({ slug: boundedText(200) });

/** Cache tag of a product's reviews; the product's page has the same tag. */
export const productTag = (productId: string) => `product:${productId}`;

/** How old a cached response may get, in seconds. */
const maxCacheSeconds = 5;

export const reviewEndpoints = endpoints({
  "GET /v1/products/:slug/reviews": {
    summary: "A product's ratings with their integrity, and a page of the reviews that say something",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["catalog", "reviews"] },
    params: slug,
    query: z.strictObject({
      page: queryInt(1, reviewPage.maxPages).optional(),
      stars: queryInt(starLimits.min, starLimits.max).optional(),
      photos: z.enum(["1"]).optional(),
      variant: boundedText(200).optional(),
      order: z.enum(reviewOrders.map((one) => one.id)).optional(),
    }),
    response: resultResponse(productReviews),
  },
  "GET /v1/reviews": {
    summary: "What you bought and can review, or your reviews",
    policy: "user",
    query: z.strictObject({
      view: z.enum(["waiting", "written"]).optional(),
      order: id.optional(),
      cursor: momentCursor,
    }),
    response: listResponse(reviewLine),
  },
  "GET /v1/reviews/lines/:lineId": {
    summary: "One line of a completed order of yours, with your review",
    policy: "user",
    params: line,
    response: resultResponse(reviewLine),
    refusals: [requestRefusals.notFound],
  },
  "PUT /v1/reviews/lines/:lineId": {
    summary: "Write or change your review of a line",
    policy: "user",
    params: line,
    body: reviewBody.extend({ confirmed }),
    response: changeResponse(z.object({ id, product: z.string() })),
    limit: { max: 60, window: 60_000, by: "user" },
    refusals: [
      requestRefusals.notFound,
      reviewRefusals.notCompleted,
      reviewRefusals.refunded,
      reviewRefusals.paidBack,
      reviewRefusals.changedOften,
      reviewRefusals.tooLate,
      reviewRefusals.hidden,
      reviewRefusals.pictureUnknown,
      reviewRefusals.picturesClosed,
      reviewRefusals.picturesHidden,
      reviewRefusals.contacts,
    ],
  },
  "DELETE /v1/reviews/lines/:lineId": {
    summary: "Take your review of a line back",
    policy: "user",
    params: line,
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound],
  },
  "PUT /v1/reviews/:reviewId/vote": {
    summary: "Say whether a review helped you; null takes the vote back",
    policy: "user",
    params: review,
    body: z.strictObject({ helpful: z.boolean().nullable() }),
    response: changeResponse(z.object({ helpful: z.int(), product: z.string() })),
    limit: voteLimit,
    refusals: [requestRefusals.notFound, reviewRefusals.ownReview],
  },
  "GET /v1/seller/reviews": {
    summary: "Reviews of your shop's products, newest first; `waiting` lists those without a reply",
    policy: "seller",
    query: z.strictObject({ view: z.enum(["waiting", "all"]).optional(), cursor: momentCursor }),
    response: listResponse(sellerReview),
  },
  "POST /v1/seller/reviews/:reviewId/reply": {
    summary: "Reply to a review of your shop, once",
    policy: "seller",
    params: review,
    body: z.strictObject({ text: multiLine(replyLength.min, replyLength.max), confirmed }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, reviewRefusals.replied, reviewRefusals.contacts],
  },
});
export type ReviewApi = typeof reviewEndpoints;
