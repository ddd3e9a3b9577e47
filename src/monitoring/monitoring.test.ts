import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { requestJson } from "#lib/http/request-json.ts";
import { createLog } from "#lib/log.ts";
import { createProcessState } from "#lib/process-state.ts";
import { makeContext } from "../../test/make/context.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createReadiness } from "./readiness.ts";
import { healthRoutes } from "./routes.ts";
import { serveMetrics } from "./serve-metrics.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let metrics: Metrics;
beforeAll(async () => {
  context = await makeContext({ SLOW_QUERY_MS: "20", BACKUP_DIR: "/nowhere/backups", BACKUP_KEY_FILE: "/nowhere/key" });
  metrics = createMetrics(context);
  app = await createHttp(context);
  metrics.countRequests(app);
  healthRoutes(app, context);
  app.get("/test/:id", { config: { policy: "public" } }, async (_request, reply) => reply.status(204).send());
  await app.ready();
});
afterAll(async () => {
  metrics.close();
  await app.close();
  await context.close();
});

const get = (url: string) => app.inject({ method: "GET", url });

describe("readiness", () => {
  test("a process whose database is up to date is alive and ready", async () => {
    expect((await get("/healthz")).body).toBe("ok\n");
    const { statusCode, headers, body } = await get("/readyz");
    expect([statusCode, headers["cache-control"], JSON.parse(body)]).toEqual([
      200,
      "no-store",
      { ready: true, process: "ok", database: "ok", migrations: "ok", jobs: "ok" },
    ]);
  });

  test("a process that was asked to stop is alive and at once not ready", async () => {
    context.state.isDraining = true;
    try {
      expect((await get("/healthz")).statusCode).toBe(200);
      const { statusCode, body } = await get("/readyz");
      expect([statusCode, JSON.parse(body)]).toEqual([503, expect.objectContaining({ process: "stopping" })]);
    } finally {
      context.state.isDraining = false;
    }
  });

  test("a process that was asked to stop still answers, and ends the connection with each answer", async () => {
    const connection = async () => (await get("/healthz")).headers.connection;
    expect(await connection()).not.toBe("close");
    context.state.isDraining = true;
    try {
      expect(await connection()).toBe("close");
    } finally {
      context.state.isDraining = false;
    }
  });

  test("a process whose jobs ended, whose database lacks a migration or does not answer is not ready", async () => {
    const stopped = { db: context.db, state: { ...createProcessState(), jobs: "stopped" as const } };
    expect(await createReadiness(stopped)()).toMatchObject({ ready: false, jobs: "stopped" });
    const newest = await context.db.row<{ file: string }>(sql`
      delete from migrations where file = (select max(file) from migrations) returning file`);
    expect(await createReadiness({ ...context, state: createProcessState() })()).toMatchObject({
      ready: false,
      migrations: "1 missing",
    });
    await context.db.run(sql`insert into migrations (file) values (${newest?.file}), ('9999_of_a_newer_version.sql')`);
    // While a newer version is starting, this one still serves.
    expect(await createReadiness({ ...context, state: createProcessState() })()).toMatchObject({ ready: true });
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:9/nothing", { log: createLog("silent") });
    expect(await createReadiness({ db: nowhere, state: createProcessState() })()).toMatchObject({
      ready: false,
      database: "unreachable",
    });
    await nowhere.close();
  });
});

