import type { Context } from "#lib/context.ts";
import { MessageRefused } from "./code-sender.ts";
import { markFailed, markSent, releaseMessage, claimMessage, type Channel } from "./queries.ts";

/**
 * Sends a message unless it was sent or given up before. Throws the errors of `send`, so that the job is retried. A
 * message that is refused for good is only logged.
 */
export async function deliverOnce(
  { db, log }: Pick<Context, "db" | "log">,
  channel: Channel,
  key: string,
  send: () => Promise<void>,
): Promise<void> {
  const state = await claimMessage(db, channel, key);
  if (state === "done") return;
  if (state === "busy") throw new Error("this message is being delivered by another process");
  try {
    await send();
  } catch (error) {
    if (error instanceof MessageRefused) {
      await markFailed(db, channel, key, error.message);
      log.warn({ channel, reason: error.message }, "a message was refused permanently");
      return;
    }
    await releaseMessage(db, channel, key);
    throw error;
  }
  await markSent(db, channel, key);
}
