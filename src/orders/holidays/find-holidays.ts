import type { Queryable } from "#lib/database.ts";
import { listDays } from "./queries.ts";

/**
 * The days (`2027-03-10`) on which no working day counts, in all of Indonesia, and for a province code in that province
 * too. Every clock reads them when it starts, so a change counts at once in all processes.
 */
export async function findHolidays(db: Queryable, province: string | null): Promise<ReadonlySet<string>> {
  return new Set((await listDays(db, province)).map(({ day }) => day));
}
