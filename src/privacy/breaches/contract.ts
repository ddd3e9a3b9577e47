import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  multiLine,
  resultResponse,
  singleLine,
  timestamp,
  whenValid,
} from "#lib/schema.ts";
import {
  breachDataKindNames,
  breachListLimits,
  breachReferenceLength,
  breachSelectionNames,
  breachTextLength,
  momentOf,
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
const sentText = boundedText(breachTextLength.max * 4 + 100);
const sentMoment = boundedText(16, "Tulis tanggal dan jam.");

/**
 * What a form sends. Its rules are those of {@link breachFieldsAt}, which the operation applies: the moments are
 * compared with the clock, and a form must get all its refusals at once.
 */
const sentFields = z.strictObject({
  title: boundedText(breachTextLength.titleMax * 4 + 100),
  what: sentText,
  cause: sentText,
  measures: sentText,
  /** What people can do themselves. */
  advice: sentText,
  data_kinds: z.array(boundedText(40)).max(100),
  /** In WIB: `2026-11-23T14:05`. */
  began_at: sentMoment,
  ended_at: sentMoment,
  noticed_at: sentMoment,
  other_people: z.number(),
});
export type SentBreach = z.output<typeof sentFields>;

/** The fields of a breach, whose moments have passed at `now`. */
export function breachFieldsAt(now: Date) {
  const moment = sentMoment.transform((typed, check) => {
    const at = momentOf(typed);
    if (at && at <= now) return at;
    check.addIssue({ code: "custom", message: "Tulis tanggal dan jam yang sudah lewat." });
    return z.NEVER;
  });
  return z
    .strictObject({
      title: singleLine(breachTextLength.titleMin, breachTextLength.titleMax),
      what: text,
      cause: optionalText,
      measures: text,
      advice: optionalText,
      data_kinds: z.array(kind).min(1, "Pilih sedikitnya satu.").max(breachDataKindNames.length),
      began_at: moment,
      ended_at: moment,
      noticed_at: moment,
      other_people: z.int().min(0).max(1_000_000_000),
    })
    .refine(({ began_at: began, ended_at: ended }) => ended >= began, {
      path: ["ended_at"],
      error: "Selesainya tidak sebelum mulainya.",
      when: whenValid("began_at", "ended_at"),
    })
    .refine(({ began_at: began, noticed_at: noticed }) => noticed >= began, {
      path: ["noticed_at"],
      error: "Diketahui tidak sebelum kejadian.",
      when: whenValid("began_at", "noticed_at"),
    });
}
/** The fields with moments. */
export const breachMoments: readonly string[] = ["began_at", "ended_at", "noticed_at"];

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
  /** The mail to people who wait for one, by what is recorded now. */
  letter: z.object({ subject: z.string(), paragraphs: z.array(z.string()) }),
  /** The mails that were sent, the newest first, and to how many accounts. */
  sent_letters: z.array(
    z.object({
      id,
      subject: z.string(),
      paragraphs: z.array(z.string()),
      sent_at: timestamp,
      people: z.int(),
      /** What is recorded now says something else. */
      is_outdated: z.boolean(),
    }),
  ),
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
    body: sentFields,
    response: changeResponse(z.object({ id })),
    refusals: [breachRefusals.moments, requestRefusals.invalid],
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
    body: sentFields,
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, requestRefusals.invalid, breachRefusals.moments],
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
