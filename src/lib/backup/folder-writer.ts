/**
 * Design note. One marketplace writes to a backup folder. A restored copy has the same settings as the marketplace that
 * it came from; its log, its pictures and its nightly backup would mix with those of the marketplace that still runs,
 * and the next restore would follow the copy. So a data folder has an id that no backup contains, and the backup folder
 * names the one that writes to it. A copy that is to be the marketplace takes the folder over, which a person says.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listWal } from "./backup-folder.ts";
import { BackupError, readAll, readSealed, refusedBackup, writeDurable, writeSealed } from "./sealed-file.ts";

/** The id of a database folder as a writer of backups. It is made at the first call. */
export function writerOf(databaseFolder: string): string {
  const path = join(databaseFolder, "backup-writer");
  if (!existsSync(path)) {
    mkdirSync(databaseFolder, { recursive: true });
    try {
      writeFileSync(path, randomBytes(16).toString("hex"), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(path, "utf8").trim();
}

const pathIn = (folder: string) => join(folder, "writer");

/** Makes this writer that of a folder without one. Throws a {@link BackupError} when another one writes to it. */
export async function assertWriter(folder: string, writer: string): Promise<void> {
  const found = await readFile(pathIn(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (found.trim() === writer) return;
  if (found.trim() !== "")
    throw refusedBackup(
      `${folder} belongs to another marketplace, and nothing of this one is stored in it. If this is its restored copy, ` +
        "and the other one never runs again: npm run kawung -- backup create --take-over",
    );
  await writeDurable(pathIn(folder), `${writer}\n`);
}

/**
 * Makes this writer that of the folder, and stores the histories of its database's timelines, so that a restore follows
 * it from now on. Throws a {@link BackupError} when the folder has the log of a later restore.
 */
export async function takeOver(folder: string, writer: string, cluster: string, key: Buffer): Promise<void> {
  const histories = (await readdir(join(cluster, "pg_wal"))).filter((name) => /^[0-9A-F]{8}\.history$/.test(name));
  const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16);
  const own = Math.max(1, ...histories.map(timelineOf));
  const stored = Math.max(1, ...(await listWal(folder)).map(timelineOf));
  if (stored > own)
    throw new BackupError(
      `${folder} has the log of a later restore (timeline ${stored}, this one is ${own}): restore again from it.`,
    );
  for (const name of histories) await storeLogFile(folder, key, name, await readFile(join(cluster, "pg_wal", name)));
  await writeDurable(pathIn(folder), `${writer}\n`);
}

/** Stores a file of the log. One that is there with the same content stays; with another content this throws. */
export async function storeLogFile(folder: string, key: Buffer, name: string, content: Buffer): Promise<void> {
  const target = join(folder, "wal", `${name}.sealed`);
  if (!existsSync(target)) {
    await writeSealed(target, `wal ${name}`, key, [content]);
    return;
  }
  const stored = await readAll(readSealed(target, `wal ${name}`, key));
  if (!stored.equals(content))
    throw new BackupError(`${target} exists with another content: is this folder used by two servers?`);
}
