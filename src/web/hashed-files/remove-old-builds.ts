import type { Context } from "#lib/context.ts";
import { deleteBuilds, deleteUnusedFiles, lockBuilds } from "./queries.ts";
import { buildRetentionDuration } from "./rules.ts";

/** Removes the builds that have not run for {@link buildRetentionDuration}, and the files that only they have. */
export async function removeOldBuilds({ db }: Pick<Context, "db">): Promise<void> {
  await db.transaction(async (tx) => {
    await lockBuilds(tx);
    if ((await deleteBuilds(tx, buildRetentionDuration)) > 0) await deleteUnusedFiles(tx);
  });
}
