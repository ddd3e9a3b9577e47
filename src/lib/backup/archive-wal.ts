/**
 * The server's archive_command: `node archive-wal.ts BACKUP_DIR KEY_FILE PATH`. Ends with 0 only when the file is
 * sealed and durable in the backup folder; otherwise the server keeps it and asks again. A file that is there already
 * with the same content is success, because the server repeats a command whose result it did not see.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readAll, readBackupKey, readSealed, writeSealed } from "./sealed-file.ts";
import { isWalName } from "./wal-names.ts";

async function archive([folder = "", keyFile = "", path = ""]: readonly string[]): Promise<void> {
  const name = basename(path);
  if (!isWalName(name)) throw new Error(`${name} is no file of the database's log`);
  const key = await readBackupKey(keyFile);
  const content = await readFile(path);
  const target = join(folder, "wal", `${name}.sealed`);
  if (existsSync(target)) {
    const stored = await readAll(readSealed(target, `wal ${name}`, key));
    if (!stored.equals(content))
      throw new Error(`${target} exists with another content: is this folder used by two servers?`);
    return;
  }
  await writeSealed(target, `wal ${name}`, key, [content]);
}

await archive(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`backup: ${error.message}\n`);
  process.exitCode = 1;
});
