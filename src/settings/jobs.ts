import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import type { Declaration } from "#lib/settings/declaration.ts";
import { beginChanges } from "./announce-change.ts";

/** Background work of settings. */
export function settingJobs(declarations: readonly Declaration[]): JobHandlers {
  return {
    "settings.begin_changes": (_payload, context) => beginChanges(context, declarations, context.clock.now()),
  };
}

export const settingSchedules: readonly Schedule[] = [{ name: "settings.begin_changes", match: "* * * * *" }];
