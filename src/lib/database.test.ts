import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeContext } from "../../test/make/context.ts";
import { openDatabase, sql } from "./database.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

const insert = (key: string) =>
  sql`insert into settings (key, version, value, changed_at) values (${key}, 1, '1', now())`;
const keys = async () =>
  (
    await context.db.rows<{ key: string }>(sql`select key from settings where key like 'transaction.%' order by key`)
  ).map(({ key }) => key);

test("statements that do not wait for each other run in their order", async () => {
  const counts = await context.db.transaction((tx) =>
    Promise.all([1, 2, 3].map((at) => tx.row(sql`select ${at}::int as at, count(*)::int as keys from settings`))),
  );
  expect(counts.map((row) => (row as { at: number }).at)).toEqual([1, 2, 3]);
});

test("a statement for the commit is stored with the rest, and its failure undoes the rest", async () => {
  await context.db.transaction(async (tx) => {
    tx.atCommit(insert("transaction.last"));
    await tx.run(insert("transaction.first"));
  });
  expect(await keys()).toEqual(["transaction.first", "transaction.last"]);
  const failed = context.db.transaction(async (tx) => {
    tx.atCommit(insert("transaction.first"));
    await tx.run(insert("transaction.undone"));
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect(await keys()).toEqual(["transaction.first", "transaction.last"]);
});

test("nothing is written after the end by a branch that goes on when another one failed", async () => {
  const late = Promise.withResolvers<void>();
  let branch: Promise<unknown> = late.promise;
  const failed = context.db.transaction((tx) => {
    branch = late.promise.then(() => tx.run(insert("transaction.late")));
    return Promise.all([tx.run(sql`select 1 / 0`), branch]);
  });
  await expect(failed).rejects.toMatchObject({ code: "22012" });
  late.resolve();
  await expect(branch).rejects.toThrow("the transaction has ended");
  expect(await keys()).not.toContain("transaction.late");
});

test("a transaction whose error was caught inside does not look as if it were stored", async () => {
  const swallowed = context.db.transaction(async (tx) => {
    await tx.run(insert("transaction.swallowed"));
    await tx.run(sql`select 1 / 0`).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow("one of its statements failed");
  expect(await keys()).not.toContain("transaction.swallowed");
});

test("texts that vary cannot use up the names of prepared statements", async () => {
  // Names belong to the process, which has run other tests before: a new copy of the module has all of them.
  vi.resetModules();
  const { joinSql, openDatabase } = await import("./database.ts");
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const named = async () =>
    (await db.row<{ n: number }>(sql`select count(*)::int as n from pg_prepared_statements`))?.n ?? 0;
  const inside = (one: ReturnType<typeof sql>) => sql`select (${one}) as found`;
  for (let parts = 1; parts <= 160; parts += 1)
    await db.rows(
      inside(
        joinSql(
          Array.from({ length: parts }, (_, at) => sql`${at}::int`),
          sql` + `,
        ),
      ),
    );
  expect(await named()).toBeLessThanOrEqual(151);
  const before = await named();
  await db.rows(inside(joinSql([sql`${1}::int`, sql`${1}::int`], sql` - `)));
  expect(await named()).toBe(before);
  await db.rows(inside(sql`${2}::int / 1`));
  expect(await named()).toBe(before + 1);
  await db.close();
});

test("reads that are sent together use one connection, which is free again when one of them fails", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const backend = sql`select pg_backend_pid() as pid`;
  const pids = await db.together((one) => Promise.all([one.row<{ pid: number }>(backend), one.row(backend)]));
  expect(pids[0]).toEqual(pids[1]);
  const failed = db.together((one) =>
    Promise.all([one.row(sql`select 1 / ${0}::int`), one.row(backend), one.row(sql`select pg_sleep(0.05)`)]),
  );
  await expect(failed).rejects.toThrow("division by zero");
  expect(await db.row(backend)).toEqual(pids[0]);
  await db.close();
});
