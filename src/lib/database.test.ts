import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeContext } from "../../test/make/context.ts";
import { demanded, isUnmet, openDatabase, sql, type Sql } from "./database.ts";

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
    void tx.atCommit(insert("transaction.last"));
    await tx.run(insert("transaction.first"));
  });
  expect(await keys()).toEqual(["transaction.first", "transaction.last"]);
  const failed = context.db.transaction(async (tx) => {
    void tx.atCommit(insert("transaction.first"));
    await tx.run(insert("transaction.undone"));
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect(await keys()).toEqual(["transaction.first", "transaction.last"]);
});

test("rows that are read with the commit contain what the transaction stored", async () => {
  const read = sql`select version from settings where key = 'commit.read'`;
  const { rows } = await context.db.transaction(async (tx) => {
    await tx.run(insert("commit.read"));
    void tx.atCommit(sql`update settings set version = 2 where key = 'commit.read'`);
    return { rows: tx.atCommit(read) };
  });
  expect(await rows).toEqual([{ version: 2 }]);
  let unread: Promise<unknown> = Promise.resolve();
  const failed = context.db.transaction(async (tx) => {
    unread = tx.atCommit(read);
    void tx.atCommit(sql`select 1 / 0`);
  });
  await expect(failed).rejects.toMatchObject({ code: "22012" });
  await expect(unread).rejects.toMatchObject({ code: "22012" });
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

test("a transaction that is refused before its first statement leaves its connection free", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const refused = db.transaction(() => Promise.reject(new Error("refused")));
  await expect(refused).rejects.toThrow("refused");
  await db.run(insert("refused.before"));
  expect(await context.db.row(sql`select key from settings where key = 'refused.before'`)).toBeDefined();
  await db.close();
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

test("statements that an error skipped can be sent again, and those before it are undone", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const skipped = sql`select ${"next"}::text as skipped, 1 as one`;
  for (const divisor of [0, 0, 2]) {
    const [first, ...rest] = await Promise.allSettled([
      db.together((one) =>
        Promise.all([
          one.run(insert(divisor === 0 ? "together.zero" : "together.two")),
          one.row(sql`select 4 / ${divisor}::int as n`),
          one.row(skipped),
        ]),
      ),
    ]);
    expect(rest).toEqual([]);
    if (divisor === 0) expect(first).toMatchObject({ status: "rejected", reason: { code: "22012" } });
    else expect(first).toMatchObject({ value: [1, { n: 2 }, { skipped: "next", one: 1 }] });
  }
  expect(await db.rows(sql`select key from settings where key like 'together.%'`)).toEqual([{ key: "together.two" }]);
  await db.close();
});

test("a result that cannot be read fails alone, and names its caller", async () => {
  const big = sql`select 9007199254740993::bigint as big`;
  const results = await context.db.together((one) =>
    Promise.all([
      one.row(sql`select 1 as one`),
      one.row(big).catch((error: Error) => error),
      one.row(sql`select 2 as two`),
    ]),
  );
  expect(results).toMatchObject([{ one: 1 }, { message: "a bigint is outside the safe range" }, { two: 2 }]);
  await expect(context.db.row(sql`select 1 / 0`)).rejects.toMatchObject({
    stack: expect.stringContaining("database.test.ts") as string,
  });
});

test("a statement without rows, without columns or without a name gives what it has", async () => {
  for (let round = 1; round <= 2; round += 1) {
    expect(await context.db.rows(sql`select 1 as one where false`)).toEqual([]);
    expect(await context.db.row(sql`select`)).toEqual({});
    expect(await context.db.run(sql`update settings set version = 1 where key like 'transaction.%'`)).toBe(2);
    expect(await context.db.row(sql`select null::int as nothing, '{a,NULL}'::text[] as list`)).toEqual({
      nothing: null,
      list: ["a", null],
    });
  }
});

test("a connection that ends fails what waits for it, and the next statement gets another one", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const end = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(db.transaction((tx) => Promise.all([tx.row(end), tx.row(sql`select 1 as one`)]))).rejects.toThrow();
  expect(await db.row(sql`select 1 as one`)).toEqual({ one: 1 });
  await db.close();
});

test("rows have the names and types of today after a migration changed the columns of a table", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  await db.run(sql`create table shelf (first int, second text)`);
  const read = sql`select * from shelf`;
  const readers: (() => Promise<unknown>)[] = [
    () => db.row(read),
    () => db.transaction((tx) => tx.row(read)),
    () => db.transaction(async (tx) => (await Promise.all([tx.row(sql`select 1 as one`), tx.row(read)]))[1]),
  ];
  await db.run(sql`insert into shelf values (1, '2')`);
  expect(await db.row(read)).toEqual({ first: 1, second: "2" });
  const migrations = [
    { change: sql`alter table shelf add third boolean default true`, row: { first: 1, second: "2", third: true } },
    { change: sql`alter table shelf rename second to fourth`, row: { first: 1, fourth: "2", third: true } },
    {
      change: sql`alter table shelf alter fourth type int using fourth::int`,
      row: { first: 1, fourth: 2, third: true },
    },
    {
      change: sql`alter table shelf drop first, add first text default 'new'`,
      row: { fourth: 2, third: true, first: "new" },
    },
  ];
  for (const [at, { change, row }] of migrations.entries()) {
    // Another process migrates.
    await context.db.run(change);
    expect(await readers[at % readers.length]?.()).toEqual(row);
    for (const reader of readers) expect(await reader()).toEqual(row);
  }
  await db.run(sql`deallocate all`);
  for (const reader of readers) expect(await reader()).toEqual({ fourth: 2, third: true, first: "new" });
  await db.run(sql`drop table shelf`);
  await db.close();
});

