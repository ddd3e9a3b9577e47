import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, idempotencyRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  changeResponse,
  id,
  listResponse,
  multiLine,
  resultResponse,
  rupiah,
  singleLine,
  timestamp,
  timeZone,
} from "#lib/schema.ts";
import { orderRefusals } from "#orders/contract.ts";
import { parcelRefusals as numberRefusals } from "#orders/parcels/contract.ts";
import { maxTrackingNumberLength } from "#shipping/rules.ts";
import {
  complaintCard,
  complaintDetails,
  complaintStateName,
  openingOptions,
  problemName,
  solutionKindName,
} from "./case-view/contract.ts";
import { evidenceIds, evidenceRefusals } from "./evidence/contract.ts";
import { appealLength } from "./mediation/rules.ts";
import { descriptionLength, maxWithdrawnBeforeArrival } from "./opening/rules.ts";
import { maxMessagesPerSide, messageLength } from "./rules.ts";

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
    message:
      "Langkah ini tidak bisa dilakukan sekarang, karena komplainnya sudah berubah. Yang tampil sekarang adalah keadaan terbarunya.",
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
    message: "Barang yang paketnya masih dikirim hanya bisa dikomplain sebagai barang yang tidak tiba.",
  },
  othersUnderWay: {
    code: "complaints.others_under_way",
    status: 422,
    message:
      "Paket lain pesanan ini masih dikirim, dan akhir komplain membagi uang seluruh pesanan. Sertakan juga barang yang tidak tiba, atau tunggu sampai semua paket tiba.",
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
  sameOffer: {
    code: "complaints.same_offer",
    status: 409,
    message: "Itu sama dengan tawaran yang sedang Anda jawab. Bila Anda setuju, terima tawaran itu.",
  },
  offerChanged: {
    code: "complaints.offer_changed",
    status: 409,
    message: "Tawarannya sudah berubah. Periksa tawaran yang terbaru, lalu jawab lagi.",
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

/**
 * What a client asks for. `lines` may be empty for goods that are sent back or sent again: the amounts are then what
 * was paid for the quantity that the complaint names.
 */
export const wantedSolution = z.strictObject({
  kind: solutionKindName,
  lines: z
    .array(z.strictObject({ line_id: id, amount: rupiah }))
    .max(100)
    .refine((lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length, "Barang tertulis dua kali.")
    .default([]),
  shipping: rupiah.default(0),
});

export const complaintParams = z.strictObject({ complaintId: id });
const orderParams = z.strictObject({ orderId: id });
const changed = changeResponse(z.object({ id, state: complaintStateName }));
/** The same with the id of the stored message, to which evidence can be added. */
export const messageStored = changeResponse(z.object({ id, state: complaintStateName, message_id: id }));
const note = multiLine(0, messageLength.max).optional();
const notFound = requestRefusals.notFound;
export const solutionRefusals = [
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
const list = listResponse(complaintCard).extend({ now: timestamp, zone: timeZone });

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
    response: resultResponse(openingOptions),
    refusals: [notFound],
  },
  "POST /v1/orders/:orderId/complaints": {
    summary: "Open a complaint: the order's money stays held until the case ends",
    policy: "user",
    params: orderParams,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ line_id: id, quantity: z.int().min(1).max(999), problem: problemName }))
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
    response: messageStored,
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
      complaintRefusals.othersUnderWay,
      complaintRefusals.changeOfMindClosed,
      evidenceRefusals.unknown,
      ...solutionRefusals,
    ],
  },
  "GET /v1/complaints/:complaintId": {
    summary: "A case for its buyer or seller: whose turn it is, until when, what happens otherwise, and the money",
    policy: "user",
    params: complaintParams,
    response: resultResponse(complaintDetails),
    refusals: [notFound],
  },
  "POST /v1/complaints/:complaintId/messages": {
    summary: "Write to the other side. A message does not answer an offer: the deadline continues",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ text: multiLine(messageLength.min, messageLength.max), evidence }),
    response: messageStored,
    limit: writeLimit,
    idempotent: "if_given",
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      complaintRefusals.tooManyMessages,
      evidenceRefusals.unknown,
      idempotencyRefusals.reused,
      idempotencyRefusals.inProgress,
    ],
  },
  "POST /v1/complaints/:complaintId/offers": {
    summary: "Offer another solution when it is your turn; the buyer's offer replaces what the buyer wanted",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ solution: wantedSolution, text: note, evidence }),
    response: messageStored,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed, complaintRefusals.sameOffer, ...solutionRefusals],
  },
  "POST /v1/complaints/:complaintId/accept": {
    summary: "Accept the other side's offer, or the decision; `offer_id` is the message that was read",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ offer_id: id }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed, complaintRefusals.offerChanged],
  },
  "POST /v1/complaints/:complaintId/mediator": {
    summary: "Call a mediator, who decides in writing",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ text: note, evidence }),
    response: messageStored,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/withdraw": {
    summary: "Withdraw the complaint: the seller gets the money, and the order is completed",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ text: note }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/appeal": {
    summary: "Appeal against the decision, once in a case; another mediator decides",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ text: multiLine(appealLength.min, appealLength.max), evidence }),
    response: messageStored,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/return": {
    summary: "The buyer has sent the goods back",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ courier: singleLine(2, 40), resi: singleLine(0, maxTrackingNumberLength).optional() }),
    response: changed,
    limit: writeLimit,
    refusals: parcelRefusals,
  },
  "POST /v1/complaints/:complaintId/inspection": {
    summary: "The seller's word about returned goods: `arrived`, `accepted` (money back), or `objected` (a mediator)",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ result: z.enum(["arrived", "accepted", "objected"]), text: note, evidence }),
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
  "POST /v1/complaints/:complaintId/replacement": {
    summary: "The seller has sent the replacement or the missing goods",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({ courier: singleLine(2, 40), resi: singleLine(0, maxTrackingNumberLength).optional() }),
    response: changed,
    limit: writeLimit,
    refusals: parcelRefusals,
  },
  "POST /v1/complaints/:complaintId/tracking-number": {
    summary:
      "Replace the mistyped tracking number of the return or replacement that you sent, until its first scan (`replaces` is the present number, `resi` the right one). No deadline changes",
    policy: "user",
    params: complaintParams,
    body: z.strictObject({
      replaces: singleLine(1, maxTrackingNumberLength),
      resi: singleLine(1, maxTrackingNumberLength),
    }),
    response: changed,
    limit: writeLimit,
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      numberRefusals.numberNotUnderWay,
      numberRefusals.numberScanned,
      numberRefusals.numberTooOften,
      numberRefusals.numberOutdated,
      numberRefusals.numberSame,
      orderRefusals.trackingNumberInvalid,
      orderRefusals.trackingNumberUsed,
    ],
  },
  "POST /v1/complaints/:complaintId/received": {
    summary: "The buyer has the replacement or the missing goods: the seller gets the money",
    policy: "user",
    params: complaintParams,
    response: changed,
    limit: writeLimit,
    refusals: [notFound, complaintRefusals.notAllowed],
  },
});
export type ComplaintApi = typeof complaintEndpoints;
