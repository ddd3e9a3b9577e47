/**
 * Design note. Metrics are counted where they happen at the cost of one addition, and what the database knows is read
 * when somebody asks. They have their own port, on this machine only unless METRICS_HOST says otherwise: they tell how
 * much is sold. Labels have few values: patterns of routes, never addresses or ids. Without METRICS_PORT nothing of
 * this is loaded. Traces are apart from them (lib/tracing).
 */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { listBackups } from "#lib/backup/backup-folder.ts";
import type { Context } from "#lib/context.ts";
import { onServiceCall } from "#lib/http/request-json.ts";
import { countJobs, countPayments, findArchiveState, findBooksState } from "./queries.ts";
import { durationBuckets, maxMeasuredJobs } from "./rules.ts";

export type Metrics = {
  /** Counts the requests of an application. Called before its routes are added. */
  countRequests(app: FastifyInstance): void;
  /** All metrics in the text format of Prometheus. */
  read(): Promise<string>;
  contentType: string;
  /** Ends the listeners. */
  close(): void;
};

/** Makes the metrics of this process. */
export function createMetrics(context: Context): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const stopListening = countServices(registers);
  gaugeProcess(context, registers);
  const readDatabase = gaugeDatabase(context, registers);
  return {
    countRequests: (app) => countRequests(app, registers),
    async read() {
      await readDatabase();
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: stopListening,
  };
}

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Counter({
    name: "kawung_http_requests_total",
    help: "Responses by method, route and status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "kawung_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its response",
    labelNames: ["route"],
    buckets: durationBuckets,
    registers,
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
  });
}

function countServices(registers: Registry[]): () => void {
  const calls = new Counter({
    name: "kawung_provider_calls_total",
    help: "Calls to outside services by outcome",
    labelNames: ["service", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "kawung_provider_call_duration_seconds",
    help: "Duration of calls to outside services",
    labelNames: ["service"],
    buckets: durationBuckets,
    registers,
  });
  return onServiceCall(({ service, outcome, milliseconds }) => {
    calls.inc({ service, outcome });
    durations.observe({ service }, milliseconds / 1000);
  });
}

/** What this process knows by itself. */
function gaugeProcess({ db, pages, state }: Context, registers: Registry[]): void {
  new Gauge({
    name: "kawung_database_connections",
    help: "Connections of this process to the database by state, and requests that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "used" }, db.pool.totalCount - db.pool.idleCount);
      this.set({ state: "idle" }, db.pool.idleCount);
      this.set({ state: "waiting" }, db.pool.waitingCount);
    },
  });
  const slow = new Counter({
    name: "kawung_slow_statements_total",
    help: "Statements that took longer than SLOW_QUERY_MS",
    registers,
  });
  db.onSlowQuery(() => slow.inc());
  new Gauge({
    name: "kawung_page_cache_reads",
    help: "Reads of the cache of pages since the start",
    labelNames: ["outcome"],
    registers,
    collect() {
      const { found, missed } = pages.reads();
      this.set({ outcome: "found" }, found);
      this.set({ outcome: "missed" }, missed);
    },
  });
  new Gauge({
    name: "kawung_page_cache_bytes",
    help: "Memory of the cache of pages",
    registers,
    collect() {
      this.set(pages.size().bytes);
    },
  });
  new Gauge({
    name: "kawung_draining",
    help: "1 while the process finishes before it stops",
    registers,
    collect() {
      this.set(state.isDraining ? 1 : 0);
    },
  });
}

/**
 * What the database and the backup folder know. The returned function reads it. While the database does not answer, the
 * last values stay.
 */
function gaugeDatabase({ db, config: { backup }, log }: Context, registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `kawung_${name}`, help, labelNames, registers });
  const waiting = gauge("jobs_waiting", "Background jobs that could run and wait");
  const oldest = gauge("jobs_oldest_seconds", "Age of the oldest of them");
  const failed = gauge("jobs_failed", "Background jobs that were given up", ["job"]);
  const capped = gauge(
    "jobs_capped",
    `1 while a kind has more than the ${maxMeasuredJobs} jobs of each state that are counted`,
  );
  const payments = gauge("payments_last_hour", "Payments that began in the last hour by status", ["status"]);
  const findings = gauge("audit_findings", "Findings of the newest audit of the books");
  const auditedAt = gauge("audit_finished_timestamp_seconds", "When the newest audit ended");
  const holds = gauge("payout_holds", "Reasons for which no payout is sent");
  // Without our backups these would say 0, and that is an alarm.
  const ofBackups = backup && gaugeBackups(backup.folder);
  const up = gauge("database_up", "1 when the database answered the questions of these metrics");

  function gaugeBackups(folder: string) {
    const archived = gauge("wal_archived_timestamp_seconds", "When the database's log was stored last");
    const failures = gauge("wal_archive_failures", "Failed attempts to store the database's log");
    const backedUpAt = gauge("backup_finished_timestamp_seconds", "When the newest backup ended; 0 when there is none");
    return async () => {
      const state = await findArchiveState(db);
      archived.set((state?.last_at?.getTime() ?? 0) / 1000);
      failures.set(state?.failed ?? 0);
      const newest = (await listBackups(folder)).finished.at(-1);
      backedUpAt.set(newest ? Date.parse(newest.finishedAt) / 1000 : 0);
    };
  }
  async function readJobs() {
    const jobs = await countJobs(db);
    waiting.set(jobs.waiting);
    oldest.set(jobs.oldest_seconds);
    capped.set(jobs.is_capped ? 1 : 0);
    failed.reset();
    for (const { name, count } of jobs.failed) failed.set({ job: name }, count);
  }
  async function readPayments() {
    const counts = await countPayments(db);
    payments.reset();
    for (const { status, count } of counts) payments.set({ status }, count);
  }
  async function readBooks() {
    const books = await findBooksState(db);
    findings.set(books.findings ?? 0);
    auditedAt.set((books.finished_at?.getTime() ?? 0) / 1000);
    holds.set(books.holds);
  }
  return async () => {
    try {
      await Promise.all([readJobs(), readPayments(), readBooks()]);
      await ofBackups?.();
      up.set(1);
    } catch (error) {
      log.warn({ err: (error as Error).message }, "metrics could not be read from the database");
      up.set(0);
    }
  };
}
