import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { deleteLines, moveToRemovedLines } from "./queries.ts";
import { undoDuration } from "./rules.ts";

/** Takes lines out of a person's cart, inside the caller's transaction when it has one; answers how many were theirs. */
export function removeLines(db: Queryable, userId: string, lineIds: readonly string[]): Promise<number> {
  return deleteLines(db, userId, lineIds);
}

/** Takes one line out at its owner's wish; it can be put back with `restoreLine`. A line of somebody else is not found. */
export async function removeLine(
  db: Queryable,
  { userId, lineId }: { userId: string; lineId: string },
  now: Date,
): Promise<void> {
  const forget = addDuration(now, -undoDuration);
  if ((await moveToRemovedLines(db, { userId, lineId, now, forget })) === 0)
    throw new Refusal(requestRefusals.notFound);
}
