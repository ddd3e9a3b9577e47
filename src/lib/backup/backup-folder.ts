/**
 * What lies in a backup folder:
 * - `base/ID/` with `backup.json` (when, from where to where in the log, sealed with a mark) and `files.sealed`;
 * - `wal/NAME.sealed`, the database's log;
 * - `media/FOLDER/NAME.sealed`, uploaded pictures. `….removed` was deleted in the marketplace at the file's time.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { backupKeyId, BackupError, deriveBackupKey, readKeyId, refusedBackup } from "./sealed-file.ts";
import { formatVersion } from "./rules.ts";

export type Manifest = {
  format: number;
  id: string;
  /** The major version of PostgreSQL. */
  postgres: string;
  /** The server's identity; only its own log continues the backup. */
  system: string;
  startedAt: string;
  finishedAt: string;
  /** First and last segment of the log without which this backup is useless. */
  firstWal: string;
  lastWal: string;
  entries: number;
  bytes: number;
  storedBytes: number;
  /** The store of files that this backup does not contain, if the marketplace had one. */
  filesElsewhere?: string;
};

const idPattern = /^\d{8}T\d{6}Z$/;

export const baseFolder = (folder: string, id: string) => join(folder, "base", id);
export const filesPath = (folder: string, id: string) => join(baseFolder(folder, id), "files.sealed");
export const filesName = (id: string) => `base ${id} files`;

/** The id of a backup that begins now, such as `20261122T193000Z`. */
export function backupId(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

const markOf = (text: string, key: Buffer) =>
  createHmac("sha256", deriveBackupKey(key, "manifest")).update(text).digest("hex");

/** The text of a manifest's file: the manifest, and a mark that only the key can make. */
export function writeManifest(manifest: Manifest, key: Buffer): string {
  const text = JSON.stringify(manifest, null, 2);
  return `${text}\n${markOf(text, key)}\n`;
}

/** Reads the manifest of a backup. With a key, a changed manifest is refused. */
export async function readManifest(folder: string, id: string, key?: Buffer): Promise<Manifest> {
  const path = join(baseFolder(folder, id), "backup.json");
  const whole = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refusedBackup(`There is no finished backup ${id} in ${folder} (${error.code}).`);
  });
  const end = whole.lastIndexOf("}\n") + 1;
  const text = whole.slice(0, end);
  const manifest = parseManifest(text);
  if (!manifest) throw new BackupError(`${path} is cut off or damaged.`);
  if (manifest.format !== formatVersion)
    throw new BackupError(`${path} has format version ${manifest.format}, and this program reads ${formatVersion}.`);
  if (key) {
    const [found, expected] = [Buffer.from(whole.slice(end).trim()), Buffer.from(markOf(text, key))];
    if (found.length !== expected.length || !timingSafeEqual(found, expected))
      throw (await isOfKey(filesPath(folder, id), key))
        ? new BackupError(`${path} was changed.`)
        : refusedBackup(`Backup ${id} was sealed with another key.`);
  }
  return manifest;
}

/** Whether a file was sealed with this key; also true when its header cannot be read. */
async function isOfKey(path: string, key: Buffer): Promise<boolean> {
  const id = await readKeyId(path);
  return id === undefined || id === backupKeyId(key);
}

function parseManifest(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<Manifest>;
    return typeof found.format === "number" ? (found as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The finished backups, oldest first, the folders of those that were never finished, and the ids of those whose
 * manifest cannot be read. A damaged one stays, and does not get in the way of the others.
 */
export async function listBackups(
  folder: string,
): Promise<{ finished: Manifest[]; unfinished: string[]; damaged: string[] }> {
  const names = (await listFolder(join(folder, "base"))).sort();
  const isFinished = (name: string) => existsSync(join(baseFolder(folder, name), "backup.json"));
  const ids = names.filter((name) => idPattern.test(name) && isFinished(name));
  const [finished, damaged]: [Manifest[], string[]] = [[], []];
  for (const id of ids)
    try {
      finished.push(await readManifest(folder, id));
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      damaged.push(id);
    }
  return { finished, unfinished: names.filter((name) => !ids.includes(name)), damaged };
}

/** Names of the stored files of the log. */
export async function listWal(folder: string): Promise<string[]> {
  return (await listFolder(join(folder, "wal")))
    .filter((name) => name.endsWith(".sealed"))
    .map((name) => name.slice(0, -".sealed".length))
    .sort();
}

/** The names in a folder; none when it does not exist. */
export async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** When the newest file of the log was stored; undefined when there is none. */
export async function newestWalAt(folder: string): Promise<Date | undefined> {
  const newest = (await listWal(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).at(-1);
  return newest === undefined ? undefined : (await stat(join(folder, "wal", `${newest}.sealed`))).mtime;
}

/** Removes what killed backups left behind. Only the process that holds the lock of the folder may do it. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await listBackups(folder)).unfinished)
    await rm(join(folder, "base", name), { recursive: true, force: true });
}
