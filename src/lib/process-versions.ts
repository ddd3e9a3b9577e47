/**
 * Design note. During an update, processes of two versions use one database, and after one that was given up, a process
 * of the version before may do so for days. What only new ones do right must wait until no other is left. Each process
 * names its connections after the newest migration that it has, such as `kawung/0427`, and PostgreSQL lists them while
 * they are open. A process that ends is gone from that list, however it ends, and processes from before these names are
 * found as well: their connections have a name without a number.
 * Not chosen: a table with a row for each process. A version before it writes none, and a row outlives its process.
 */
import { sql, type Queryable } from "./database.ts";
import { Refusal, type RefusalKind } from "./refusal.ts";

/**
 * Refuses while a process is connected whose newest migration is before that number. One that starts afterwards is not
 * seen, so what must never happen is refused by the database too.
 */
export async function assertEveryProcessSince(db: Queryable, migration: number, refusal: RefusalKind): Promise<void> {
  const older = await db.row(sql`
    select from pg_stat_activity where datname = current_database() and application_name ~ '^kawung'
      and coalesce(substring(application_name from '/([0-9]{4})$')::int, 0) < ${migration} limit 1`);
  if (older) throw new Refusal(refusal);
}
