import type { JobHandlers } from "#lib/jobs.ts";
import { publishToPusher } from "./live/publish-pusher.ts";
import { sendPush } from "./push/send-push.ts";
import { queueMailAndPush } from "./channels/queue-mail-and-push.ts";

/** Background work of notifications. */
export const notificationJobs: JobHandlers = {
  "notifications.queue_mail_and_push": ({ ids }, context) => queueMailAndPush(context, ids),
  "notifications.push": ({ notificationId, subscriptionId }, context) =>
    sendPush(context, notificationId, subscriptionId),
  "notifications.publish_pusher": ({ ids }, context) => publishToPusher(context, ids),
};
