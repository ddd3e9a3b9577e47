import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { sql, type Queryable } from "./database.ts";

const folder = new URL("../../db/migrations/", import.meta.url);
const lockKey = 725_149_201;
const lockInterval = 100;

const isMigration = (file: string) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file);

/** The files of db/migrations that the database lacks. It may have more, of a newer version beside this one. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`select file from migrations`);
  const applied = new Set(rows.map(({ file }) => file));
  return (await readdir(folder)).filter((file) => isMigration(file) && !applied.has(file));
}

/**
 * Brings the database at `url` to the newest schema: applies every numbered file of db/migrations that is missing, each
 * in its own transaction. A file that begins with `-- Without a transaction` is run statement by statement instead: it
 * may build an index while others write to the table. It must be repeatable, because it may be interrupted, and holds
 * no function. An advisory lock allows several processes to start together. Calls `log` with each file.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await lock(client);
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
      const text = await readFile(new URL(file, folder), "utf8");
      const isWhole = !text.startsWith("-- Without a transaction");
      if (isWhole) await client.query("begin");
      for (const statement of isWhole ? [text] : statementsOf(text)) await client.query(statement);
      await client.query("insert into migrations (file) values ($1)", [file]);
      if (isWhole) await client.query("commit");
    }
  } finally {
    await client.end();
  }
}

/** Asks for the lock again and again: a statement that waits for it would be waited for by one that builds an index. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [lockKey]);
    if (rows[0]?.locked) return;
    await wait(lockInterval);
  }
}

function statementsOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .split(";\n")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
