import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { deleteUnused, lockLongUnused, markUnused } from "./queries.ts";
import { unusedPictureTtl } from "./rules.ts";

const batchSize = 200;
const markedAtOnce = 2_000;

/**
 * Removes uploaded pictures that nothing has referred to for a day, with their files. A product that is just being
 * saved locks its pictures and keeps them. One that is saved a moment later is refused, as with any unknown picture.
 */
export async function removeUnusedPictures({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  // In batches of their own, so that no statement takes long however many pictures there are.
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after;)
    after = await markUnused(db, { after, limit: markedAtOnce, now });
  for (let checked = batchSize; checked === batchSize;)
    checked = await db.transaction(async (tx) => {
      const ids = await lockLongUnused(tx, addDuration(now, -unusedPictureTtl), batchSize);
      if (ids.length === 0) return 0;
      // A new statement sees what was saved before the pictures were locked.
      for (const key of await deleteUnused(tx, ids)) await queueJob(tx, "media.remove_files", { key });
      return ids.length;
    });
}
