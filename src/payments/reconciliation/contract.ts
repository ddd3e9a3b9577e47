import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { changeResponse, queryInt, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { providerIds, type ListingProviderId } from "../rules.ts";
import { statementRefusals } from "../statements/contract.ts";
import { differenceKinds, entryKinds, reconciliationPages, type DifferenceKind, type EntryKind } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Queues the comparisons of days that are due. */
    "payments.reconcile": Record<string, never>;
    /** Compares a day of a provider with the books. */
    "payments.reconcile_day": { provider: ListingProviderId; day: string };
  }
}

export const reconciliationRefusals = defineRefusals({
  notOver: {
    code: "reconciliations.not_over",
    status: 422,
    message: "Hari ini belum selesai. Pilih hari yang sudah lewat.",
  },
});

const names = <T extends string>(table: Readonly<Record<T, string>>) => Object.keys(table) as [T, ...T[]];

/** How an entry differs. */
export const differenceJson = z.object({
  kind: z.enum(names<DifferenceKind>(differenceKinds)),
  entry: z.enum(names<EntryKind>(entryKinds)),
  reference: z.string(),
  note: z.string(),
  ours: z.int().nullable(),
  theirs: z.int().nullable(),
});
export type DifferenceJson = z.output<typeof differenceJson>;

const report = z.object({
  provider: z.enum(providerIds),
  day: z.iso.date(),
  /** How many entries were compared, and how many differ. `unread` of these could not be compared. */
  checked: z.int(),
  found: z.int(),
  unread: z.int(),
  /** What the books have of that day, in rupiah. */
  received: rupiah,
  returned: rupiah,
  paid_out: rupiah,
  finished_at: timestamp,
  /** Some of the differences. */
  differences: z.array(differenceJson),
});
export type ReportJson = z.output<typeof report>;

export const reconciliationEndpoints = endpoints({
  "GET /v1/operator/reconciliations": {
    summary: "Days of providers compared with the books, the latest first",
    policy: "operator:reconciliation.read",
    query: z.strictObject({ page: queryInt(1, reconciliationPages.maxPage).optional() }),
    response: resultResponse(
      z.object({ rows: z.array(report), more: z.boolean(), open: z.int(), decides: z.boolean() }),
    ),
  },
  "POST /v1/operator/reconciliations/:provider/:day": {
    summary: "Compare a day of a provider again",
    policy: "operator:reconciliation.decide",
    params: z.strictObject({ provider: z.enum(providerIds), day: z.iso.date() }),
    limit: { max: 30, window: minute, by: "user" },
    response: changeResponse(z.strictObject({})),
    refusals: [statementRefusals.notFinance, reconciliationRefusals.notOver],
  },
});
export type ReconciliationApi = typeof reconciliationEndpoints;
