/**
 * Design note. A page must not be sent before all processes can serve its files, so this runs before a process listens.
 * The first process of a build stores the files that no build before had; any further start of the build is one small
 * statement. Not chosen: files of a shared folder or bucket, because machines share the database and not always a
 * folder, and a bucket is paid by the call (docs/decisions/0131-files-of-other-builds.md).
 */
import type { Context } from "#lib/context.ts";
import { insertBuild, insertFiles, listMissingFiles, lockBuilds, updateBuildRun, type StoredFile } from "./queries.ts";
import { readBuild, readBuildFile, type Build } from "./read-build.ts";
import { buildRunInterval } from "./rules.ts";

/**
 * Stores the hashed files of the build for processes of other builds, unless they are stored already, and that the
 * build runs now.
 */
export async function publishBuild({ db }: Pick<Context, "db">, build: Build): Promise<void> {
  if (await updateBuildRun(db, build.id)) return;
  const read = new Map<string, StoredFile>();
  await db.transaction(async (tx) => {
    await lockBuilds(tx);
    const missing = await listMissingFiles(tx, build.files);
    for (const name of missing) {
      const file = read.get(name) ?? (await readBuildFile(build, name));
      if (!file) throw new Error(`${name} of the web build has gone: restart this process`);
      read.set(name, file);
    }
    await insertFiles(
      tx,
      missing.map((name) => read.get(name)).filter((file) => file !== undefined),
    );
    await insertBuild(tx, build);
  });
}

/**
 * Publishes the build of this program, and each hour again while the process runs, so that it is not removed. The
 * returned function stops that. A failure after the first time is logged.
 */
export async function keepPublished({ db, log }: Pick<Context, "db" | "log">): Promise<() => void> {
  const build = await readBuild();
  await publishBuild({ db }, build);
  const publishAgain = () =>
    publishBuild({ db }, build).catch((error: unknown) => log.warn({ err: error }, "the web build was not published"));
  const timer = setInterval(() => void publishAgain(), buildRunInterval);
  timer.unref();
  return () => clearInterval(timer);
}
