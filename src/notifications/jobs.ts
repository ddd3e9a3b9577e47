import type { JobHandlers } from "#lib/jobs.ts";
import { publishHosted } from "./publish-pusher.ts";
import { pushNews } from "./send-push.ts";
import { sendElsewhere } from "./queue-mail-and-push.ts";

/** Background work of notifications. */
export const notificationJobs: JobHandlers = {
  "notifications.send_elsewhere": ({ ids }, context) => sendElsewhere(context, ids),
  "notifications.push": ({ notificationId, subscriptionId }, context) =>
    pushNews(context, notificationId, subscriptionId),
  "notifications.publish_hosted": ({ ids }, context) => publishHosted(context, ids),
};
