import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

test("processes that start together migrate an empty database once, and every index is complete", async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    const files: string[] = [];
    const log = (file: string) => void files.push(file);
    await Promise.all([migrate(database.url, log), migrate(database.url, log), migrate(database.url, log)]);
    expect(new Set(files).size).toBe(files.length);
    await client.connect();
    const { rows } = await client.query<{ file: string }>("select file from migrations");
    expect(files.toSorted()).toEqual(rows.map(({ file }) => file).toSorted());
    const { rows: incomplete } = await client.query("select indexrelid::regclass from pg_index where not indisvalid");
    expect(incomplete).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});
