/**
 * Design note. Open pages see notifications in one order, by position. A notification cannot get its position when it
 * is stored, because transactions commit in another order than they take sequence numbers: a reader that has seen 8
 * would never look for a 7 that commits later. So positions are assigned after the commit, by one transaction at a
 * time. A reader of position 8 has then missed nothing before it, and "everything after my last position" is an exact
 * query, both for a page that lost its connection and for a process that lost a message.
 *
 * The process that stored a notification delivers it at once. When that process dies in between, a sweep by any other
 * process finds the notification.
 */
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { userTopic } from "#lib/realtime/realtime.ts";
import { notificationsStoredSignal } from "../notify.ts";
import { hasUndelivered, lockPositions, assignPositions } from "./queries.ts";
import { deliverySweepInterval } from "../rules.ts";

/** The message on a user's topic when they have new notifications. */
export const newNotificationsMessage = "notifications";

const batchSize = 200;

type Deps = Pick<Context, "db" | "realtime" | "config" | "log">;

/**
 * Assigns positions to all notifications without one and delivers them. Returns how many. Only one process does so at a
 * time.
 */
export async function deliverNotifications(context: Deps): Promise<number> {
  let delivered = 0;
  for (;;) {
    const placed = await context.db.transaction(async (tx) => {
      await lockPositions(tx);
      const fresh = await assignPositions(tx, batchSize);
      const ids = fresh.map(({ id }) => id);
      if (ids.length > 0)
        await queueJob(tx, "notifications.queue_mail_and_push", { ids }, { priority: "notification" });
      if (ids.length > 0 && context.config.pusher)
        await queueJob(tx, "notifications.publish_pusher", { ids }, { priority: "notification" });
      return fresh;
    });
    delivered += placed.length;
    for (const userId of new Set(placed.map(({ user_id }) => user_id)))
      context.realtime.publish(userTopic(userId), newNotificationsMessage);
    if (placed.length < batchSize) return delivered;
  }
}

/**
 * From now on delivers what this process stores and sweeps for what other processes left. `stop` waits for a running
 * delivery.
 */
export function startDelivery(context: Deps): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await deliverNotifications(context);
      } catch (error) {
        context.log.warn({ err: (error as Error).message }, "notifications wait for the next sweep");
      }
    } while (again);
  }
  function deliver(): void {
    again = true;
    running ??= run().finally(() => (running = undefined));
  }
  async function sweep(): Promise<void> {
    if (await hasUndelivered(context.db).catch(() => false)) deliver();
  }
  const silence = context.db.onSignal(notificationsStoredSignal, deliver);
  const timer = setInterval(() => void sweep(), deliverySweepInterval);
  void sweep();
  return {
    async stop() {
      silence();
      clearInterval(timer);
      await running;
    },
  };
}
