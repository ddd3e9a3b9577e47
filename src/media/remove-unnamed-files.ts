import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "#lib/context.ts";
import { fileFolders } from "#lib/files/file-store.ts";
import { storesOf } from "#lib/files/files-of.ts";
import { assertOwnStore } from "#lib/files/store-owner.ts";
import { addDuration } from "#lib/time.ts";
import { findNamedDocuments } from "./queries.ts";
import { unnamedFileTtl } from "./rules.ts";
import { isSealedKey, removeSealedFile } from "./sealed-files.ts";

const batchSize = 500;

/**
 * Removes sealed documents that no row names, and unfinished files, once they are old enough: a killed process left
 * them between storing the file and its row. `now` is real time, like the times of files. Returns how many it removed.
 * Throws ForeignStoreError when the S3-compatible store has the documents of another database.
 */
export async function removeUnnamedFiles(context: Pick<Context, "db" | "config">, now: Date): Promise<number> {
  const { db, config } = context;
  const before = addDuration(now, -unnamedFileTtl);
  let removed = await removeUnfinished(config.dataDir, before);
  await assertOwnStore(context);
  const { chosen, other } = storesOf(config);
  for (const store of other ? [chosen, other] : [chosen]) {
    const old: string[] = [];
    for await (const { name, changedAt } of store.list("private")) {
      const key = name.endsWith(".bin") ? name.slice(0, -".bin".length) : "";
      if (isSealedKey(key) && changedAt < before) old.push(key);
    }
    for (let at = 0; at < old.length; at += batchSize) {
      const batch = old.slice(at, at + batchSize);
      const named = await findNamedDocuments(db, batch);
      for (const key of batch.filter((one) => !named.has(one))) {
        await removeSealedFile(config, key);
        removed += 1;
      }
    }
  }
  return removed;
}

/** Files that were being written when their process was killed; they are always on this machine. */
async function removeUnfinished(dataDir: string, before: Date): Promise<number> {
  let removed = 0;
  for (const folder of fileFolders)
    for (const name of await readdir(join(dataDir, folder)).catch((): string[] => [])) {
      const path = join(dataDir, folder, name);
      const found = name.endsWith(".part") ? await stat(path).catch(() => undefined) : undefined;
      if (!found?.isFile() || found.mtime >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  return removed;
}
