import type { JobHandlers } from "#lib/jobs.ts";
import { notifyOfText } from "./information/notify-users.ts";

/** Background work of the site. */
export const siteJobs: JobHandlers = {
  "site.notify_of_text": (payload, context) => notifyOfText(context, payload, context.clock.now()),
};