test("a value that cannot be sent fails alone, and with the commit it stores nothing", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const endless: Record<string, unknown> = {};
  endless["self"] = endless;
  const unsendable = sql`select ${endless}::jsonb as value`;
  const results = await db.together((one) =>
    Promise.all([
      one.row(sql`select 1 as one`),
      one.row(unsendable).catch((error: Error) => error),
      one.row(sql`select 2 as two`),
    ]),
  );
  expect(results).toEqual([{ one: 1 }, expect.any(TypeError), { two: 2 }]);
  await expect(db.row(unsendable)).rejects.toThrow(TypeError);
  const inside = db.transaction((tx) => Promise.all([tx.run(insert("unsendable.inside")), tx.run(unsendable)]));
  await expect(inside).rejects.toThrow(TypeError);
  const atCommit = db.transaction(async (tx) => {
    await tx.run(insert("unsendable.commit"));
    void tx.atCommit(unsendable);
  });
  await expect(atCommit).rejects.toThrow(TypeError);
  expect(await db.rows(sql`select key from settings where key like 'unsendable.%'`)).toEqual([]);
  await db.close();
});

test("a demanded condition that is false or unknown undoes the transaction whose commit it leaves with", async () => {
  const demand = (condition: Sql, key: string) =>
    context.db.transaction(async (tx) => {
      void tx.atCommit(insert(key));
      void tx.atCommit(sql`select ${demanded(condition)}`);
    });
  for (const condition of [sql`1 > 2`, sql`null::boolean`])
    await expect(demand(condition, "demanded.not")).rejects.toSatisfy(isUnmet);
  await demand(sql`2 > 1`, "demanded.met");
  const stored = sql`select key from settings where key like 'demanded.%'`;
  expect(await context.db.rows(stored)).toEqual([{ key: "demanded.met" }]);
});

test("an error in the middle of a transaction's packet undoes it and leaves the connection outside a transaction", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const middles = [
    { middle: sql`select 1 / 0`, code: "22012" },
    { middle: sql`select ${"text"}::int`, code: "22P02" },
    { middle: sql`select ${"nul \0"}::text`, code: "22021" },
    { middle: sql`select from a_table_that_is_missing`, code: "42P01" },
  ];
  for (const { middle, code } of middles) {
    const sent: Promise<unknown>[] = [];
    const failed = db.transaction((tx) => {
      sent.push(tx.run(insert("middle.before")), tx.row(middle), tx.run(insert("middle.after")));
      return Promise.all(sent);
    });
    await expect(failed).rejects.toMatchObject({ code });
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    // In a transaction both would be the same.
    const [one, two] = [await db.row(sql`select now()::text as at`), await db.row(sql`select now()::text as at`)];
    expect(one).not.toEqual(two);
  }
  expect(await db.rows(sql`select key from settings where key like 'middle.%'`)).toEqual([]);
  await db.close();
});

test("a statement that could not be prepared can be sent again once nothing prevents it", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const read = sql`select count(*)::int as count from created_later`;
  await expect(db.transaction((tx) => Promise.all([tx.row(read), tx.row(read)]))).rejects.toMatchObject({
    code: "42P01",
  });
  await expect(db.row(read)).rejects.toMatchObject({ code: "42P01" });
  await db.run(sql`create table created_later ()`);
  expect(await db.together((one) => Promise.all([one.row(read), one.row(read)]))).toEqual([{ count: 0 }, { count: 0 }]);
  await db.run(sql`drop table created_later`);
  await db.close();
});

