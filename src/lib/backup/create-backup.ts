/**
 * Design note. The embedded PostgreSQL comes without pg_basebackup, so this uses the interface below it: between
 * pg_backup_start and pg_backup_stop the files are copied while the server writes to them, and the log of that time
 * makes the copy consistent. Both calls use one connection: when the process is killed, the server ends the backup by
 * itself, and the next one removes what was left. A backup is finished when backup.json exists, which is written last.
 * Not chosen: a dump (it would need pg_dump, and restores only to the moment of the dump); a copy of a stopped server.
 */
import { existsSync, type Stats } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { BackupConfig } from "../config/backup.ts";
import type { FilesConfig } from "../config/files.ts";
import { s3Store } from "../files/s3-store.ts";
import { withFileLock } from "../file-lock.ts";
import { clusterFolder, connectSuperuser } from "../postgres/server.ts";
import { backupId, baseFolder, filesName, filesPath, listBackups, removeUnfinished } from "./backup-folder.ts";
import { writeManifest, type Manifest } from "./backup-folder.ts";
import { copyMedia } from "./copy-media.ts";
import { writeEntries, type Entry } from "./file-stream.ts";
import { makeFolders, removeFolders } from "./make-folders.ts";
import { archiveWaitSeconds, formatVersion } from "./rules.ts";
import { assertWriter, takeOver, writerOf } from "./folder-writer.ts";
import { BackupError, explainWrite, readBackupKey, readPlain, refusedBackup } from "./sealed-file.ts";
import { writeDurable, writeSealed } from "./sealed-file.ts";

/** Folders of the cluster whose content a backup must not have; they are empty in it. */
const emptyFolders = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
/** Files of a running server, and unfinished ones. */
function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    ["postmaster.pid", "postmaster.opts"].includes(name) ||
    name.startsWith("pgsql_tmp") ||
    name.startsWith("pg_internal.init") ||
    name.endsWith(".tmp")
  );
}
/** Files of DATA_DIR without which the database cannot be used; the keys may be elsewhere. */
const settingFiles = ["secret", "push-keys.json", "postgres/postgres.json"];

/** The settings that say what is backed up, and where to. */
export type BackupSource = { dataDir: string; keysFile: string; backup: BackupConfig; files: FilesConfig };

/** Runs `work` while no other process changes the backup folder. */
export async function withBackupLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const made = await makeFolders(folder, 0o700).catch(({ code }: NodeJS.ErrnoException) => {
    throw refusedBackup(`${folder} cannot be made (${code}).`);
  });
  try {
    return await withFileLock(join(folder, "backup.lock"), work, 60_000);
  } catch (error) {
    await removeFolders(made);
    throw (error as NodeJS.ErrnoException).code === "ENOTDIR" ? refusedBackup(`${folder} is no folder.`) : error;
  }
}

/**
 * Makes a backup of the running embedded database and of the uploaded pictures. Throws a {@link BackupError} when the
 * log is not stored in this folder, when the folder is full or belongs to another marketplace, or when the key of
 * backups or the keys of what is encrypted cannot be read; then nothing of it stays. Files in an S3-compatible store
 * are not part of it, and the manifest says so. `takesOver` makes the folder that of this marketplace first, after a
 * restore.
 */
export async function createBackup(
  { dataDir, keysFile, backup, files, takesOver = false }: BackupSource & { takesOver?: boolean },
  now: Date,
): Promise<Manifest & { pictures: number }> {
  const { folder, keyFile } = backup;
  const key = await readBackupKey(keyFile);
  // Before anything is copied, which may take an hour.
  await readKeys(keysFile);
  const [database, writer] = [join(dataDir, "postgres"), writerOf(join(dataDir, "postgres"))];
  return withBackupLock(folder, async () => {
    const client = await connectSuperuser(database);
    const id = await freeId(folder, now);
    try {
      if (takesOver) await takeOver(folder, writer, clusterFolder(database), key);
      // The log makes this writer that of a folder without one.
      if (existsSync(join(folder, "writer"))) await assertWriter(folder, writer);
      await assertArchiving(client, folder, dataDir);
      await removeUnfinished(folder);
      const { copied } = await copyMedia(dataDir, folder, key, now);
      return { ...(await copyDatabase(client, { dataDir, keysFile, files, folder, id, key, now })), pictures: copied };
    } catch (error) {
      await rm(baseFolder(folder, id), { recursive: true, force: true });
      throw explainWrite(error, folder);
    } finally {
      await client.end().catch(() => {});
    }
  });
}

/** Ids have seconds, and two backups may begin in one. */
async function freeId(folder: string, now: Date): Promise<string> {
  const { finished, damaged } = await listBackups(folder);
  const taken = new Set([...finished.map(({ id }) => id), ...damaged]);
  let at = now;
  while (taken.has(backupId(at))) at = new Date(at.getTime() + 1000);
  return backupId(at);
}

/**
 * Throws a {@link BackupError} unless the log is stored in this folder: without it the backup could not be restored.
 * Ends a file of the log, waits until it is stored, and looks for it here, because BACKUP_DIR may be written otherwise.
 */
