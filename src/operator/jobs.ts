import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { deleteExports, makeExport } from "./exports/make-export.ts";
import { scanForSignals } from "./signals/find-signals.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Applies the rules about signs of fraud to what is new. */
    "operator.find_signals": Record<string, never>;
  }
}

/** Background work of the console. */
export const operatorJobs: JobHandlers = {
  "operator.find_signals": (_payload, context) => scanForSignals(context, context.clock.now()),
  "operator.make_export": ({ exportId }, context) => makeExport(context, exportId),
  "operator.delete_exports": (_payload, context) => deleteExports(context, context.clock.now()),
};

export const operatorSchedules: readonly Schedule[] = [
  { name: "operator.find_signals", match: "29 * * * *" },
  { name: "operator.delete_exports", match: "41 * * * *" },
];
