/**
 * Design note. A restore builds a new data folder beside the wanted one, lets the server apply the stored log up to the
 * wanted moment, and renames the folder only when the server takes writes. So an interrupted restore leaves nothing
 * that looks complete, and a folder that exists is never written to: with `force` it is moved aside, never deleted.
 * The server gives up when its log ends before the wanted moment. That is no error here, because everything that was
 * stored is older than that moment: it is started again without a moment. A gap in the log is found before.
 */
import { existsSync, readdirSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stopPostgres, recoverPostgres } from "../postgres/server.ts";
import { scriptCommand } from "../postgres/start-database.ts";
import { filesName, filesPath, listBackups, readManifest, type Manifest } from "./backup-folder.ts";
import { restoreMedia } from "./copy-media.ts";
import { extractEntry, readEntries } from "./file-stream.ts";
import { BackupError, readBackupKey, readSealed } from "./sealed-file.ts";
import { assertWal } from "./verify-backup.ts";

const supportedPostgres = "18";

export type Restore = {
  /** The backup folder and the file of its key. */
  folder: string;
  keyFile: string;
  /** The moment whose state is wanted; undefined is the newest. */
  at: Date | undefined;
  /** The data folder to make. */
  to: string;
  /** Moves an existing data folder aside. */
  force: boolean;
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
 * not: no backup before that moment, a folder that exists, a wrong key, a file that is cut off or damaged.
 */
export async function restoreBackup(request: Restore, log: (line: string) => void): Promise<Restored> {
  const { folder, keyFile, at, to, force } = request;
  const key = await readBackupKey(keyFile);
  const manifest = await readManifest(folder, (await chooseBackup(folder, at)).id, key);
  if (manifest.postgres !== supportedPostgres)
    throw new BackupError(
      `Backup ${manifest.id} is of PostgreSQL ${manifest.postgres}, and this program runs ${supportedPostgres}.`,
    );
  await assertWal(folder, manifest);
  const isTaken = existsSync(to) && readdirSync(to).length > 0;
  if (isTaken && !force)
    throw new BackupError(`${to} exists and is not empty: name another folder, or --force to move it aside.`);
  if (isTaken && existsSync(join(to, "postgres", "postgres.json")) && !(await stopPostgres(join(to, "postgres"))))
    throw new BackupError(`A server is running on ${to}: stop it first.`);

  const unfinished = `${to}.restoring`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    log(`restoring backup ${manifest.id}`);
    await extract(manifest, folder, key, unfinished);
    const lastChangeAt = await applyLog(unfinished, { folder, keyFile, at }, log).catch((error: Error) => {
      throw new BackupError(`The database could not be restored. ${error.message}`);
    });
    const pictures = await restoreMedia(folder, key, at ?? new Date(), unfinished);
    const movedTo = isTaken ? `${to}.before-${manifest.id}-${Date.now()}` : undefined;
    if (movedTo) await rename(to, movedTo);
    else await rm(to, { recursive: true, force: true });
    await rename(unfinished, to);
    return { backup: manifest.id, lastChangeAt, pictures, movedTo };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The newest backup that ended before the moment. */
async function chooseBackup(folder: string, at: Date | undefined): Promise<Manifest> {
  const { finished } = await listBackups(folder);
  const fitting = finished.filter(({ finishedAt }) => at === undefined || new Date(finishedAt) <= at).at(-1);
  if (fitting) return fitting;
  const [oldest] = finished;
  throw new BackupError(
    oldest
      ? `The oldest backup in ${folder} ended at ${oldest.finishedAt}, after the wanted moment.`
      : `There is no finished backup in ${folder}.`,
  );
}

async function extract(manifest: Manifest, folder: string, key: Buffer, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
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
  { folder, keyFile, at }: Pick<Restore, "folder" | "keyFile" | "at">,
  log: (line: string) => void,
): Promise<Date | null> {
  const database = join(target, "postgres");
  const settings = {
    restore_command: scriptCommand("fetch-wal.ts", { folder, keyFile }, "%f", "%p"),
    recovery_target_action: "promote",
    archive_mode: "off",
  };
  const run = async (further: Record<string, string>) => {
    await writeFile(join(database, "postgres", "recovery.signal"), "");
    return recoverPostgres(database, { ...settings, ...further }, log, async (client) => {
      const { rows } = await client.query<{ at: Date | null }>("select pg_last_xact_replay_timestamp() as at");
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
