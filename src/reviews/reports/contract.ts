import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, queryInt, resultResponse, timestamp } from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { answerRoles } from "../questions/rules.ts";
import {
  hiddenKinds,
  hidingReasonLength,
  hidingStates,
  maxReportLength,
  objection,
  queuePage,
  queueViews,
  reportedKinds,
  reportLimit,
  reportReasons,
  reportStates,
  type ReportState,
} from "./rules.ts";

export const reportRefusals = defineRefusals({
  ownItem: { code: "reports.own", status: 409, message: "Tulisan Anda sendiri tidak bisa Anda laporkan." },
  reported: {
    code: "reports.reported",
    status: 409,
    message: "Anda sudah melaporkannya. Keputusannya ada di Laporan.",
  },
  notModerator: {
    code: "reports.not_moderator",
    status: 403,
    message: "Peran Anda tidak boleh menyembunyikan tulisan.",
  },
  conflictOfInterest: {
    code: "reports.conflict_of_interest",
    status: 409,
    message: "Anda penulisnya atau penjual barangnya, jadi orang lain yang memutuskan.",
  },
  sameOperator: {
    code: "reports.same_operator",
    status: 409,
    message: "Anda yang menyembunyikannya, jadi operator lain yang memutuskan keberatannya.",
  },
  notPossible: {
    code: "reports.not_possible",
    status: 409,
    message: "Keadaannya sudah berubah. Muat ulang halaman.",
  },
  objected: {
    code: "reports.objected",
    status: 409,
    message: `Keberatan hanya bisa diajukan satu kali, paling lambat ${span(objection.duration)} setelah disembunyikan.`,
  },
});

const kind = z.enum(reportedKinds);
const anyKind = z.enum(hiddenKinds);
const reason = z.enum(reportReasons.map((one) => one.id));
const item = z.strictObject({ kind: anyKind, itemId: id });
const product = z.object({ name: z.string(), slug: z.string() });
const hidingState = z.enum(hidingStates);

const moderatedPicture = z.object({
  id,
  key: z.string(),
  color: z.string(),
  /** It has no public address; `GET /v1/operator/review-pictures/:pictureId` has it. */
  is_hidden: z.boolean(),
});
export type ModeratedPicture = z.output<typeof moderatedPicture>;

/** The review that is reported, or whose reply or pictures are. */
const moderatedReview = z.object({
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  pictures: z.array(moderatedPicture),
  reply: z.object({ text: z.string(), at: timestamp, is_hidden: z.boolean() }).nullable(),
  /** What it said when it was reported, if its author changed it afterwards; the latest first. */
  versions: z.array(
    z.object({ rating: z.int(), text: z.string(), replaced_at: timestamp, pictures: z.array(moderatedPicture) }),
  ),
  variant: z.string(),
  /** The id is null for an operator who does not read orders. */
  order: z.object({ id: id.nullable(), invoice: z.string(), completed_at: timestamp.nullable() }),
  edited_at: timestamp.nullable(),
  is_refunded: z.boolean(),
  is_paid_back: z.boolean(),
  helpful: z.int(),
  unhelpful: z.int(),
  by_author: z.object({ reviews: z.int(), hidden: z.int(), orders_in_shop: z.int() }),
  /** It is one of unusually many reviews of its product on one day. */
  burst: z.object({ count: z.int(), of: z.int() }).nullable(),
});
export type ModeratedReview = z.output<typeof moderatedReview>;

const queuedItem = z.object({
  kind: anyKind,
  id,
  state: z.enum(["shown", "refunded", "hidden"]),
  text: z.string(),
  rating: z.int().nullable(),
  author: z.string(),
  product,
  shop_name: z.string(),
  created_at: timestamp,
  /** Open reports, the oldest first. */
  reports: z.array(
    z.object({
      reason,
      text: z.string(),
      created_at: timestamp,
      by_seller: z.boolean(),
      /** The item was written again after this report. */
      is_of_earlier: z.boolean(),
    }),
  ),
  review: moderatedReview.nullable(),
  /** The question that a reported answer answers. */
  question: z.object({ by: z.string(), text: z.string() }).nullable(),
  /** Who wrote an answer. */
  role: z.enum(answerRoles).nullable(),
  /** Why it is hidden, by whom, and what its author says against it. */
  hiding: z
    .object({
      state: hidingState,
      reason: z.string(),
      hidden_at: timestamp,
      /** The operator who reads this hid it, so another one decides about the objection. */
      is_own: z.boolean(),
      objection: z.string().nullable(),
      objected_at: timestamp.nullable(),
      decision: z.string().nullable(),
    })
    .nullable(),
  /** It waits for a decision longer than promised. */
  is_overdue: z.boolean(),
});
export type QueuedItem = z.output<typeof queuedItem>;

