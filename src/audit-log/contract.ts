import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, id, queryInt, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { isLogDay } from "./rules.ts";

export const auditLogEndpoints = endpoints({
  "GET /v1/operator/audit-log": {
    summary: "What operators and the system did, the latest first",
    policy: "operator:audit-log.read",
    query: z.strictObject({
      /** A person's id, or `system`. */
      actor: z.union([id, z.literal("system")], "Pilihan tidak tersedia.").optional(),
      /** An action, or with a dot at its end all actions of a slice. */
      action: boundedText(80)
        .regex(/^[a-z_-]+\.[a-z_]*$/, "Pilihan tidak tersedia.")
        .optional(),
      /** The id of what the action was about. */
      subject: singleLine(1, 100).optional(),
      /** A day in Jakarta. */
      day: boundedText(10).refine(isLogDay, "Tanggal tidak sesuai.").optional(),
      /** Entries before the one with this number. */
      before: queryInt(1, Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: resultResponse(
      z.object({
        rows: z.array(
          z.object({
            id: z.int(),
            at: timestamp,
            /** Null for the system. */
            actor: z.object({ id, name: z.string() }).nullable(),
            role: z.string(),
            action: z.string(),
            label: z.string(),
            /** `name` is what the console calls it, such as the title of a setting. */
            subject: z.object({ kind: z.string(), label: z.string(), id: z.string(), name: z.string().nullable() }),
            /** The fields that the action changed. */
            changes: z.array(
              z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
            ),
            /** The same in words, as the console shows it. */
            shown: z.array(
              z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
            ),
            reason: z.string().nullable(),
            hash: z.string(),
          }),
        ),
        /** The `before` of the next page. */
        next: z.int().nullable(),
        /** Who can be filtered by. */
        operators: z.array(z.object({ id, name: z.string() })),
      }),
    ),
  },
});
export type AuditLogApi = typeof auditLogEndpoints;
