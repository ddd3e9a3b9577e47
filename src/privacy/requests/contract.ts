import { z } from "zod";
import { accountRefusals } from "#accounts/contract.ts";
import { freshLoginDuration } from "#accounts/session/rules.ts";
import { providerRefusals } from "#accounts/providers/contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  email,
  id,
  multiLine,
  resultResponse,
  singleLine,
  timestamp,
} from "#lib/schema.ts";
import { hour, minute } from "#lib/time.ts";
import { privacyRefusals } from "../contract.ts";
import { requestAnswerDuration } from "../rules.ts";
import {
  requestAnswerLength,
  requestKindNames,
  requestLimit,
  requestReadLimit,
  requestStateNames,
  requestTextLength,
} from "./rules.ts";
import { momentOf } from "../breaches/rules.ts";

export const dataRequestRefusals = defineRefusals({
  isOpen: {
    code: "data_requests.is_open",
    status: 409,
    message: "Permintaan yang sama masih menunggu jawaban.",
  },
  closed: {
    code: "data_requests.closed",
    status: 409,
    message: "Permintaan ini sudah selesai. Muat ulang halaman.",
  },
  own: { code: "data_requests.own", status: 409, message: "Permintaan Anda sendiri dijawab operator lain." },
  ownLetter: {
    code: "data_requests.own_letter",
    status: 409,
    message: "Surat ini Anda catat sendiri. Penghapusan akunnya dikabulkan operator lain.",
  },
  noSuchAccount: {
    code: "data_requests.no_such_account",
    status: 422,
    message: "Akun itu tidak ditemukan. Kosongkan kolomnya bila pengirim tidak punya akun.",
  },
  day: { code: "data_requests.day", status: 422, message: "Tanggal surat tidak bisa dipakai." },
  noStep: {
    code: "data_requests.no_step",
    status: 409,
    message: "Langkah itu tidak tersedia untuk permintaan ini.",
  },
});

const kind = z.enum(requestKindNames, "Pilih jenis permintaan.");
const state = z.enum(requestStateNames);
const text = multiLine(requestTextLength.min, requestTextLength.max);

const ownRequest = z.object({
  id,
  number: z.string(),
  kind,
  text: z.string(),
  state,
  answer: z.string().nullable(),
  received_at: timestamp,
  due_at: timestamp,
  closed_at: timestamp.nullable(),
});
export type OwnRequest = z.output<typeof ownRequest>;

const listed = z.object({
  id,
  number: z.string(),
  kind,
  state,
  channel: z.enum(["account", "letter"]),
  /** Masked. */
  sender: z.string(),
  received_at: timestamp,
  due_at: timestamp,
  closed_at: timestamp.nullable(),
  is_overdue: z.boolean(),
});
export type ListedRequest = z.output<typeof listed>;

const detail = listed.extend({
  text: z.string(),
  answer: z.string().nullable(),
  /** The account of the sender, if there is one that still exists. */
  user_id: id.nullable(),
  sender_email: z.string().nullable(),
  entered_by: z.string().nullable(),
  /** Null when the system answered. */
  answered_by: z.string().nullable(),
  done: z.string().nullable(),
  /** Why a deletion would be refused now, as sentences. */
  blockers: z.array(z.string()),
  /** The reader entered this letter, so another operator grants the deletion. */
  needs_other: z.boolean(),
  acts: z.boolean(),
});
export type RequestDetail = z.output<typeof detail>;

const requestId = z.strictObject({ requestId: id });
const current_password = boundedText(1000)
  .transform((typed) => (typed === "" ? undefined : typed))
  .optional();

export const dataRequestEndpoints = endpoints({
  "GET /v1/users/data-requests": {
    summary: "Your requests about your personal data, with their answers, the newest first",
    policy: "user",
    response: resultResponse(z.array(ownRequest)),
  },
  "POST /v1/users/data-requests": {
    summary:
      `Make a request about your personal data; answered within ${requestAnswerDuration / hour} hours. ` +
      `Needs a login of the last ${freshLoginDuration / minute} minutes or the password`,
    policy: "user",
    body: z.strictObject({ kind, text, current_password }),
    limit: requestLimit,
    response: changeResponse(z.object({ id })),
    refusals: [providerRefusals.confirmNeeded, accountRefusals.tooManyAttempts, dataRequestRefusals.isOpen],
  },
  "POST /v1/users/data-requests/:requestId/withdraw": {
    summary: "Withdraw an open request",
    policy: "user",
    params: requestId,
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, dataRequestRefusals.closed],
  },
  "GET /v1/operator/data-requests": {
    summary: "Requests about personal data: open ones by their clock, or closed ones, the newest first",
    policy: "operator:legal.read",
    query: z.strictObject({ view: z.enum(["open", "closed"]).optional(), after: id.optional() }),
    response: resultResponse(z.object({ rows: z.array(listed), next: id.nullable(), acts: z.boolean() })),
  },
  "GET /v1/operator/data-requests/:requestId": {
    summary: "One request with its text; each reading is in the audit log",
    policy: "operator:legal.read",
    params: requestId,
    limit: requestReadLimit,
    response: resultResponse(detail),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/data-requests": {
    summary: "Enter a request that came by letter; its clock starts at the moment when it arrived",
    policy: "operator:legal.decide",
    body: z.strictObject({
      kind,
      text,
      /** In WIB: `2026-11-23T14:05`. */
      received_at: boundedText(16).refine((typed) => momentOf(typed) !== undefined, "Tulis tanggal dan jam surat."),
      sender_name: singleLine(1, 100),
      sender_email: z.union([z.literal(""), email]).optional(),
      /** The e-mail or id of the sender's account, if there is one. */
      account: singleLine(0, 254).optional(),
    }),
    response: changeResponse(z.object({ id })),
    refusals: [dataRequestRefusals.isOpen, dataRequestRefusals.noSuchAccount, dataRequestRefusals.day],
  },
  "POST /v1/operator/data-requests/:requestId/answer": {
    summary: "Grant or refuse a request; with `acts` its step is done in the same transaction",
    policy: "operator:legal.decide",
    params: requestId,
    body: z.strictObject({
      granted: z.boolean(),
      answer: multiLine(requestAnswerLength.min, requestAnswerLength.max),
      acts: z.boolean(),
    }),
    response: changeResponse(z.null()),
    refusals: [
      requestRefusals.notFound,
      dataRequestRefusals.closed,
      dataRequestRefusals.own,
      dataRequestRefusals.ownLetter,
      dataRequestRefusals.noStep,
      privacyRefusals.deletionBlocked,
      privacyRefusals.archiveInProgress,
    ],
  },
});
export type DataRequestApi = typeof dataRequestEndpoints;
