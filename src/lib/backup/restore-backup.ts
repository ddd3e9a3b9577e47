/**
 * Design note. A restore builds a new data folder beside the wanted one, lets the server apply the stored log up to the
 * wanted moment, and renames the folder only when the server takes writes. So an interrupted restore leaves nothing
 * that looks complete, and a folder with content is never written to: with `force` it is moved aside, never deleted. An
 * empty one that cannot be replaced, such as a container's volume, is filled in the end.
 * The server gives up when its log ends before the wanted moment. That is no error here, because everything that was
 * stored is older than that moment: it is started again without a moment. A gap in the log is found before.
 */
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stopPostgres, recoverPostgres } from "../postgres/server.ts";
import { restoreCommand } from "../postgres/start-database.ts";
import { filesName, filesPath, listBackups, readManifest, type Manifest } from "./backup-folder.ts";
import { restoreMedia } from "./copy-media.ts";
import { assertRoom, fillFolder, openTarget } from "./restore-target.ts";
import { extractEntry, readEntries } from "./file-stream.ts";
import { BackupError, explainWrite, readBackupKey, readSealed, refusedBackup } from "./sealed-file.ts";
import { isContinued, readTimeline, type Timeline } from "./timelines.ts";
import { assertWal } from "./verify-backup.ts";

const supportedPostgres = "18";

export type Restore = {
  /** The backup folder and the file of its key. */
  folder: string;
  keyFile: string;
  /** The moment whose state is wanted; undefined is the newest. */
  at: Date | undefined;
  /** The timeline of the log to follow; undefined is the newest. */
  timeline?: number | undefined;
  /** The data folder to make. */
  to: string;
  /** Moves an existing data folder aside. */
  force: boolean;
  /** Called with the restored database and the unfinished data folder, before that gets its name. */
  settle?: (databaseUrl: string, folder: string) => Promise<void>;
};

export type Restored = {
  backup: string;
  /** When the last change that is in the restored database was committed; null when the log had none. */
  lastChangeAt: Date | null;
  pictures: number;
  /** Where the folder that existed before is now. */
  movedTo: string | undefined;
};

/**
 * Restores the newest state, or that of a moment, into a new data folder. Throws a {@link BackupError} that says why
 * not: a folder that exists or cannot be made, no backup before that moment, a wrong key, a file that is cut off or
 * damaged, a full disk.
 */
export async function restoreBackup(request: Restore, log: (line: string) => void): Promise<Restored> {
  const { folder, keyFile, at, force, settle } = request;
  const { to, unfinished, isTaken, isFixed, undo } = await openTarget(request.to, force);
  try {
    const key = await readBackupKey(keyFile);
    const timeline = await readTimeline(folder, key, request.timeline);
    const manifest = await readManifest(folder, (await chooseBackup(folder, at, timeline, log)).id, key);
    if (manifest.postgres !== supportedPostgres)
      throw refusedBackup(
        `Backup ${manifest.id} is of PostgreSQL ${manifest.postgres}, and this program runs ${supportedPostgres}.`,
      );
    await assertWal(folder, manifest, timeline);
    if (isTaken) await assertUnused(to);
    assertRoom(unfinished, to, manifest.bytes);
    log(`restoring backup ${manifest.id}`);
    await extract(manifest, folder, key, unfinished);
    const source = { folder, keyFile, at, timeline, settle };
    const lastChangeAt = await applyLog(unfinished, source, log).catch((error: Error) => {
      throw new BackupError(`The database could not be restored. ${error.message}`);
    });
    const pictures = await restoreMedia(folder, key, at ?? new Date(), unfinished);
    // The restore took its time. A service that was started meanwhile has made or opened the folder.
    if (isTaken) await assertUnused(to);
    const movedTo = isTaken ? `${to}.before-${manifest.id}-${Date.now()}` : undefined;
    if (movedTo) await rename(to, movedTo);
    await (isFixed ? fillFolder(to, unfinished) : moveTo(unfinished, to));
    return { backup: manifest.id, lastChangeAt, pictures, movedTo };
  } catch (error) {
    await undo();
    throw explainWrite(error, to);
  }
}

/** Stops the database of a data folder that no process uses. Throws when one does. */
async function assertUnused(folder: string): Promise<void> {
  if (existsSync(join(folder, "postgres", "postgres.json")) && !(await stopPostgres(join(folder, "postgres"))))
    throw refusedBackup(`A server is running on ${folder}: stop it first.`);
}

/** Moves a folder to a place where there is none or an empty one. Throws when it has content: nothing is deleted. */
export async function moveTo(from: string, to: string): Promise<void> {
  try {
    await rmdir(to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTEMPTY" || code === "EEXIST")
      throw refusedBackup(`${to} got content while the restore was running: stop the service, and restore again.`);
    if (code !== "ENOENT") throw error;
  }
  await rename(from, to);
}

/** The newest backup that ended before the moment and that the timeline continues. */
async function chooseBackup(
  folder: string,
  at: Date | undefined,
  timeline: Timeline,
  log: (line: string) => void,
): Promise<Manifest> {
  const all = await listBackups(folder);
  for (const id of all.damaged) log(`backup ${id} is left out: its backup.json is damaged`);
  const finished = all.finished.filter(({ lastWal }) => isContinued(lastWal, timeline));
  const fitting = finished.filter(({ finishedAt }) => at === undefined || new Date(finishedAt) <= at).at(-1);
  if (fitting) return fitting;
  const [oldest] = finished;
  throw refusedBackup(
    oldest
      ? `The oldest backup in ${folder} ended at ${oldest.finishedAt}, after the wanted moment.`
      : `There is no finished backup in ${folder}.`,
  );
}

async function extract(manifest: Manifest, folder: string, key: Buffer, target: string): Promise<void> {
  const { id } = manifest;
  await readEntries(readSealed(filesPath(folder, id), filesName(id), key), (entry) => extractEntry(entry, target));
  await cp(join(target, "settings"), target, { recursive: true });
  await rm(join(target, "settings"), { recursive: true });
  const cluster = join(target, "postgres", "postgres");
  await mkdir(join(target, "postgres"), { recursive: true });
  await rename(join(target, "cluster"), cluster);
  await chmod(cluster, 0o700);
}

async function applyLog(
  target: string,
  {
    folder,
    keyFile,
    at,
    timeline,
    settle,
  }: Pick<Restore, "folder" | "keyFile" | "at" | "settle"> & {
    timeline: Timeline;
  },
  log: (line: string) => void,
): Promise<Date | null> {
  const database = join(target, "postgres");
  const settings = {
    restore_command: restoreCommand({ folder, keyFile }),
    recovery_target_action: "promote",
    recovery_target_timeline: String(timeline.timeline),
    archive_mode: "off",
  };
  const run = async (further: Record<string, string>) => {
    await writeFile(join(database, "postgres", "recovery.signal"), "");
    return recoverPostgres(database, { ...settings, ...further }, log, async (client, url) => {
      const { rows } = await client.query<{ at: Date | null }>("select pg_last_xact_replay_timestamp() as at");
      await settle?.(url, target);
      return rows[0]?.at ?? null;
    });
  };
  if (!at) return run({});
  try {
    // The server does not know the zone Z yet when it reads this.
    return await run({ recovery_target_time: at.toISOString().replace("T", " ").replace("Z", "+00") });
  } catch (error) {
    if (!(error as Error).message.includes("before configured recovery target was reached")) throw error;
    log("the stored log ends before that moment: restoring all of it");
    return run({});
  }
}
