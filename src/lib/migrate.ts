/**
 * Design note. The processes of the version before go on selling while the first new one migrates, and give up a
 * statement that waits 8 seconds for a lock. So a migration waits half a second for a lock, then lets those behind it
 * pass and begins again. It holds no lock for longer either, because it changes no more rows at a time than it can in a
 * quarter of a second. The comment at the start of a file says how it is run:
 *
 * - without such a line: in one transaction, for what takes no time, such as a table, a trigger or an empty column
 * - `-- Without a transaction`: statement by statement, for indexes that are built and constraints that are validated
 *   beside writers. The file can be repeated, because it may be interrupted, and holds no function.
 * - `-- In batches`: one statement, again and again, each time in a transaction of its own. `$1` is where the batch
 *   before ended (null for the first one), `$2` the number of rows. It returns where it ended as `position`, and null
 *   when nothing was left. An interrupted one goes on from there.
 * - `-- Replaces NAME.sql`, as a further line: instead of an earlier file, which is never changed. A database gets
 *   either that file, or all files that replace it. They have its number where others need what they create.
 *
 * Not chosen: limits of time in each file, which its author would have to remember (docs/decisions/0116).
 */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { sql, type Queryable } from "./database.ts";
import { connectionName } from "./connection-name.ts";
import { second } from "./time.ts";

const ownFolder = new URL("../../db/migrations/", import.meta.url);
const lockKey = 725_149_201;
const lockInterval = 100;
/** How long a migration waits for a lock, with everybody behind it, in milliseconds. */
const lockTimeout = 500;
const retryInterval = second;
/** Milliseconds that a batch may take: after a longer one there are half as many rows, after a third of it twice. */
const batchDuration = 250;
const batchRows = { first: 100, max: 2_000 };
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

const isMigration = (file: string) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file);

type Form = "whole" | "statements" | "batches";
type Migration = { file: string; text: string; form: Form; replaces: string | undefined };

/** The files of db/migrations that the database lacks. It may have more, of a newer version beside this one. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`select file from migrations`);
  const applied = new Set(rows.map(({ file }) => file));
  return (await readdir(ownFolder)).filter((file) => isMigration(file) && !applied.has(file));
}

/**
 * Brings the database at `url` to the newest schema: applies every numbered file of the folder that is missing. An
 * advisory lock allows several processes to start together. Calls `log` with each file, and each time that one begins
 * again because others use its tables. A new database gets all files and calls `log` once.
 */
export async function migrate(
  url: string,
  log: (line: string) => void = () => {},
  folder: URL = ownFolder,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: connectionName("kawung migrations") });
  client.on("error", () => {});
  await client.connect();
  try {
    await lock(client);
    await runMigrations({ connectionString: url });
    await client.query(
      "create table if not exists migrations (file text primary key, applied_at timestamptz not null default now())",
    );
    await client.query("comment on table migrations is 'lib: which numbered files have been applied'");
    const { rows } = await client.query<{ file: string }>("select file from migrations");
    const applied = new Set(rows.map((row) => row.file));
    const missing = (await readMigrations(folder)).filter(({ file }) => !applied.has(file));
    if (missing.length > 0) await applyAll(client, missing, applied, log);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(isMigration).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8");
      const [comment = ""] = /^(?:--.*\n)*/.exec(text) ?? [];
      const replaces = /^-- Replaces (\d{4}_[a-z0-9_]+\.sql)/m.exec(comment)?.[1];
      const form = /^-- In batches/m.test(comment)
        ? "batches"
        : /^-- Without a transaction/m.test(comment)
          ? "statements"
          : "whole";
      return { file, text, form, replaces };
    }),
  );
}

/**
 * Applies the missing files in order. Meanwhile a table has where each batch ended, and the files that are applied in
 * place of a file that they replace.
 */
async function applyAll(
  client: pg.Client,
  missing: readonly Migration[],
  applied: ReadonlySet<string>,
  log: (line: string) => void,
): Promise<void> {
  await client.query("create table if not exists migration_positions (file text primary key, position text)");
  const { rows } = await client.query<{ file: string }>("select file from migration_positions");
  const chosen = new Set(rows.map(({ file }) => file));
  const isNew = applied.size === 0;
  if (isNew) log(`all ${missing.length} files, into a new database`);
  for (const migration of missing) {
    const { file, replaces } = migration;
    const replacing = missing.filter((one) => one.replaces === file).map((one) => one.file);
    if (replacing.length > 0) {
      for (const one of replacing) chosen.add(one);
      await transaction(client, async () => {
        await client.query("insert into migration_positions (file) select unnest($1::text[])", [replacing]);
        await record(client, file);
      });
    } else if (replaces !== undefined && applied.has(replaces) && !chosen.has(file)) {
      // What it replaces was applied by a version that did not have this file yet.
      await record(client, file);
    } else {
      if (!isNew) log(file);
      await apply(client, migration, () => log(`${file} waits for others who use its tables`));
    }
  }
  await client.query("drop table migration_positions");
}

async function apply(client: pg.Client, { file, text, form }: Migration, onBusy: () => void): Promise<void> {
  if (form === "whole") {
    const work = async () => {
      await client.query(text);
      await record(client, file);
    };
    await untilUnlocked(() => transaction(client, work), onBusy);
    return;
  }
  if (form === "batches") await applyInBatches(client, { file, text }, onBusy);
  else for (const statement of statementsOf(text)) await runAlone(client, statement, onBusy);
  await record(client, file);
}

/** Runs one statement. Only an index that is built beside writers waits for locks without end: it holds nobody up. */
async function runAlone(client: pg.Client, statement: string, onBusy: () => void): Promise<void> {
  await client.query(`set lock_timeout = ${/^(?:create|drop) index concurrently/.test(statement) ? 0 : lockTimeout}`);
  await untilUnlocked(() => client.query(statement), onBusy);
}

async function record(client: pg.Client, file: string): Promise<void> {
  await client.query("insert into migrations (file) values ($1)", [file]);
}

async function applyInBatches(
  client: pg.Client,
  { file, text }: Pick<Migration, "file" | "text">,
  onBusy: () => void,
): Promise<void> {
  type Position = { position: string | null };
  const stored = await client.query<Position>("select position from migration_positions where file = $1", [file]);
  let position = stored.rows[0]?.position ?? null;
  let size = batchRows.first;
  const batch = async () => {
    const { rows } = await client.query<Position>(text, [position, size]);
    const next = rows[0]?.position ?? null;
    if (next !== null)
      await client.query(
        `insert into migration_positions (file, position) values ($1, $2)
         on conflict (file) do update set position = excluded.position`,
        [file, next],
      );
    return next;
  };
  do {
    const began = performance.now();
    position = await untilUnlocked(() => transaction(client, batch), onBusy);
    const took = performance.now() - began;
    if (took > batchDuration) size = Math.max(1, Math.floor(size / 2));
    else if (took < batchDuration / 3) size = Math.min(batchRows.max, size * 2);
  } while (position !== null);
}

async function transaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${lockTimeout}`);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Runs `work` again and again until the locks that it needs are free. */
async function untilUnlocked<T>(work: () => Promise<T>, onBusy: () => void): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (isFirst) onBusy();
      await wait(retryInterval);
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === lockNotAvailable || error.code === deadlockDetected);

/**
 * Takes the lock of all migrations. It asks again and again: a statement that waited inside PostgreSQL would hold up
 * the building of an index.
 */
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
