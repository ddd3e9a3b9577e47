import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { reportRefusals } from "./contract.ts";
import { lockOwnHiding, saveObjection } from "./queries.ts";
import { objectionUntil } from "./rules.ts";

/**
 * Stores the author's objection to a hiding, for another operator to decide. Refuses with `reports.objected` a second
 * objection and one that is too late, and with `request.not_found` for what the author took back or somebody else
 * wrote.
 */
export async function objectToHiding(
  context: Pick<Context, "db">,
  { hidingId, authorId, text }: { hidingId: string; authorId: string; text: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const hiding = await lockOwnHiding(tx, hidingId, authorId);
    if (!hiding) throw new Refusal(requestRefusals.notFound);
    if (objectionUntil(hiding, now) === null) throw new Refusal(reportRefusals.objected);
    await saveObjection(tx, hidingId, text, now);
  });
}
