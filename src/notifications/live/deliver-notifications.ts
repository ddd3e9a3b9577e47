/**
 * Design note. Stored news become visible to open pages in one order. A place in it cannot be given when the news are
 * stored: transactions commit in another order than they took their numbers, and a reader who has seen number 8 would never
 * look for the 7 that commits later. So one transaction at a time, after the commit, gives places to what has none. Whoever
 * has read up to a place has missed nothing before it, and "everything after my last" is an exact question for a page that
 * lost its connection and for a process that lost a message alike.
 *
 * The process that stored the news delivers them at once; what it leaves behind when it dies in between is found by a sweep
 * of any other.
 */
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { userTopic } from "#lib/realtime/realtime.ts";
import { notificationsStoredSignal } from "../notify.ts";
import { hasUndelivered, lockPositions, assignPositions } from "./queries.ts";
import { deliverySweepInterval } from "../rules.ts";

/** What is said on a person's topic when there is something new for them. */
export const newNotificationsMessage = "notifications";

const batchSize = 200;

type Deps = Pick<Context, "db" | "realtime" | "config" | "log">;

/** Delivers all news that wait; says how many there were. Processes take turns. */
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

/** Delivers from now on whatever is stored in this process, and sweeps up after others; `stop` waits for the last one. */
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
