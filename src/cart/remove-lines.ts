import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { later } from "#lib/time.ts";
import { deleteLines, setLineAside } from "./queries.ts";
import { undoTime } from "./rules.ts";

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
  const forget = later(now, -undoTime);
  if ((await setLineAside(db, { userId, lineId, now, forget })) === 0) throw new Refusal(requestRefusals.notFound);
}
