import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, timestamp } from "#lib/schema.ts";
import { exportKindNames, exportLimit, exportStateNames } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Makes the file that an operator asked for. */
    "operator.make_export": { exportId: string };
    /** Deletes files whose time is over, and ends those that nobody makes any more. */
    "operator.delete_exports": Record<string, never>;
  }
}

export const exportRefusals = defineRefusals({
  making: {
    code: "exports.making",
    status: 409,
    message: "Berkas Anda yang sebelumnya masih dibuat. Tunggu sampai selesai.",
  },
});

const day = z.iso.date();
const listed = z.object({
  id,
  kind: z.enum(exportKindNames),
  first_day: day,
  last_day: day,
  state: z.enum(exportStateNames),
  rows: z.int(),
  bytes: z.int().nullable(),
  by: z.string(),
  requested_at: timestamp,
  expires_at: timestamp.nullable(),
});
export type ListedExport = z.output<typeof listed>;

export const exportEndpoints = endpoints({
  "GET /v1/operator/exports": {
    summary: "The newest files that operators asked for",
    policy: "operator:exports.make",
    response: resultResponse(z.array(listed)),
  },
  "POST /v1/operator/exports": {
    summary: "Ask for a file of orders, ledger, people (masked) or products; the days are those of Jakarta",
    policy: "operator:exports.make",
    body: z.strictObject({ kind: z.enum(exportKindNames), first_day: day, last_day: day }),
    limit: exportLimit,
    response: changeResponse(z.object({ id })),
    refusals: [exportRefusals.making],
  },
  "GET /v1/operator/exports/:exportId/file": {
    summary: "The file as CSV; each download is in the audit log",
    policy: "operator:exports.make",
    params: z.strictObject({ exportId: id }),
    response: z.unknown(),
    raw: true,
    refusals: [requestRefusals.notFound],
  },
});
export type ExportApi = typeof exportEndpoints;
