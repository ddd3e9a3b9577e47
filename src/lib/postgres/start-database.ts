import { existsSync } from "node:fs";
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

/** How the server stores its log in the backup folder; undefined when there is none. */
export function archiveOf({ backup, dataDir }: Pick<Config, "backup" | "dataDir">): PostgresOptions["archive"] {
  if (!backup) return undefined;
  const command = scriptCommand("archive-wal.ts", backup, "%p", writerOf(databaseFolder({ dataDir })));
  return { command, timeoutSeconds: archiveTimeoutSeconds };
}

/** The shell command that runs a script of src/lib/backup with folder, key and what the server fills in. */
export function scriptCommand(
  script: "archive-wal.ts" | "fetch-wal.ts",
  { folder, keyFile }: { folder: string; keyFile: string },
  ...placeholders: readonly string[]
): string {
  const path = fileURLToPath(new URL(`../backup/${script}`, import.meta.url));
  const words = [process.execPath, path, folder, keyFile].map((text) => quote(text).replaceAll("%", "%%"));
  return [...words, ...placeholders.map((text) => `"${text}"`)].join(" ");
}

function quote(text: string): string {
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
