import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { tariffAhead, tariffColumns, tariffEffects, tariffLimits, type TariffEffect } from "./rules.ts";

export const tariffRefusals = defineRefusals({
  notCsv: {
    code: "tariffs.not_csv",
    status: 422,
    message: `Berkas harus CSV dengan kolom ${tariffColumns.join(", ")}.`,
  },
  dayWrong: {
    code: "tariffs.day_wrong",
    status: 422,
    message: `Tarif berlaku mulai hari ini, paling lama ${span(tariffAhead)} lagi.`,
  },
  linesRefused: {
    code: "tariffs.lines_refused",
    status: 409,
    message: "Masih ada baris yang ditolak, jadi tidak ada yang disimpan. Perbaiki berkasnya.",
  },
  nothingChanges: {
    code: "tariffs.nothing_changes",
    status: 409,
    message: "Semua tarif dalam berkas ini sudah berlaku, jadi tidak ada yang berubah.",
  },
});

const file = {
  csv: boundedText(tariffLimits.pageBytes, "Berkas terlalu besar. Pakai perintah di server."),
  from: z.iso.date("Tulis tanggal seperti 21/11/2026."),
};
const bodyLimit = tariffLimits.pageBytes * 2;
const rate = z.object({
  courier: z.string(),
  origin: z.string(),
  destination: z.string(),
  perKg: rupiah.nullable(),
  nextKg: rupiah.nullable(),
  minKg: z.int(),
  divisor: z.int(),
  daysMin: z.int(),
  daysMax: z.int(),
});

export const tariffEndpoints = endpoints({
  "GET /v1/operator/tariffs": {
    summary: "Lists of tariffs, newest first",
    policy: "operator:tariffs.read",
    response: resultResponse(
      z.object({
        today: z.string(),
        changes: z.boolean(),
        /** What counts now by courier and zone, from any origin; more exact routes are in the file. */
        in_force: z.array(
          z.object({
            courier: z.string(),
            zones: z.array(
              z.object({
                zone: z.string(),
                /** Null for a route that an operator stopped. */
                per_kg: rupiah.nullable(),
                days_min: z.int(),
                days_max: z.int(),
                is_imported: z.boolean(),
              }),
            ),
            /** How many routes have a rate of their own. */
            exact_routes: z.int(),
          }),
        ),
        lists: z.array(
          z.object({
            id,
            note: z.string(),
            rate_count: z.int(),
            couriers: z.array(z.string()),
            begins_at: timestamp,
            created_at: timestamp,
            created_by: z.string().nullable(),
            withdrawn_at: timestamp.nullable(),
            has_begun: z.boolean(),
          }),
        ),
      }),
    ),
  },
  "GET /v1/operator/tariffs/file.csv": {
    summary: "All tariffs that count now as CSV, also those of the built-in table, in the form that an import reads",
    policy: "operator:tariffs.read",
    response: z.string(),
    raw: true,
  },
  "POST /v1/operator/tariffs/preview": {
    summary: "What a CSV file of tariffs would change; stores nothing. The first lines of each kind are listed",
    policy: "operator:tariffs.change",
    changesNothing: true,
    bodyLimit,
    body: z.strictObject(file),
    response: resultResponse(
      z.object({
        counts: z.object({ add: z.int(), change: z.int(), stop: z.int(), same: z.int(), refused: z.int() }),
        lines: z.array(
          z.object({
            line: z.int(),
            rate,
            before: rate.nullable(),
            effect: z.enum(Object.keys(tariffEffects) as [TariffEffect, ...TariffEffect[]]),
          }),
        ),
        refused: z.array(z.object({ line: z.int(), problem: z.string() })),
      }),
    ),
    refusals: [tariffRefusals.notCsv, tariffRefusals.dayWrong],
  },
  "POST /v1/operator/tariffs": {
    summary: "Store what a CSV file of tariffs changes, from a day on; with a refused line nothing is stored",
    policy: "operator:tariffs.change",
    bodyLimit,
    body: z.strictObject({ ...file, note: singleLine(0, tariffLimits.note) }),
    response: changeResponse(z.object({ id, changes: z.int() })),
    refusals: [
      tariffRefusals.notCsv,
      tariffRefusals.dayWrong,
      tariffRefusals.linesRefused,
      tariffRefusals.nothingChanges,
    ],
  },
  "POST /v1/operator/tariffs/:tariffListId/withdraw": {
    summary: "Withdraw a list of tariffs: what it changed is again as before",
    policy: "operator:tariffs.change",
    params: z.strictObject({ tariffListId: id }),
    response: changeResponse(z.object({ id })),
    refusals: [requestRefusals.notFound],
  },
});
export type TariffApi = typeof tariffEndpoints;
