/**
 * The server's archive_command: `node archive-wal.ts BACKUP_DIR KEY_FILE PATH WRITER`. Ends with 0 only when the file
 * is sealed and durable. Otherwise the server keeps it and repeats the command. A file that is there already with the
 * same content is success, because the server repeats a command whose result it did not see.
 *
 * The history of the file's timeline is stored before it. The server does not ask for that itself, because a restore
 * begins the timeline while nothing is archived. Without it the next restore would follow the timeline before.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { assertWriter, storeLogFile } from "./folder-writer.ts";
import { readBackupKey } from "./sealed-file.ts";
import { historyName, isWalName } from "./wal-names.ts";

async function archive([folder = "", keyFile = "", path = "", writer]: readonly string[]): Promise<void> {
  const name = basename(path);
  if (!isWalName(name)) throw new Error(`${name} is no file of the database's log`);
  const key = await readBackupKey(keyFile);
  // A server that the version before started names no writer.
  if (writer) await assertWriter(folder, writer);
  const history = join(dirname(path), historyName(Number.parseInt(name.slice(0, 8), 16)));
  for (const file of [history, path])
    if (file === path || existsSync(file)) await storeLogFile(folder, key, basename(file), await readFile(file));
}

await archive(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`backup: ${error.message}\n`);
  process.exitCode = 1;
});