test("a constraint that is checked at the commit fails the transaction, and outside one the statement", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  await db.run(sql`create table checked_last (n int unique deferrable initially deferred)`);
  const add = sql`insert into checked_last values (1)`;
  await expect(db.transaction((tx) => Promise.all([tx.run(add), tx.run(add)]))).rejects.toMatchObject({
    code: "23505",
  });
  await expect(db.together((one) => Promise.all([one.run(add), one.run(add)]))).rejects.toMatchObject({
    code: "23505",
  });
  expect(await db.run(add)).toBe(1);
  await expect(db.run(add)).rejects.toMatchObject({ code: "23505" });
  expect(await db.rows(sql`select n from checked_last`)).toEqual([{ n: 1 }]);
  await db.run(sql`drop table checked_last`);
  await db.close();
});

test("an empty text, a notice and very large values do not move the rows of the others", async () => {
  const large = "x".repeat(20_000_000);
  const notice = sql`do $$ begin raise notice 'a notice'; end $$`;
  const [one, empty, size, , echo, three] = await context.db.together((db) =>
    Promise.all([
      db.row(sql`select 1 as one`),
      db.rows(sql``),
      db.row(sql`select length(${large}::text) as size`),
      db.run(notice),
      db.row<{ large: string }>(sql`select ${large}::text as large`),
      db.row(sql`select 3 as three`),
    ]),
  );
  expect([one, empty, size, three]).toEqual([{ one: 1 }, [], { size: 20_000_000 }, { three: 3 }]);
  expect(echo?.large === large).toBe(true);
});

test("a statement that takes too long fails its packet, and its connection stays", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const backend = sql`select pg_backend_pid() as pid`;
  const before = await db.row(backend);
  const slow = db.transaction((tx) =>
    Promise.all([
      tx.run(sql`set local statement_timeout = '50ms'`),
      tx.run(insert("slow.before")),
      tx.row(sql`select pg_sleep(60)`),
      tx.run(insert("slow.after")),
    ]),
  );
  await expect(slow).rejects.toMatchObject({ code: "57014" });
  expect(await db.rows(sql`select key from settings where key like 'slow.%'`)).toEqual([]);
  expect(await db.row(backend)).toEqual(before);
  await db.close();
});

test("a connection that is ended from outside fails its packet, and the next work that waits for the pool gets another one", async () => {
  const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1 });
  const sleep = sql`select pg_sleep(60)`;
  const one = sql`select 1 as one`;
  const works: (() => Promise<unknown>)[] = [
    () => db.row(sleep),
    () => db.together((of) => Promise.all([of.row(one), of.row(sleep), of.row(one)])),
    () => db.transaction((tx) => Promise.all([tx.row(one), tx.row(sleep), tx.row(one)])),
  ];
  for (const work of works) {
    const failed = expect(work()).rejects.toThrow();
    const next = db.row(one);
    await expect
      .poll(
        async () =>
          (
            await context.db.rows(sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and wait_event = 'PgSleep'`)
          ).length,
      )
      .toBe(1);
    await failed;
    expect(await next).toEqual({ one: 1 });
  }
  await db.close();
});

test("a transaction that PostgreSQL gave up for a deadlock runs again, whichever statement of a packet it was", async () => {
  let attempts = 0;
  const result = await context.db.transaction((tx) => {
    attempts += 1;
    return Promise.all([
      tx.run(insert("deadlock.first")),
      tx.run(attempts === 1 ? sql`do $$ begin raise exception using errcode = '40P01'; end $$` : sql`select`),
      tx.row(sql`select 1 as one`),
    ]);
  });
  expect(attempts).toBe(2);
  expect(result).toEqual([1, 1, { one: 1 }]);
});

test("a statement of a pool ends when it takes longer than the pool allows", async () => {
  const endsAfter = async (settings: { statementTimeout?: number }) => {
    const db = openDatabase(context.databaseUrl, { log: context.log, connections: 1, ...settings });
    const shown = await db.row<{ statement_timeout: string }>(sql`show statement_timeout`);
    await db.close();
    return shown?.statement_timeout;
  };
  expect(await endsAfter({})).toBe("15s");
  expect(await endsAfter({ statementTimeout: 600_000 })).toBe("10min");
});
