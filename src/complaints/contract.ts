import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  changeResponse,
  id,
  listResponse,
  multiLine,
  queryInt,
  resultResponse,
  rupiah,
  singleLine,
  timestamp,
} from "#lib/schema.ts";
import { orderRefusals } from "#orders/contract.ts";
import { maxTrackingNumberLength } from "#shipping/rules.ts";
import { evidenceFile, evidenceIds, evidenceRefusals } from "./evidence/contract.ts";
import {
  appealLength,
  citedRuleNames,
  complaintActionNames,
  complaintStateNames,
  decisionReasonLength,
  descriptionLength,
  maxMessagesPerSide,
  messageLength,
  problemNames,
  solutionKinds,
  type CitedRule,
  type ComplaintAction,
  type ComplaintState,
  type Problem,
  type SolutionKind,
  maxWithdrawnBeforeArrival,
} from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** The deadline of a case may have passed. */
    "complaints.fire_deadline": { complaintId: string };
    /** Fires deadlines whose own job was lost; runs every minute. */
    "complaints.sweep_deadlines": Record<string, never>;
  }
}

export const complaintRefusals = defineRefusals({
  notAllowed: {
    code: "complaints.not_allowed",
    status: 409,
    message: "Langkah ini tidak bisa dilakukan sekarang, karena komplainnya sudah berubah. Muat ulang halaman.",
  },
  alreadyOpen: {
    code: "complaints.already_open",
    status: 409,
    message: "Pesanan ini sudah punya komplain yang berjalan.",
  },
  orderNotOpen: {
    code: "complaints.order_not_open",
    status: 409,
    message: "Komplain hanya bisa dibuka untuk pesanan yang sudah dikirim dan belum selesai.",
  },
  tooEarly: {
    code: "complaints.too_early",
    status: 409,
    message: "Paketnya masih dalam perkiraan waktu tiba. Bila sampai akhir perkiraan belum tiba, komplain bisa dibuka.",
  },
  withdrawnOften: {
    code: "complaints.withdrawn_often",
    status: 409,
    message: `Anda sudah menarik ${maxWithdrawnBeforeArrival} komplain tentang pesanan ini. Komplain bisa dibuka lagi setelah paketnya tiba; bila tidak tiba, batas waktu pesanan yang memutuskan.`,
  },
  cashAwaited: {
    code: "complaints.cash_awaited",
    status: 409,
    message:
      "Pesanan ini dibayar saat paket tiba, jadi belum ada uang yang ditahan. Komplain bisa dibuka setelah paketnya tiba.",
  },
  lineUnknown: {
    code: "complaints.line_unknown",
    status: 422,
    message: "Barang ini bukan bagian dari pesanan atau komplainnya.",
  },
  quantityTooLarge: {
    code: "complaints.quantity_too_large",
    status: 422,
    message: "Jumlahnya melebihi yang dibeli.",
  },
  problemNotPossible: {
    code: "complaints.problem_not_possible",
    status: 422,
    message: "Selama paket masih dikirim, hanya barang yang tidak tiba yang bisa dikomplain.",
  },
  changeOfMindClosed: {
    code: "complaints.change_of_mind_closed",
    status: 422,
    message: "Untuk barang ini, pengembalian karena berubah pikiran tidak tersedia atau waktunya sudah lewat.",
  },
  problemsDiffer: {
    code: "complaints.problems_differ",
    status: 422,
    message: "Penyelesaian yang dipilih tidak cocok dengan semua masalah barangnya.",
  },
  solutionEmpty: {
    code: "complaints.solution_empty",
    status: 422,
    message: "Isi jumlah uang yang kembali.",
  },
  solutionTooLarge: {
    code: "complaints.solution_too_large",
    status: 422,
    message: "Jumlahnya lebih besar dari yang bisa kembali.",
  },
  offerChanged: {
    code: "complaints.offer_changed",
    status: 409,
    message: "Tawarannya sudah berubah. Muat ulang halaman, lalu periksa tawaran yang terbaru.",
  },
  tooManyMessages: {
    code: "complaints.too_many_messages",
    status: 409,
    message: `Anda sudah menulis ${maxMessagesPerSide} pesan dalam komplain ini. Tawaran dan panggilan mediator tetap bisa dikirim.`,
  },
  courierUnknown: { code: "complaints.courier_unknown", status: 422, message: "Pilih kurir dari daftar." },
  notMediator: {
    code: "complaints.not_mediator",
    status: 403,
    message: "Hanya mediator yang memutuskan komplain.",
  },
  conflictOfInterest: {
    code: "complaints.conflict_of_interest",
    status: 403,
    message: "Anda pembeli atau penjual dalam pesanan ini, jadi mediator lain yang memutuskan.",
  },
  sameMediator: {
    code: "complaints.same_mediator",
    status: 403,
    message: "Anda membuat putusan pertama, jadi mediator lain yang memutuskan bandingnya.",
  },
});