describe("metrics", () => {
  test("count responses by route, never by address, and what the database knows", async () => {
    await get("/test/rahasia-1");
    await get("/test/rahasia-2");
    await context.db.run(sql`select graphile_worker.add_job('papers.test', run_at := now() - interval '5 minutes')`);
    await context.db.run(sql`select graphile_worker.add_job('papers.given_up', max_attempts := 1)`);
    await context.db.run(sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
    const text = await metrics.read();
    expect(text).toContain('kawung_http_requests_total{method="GET",route="/test/:id",status="204"} 2');
    expect(text).toContain('kawung_http_request_duration_seconds_count{route="/test/:id"} 2');
    expect(text).not.toContain("rahasia");
    expect(text).toMatch(/^kawung_jobs_waiting [1-9]/m);
    expect(Number(/^kawung_jobs_oldest_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(299);
    expect(text).toContain('kawung_jobs_failed{job="papers.given_up"} 1');
    expect(text).toContain("kawung_database_up 1");
    expect(text).toContain("kawung_backup_finished_timestamp_seconds 0");
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  test("count at most a thousand jobs of a kind, say so, and find the oldest of all", async () => {
    const queue = (name: string, count: number, attempts: number) =>
      context.db.run(sql`
        with task as (insert into graphile_worker._private_tasks (identifier) values (${name}) returning id)
        insert into graphile_worker._private_jobs (task_id, run_at, attempts, max_attempts, updated_at)
        select id, now() - n * interval '1 second', ${attempts}, 12, now() - n * interval '1 second' from task, generate_series(1, ${count}::int) n`);
    const read = async () => {
      const text = await metrics.read();
      const value = (name: string) => Number(new RegExp(`^kawung_jobs_${name} (.+)$`, "m").exec(text)?.[1]);
      return { waiting: value("waiting"), capped: value("capped"), oldest: value("oldest_seconds"), text };
    };
    const before = await read();
    await queue("papers.thousand", 1000, 0);
    const exact = await read();
    expect([exact.waiting - before.waiting, exact.capped]).toEqual([1000, 0]);
    await queue("papers.many", 5000, 0);
    const many = await read();
    expect([many.waiting - exact.waiting, many.capped]).toEqual([1000, 1]);
    expect(many.oldest).toBeGreaterThan(4999);
    await queue("papers.again", 6000, 1);
    const again = await read();
    expect(again.waiting - many.waiting).toBe(1000);
    expect(again.oldest).toBeGreaterThan(5999);
    await queue("papers.lost", 1001, 12);
    expect((await read()).text).toContain('kawung_jobs_failed{job="papers.lost"} 1000');
  });

  test("count calls to outside services, answered and failed", async () => {
    const service = createServer((_request, response) =>
      response.setHeader("content-type", "application/json").end("{}"),
    );
    await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
    const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
    const call = { name: "Bank Uji", url, headers: {}, timeout: 5000, maxBytes: 1000 };
    await requestJson(call, { method: "GET", path: "/" });
    service.closeAllConnections();
    await new Promise((done) => service.close(done));
    await expect(requestJson(call, { method: "POST", path: "/" })).rejects.toThrow("no connection");
    const text = await metrics.read();
    expect(text).toContain('kawung_provider_calls_total{service="Bank Uji",outcome="answered"} 1');
    expect(text).toContain('kawung_provider_calls_total{service="Bank Uji",outcome="unavailable"} 1');
  });

  test("a slow statement is logged and counted with its text, without its values", async () => {
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => void lines.push(line) });
    const db = openDatabase(context.databaseUrl, { log, slowQueryMs: 20 });
    await db.row(sql`select pg_sleep(${0.05}), ${"nomor rekening"}::text`);
    await db.close();
    const patient = openDatabase(context.databaseUrl, { log, slowQueryMs: 600_000 });
    await patient.row(sql`select pg_sleep(${0.05}), 'cepat'`);
    await patient.close();
    const logged = lines.map((line) => JSON.parse(line) as { text: string; milliseconds: number });
    expect(logged).toEqual([
      expect.objectContaining({ msg: "a slow statement", text: "select pg_sleep($1), $2::text" }),
    ]);
    expect(logged[0]?.milliseconds).toBeGreaterThanOrEqual(50);
    await context.db.row(sql`select pg_sleep(0.05)`);
    expect(await metrics.read()).toMatch(/^kawung_slow_statements_total [1-9]/m);
  });

  test("have a port of their own, where nothing else is served", async () => {
    const server = await serveMetrics(context, metrics, { port: 0, host: "127.0.0.1" });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain("kawung_page_cache_bytes");
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await get("/metrics")).statusCode).toBe(404);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});

describe("the alerts", () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } };
  const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");
  const runbooks = readFileSync(new URL("../../docs/runbooks.md", import.meta.url), "utf8");
  const { groups } = load(read("alerts.yml")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const namesIn = (text: string) => [...text.matchAll(/\b(?:kawung|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);

  test("have a runbook each, and every runbook has an alert", () => {
    const titles = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
    expect(rules.map(({ alert }) => alert).sort()).toEqual(titles.sort());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  });

  test("lead to statements that find a job that was given up, and run it again", async () => {
    const [find = "", again = ""] = [...runbooks.matchAll(/```sql\n([^`]+)```/g)].map(([, text = ""]) => text);
    const run = (text: string) => context.db.pool.query<{ id: string; identifier: string }>(text);
    const found = (await run(find)).rows.find(({ identifier }) => identifier === "papers.given_up");
    await run(again.replace("ID", String(found?.id)));
    expect((await run(find)).rows.map(({ identifier }) => identifier)).not.toContain("papers.given_up");
  });

  test("and the dashboard use metrics that exist", async () => {
    const text = await metrics.read();
    const existing = new Set([...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name = ""]) => name));
    const dashboard = JSON.parse(read("grafana-dashboard.json")) as { panels: { targets: { expr: string }[] }[] };
    const used = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(namesIn);
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !existing.has(name.replace(/_(?:bucket|count|sum)$/, "")))).toEqual([]);
  });
});
