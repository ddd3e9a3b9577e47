/** The process that builds a snapshot, apart from the server, whose memory and requests it must not disturb. */
import { setPriority } from "node:os";
import { openDatabase } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { buildSnapshot } from "./build-snapshot.ts";
import { lockBuild } from "./queries.ts";

const { KAWUNG_INDEX_DATABASE: url = "", KAWUNG_INDEX_FOLDER: folder = "" } = process.env;
// The server that wants the snapshot has ended.
process.on("disconnect", () => process.exit(0));
try {
  setPriority(10);
} catch {
  // Some systems do not allow it.
}
const log = createLog("warn");
// One connection: it holds the lock.
const db = openDatabase(url, { log, connections: 1, applicationName: "kawung index build" });
if (await lockBuild(db)) await buildSnapshot(db, folder);
await db.close();
process.disconnect?.();
