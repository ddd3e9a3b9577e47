import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { retryReasonLength } from "./rules.ts";

export const workQueueRefusals = defineRefusals({
  nothingFailed: {
    code: "jobs.nothing_failed",
    status: 409,
    message: "Tidak ada pekerjaan gagal dengan nama itu.",
  },
});

export const workQueueEndpoints = endpoints({
  "GET /v1/operator/jobs": {
    summary: "Background jobs: how many wait and run of each kind, and those that failed",
    policy: "operator:jobs.read",
    response: resultResponse(
      z.object({
        kinds: z.array(
          z.object({
            name: z.string(),
            // Each number is 1,001 when there are more than 1,000.
            /** Jobs whose time has come, and since when the oldest of them waits. */
            due: z.int(),
            due_since: timestamp.nullable(),
            /** Jobs for a later time. */
            planned: z.int(),
            running: z.int(),
            /** Jobs that failed and will be tried again by themselves. */
            retrying: z.int(),
            /** Jobs that nothing tries again. */
            failed: z.int(),
          }),
        ),
        failures: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            attempts: z.int(),
            error: z.string(),
            at: timestamp,
            /** Null when nothing tries it again. */
            next_at: timestamp.nullable(),
          }),
        ),
        /** The actor may run failed jobs again. */
        retries: z.boolean(),
      }),
    ),
  },
  "POST /v1/operator/jobs/retry": {
    summary: "Runs the failed jobs of one kind again",
    policy: "operator:jobs.retry",
    body: z.strictObject({
      name: boundedText(80).regex(/^[a-z-]+\.[a-z_]+$/, "Pilihan tidak tersedia."),
      reason: singleLine(retryReasonLength.min, retryReasonLength.max),
    }),
    response: changeResponse(z.object({ count: z.int() })),
  },
});
export type WorkQueueApi = typeof workQueueEndpoints;
