import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { workQueueRoutes } from "./routes.ts";
import { jobSubject } from "./job-subjects.ts";
import { jobCountLabel, shownError } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [workQueueRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

test("failed jobs are shown without data of persons, and run again from their first attempt", async () => {
  for (const checkoutId of ["satu", "dua", "tiga"])
    await queueJob(context.db, "payments.settled", { checkoutId, paymentId: "" });
  await context.db.run(sql`
    update graphile_worker._private_jobs j set attempts = case when j.payload->>'checkoutId' = 'tiga' then 2 else max_attempts end,
      run_at = now() + interval '1 hour', last_error = 'connect to sari@contoh.id failed for 081234567890' || chr(10) || 'at stack'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'payments.settled'`);
  const read = async () =>
    (await operator("GET", "/v1/operator/jobs")).body.result as unknown as {
      kinds: { name: string; failed: number; retrying: number; due: number }[];
      failures: { name: string; error: string; next_at: string | null }[];
      retries: boolean;
    };
  const settled = async () => (await read()).kinds.find(({ name }) => name === "payments.settled");
  expect(await settled()).toMatchObject({ failed: 2, retrying: 1, due: 0 });
  const { failures, retries } = await read();
  expect(retries).toBe(true);
  expect(failures.map(({ error, next_at: next }) => [error, next === null])).toEqual([
    ["connect to •••@••• failed for ••••••", true],
    ["connect to •••@••• failed for ••••••", true],
    ["connect to •••@••• failed for ••••••", false],
  ]);
  const body = { name: "payments.settled", reason: "Penyedia sudah pulih" };
  const first = await operator("POST", "/v1/operator/jobs/retry", body);
  expect([first.status, first.body.data]).toEqual([200, { count: 2 }]);
  expect(await settled()).toMatchObject({ failed: 0, retrying: 1, due: 2 });
  const again = await operator("POST", "/v1/operator/jobs/retry", body);
  expect([again.status, again.body.code]).toEqual([409, "jobs.nothing_failed"]);
  expect(
    await context.db.rows(sql`select reason, after from audit_entries where action = 'operator.jobs_retried'`),
  ).toEqual([{ reason: body.reason, after: { count: 2 } }]);
});

test("of a long queue the numbers stop at 1,000, and the failures that are listed are the newest of all kinds", async () => {
  await context.db.run(sql`delete from graphile_worker._private_jobs`);
  await context.db.run(sql`
    with added as materialized (select (graphile_worker.add_job('papers.' || kind)).task_id as task from unnest(array['satu', 'dua']) kind)
    insert into graphile_worker._private_jobs (task_id, run_at, attempts, max_attempts, last_error, updated_at, locked_at)
    select task, now() + case when n % 5 = 0 then -interval '1 hour' else interval '1 hour' end,
      case n % 5 when 2 then 3 when 3 then 12 else 0 end, 12, case when n % 5 in (2, 3) then 'penyedia diam ' || n end,
      now() - n * interval '1 second', case when n % 5 = 4 then now() end
    from generate_series(1, 5005) n cross join (select min(task) as task from added) first`);
  const { kinds, failures } = (await operator("GET", "/v1/operator/jobs")).body.result as unknown as {
    kinds: Record<string, unknown>[];
    failures: { error: string; next_at: string | null }[];
  };
  const most = { name: "papers.satu", due: 1001, planned: 1001, running: 1001, retrying: 1001, failed: 1001 };
  expect(kinds).toMatchObject([most, { name: "papers.dua", due: 1, planned: 0, running: 0, retrying: 0, failed: 0 }]);
  expect(failures).toHaveLength(100);
  expect([failures[0], failures.at(-1)]).toMatchObject([
    { error: "penyedia diam 3", next_at: null },
    { error: "penyedia diam 498", next_at: null },
  ]);
  expect([jobCountLabel(1000), jobCountLabel(1001)]).toEqual(["1.000", "1 rb+"]);
});

test("the indexes of the queue are there after its own migrations", async () => {
  await runMigrations({ connectionString: context.databaseUrl });
  expect(
    await context.db.rows(sql`
      select i.relname as name, x.indisvalid as valid from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = 'graphile_worker._private_jobs'::regclass and i.relname like 'kawung_jobs_%' order by 1`),
  ).toEqual(["failed", "retrying", "running", "waiting"].map((part) => ({ name: `kawung_jobs_${part}`, valid: true })));
});

test("an error of any length and shape is shortened without delay", () => {
  for (const text of ["@".repeat(100_000), '"'.repeat(100_000), "a@".repeat(50_000), "1".repeat(100_000)])
    expect(shownError(text).length).toBeLessThanOrEqual(200);
  expect(shownError(null)).toBe("");
});

test("a failed job says in words what it is about, whichever part of the marketplace it belongs to", () => {
  expect(
    ["site.notify_of_text", "settings.begin_changes", "web.divide_sitemap", "reviews.any", "promotions.any"].map(
      jobSubject,
    ),
  ).toEqual(["Pemberitahuan halaman dan syarat", "Pengaturan", "Peta situs", "Ulasan", "Voucher"]);
});
