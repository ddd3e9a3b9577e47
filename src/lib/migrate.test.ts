import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  client = await connect();
  folder = await mkdtemp(join(tmpdir(), "kawung-migrations-"));
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: database.url });
  one.on("error", () => {});
  await one.connect();
  return one;
}

const write = (file: string, text: string) => writeFile(join(folder, file), text);
const ownFolder = new URL("../../db/migrations/", import.meta.url);
const migrateFolder = (log?: (line: string) => void) => migrate(database.url, log, pathToFileURL(`${folder}/`));
const values = async (text: string) => (await client.query<{ value: unknown }>(text)).rows.map(({ value }) => value);
const migrator =
  "select pid as value from pg_stat_activity where application_name like 'kawung migrations%' and datname = current_database()";

test("processes that start together migrate a new database once, say so in one line, and every index is complete", async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await Promise.all([migrate(database.url, log), migrate(database.url, log), migrate(database.url, log)]);
  const files = (await readdir(ownFolder)).filter((file) => file.endsWith(".sql")).sort();
  expect(lines).toEqual([`all ${files.length} files, into a new database`]);
  // A file that was replaced is recorded without being run.
  expect(await values("select file as value from migrations order by 1")).toEqual(files);
  expect(await values("select indexrelid::regclass as value from pg_index where not indisvalid")).toEqual([]);
});

test("a migration that waits for a long reading lets others read and write meanwhile", async () => {
  await write("0001_orders.sql", "create table orders (id int); insert into orders values (1);");
  await migrateFolder();
  await write("0002_share.sql", "alter table orders add column share int;");
  const reader = await connect();
  await reader.query("begin; select from orders");
  const busy = Promise.withResolvers<string>();
  const migrated = migrateFolder((line) => {
    if (line.includes("waits")) busy.resolve(line);
  });
  expect(await busy.promise).toBe("0002_share.sql waits for others who use its tables");
  // The reader holds its lock still: a migration that waited on would hold up this writer until the test gives up.
  await client.query("insert into orders values (2)");
  await reader.query("commit");
  await migrated;
  expect(await values("select share as value from orders")).toEqual([null, null]);
  await reader.end();
});

describe("a migration in batches", () => {
  const batches = `-- In batches
with batch as (select id from numbers where id > coalesce($1::text, '0')::int order by id limit $2::int), stored as (
  insert into copies select id from batch
)
select max(id)::text as position from batch`;
  const copied = "select count(*)::int as value from copies";

  beforeEach(async () => {
    await write("0001_numbers.sql", "create table numbers (id int); create table copies (id int primary key);");
    await migrateFolder();
    await client.query("insert into numbers select generate_series(1, 1000)");
    await write("0002_copies.sql", batches);
    await write("0003_after.sql", "alter table copies add column seen int;");
  });

  test("goes on where it was killed, and what comes after it waits until it is complete", async () => {
    // Somebody stores a row of a later batch and does not commit, so that the migration cannot pass it.
    const other = await connect();
    await other.query("begin; insert into copies values (150)");
    const killed = migrateFolder();
    await expect.poll(() => values(copied)).toEqual([100]);
    const [pid] = await values(migrator);
    await client.query("select pg_terminate_backend($1)", [pid]);
    await expect(killed).rejects.toThrow(/terminat|connection/i);
    await other.query("rollback");
    await other.end();
    expect(await values("select file as value from migrations")).toEqual(["0001_numbers.sql"]);
    // What was copied before is not copied again: that would fail.
    const files: string[] = [];
    await migrateFolder((file) => void files.push(file));
    expect(files).toEqual(["0002_copies.sql", "0003_after.sql"]);
    expect(await values(copied)).toEqual([1000]);
    expect(await values("select to_regclass('migration_positions') as value")).toEqual([null]);
  });

  test("waits for others in the middle of a batch, and does it again as a whole", async () => {
    const other = await connect();
    await other.query("begin; insert into copies values (150)");
    const busy = Promise.withResolvers<void>();
    const migrated = migrateFolder((line) => {
      if (line.includes("waits")) busy.resolve();
    });
    await busy.promise;
    await client.query("insert into copies values (-1)");
    await other.query("rollback");
    await migrated;
    expect(await values(copied)).toEqual([1001]);
    await other.end();
  });
});

describe("a migration that replaces an earlier one", () => {
  const newer = "-- Shorter.\n-- Replaces 0002_long.sql\ninsert into done values ('new');";
  const files = "select file as value from migrations order by 1";
  const done = "select name as value from done order by 1";
  beforeEach(() => write("0001_done.sql", "create table done (name text);"));
  const writeAll = async () => {
    await write("0002_long.sql", "insert into done values ('old');");
    await write("0003_next.sql", "insert into done values ('next');");
    await write("0004_short.sql", newer);
  };

  test("is run in its place by a database that has neither", async () => {
    await writeAll();
    await migrateFolder();
    expect(await values(done)).toEqual(["new", "next"]);
    expect(await values(files)).toEqual(["0001_done.sql", "0002_long.sql", "0003_next.sql", "0004_short.sql"]);
  });

  test("is not run by a database that has the earlier one", async () => {
    await write("0002_long.sql", "insert into done values ('old');");
    await migrateFolder();
    await writeAll();
    await migrateFolder();
    expect(await values(done)).toEqual(["next", "old"]);
    expect(await values(files)).toHaveLength(4);
    await migrateFolder();
    expect(await values(done)).toEqual(["next", "old"]);
  });

  test("is run after an interruption between the two", async () => {
    await writeAll();
    await write("0003_next.sql", "select 1 / 0;");
    await expect(migrateFolder()).rejects.toThrow("division by zero");
    expect(await values(files)).toEqual(["0001_done.sql", "0002_long.sql"]);
    await writeAll();
    await migrateFolder();
    expect(await values(done)).toEqual(["new", "next"]);
  });
});
