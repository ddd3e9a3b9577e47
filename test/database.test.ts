import pg from "pg";
import { expect, test } from "vitest";

import { createTestDatabase } from "./database.ts";

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query<R>(text).then(
    (result) => client.end().then(() => result.rows),
    (error: unknown) => client.end().then(() => Promise.reject(error as Error)),
  );
}

test("each test has a database of its own", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const count = "select count(*)::int as n from settings";
  await query(one.url, "insert into settings (key, version, value, changed_at) values ('a.test', 1, '1', now())");
  expect(await query(one.url, count)).toEqual([{ n: 1 }]);
  expect(await query(two.url, count)).toEqual([{ n: 0 }]);
  await Promise.all([one.drop(), two.drop()]);
  await expect(query(one.url, count)).rejects.toThrow(/does not exist/);
});

test("the full template contains all regions", async () => {
  const { url, drop } = await createTestDatabase("full");
  expect(await query(url, "select count(*)::int as n from regions where level <= 2 group by level")).toEqual([
    { n: 38 },
    { n: 514 },
  ]);
  expect((await query<{ n: number }>(url, "select count(*)::int as n from regions"))[0]?.n).toBeGreaterThan(91_000);
  await drop();
});
