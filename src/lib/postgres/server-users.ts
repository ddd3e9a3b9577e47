/**
 * The processes that use the server of a data folder, one file for each in DATA_DIR/postgres-users. Callers hold the
 * folder's lock.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSameProcessAlive, processIdentity } from "./process-table.ts";

function processesFolder(dataDir: string): string {
  return join(dataDir, "postgres-users");
}

/** Adds this process to the list. */
export function registerProcess(dataDir: string): void {
  mkdirSync(processesFolder(dataDir), { recursive: true });
  writeFileSync(join(processesFolder(dataDir), String(process.pid)), processIdentity(process.pid));
}

/** Removes this process and processes that have ended from the list. Returns how many others still use the server. */
export function unregisterProcess(dataDir: string): number {
  const folder = processesFolder(dataDir);
  let others = 0;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (name !== String(process.pid) && isSameProcessAlive(readFileSync(path, "utf8"))) others += 1;
    else rmSync(path, { force: true });
  }
  return others;
}
