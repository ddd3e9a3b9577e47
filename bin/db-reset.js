// npm run db:reset: deletes everything under DATA_DIR that a start creates, so that the next start begins with an empty
// database.
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { stopPostgres } from "../src/lib/postgres/server.ts";
import { main, Problem } from "./bootstrap.js";

await main(async () => {
  if (process.env.DATABASE_URL) {
    throw new Problem(
      "DATABASE_URL is set: this command only resets the embedded database. Unset it, or empty that server yourself.",
    );
  }
  if (process.env.NODE_ENV === "production") throw new Problem("NODE_ENV is production: nothing is deleted.");
  const dataDir = resolve(process.env.DATA_DIR || "data");
  const database = join(dataDir, "postgres");
  if (!existsSync(join(database, "postgres.json"))) {
    process.stdout.write(`There is no database in ${dataDir}.\n`);
    return 0;
  }
  if (!(await stopPostgres(database))) throw new Problem(`Kawung is running on ${dataDir}: stop it first.`);
  for (const name of ["postgres", "pictures", "masters", "outbox"])
    rmSync(join(dataDir, name), { recursive: true, force: true });
  process.stdout.write(`${dataDir} is empty; npm start makes it anew.\n`);
  return 0;
});
