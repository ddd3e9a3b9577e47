import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writerOf } from "../backup/folder-writer.ts";
import { archiveTimeoutSeconds } from "../backup/rules.ts";
import type { Config } from "../config.ts";
import { startPostgres, type PostgresOptions, type PostgresServer } from "./server.ts";

/** The folder of the embedded database. */
export const databaseFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "postgres");

/** Whether the installation has its own database already. */
export const hasEmbeddedDatabase = (config: Pick<Config, "dataDir">) =>
  existsSync(join(databaseFolder(config), "postgres.json"));

/**
 * Starts the embedded database of this installation, or adopts the running one, with the settings that every process of
 * the installation must give it. Undefined when DATABASE_URL names another server.
 */
export async function startDatabase(config: Config, log: (line: string) => void): Promise<PostgresServer | undefined> {
  if (config.databaseUrl) return undefined;
  return startPostgres({ dataDir: databaseFolder(config), log, archive: archiveOf(config) });
}

/**
 * How the server stores its log in the backup folder; undefined when there is none. The server's command names a file
 * beside the database, which each start writes: a running server then uses the program that started last, and not the
 * folder of the one that started it, which a new version may have replaced.
 */
export function archiveOf({ backup, dataDir }: Pick<Config, "backup" | "dataDir">): PostgresOptions["archive"] {
  if (!backup) return undefined;
  const folder = databaseFolder({ dataDir });
  const words = [...scriptWords("archive-wal.ts", backup), '"$1"', quote(writerOf(folder))];
  const file = join(folder, "archive-command");
  writeWhole(file, `# Written by each start: how the database stores a file of its log.\nexec ${words.join(" ")}\n`);
  return { command: `/bin/sh ${inSetting(quote(file))} "%p"`, timeoutSeconds: archiveTimeoutSeconds };
}

/** Writes a file that a server may be reading. */
function writeWhole(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}

/** The setting with which a restored database fetches the log that it lacks. */
export function restoreCommand(backup: { folder: string; keyFile: string }): string {
  return [...scriptWords("fetch-wal.ts", backup).map(inSetting), '"%f"', '"%p"'].join(" ");
}

/** The words of the shell that run a script of src/lib/backup with folder and key. */
function scriptWords(
  script: "archive-wal.ts" | "fetch-wal.ts",
  { folder, keyFile }: { folder: string; keyFile: string },
): string[] {
  const path = fileURLToPath(new URL(`../backup/${script}`, import.meta.url));
  return [process.execPath, path, folder, keyFile].map(quote);
}

/** The server replaces what follows a percent sign. */
const inSetting = (word: string) => word.replaceAll("%", "%%");

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
