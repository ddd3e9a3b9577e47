import type { JobHandlers } from "#lib/jobs.ts";
import { publishHosted } from "./publish-hosted.ts";
import { pushNews } from "./push-news.ts";
import { sendElsewhere } from "./send-elsewhere.ts";

/** Background work of notifications. */
export const notificationJobs: JobHandlers = {
  "notifications.send_elsewhere": ({ ids }, context) => sendElsewhere(context, ids),
  "notifications.push": ({ notificationId, subscriptionId }, context) =>
    pushNews(context, notificationId, subscriptionId),
  "notifications.publish_hosted": ({ ids }, context) => publishHosted(context, ids),
};
