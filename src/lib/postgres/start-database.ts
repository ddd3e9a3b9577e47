import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { startPostgres, type PostgresServer } from "./server.ts";

/** The folder of the embedded database. */
export const databaseFolder = (config: Pick<Config, "dataDir">) => join(config.dataDir, "postgres");

/** Whether the installation has its own database already. */
export const hasEmbeddedDatabase = (config: Pick<Config, "dataDir">) =>
  existsSync(join(databaseFolder(config), "postgres.json"));

/**
 * Starts the embedded database of this installation, or adopts the running one, with the settings that every process of
 * the installation must give it. Undefined when DATABASE_URL names another server.
 */
export async function startDatabase(config: Config, log: (line: string) => void): Promise<PostgresServer | undefined> {
  if (config.databaseUrl) return undefined;
  return startPostgres({ dataDir: databaseFolder(config), log });
}
