import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, multiLine, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import {
  breachDataKindNames,
  breachListLimits,
  breachReferenceLength,
  breachSelectionNames,
  breachTextLength,
} from "./rules.ts";

export const breachRefusals = defineRefusals({
  moments: {
    code: "breaches.moments",
    status: 422,
    message: "Waktu kejadian dan waktu diketahui tidak bisa dipakai.",
  },
  nobody: { code: "breaches.nobody", status: 422, message: "Tidak ada akun yang cocok. Tidak ada yang ditambahkan." },
  noPeople: { code: "breaches.no_people", status: 409, message: "Belum ada orang yang perlu diberi tahu." },
  reported: { code: "breaches.reported", status: 409, message: "Laporan kepada lembaga sudah dicatat." },
});

const kind = z.enum(breachDataKindNames, "Pilih dari daftar.");
const text = multiLine(breachTextLength.min, breachTextLength.max);
const optionalText = multiLine(0, breachTextLength.max);
const moment = boundedText(16, "Tulis tanggal dan jam.");

const fields = z.strictObject({
  title: singleLine(breachTextLength.titleMin, breachTextLength.titleMax),
  what: text,
  cause: optionalText,
  measures: text,
  /** What people can do themselves. */
  advice: optionalText,
  data_kinds: z.array(kind).min(1, "Pilih sedikitnya satu.").max(breachDataKindNames.length),
  /** In WIB: `2026-11-23T14:05`. */
  began_at: moment,
  ended_at: moment,
  noticed_at: moment,
  other_people: z.int().min(0).max(1_000_000_000),
});
export type BreachFields = z.output<typeof fields>;

const listed = z.object({
  id,
  number: z.string(),
  title: z.string(),
  noticed_at: timestamp,
  due_at: timestamp,
  is_overdue: z.boolean(),
  reported_at: timestamp.nullable(),
  letters_started_at: timestamp.nullable(),
});
export type ListedBreach = z.output<typeof listed>;

const detail = listed.extend({
  what: z.string(),
  cause: z.string(),
  measures: z.string(),
  advice: z.string(),
  data_kinds: z.array(kind),
  began_at: timestamp,
  ended_at: timestamp,
  other_people: z.int(),
  people: z.int(),
  notified: z.int(),
  recorded_by: z.string(),
  reported_by: z.string().nullable(),
  report_reference: z.string().nullable(),
  /** The mail to people, as it will be sent. */
  letter: z.object({ subject: z.string(), paragraphs: z.array(z.string()) }),
  acts: z.boolean(),
});
export type BreachDetail = z.output<typeof detail>;

const breachId = z.strictObject({ breachId: id });

export const breachEndpoints = endpoints({
  "GET /v1/operator/breaches": {
    summary: "The register of breaches of personal data, the newest first",
    policy: "operator:legal.read",
    query: z.strictObject({ after: id.optional() }),
    response: resultResponse(z.object({ rows: z.array(listed), next: id.nullable(), acts: z.boolean() })),
  },
  "POST /v1/operator/breaches": {
    summary: "Record a breach; its clock starts when it was noticed",
    policy: "operator:breaches.decide",
    body: fields,
    response: changeResponse(z.object({ id })),
    refusals: [breachRefusals.moments],
  },
  "GET /v1/operator/breaches/:breachId": {
    summary: "One breach with the number of people and the letter to them",
    policy: "operator:legal.read",
    params: breachId,
    response: resultResponse(detail),
    refusals: [requestRefusals.notFound],
  },
  "PUT /v1/operator/breaches/:breachId": {
    summary: "Change what is known about a breach; the audit log has what it was before",
    policy: "operator:breaches.decide",
    params: breachId,
    body: fields,
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, breachRefusals.moments],
  },
  "POST /v1/operator/breaches/:breachId/people": {
    summary: "Add people by a question or by a list of ids and e-mails",
    policy: "operator:breaches.decide",
    params: breachId,
    body: z.strictObject({
      selection: z.enum(breachSelectionNames, "Pilih dari daftar."),
      /** The address of a shop, for the selection `shop`. */
      shop: singleLine(0, 200).optional(),
      list: boundedText(breachListLimits.characters).optional(),
    }),
    bodyLimit: 4 * breachListLimits.characters,
    /** `unfound` are the words of the list that fit no account. */
    response: changeResponse(z.object({ added: z.int(), unfound: z.array(z.string()) })),
    refusals: [requestRefusals.notFound, breachRefusals.nobody],
  },
  "POST /v1/operator/breaches/:breachId/letters": {
    summary: "Send the letter to everybody who has not got it yet, as mail and notification",
    policy: "operator:breaches.decide",
    params: breachId,
    response: changeResponse(z.object({ people: z.int() })),
    refusals: [requestRefusals.notFound, breachRefusals.noPeople],
  },
  "POST /v1/operator/breaches/:breachId/report": {
    summary: "Record that the authority got the report, with the number under which it received it",
    policy: "operator:breaches.decide",
    params: breachId,
    body: z.strictObject({ reference: singleLine(breachReferenceLength.min, breachReferenceLength.max) }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, breachRefusals.reported],
  },
  "GET /v1/operator/breaches/:breachId/letter.pdf": {
    summary: "The report to the authority as PDF",
    policy: "operator:legal.read",
    params: breachId,
    response: z.any(),
    raw: true,
    limit: { max: 20, window: 60_000, by: "user" },
    refusals: [requestRefusals.notFound, serverRefusals.busy],
  },
});
export type BreachApi = typeof breachEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Sends the letters of a breach to everybody who has not got theirs. */
    "privacy.send_breach_letters": { breachId: string };
  }
}
