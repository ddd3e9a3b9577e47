/**
 * The server's restore_command: `node fetch-wal.ts BACKUP_DIR KEY_FILE NAME TARGET`. Ends with 1 when the backup folder
 * has no such file, which the server asks for at the end of the log, and with 200 when it has one that cannot be read:
 * then the server stops instead of taking this for the end.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readAll, readBackupKey, readSealed } from "./sealed-file.ts";

async function fetchWal([folder = "", keyFile = "", name = "", target = ""]: readonly string[]): Promise<number> {
  const path = join(folder, "wal", `${name}.sealed`);
  if (!existsSync(path)) return 1;
  const key = await readBackupKey(keyFile);
  await writeFile(target, await readAll(readSealed(path, `wal ${name}`, key)), { mode: 0o600 });
  return 0;
}

process.exitCode = await fetchWal(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`backup: ${error.message}\n`);
  return 200;
});