const ownHiding = z.object({
  id,
  kind: anyKind,
  text: z.string(),
  product,
  reason: z.string(),
  hidden_at: timestamp,
  state: hidingState,
  /** Until when its author can object; null when that is not possible any more. */
  objection_until: timestamp.nullable(),
  objection: z.string().nullable(),
  decision: z.string().nullable(),
});
export type OwnHiding = z.output<typeof ownHiding>;

const ownReport = z.object({
  id,
  kind,
  product,
  reason,
  text: z.string(),
  state: z.enum(Object.keys(reportStates) as [ReportState, ...ReportState[]]),
  created_at: timestamp,
});
export type OwnReport = z.output<typeof ownReport>;

const decisionRefusals = [
  requestRefusals.notFound,
  reportRefusals.notModerator,
  reportRefusals.conflictOfInterest,
  reportRefusals.notPossible,
];

export const reportEndpoints = endpoints({
  "GET /v1/reports": {
    summary: "Your reports with their outcome, and what we hid of what you wrote",
    policy: "user",
    response: resultResponse(z.object({ hidings: z.array(ownHiding), reports: z.array(ownReport) })),
  },
  "POST /v1/reports": {
    summary: "Report a review, a reply (by the id of its review), a question or an answer to our team",
    policy: "user",
    body: z.strictObject({ kind, id, reason, text: multiLine(0, maxReportLength) }),
    response: changeResponse(z.null()),
    limit: reportLimit,
    refusals: [requestRefusals.notFound, reportRefusals.ownItem, reportRefusals.reported],
  },
  "POST /v1/hidings/:hidingId/objection": {
    summary: "Object to the hiding of what you wrote, once",
    policy: "user",
    params: z.strictObject({ hidingId: id }),
    body: z.strictObject({ text: multiLine(objection.length.min, objection.length.max) }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, reportRefusals.objected],
  },
  "GET /v1/operator/reviews": {
    summary: "Reported reviews, questions and answers, those with an objection, or those that are hidden",
    policy: "operator:reviews.read",
    query: z.strictObject({
      view: z.enum(queueViews.map((one) => one.id)).optional(),
      page: queryInt(1, queuePage.maxPages).optional(),
    }),
    response: resultResponse(
      z.object({
        items: z.array(queuedItem),
        more: z.boolean(),
        /** How many items wait in each list. */
        waiting: z.object({ reported: z.int(), objected: z.int() }),
        /** Whether this operator decides. */
        decides: z.boolean(),
      }),
    ),
  },
  "GET /v1/operator/review-pictures/:pictureId": {
    summary: "The picture of a review, also of a hidden one; each reading of a hidden one is in the audit log",
    policy: "operator:reviews.decide",
    params: z.strictObject({ pictureId: id }),
    response: z.unknown(),
    raw: true,
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/reviews/:kind/:itemId/hide": {
    summary: "Hide an item, or the pictures of a review, with a reason that the author reads",
    policy: "operator:reviews.decide",
    params: item,
    body: z.strictObject({ reason: multiLine(hidingReasonLength.min, hidingReasonLength.max) }),
    response: changeResponse(z.null()),
    refusals: decisionRefusals,
  },
  "POST /v1/operator/reviews/:kind/:itemId/restore": {
    summary: "Show a hidden item again; after an objection another operator than the one who hid it",
    policy: "operator:reviews.decide",
    params: item,
    response: changeResponse(z.null()),
    refusals: [...decisionRefusals, reportRefusals.sameOperator],
  },
  "POST /v1/operator/reviews/:kind/:itemId/uphold": {
    summary: "Leave an item hidden although its author objects, with a reason that the author reads",
    policy: "operator:reviews.decide",
    params: item,
    body: z.strictObject({ reason: multiLine(hidingReasonLength.min, hidingReasonLength.max) }),
    response: changeResponse(z.null()),
    refusals: [...decisionRefusals, reportRefusals.sameOperator],
  },
  "POST /v1/operator/reviews/:kind/:itemId/dismiss": {
    summary: "Leave an item as it is and close its reports",
    policy: "operator:reviews.decide",
    params: z.strictObject({ kind, itemId: id }),
    response: changeResponse(z.null()),
    refusals: decisionRefusals,
  },
});
export type ReportApi = typeof reportEndpoints;
