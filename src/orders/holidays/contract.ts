import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, resultResponse, singleLine } from "#lib/schema.ts";
import { holidayColumns, holidayEffects, holidayLimits, type HolidayEffect } from "./rules.ts";

export const holidayRefusals = defineRefusals({
  past: { code: "holidays.past", status: 409, message: "Hari yang sudah lewat tidak diubah lagi." },
  exists: {
    code: "holidays.exists",
    status: 409,
    message: "Tanggal ini sudah ada dalam daftar untuk wilayah itu. Ubah yang sudah ada.",
  },
  notCsv: {
    code: "holidays.not_csv",
    status: 422,
    message: `Berkas harus CSV dengan kolom ${holidayColumns.join(", ")}, paling banyak ${holidayLimits.days} hari.`,
  },
  linesRefused: {
    code: "holidays.lines_refused",
    status: 409,
    message: "Masih ada baris yang ditolak, jadi tidak ada yang disimpan. Perbaiki berkasnya.",
  },
});

const fields = {
  day: z.iso.date("Tulis tanggal seperti 10/03/2027."),
  name: singleLine(holidayLimits.name.min, holidayLimits.name.max),
  /** The code of a province; null for all of Indonesia. */
  province: boundedText(2).nullable(),
  is_provisional: z.boolean(),
  source: singleLine(0, holidayLimits.source),
};
const body = z.strictObject(fields);
export type HolidayBody = z.output<typeof body>;
const file = z.strictObject({ csv: boundedText(holidayLimits.bytes, "Berkas terlalu besar.") });
const shown = z.object({ ...fields, day: z.string(), name: z.string(), source: z.string() });
const params = z.strictObject({ holidayId: id });
const changed = changeResponse(z.object({ id }));
const saving = [holidayRefusals.past, holidayRefusals.exists];

export const holidayEndpoints = endpoints({
  "GET /v1/operator/holidays": {
    summary: "Holidays from a year ago on, by day, and the provinces that can have their own",
    policy: "operator:holidays.read",
    response: resultResponse(
      z.object({
        today: z.string(),
        changes: z.boolean(),
        provinces: z.array(z.object({ code: z.string(), name: z.string() })),
        rows: z.array(shown.extend({ id, province_name: z.string().nullable(), is_past: z.boolean() })),
      }),
    ),
  },
  "GET /v1/operator/holidays/file.csv": {
    summary: "The holidays of that list as CSV, in the form that an import reads",
    policy: "operator:holidays.read",
    response: z.string(),
    raw: true,
  },
  "POST /v1/operator/holidays": {
    summary: "Add a holiday. It counts for clocks that start from now on",
    policy: "operator:holidays.change",
    body,
    response: changed,
    refusals: saving,
  },
  "PUT /v1/operator/holidays/:holidayId": {
    summary: "Change a holiday that has not passed",
    policy: "operator:holidays.change",
    params,
    body,
    response: changed,
    refusals: [requestRefusals.notFound, ...saving],
  },
  "DELETE /v1/operator/holidays/:holidayId": {
    summary: "Remove a holiday that has not passed",
    policy: "operator:holidays.change",
    params,
    response: changed,
    refusals: [requestRefusals.notFound, holidayRefusals.past],
  },
  "POST /v1/operator/holidays/import/preview": {
    summary: "What a CSV file of holidays would change; stores nothing",
    policy: "operator:holidays.change",
    changesNothing: true,
    body: file,
    response: resultResponse(
      z.object({
        lines: z.array(
          z.object({
            line: z.int(),
            holiday: shown,
            effect: z.enum(Object.keys(holidayEffects) as [HolidayEffect, ...HolidayEffect[]]),
          }),
        ),
        refused: z.array(z.object({ line: z.int(), problem: z.string() })),
      }),
    ),
    refusals: [holidayRefusals.notCsv],
  },
  "POST /v1/operator/holidays/import": {
    summary: "Store a CSV file of holidays. Days that it does not name stay; with a refused line nothing is stored",
    policy: "operator:holidays.change",
    body: file,
    response: changeResponse(z.object({ added: z.int(), changed: z.int() })),
    refusals: [holidayRefusals.notCsv, holidayRefusals.linesRefused, holidayRefusals.exists],
  },
});
export type HolidayApi = typeof holidayEndpoints;