async function assertArchiving(client: pg.Client, folder: string, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode !== "on")
    throw new BackupError("The database does not store its log: stop all processes and start them with BACKUP_DIR.");
  // Without a record of its own the file might be empty, and then it is not ended.
  const { rows: ended } = await client.query<{ name: string }>(
    "select pg_walfile_name(pg_logical_emit_message(true, 'kawung', 'backup')) as name",
  );
  const name = ended[0]?.name ?? "";
  await client.query("select pg_switch_wal()");
  const isHere = () => existsSync(join(folder, "wal", `${name}.sealed`));
  const until = Date.now() + archiveWaitSeconds * 1000;
  while (!isHere()) {
    const { rows: stored } = await client.query<{ is: boolean }>(
      "select left(last_archived_wal, 24) >= $1 and left(last_archived_wal, 8) = left($1, 8) as is from pg_stat_archiver",
      [name],
    );
    if (stored[0]?.is && !isHere())
      throw refusedBackup(
        `The database stores its log elsewhere than in ${folder}: stop all processes and start them with this BACKUP_DIR.`,
      );
    if (Date.now() > until) throw notStored(dataDir);
    await wait(100);
  }
}

const notStored = (dataDir: string) =>
  new BackupError(
    `The database's log was not stored within ${archiveWaitSeconds} s: see the lines before "archive command failed" in ${dataDir}/postgres/postgres.log.`,
  );

type Copy = Omit<BackupSource, "backup"> & { folder: string; id: string; key: Buffer; now: Date };

async function copyDatabase(
  client: pg.Client,
  { dataDir, keysFile, files, folder, id, key, now }: Copy,
): Promise<Manifest> {
  const cluster = clusterFolder(join(dataDir, "postgres"));
  await client.query(`set statement_timeout = '${archiveWaitSeconds}s'`);
  const { rows: begun } = await client.query<{ system: string; version: string; first: string }>(`
    select (select system_identifier::text from pg_control_system()) as system,
      current_setting('server_version_num') as version, pg_walfile_name(pg_backup_start('${id}', true)) as first`);
  const start = begun[0];
  if (!start) throw new Error("pg_backup_start returned nothing");
  const sizes = { entries: 0, bytes: 0 };
  let lastWal = "";
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of clusterEntries(cluster)) yield count(entry);
    const { rows } = await client
      .query<{ label: string; last: string }>(
        "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(true)",
      )
      .catch((error: { code?: string; message: string }) => {
        if (error.code !== "57014") throw error;
        throw notStored(dataDir);
      });
    lastWal = rows[0]?.last ?? "";
    yield count(textEntry("cluster/backup_label", Buffer.from(rows[0]?.label ?? "")));
    for (const name of settingFiles) {
      const content = await readFile(join(dataDir, name)).catch(() => undefined);
      if (content) yield count(textEntry(`settings/${name}`, content));
    }
    const keys = await readKeys(keysFile);
    if (keys) yield count(textEntry("settings/keys.json", keys));
  }
  const count = (entry: Entry) => {
    sizes.entries += 1;
    if ("size" in entry) sizes.bytes += entry.size;
    return entry;
  };
  const storedBytes = await writeSealed(filesPath(folder, id), filesName(id), key, writeEntries(entries()));
  const manifest: Manifest = {
    format: formatVersion,
    id,
    postgres: start.version.slice(0, -4),
    system: start.system,
    startedAt: now.toISOString(),
    finishedAt: new Date().toISOString(),
    firstWal: start.first,
    lastWal,
    ...sizes,
    storedBytes,
    ...(files.s3 && { filesElsewhere: s3Store(files.s3).label }),
  };
  await writeDurable(join(baseFolder(folder, id), "backup.json"), writeManifest(manifest, key));
  return manifest;
}

/** The file of keys; undefined before the first rotation. Without it, what they sealed could never be opened. */
async function readKeys(keysFile: string): Promise<Buffer | undefined> {
  return readFile(keysFile).catch(({ code }: NodeJS.ErrnoException) => {
    // A folder that is missing is a place that is not mounted.
    if (code === "ENOENT" && existsSync(dirname(keysFile))) return undefined;
    throw refusedBackup(`KEYS_FILE ${keysFile} cannot be read (${code}), and a backup without it is of no use.`);
  });
}

const textEntry = (path: string, content: Buffer): Entry => ({
  path,
  size: content.length,
  mode: 0o600,
  content: [content],
});

/** All folders and files of the cluster; pg_control is the last, because it says how far the others are. */
async function* clusterEntries(cluster: string): AsyncGenerator<Entry> {
  const names = (await readdir(cluster, { recursive: true })).map((name) => name.replaceAll("\\", "/")).sort();
  const control = "global/pg_control";
  for (const name of [...names.filter((one) => one !== control), control]) {
    if (emptyFolders.test(name) && name !== "pg_wal/archive_status") continue;
    if (isLeftOut(name)) continue;
    if (name.startsWith("pg_tblspc/")) throw new BackupError("A database with tablespaces cannot be backed up.");
    const path = join(cluster, name);
    const found: Stats | undefined = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // A table was dropped in the meantime; the log says so too.
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!found) continue;
    if (found.isDirectory()) yield { path: `cluster/${name}`, folder: true, mode: 0o700 };
    else yield { path: `cluster/${name}`, size: found.size, mode: 0o600, content: readWhatIsThere(path, found.size) };
  }
}

async function* readWhatIsThere(path: string, size: number): AsyncGenerator<Buffer> {
  try {
    yield* readPlain(path, size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