const stateName = z.enum(complaintStateNames as [ComplaintState, ...ComplaintState[]]);
const problem = z.enum(problemNames as [Problem, ...Problem[]]);
const solutionKind = z.enum(solutionKinds as [SolutionKind, ...SolutionKind[]]);
const action = z.enum(complaintActionNames as [ComplaintAction, ...ComplaintAction[]]);
const party = z.enum(["buyer", "seller", "mediator"]);
const author = z.enum(["buyer", "seller", "mediator", "system"]);

/**
 * What a client asks for. `lines` may be empty for goods that are sent back or sent again: the amounts are then what
 * was paid for the quantity that the complaint names.
 */
const wantedSolution = z.strictObject({
  kind: solutionKind,
  lines: z
    .array(z.strictObject({ line_id: id, amount: rupiah }))
    .max(100)
    .refine((lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length, "Barang tertulis dua kali.")
    .default([]),
  shipping: rupiah.default(0),
});

const solution = z.object({
  kind: solutionKind,
  /** For people: `Uang kembali Rp70.000, tanpa kirim balik barang`. */
  text: z.string(),
  lines: z.array(z.object({ line_id: id, amount: rupiah })),
  shipping: rupiah,
  /** The sum of all amounts. */
  amount: rupiah,
});
export type SolutionView = z.output<typeof solution>;

/** Who gets the order's money under a solution. The four sum to what is held. */
const division = z.object({
  buyer: rupiah,
  seller: rupiah,
  /** Commission, service fee and withheld tax. */
  fees: rupiah,
  /** Promotions of the marketplace that return to it. */
  promotion: rupiah,
});

const complaintCard = z.object({
  id,
  number: z.string(),
  order_id: id,
  invoice: z.string(),
  state: stateName,
  state_label: z.string(),
  /**
   * Null for a closed case, for a decision (both sides may act), while a parcel is under way, and for a mediator when
   * another one has to decide.
   */
  turn: party.nullable(),
  due_at: timestamp.nullable(),
  /** The side of the reader. */
  side: party,
  /** `Barang rusak: Mangkuk Keramik Dago`. */
  title: z.string(),
  picture_key: z.string().nullable(),
  problems: z.array(problem),
  line_count: z.int(),
  shop: z.object({ name: z.string(), slug: z.string() }),
  buyer_name: z.string(),
  opened_at: timestamp,
  closed_at: timestamp.nullable(),
  /** How the case ended, in a few words. */
  outcome: z.string().nullable(),
});
export type ComplaintCard = z.output<typeof complaintCard>;

const message = z.object({
  id,
  author,
  /** The shop's or person's name, as this reader may see it. */
  author_name: z.string(),
  mine: z.boolean(),
  kind: z.enum(["opening", "message", "offer", "accept", "call_mediator", "decision", "appeal", "system"]),
  text: z.string(),
  solution: solution.nullable(),
  /** Each file is at `GET /v1/complaint-evidence/:evidenceId`. */
  evidence: z.array(evidenceFile),
  at: timestamp,
});
export type ComplaintMessage = z.output<typeof message>;

const decision = z.object({
  id,
  /** The message to accept. */
  message_id: id,
  /** Null for a decision that the clock made. */
  mediator_name: z.string().nullable(),
  rule_title: z.string(),
  rule_text: z.string(),
  reason: z.string(),
  solution,
  /** No appeal is possible any more. */
  is_final: z.boolean(),
  is_precedent: z.boolean(),
  buyer_accepted: z.boolean(),
  seller_accepted: z.boolean(),
  at: timestamp,
});

const parcel = z.object({
  id,
  direction: z.enum(["out", "return", "replacement"]),
  courier_name: z.string(),
  resi: z.string().nullable(),
  state: z.string(),
  shipped_at: timestamp.nullable(),
  arrived_at: timestamp.nullable(),
});

const complaint = complaintCard.extend({
  now: timestamp,
  zone: z.enum(["WIB", "WITA", "WIT"]),
  /** What the reader has to do; null when it is not the reader's turn. */
  task: z.string().nullable(),
  /** What happens at `due_at` if nobody acts; null for a closed case. */
  if_nobody: z.string().nullable(),
  /** What the reader may do now. */
  actions: z.array(action),
  lines: z.array(
    z.object({
      line_id: id,
      product_slug: z.string(),
      name: z.string(),
      variant_name: z.string(),
      picture_key: z.string().nullable(),
      /** The quantity that was bought, and that which the complaint is about. */
      quantity: z.int(),
      complained: z.int(),
      problem,
      problem_label: z.string(),
      /** What was paid for the line and has not been given back: the highest amount of an offer. */
      refundable: rupiah,
    }),
  ),
  /** What was paid for shipping and has not been given back. */
  refundable_shipping: rupiah,
  /** What may be offered or decided, with labels. */
  solutions: z.array(z.object({ kind: solutionKind, label: z.string() })),
  /** What the buyer wants now. */
  demand: solution,
  /** What the buyer's withdrawal does. */
  if_withdrawn: z.string(),
  /** The offer that can be accepted now, and who made it. Also a decision that is not carried out yet. */
  offer: z.object({ message_id: id, by: z.enum(["buyer", "seller", "mediator"]), solution }).nullable(),
  /** What was agreed or decided, while it is carried out and afterwards. */
  agreed: solution.nullable(),
  /** The newest decision last. */
  decisions: z.array(decision),
  appealed_by: z.enum(["buyer", "seller"]).nullable(),
  messages: z.array(message),
  parcels: z.array(parcel),
  /** Where goods are sent back to, while that is to be known; null also when the shop has no address here. */
  return_to: z.object({ name: z.string(), street: z.string(), city: z.string(), postcode: z.string() }).nullable(),
  /** With which goods can be sent back or again; `tracked` ones need a tracking number. */
  couriers: z.array(z.object({ id: z.string(), name: z.string(), tracked: z.boolean() })),
  money: z.object({
    /** What is held for the order; 0 once the case is closed. */
    held: rupiah,
    /** Who gets it under the offer or decision, otherwise under what the buyer wants; after the end, who got it. */
    division,
    /** Whose proposal `division` is. */
    of: z.enum(["demand", "offer", "decision", "agreed", "outcome"]),
  }),
  /** The written outcome of a closed case. */
  outcome_text: z.string().nullable(),
  /** The order of a case as steps, for the side column. */
  steps: z.array(z.object({ text: z.string(), status: z.enum(["done", "now", "next"]) })),
});
export type ComplaintView = z.output<typeof complaint>;

/** What a buyer may complain about in an order. */
const options = z.object({
  /** The open case, or the last one. */
  complaint_id: id.nullable(),
  can_open: z.boolean(),
  /** Why no complaint can be opened; null when it can. */
  why_not: z.string().nullable(),
  promise: z.string(),
  lines: z.array(
    z.object({
      line_id: id,
      name: z.string(),
      variant_name: z.string(),
      picture_key: z.string().nullable(),
      quantity: z.int(),
      refundable: rupiah,
      problems: z.array(
        z.object({
          problem,
          label: z.string(),
          /** For a change of mind: until when. */
          until: timestamp.nullable(),
          solutions: z.array(z.object({ kind: solutionKind, label: z.string() })),
        }),
      ),
    }),
  ),
  refundable_shipping: rupiah,
});
export type ComplaintOptions = z.output<typeof options>;

const params = z.strictObject({ complaintId: id });
const orderParams = z.strictObject({ orderId: id });
const changed = changeResponse(z.object({ id, state: stateName }));
/** The same with the id of the stored message, to which evidence can be added. */
const said = changeResponse(z.object({ id, state: stateName, message_id: id }));
const note = multiLine(0, messageLength.max).optional();
const notFound = requestRefusals.notFound;
const solutionRefusals = [
  complaintRefusals.lineUnknown,
  complaintRefusals.problemsDiffer,
  complaintRefusals.solutionEmpty,
  complaintRefusals.solutionTooLarge,
];
const parcelRefusals = [
  notFound,
  complaintRefusals.notAllowed,
  complaintRefusals.courierUnknown,
  orderRefusals.trackingNumberInvalid,
  orderRefusals.trackingNumberUsed,
];
/** A page makes several of these calls at most a minute. */
const writeLimit = { max: 30, window: 60_000, by: "user" } as const;
/** Files that were uploaded before for this order; the message takes them over. */
const evidence = evidenceIds.default([]);
const view = z.enum(["open", "closed"]).optional();
const list = listResponse(complaintCard).extend({ now: timestamp, zone: z.enum(["WIB", "WITA", "WIT"]) });

/** Calls of buyers and sellers. Who is who follows from the order; a stranger's case is missing. */
export const complaintEndpoints = endpoints({
  "GET /v1/complaints": {
    summary: "Complaints that the current user opened, newest first",
    policy: "user",
    query: z.strictObject({ view, cursor: momentCursor }),
    response: list,
  },
  "GET /v1/seller/complaints": {
    summary: "Complaints about orders of your shop: open ones by deadline, closed ones newest first",
    policy: "seller",
    query: z.strictObject({ view, cursor: momentCursor }),
    response: list,
  },
  "GET /v1/orders/:orderId/complaint": {
    summary: "What the buyer of this order may complain about, and the case of the order if there is one",
    policy: "user",
    params: orderParams,
    response: resultResponse(options),
    refusals: [notFound],
  },
  "POST /v1/orders/:orderId/complaints": {
    summary: "Open a complaint: the order's money stays held until the case ends",
    policy: "user",
    params: orderParams,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ line_id: id, quantity: z.int().min(1).max(999), problem }))
        .min(1)
        .max(100)
        .refine(
          (lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length,
          "Barang tertulis dua kali.",
        ),
      wanted: wantedSolution,
      text: multiLine(descriptionLength.min, descriptionLength.max),
      evidence,
    }),
    response: said,
    limit: writeLimit,
    refusals: [
      notFound,
      complaintRefusals.orderNotOpen,
      complaintRefusals.tooEarly,
      complaintRefusals.withdrawnOften,
      complaintRefusals.cashAwaited,
      complaintRefusals.alreadyOpen,
      complaintRefusals.quantityTooLarge,
      complaintRefusals.problemNotPossible,
      complaintRefusals.changeOfMindClosed,
      evidenceRefusals.unknown,
      ...solutionRefusals,
    ],
  },
  "GET /v1/complaints/:complaintId": {
    summary: "A case for its buyer or seller: whose turn it is, until when, what happens otherwise, and the money",
    policy: "user",
    params,
    response: resultResponse(complaint),
    refusals: [notFound],
  },
  "POST /v1/complaints/:complaintId/messages": {
    summary: "Write to the other side. A message does not answer an offer: the deadline continues",
    policy: "user",
    params,
    body: z.strictObject({ text: multiLine(messageLength.min, messageLength.max), evidence }),
    response: said,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed, complaintRefusals.tooManyMessages, evidenceRefusals.unknown],
  },
  "POST /v1/complaints/:complaintId/offers": {
    summary: "Offer another solution when it is your turn; the buyer's offer replaces what the buyer wanted",
    policy: "user",
    params,
    body: z.strictObject({ solution: wantedSolution, text: note, evidence }),
    response: said,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed, ...solutionRefusals],
  },
  "POST /v1/complaints/:complaintId/accept": {
    summary: "Accept the other side's offer, or the decision; `offer_id` is the message that was read",
    policy: "user",
    params,
    body: z.strictObject({ offer_id: id }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed, complaintRefusals.offerChanged],
  },
  "POST /v1/complaints/:complaintId/mediator": {
    summary: "Call a mediator, who decides in writing",
    policy: "user",
    params,
    body: z.strictObject({ text: note, evidence }),
    response: said,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/withdraw": {
    summary: "Withdraw the complaint: the seller gets the money, and the order is completed",
    policy: "user",
    params,
    body: z.strictObject({ text: note }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/appeal": {
    summary: "Appeal against the decision, once in a case; another mediator decides",
    policy: "user",
    params,
    body: z.strictObject({ text: multiLine(appealLength.min, appealLength.max), evidence }),
    response: said,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/return": {
    summary: "The buyer has sent the goods back",
    policy: "user",
    params,
    body: z.strictObject({ courier: singleLine(2, 40), resi: singleLine(0, maxTrackingNumberLength).optional() }),
    response: changed,
    limit: writeLimit,
    refusals: parcelRefusals,
  },
  "POST /v1/complaints/:complaintId/inspection": {
    summary: "The seller's word about returned goods: `arrived`, `accepted` (money back), or `objected` (a mediator)",
    policy: "user",
    params,
    body: z.strictObject({ result: z.enum(["arrived", "accepted", "objected"]), text: note, evidence }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/replacement": {
    summary: "The seller has sent the replacement or the missing goods",
    policy: "user",
    params,
    body: z.strictObject({ courier: singleLine(2, 40), resi: singleLine(0, maxTrackingNumberLength).optional() }),
    response: changed,
    limit: writeLimit,
    refusals: parcelRefusals,
  },
  "POST /v1/complaints/:complaintId/received": {
    summary: "The buyer has the replacement or the missing goods: the seller gets the money",
    policy: "user",
    params,
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
});
export type ComplaintApi = typeof complaintEndpoints;

/** Calls of mediators. Every operator reads; operators with the role `mediator` or `owner` decide. */
export const mediatorEndpoints = endpoints({
  "GET /v1/operator/complaints": {
    summary: "Cases for mediators. `view`: those that wait for a decision by deadline, all open ones, or closed ones",
    policy: "operator:complaints.read",
    query: z.strictObject({
      view: z.enum(["waiting", "open", "closed"]).optional(),
      problem: problem.optional(),
      page: queryInt(1, 200).optional(),
    }),
    response: resultResponse(
      z.object({
        now: timestamp,
        complaints: z.array(complaintCard),
        total: z.int(),
        page: z.int(),
        pages: z.int(),
        /** The reader's role may decide. */
        decides: z.boolean(),
        /** How many wait for a decision, and how many of these have less than a day left. */
        waiting: z.int(),
        urgent: z.int(),
      }),
    ),
  },
  "GET /v1/operator/complaints/:complaintId": {
    summary: "A case for a mediator",
    policy: "operator:complaints.read",
    params,
    response: resultResponse(
      complaint.extend({
        /** The rules that a decision may cite. */
        rules: z.array(z.object({ rule: z.string(), title: z.string(), text: z.string() })),
        /** Why this operator may not decide; null when she may, or when nothing is to be decided. */
        why_not: z.string().nullable(),
      }),
    ),
    refusals: [notFound],
  },
  "POST /v1/operator/complaints/:complaintId/messages": {
    summary: "Write to both sides as the mediator",
    policy: "operator:complaints.decide",
    params,
    body: z.strictObject({ text: multiLine(messageLength.min, messageLength.max) }),
    response: said,
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      complaintRefusals.notMediator,
      complaintRefusals.conflictOfInterest,
      complaintRefusals.tooManyMessages,
    ],
  },
  "POST /v1/operator/complaints/:complaintId/decision": {
    summary: "Decide a case, or its appeal, in writing with the rule that it follows",
    policy: "operator:complaints.decide",
    params,
    body: z.strictObject({
      solution: wantedSolution,
      rule: z.enum(citedRuleNames as [CitedRule, ...CitedRule[]]),
      reason: multiLine(decisionReasonLength.min, decisionReasonLength.max),
      /** Other mediators find the decision among the precedents. */
      precedent: z.boolean().default(false),
      /** The mediator checked who gets what. */
      checked: z.literal(true, "Periksa siapa menerima apa, lalu centang."),
    }),
    response: said,
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      complaintRefusals.notMediator,
      complaintRefusals.conflictOfInterest,
      complaintRefusals.sameMediator,
      ...solutionRefusals,
    ],
  },
  "GET /v1/operator/complaint-precedents": {
    summary: "Decisions that mediators marked as precedents, newest first, by problem and main category",
    policy: "operator:complaints.read",
    query: z.strictObject({
      problem: problem.optional(),
      category: singleLine(1, 60).optional(),
      page: queryInt(1, 200).optional(),
    }),
    response: resultResponse(
      z.object({
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        precedents: z.array(
          z.object({
            complaint_id: id,
            number: z.string(),
            problems: z.array(problem),
            categories: z.array(z.string()),
            rule_title: z.string(),
            reason: z.string(),
            solution_label: z.string(),
            /** What the buyer got of what was paid for the goods in dispute and for shipping, in percent. */
            refunded_percent: z.int(),
            at: timestamp,
          }),
        ),
      }),
    ),
  },
  "GET /v1/operator/complaint-statistics": {
    summary: "Cases by Jakarta month: how many, how they ended, and how long it took",
    policy: "operator:complaints.read",
    response: resultResponse(
      z.object({
        months: z.array(
          z.object({
            /** `2026-11`. */
            month: z.string(),
            opened: z.int(),
            closed: z.int(),
            agreed: z.int(),
            decided: z.int(),
            seller_silent: z.int(),
            buyer_silent: z.int(),
            withdrawn: z.int(),
            /** Median hours from opening to the end, and until the seller's first answer; null without any. */
            median_hours: z.int().nullable(),
            median_answer_hours: z.int().nullable(),
            refunded: rupiah,
          }),
        ),
        problems: z.array(z.object({ problem, count: z.int() })),
      }),
    ),
  },
});
export type MediatorApi = typeof mediatorEndpoints;
