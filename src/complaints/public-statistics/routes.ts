import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { type Outcome, outcomes } from "../rules.ts";
import { problems } from "../opening/rules.ts";
import { publicStatisticsEndpoints } from "./contract.ts";
import { countClosedProblems, listClosedMonths } from "./queries.ts";
import { minPublicCount, publicCounts, publicMonths } from "./rules.ts";

const outcomeNames = Object.keys(outcomes) as Outcome[];

/** The `/v1` endpoint of the public statistics of complaints. */
export function publicStatisticsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, publicStatisticsEndpoints, {
    "GET /v1/complaint-statistics": async ({ now }) => {
      const rows = await listClosedMonths(db, now, publicMonths);
      const shown = rows.filter(({ closed }) => closed >= minPublicCount);
      const months = shown.map(({ month, closed, outcomes: ended, median_days }) => {
        const known = Object.fromEntries(outcomeNames.map((name) => [name, ended[name] ?? 0])) as Record<
          Outcome,
          number
        >;
        const counts = publicCounts(known, closed);
        return {
          month,
          closed,
          outcomes: outcomeNames.map((name) => ({ label: outcomes[name], count: counts[name] })),
          median_days,
        };
      });
      const found = await countClosedProblems(
        db,
        now,
        shown.map(({ month }) => month),
      );
      return {
        success: true,
        result: {
          months,
          hidden_months: rows.length - shown.length,
          problems: found.map(({ problem, count }) => ({
            label: problems[problem].label,
            count: count < minPublicCount ? null : count,
          })),
        },
      };
    },
  });
}
