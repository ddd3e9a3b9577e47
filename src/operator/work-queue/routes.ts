import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { workQueueEndpoints } from "./contract.ts";
import { listFailedJobs, listJobKinds } from "./queries.ts";
import { retryJobs } from "./retry-jobs.ts";
import { shownError } from "./rules.ts";

/** `/v1/operator/jobs` endpoints: background jobs, and running failed ones again. */
export function workQueueRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, workQueueEndpoints, {
    "GET /v1/operator/jobs": async ({ actor }) => {
      const [kinds, failures] = await Promise.all([listJobKinds(db), listFailedJobs(db)]);
      return {
        success: true,
        result: {
          kinds: kinds.map(({ due_since: since, ...kind }) => ({ ...kind, due_since: since?.toISOString() ?? null })),
          failures: failures.map(({ error, at, next_at: next, ...job }) => ({
            ...job,
            error: shownError(error),
            at: at.toISOString(),
            next_at: next?.toISOString() ?? null,
          })),
          retries: isPermitted(actor.operatorRole, "jobs.retry"),
        },
      };
    },
    "POST /v1/operator/jobs/retry": async ({ actor, body }) => {
      const count = await retryJobs(context, actor, body);
      return { success: true, message: `${count} pekerjaan dijalankan lagi.`, data: { count } };
    },
  });
}
