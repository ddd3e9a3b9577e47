import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { deleteUnused, lockLongUnused, markUnused } from "./queries.ts";
import { unusedPictureTtl } from "./rules.ts";

const batchSize = 200;

/**
 * Removes the pictures people sent that nothing has shown for a day, files and all. What is being saved just now holds its
 * pictures, and keeps them; what is saved a moment later finds them gone and is refused as with any unknown picture.
 */
export async function removeUnusedPictures({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await markUnused(db, now);
  for (let checked = batchSize; checked === batchSize;)
    checked = await db.transaction(async (tx) => {
      const ids = await lockLongUnused(tx, addDuration(now, -unusedPictureTtl), batchSize);
      if (ids.length === 0) return 0;
      // A new statement: it sees what was saved before the pictures were held.
      for (const key of await deleteUnused(tx, ids)) await queueJob(tx, "media.remove_files", { key });
      return ids.length;
    });
}
