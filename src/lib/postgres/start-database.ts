import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writerOf } from "../backup/folder-writer.ts";
import { archiveTimeoutSeconds } from "../backup/rules.ts";
import type { Config } from "../config.ts";
import type { Archive } from "./archive-command.ts";
import { startPostgres, type PostgresServer } from "./server.ts";
import { inSetting, quote } from "./shell-words.ts";

/** The folder of the embedded database. */
export const databaseFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "postgres");

/** Whether the installation has its own database already. */
export const hasEmbeddedDatabase = (config: Pick<Config, "dataDir">) =>
  existsSync(join(databaseFolder(config), "postgres.json"));

/**
 * Who uses the database: a service of this installation, which stays, or a command, which ends soon and may be that of
 * another folder.
 */
type Use = "service" | "command";

/**
 * Starts the embedded database of this installation, or adopts the running one, with the settings that every process of
 * the installation must give it. Undefined when DATABASE_URL names another server.
 */
export async function startDatabase(
  config: Config,
  log: (line: string) => void,
  use: Use,
): Promise<PostgresServer | undefined> {
  if (config.databaseUrl) return undefined;
  return startPostgres({ dataDir: databaseFolder(config), log, archive: archiveOf(config, use) });
}

/** How the server stores its log in the backup folder; undefined when there is none. */
export function archiveOf({ backup, dataDir }: Pick<Config, "backup" | "dataDir">, use: Use): Archive | undefined {
  if (!backup) return undefined;
  return {
    program: scriptWords("archive-wal.ts"),
    place: [...placeWords(backup), '"$1"', quote(writerOf(databaseFolder({ dataDir })))].join(" "),
    timeoutSeconds: archiveTimeoutSeconds,
    renews: use === "service",
  };
}

/** The setting with which a restored database fetches the log that it lacks. */
export function restoreCommand(backup: { folder: string; keyFile: string }): string {
  const words = [scriptWords("fetch-wal.ts"), ...placeWords(backup)].map(inSetting);
  return [...words, '"%f"', '"%p"'].join(" ");
}

/** The words of the shell that run a script of src/lib/backup. */
function scriptWords(script: "archive-wal.ts" | "fetch-wal.ts"): string {
  const path = fileURLToPath(new URL(`../backup/${script}`, import.meta.url));
  return [process.execPath, path].map(quote).join(" ");
}

const placeWords = ({ folder, keyFile }: { folder: string; keyFile: string }) => [folder, keyFile].map(quote);
