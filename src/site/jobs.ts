import type { JobHandlers } from "#lib/jobs.ts";
import { notifyOfSetting, notifyOfText } from "./information/notify-users.ts";

/** Background work of the site. */
export const siteJobs: JobHandlers = {
  "site.notify_of_text": (payload, context) => notifyOfText(context, payload, context.clock.now()),
  "site.notify_of_setting": (payload, context) => notifyOfSetting(context, payload, context.clock.now()),
};
