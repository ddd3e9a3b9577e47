import type { Queryable } from "#lib/database.ts";
import { deleteLines } from "./queries.ts";

/** Takes lines out of a person's cart, inside the caller's transaction when it has one; answers how many were theirs. */
export function removeLines(db: Queryable, userId: string, lineIds: readonly string[]): Promise<number> {
  return deleteLines(db, userId, lineIds);
}
