import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { sql, type Queryable } from "./database.ts";

const folder = new URL("../../db/migrations/", import.meta.url);
const lockKey = 725_149_201;

const isMigration = (file: string) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file);

/** The files of db/migrations that the database lacks. It may have more, of a newer version beside this one. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`select file from migrations`);
  const applied = new Set(rows.map(({ file }) => file));
  return (await readdir(folder)).filter((file) => isMigration(file) && !applied.has(file));
}

/**
 * Brings the database at `url` to the newest schema: applies every numbered file of db/migrations that is missing, each
 * in its own transaction. An advisory lock allows several processes to start together. Calls `log` with each file.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await runMigrations({ connectionString: url });
    await client.query(
      "create table if not exists migrations (file text primary key, applied_at timestamptz not null default now())",
    );
    await client.query("comment on table migrations is 'lib: which numbered files have been applied'");
    const applied = new Set(
      (await client.query<{ file: string }>("select file from migrations")).rows.map((row) => row.file),
    );
    const files = (await readdir(folder)).filter(isMigration).sort();
    for (const file of files) {
      if (applied.has(file)) continue;
      log(file);
      await client.query("begin");
      await client.query(await readFile(new URL(file, folder), "utf8"));
      await client.query("insert into migrations (file) values ($1)", [file]);
      await client.query("commit");
    }
  } finally {
    await client.end();
  }
}
