/**
 * The parts of a running server. It starts the database, migrations, reference and demo data, API, pages and jobs in
 * this order, and stops them in reverse. server.ts is the process around them.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Runner } from "graphile-worker";
import { softwareName } from "#lib/brand.ts";
import { demoAccounts, demoPassword } from "../db/demo/accounts.ts";
import { createAuthenticate } from "#accounts/session/session.ts";
import { createApp } from "./app.ts";
import { createMergeAtLogin } from "./cart/merge-carts.ts";
import { startSearchEngine } from "./catalog/start-search-engine.ts";
import { purgeOnStockChange } from "./catalog/stock/reserve-stock.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { Config } from "./lib/config.ts";
import type { Context } from "./lib/context.ts";
import { openDatabase, sql } from "./lib/database.ts";
import { assertFilesPrivate } from "./lib/files/assert-files-private.ts";
import { checkStoreOwner } from "./lib/files/store-owner.ts";
import { migrate } from "./lib/migrate.ts";
import { openContext } from "./lib/open-context.ts";
import { startDatabase } from "./lib/postgres/start-database.ts";
import type { PostgresServer } from "./lib/postgres/server.ts";
import { startDelivery } from "./notifications/live/deliver-notifications.ts";
import { assertMethodSettings, offeredMethods } from "./payments/providers/find-provider.ts";
import { loadRegions } from "./regions/load-regions.ts";
import { settingDeclarations } from "./setting-declarations.ts";
import { keepPublished } from "./web/hashed-files/publish-build.ts";
import { followSettings } from "./settings/refresh-settings.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import { startWorker } from "./worker.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What has been started so far. */
export type Running = {
  app?: FastifyInstance;
  runner?: Runner;
  delivery?: ReturnType<typeof startDelivery>;
  context?: Context;
  stopSettings?: () => void;
  stopPublishing?: () => void;
  search?: ReturnType<typeof startSearchEngine>;
  postgres?: PostgresServer;
  metrics?: Server;
  traces?: { stop(): Promise<void> };
};

/** Starts everything that `config` asks for, and notes in `running` what {@link stop} has to stop. */
export async function start(config: Config, running: Running): Promise<void> {
  if (config.role !== "jobs") await assertPortFree(config);
  const postgres = await startDatabase(config, say, "service");
  if (postgres) running.postgres = postgres;
  const url = postgres?.url ?? config.databaseUrl ?? "";
  await migrate(url, (file) => say(`Migrating: ${file}`));
  const context = await openContext(config, url, createAuthenticate, createMergeAtLogin);
  running.context = context;
  assertMethodSettings(context);
  await assertFilesPrivate(config, context.log);
  await checkStoreOwner(context);
  if (config.role !== "jobs" && offeredMethods(context).length === 0)
    context.log.warn("no payment provider is set up, so checkout refuses: set PAYMENT_PROVIDERS (docs/operating.md)");
  if (await loadRegions(context.db)) say("Regions: 38 provinces down to 83,762 villages loaded");
  if (config.demo && !(await context.db.row(sql`select 1 from users limit 1`))) await fillWithDemo(context, url);
  await context.realtime.start();
  // From here on this process is notified of a moved clock. Earlier moves have to be read once.
  await context.clock.refresh();
  running.stopSettings = await followSettings(context, settingDeclarations);
  running.delivery = startDelivery(context);
  purgeOnStockChange(context);
  if (config.traces) {
    const { exportSpans } = await import("./lib/tracing/export-spans.ts");
    running.traces = exportSpans(config.traces, context.log, config.role);
  }
  const metrics = config.metrics && (await startMetrics(config.metrics, context, running));
  running.search = startSearchEngine(context, url);
  if (config.role !== "jobs") {
    const opening = createApp(context, metrics).then((made) => (running.app = made));
    const publishing = keepPublished(context).then((stopPublishing) => (running.stopPublishing = stopPublishing));
    // When one of the two fails, the other one still begins something that has to be stopped.
    await Promise.allSettled([opening, publishing]);
    const [app] = await Promise.all([opening, publishing]);
    await app.listen({ port: config.port, host: config.host });
  }
  if (config.role !== "web") {
    running.runner = await startWorker(context, context.db.pool);
    context.state.jobs = "running";
    void running.runner.promise.catch(() => {}).finally(() => (context.state.jobs = "stopped"));
  }
  if (config.role !== "jobs") await welcome(context);
}

/** Loads the demo over connections of its own: on a slow machine one statement may take a minute, and none is slow. */
async function fillWithDemo(context: Context, url: string): Promise<void> {
  const { loadDemo } = await import("../db/demo/load.ts");
  const db = openDatabase(url, { log: context.log, applicationName: "kawung demo", statementTimeout: 10 * 60_000 });
  try {
    await loadDemo({ ...context, db }, say);
  } finally {
    await db.close();
  }
}

/** Starts the port of metrics. The libraries are loaded only here. */
async function startMetrics(
  place: NonNullable<Config["metrics"]>,
  context: Context,
  running: Running,
): Promise<Metrics> {
  const { createMetrics } = await import("./monitoring/metrics.ts");
  const { serveMetrics } = await import("./monitoring/serve-metrics.ts");
  const metrics = createMetrics(context);
  running.metrics = await serveMetrics(context, metrics, place);
  return metrics;
}

/** Fails when the port is taken, before the long steps of a start. */
function assertPortFree({ port, host }: Config): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

async function welcome({ config, db }: Context): Promise<void> {
  const isReady = `\n${softwareName} is ready at ${config.publicUrl.href}`;
  if (!config.demo) {
    const operator = await db.row(sql`select from users where type = 'operator' and deleted_at is null limit 1`);
    const next = operator ? "" : "\nThere is no operator yet: npm run kawung -- operator create";
    return say(isReady + next);
  }
  say(isReady);
  say(`\nDemo accounts (password of all: ${demoPassword})`);
  for (const [role, email] of Object.entries(demoAccounts)) say(`  ${role.padEnd(9)} ${email}`);
  say(`\nPlay the bank, the courier and the clock at ${new URL(operatorHrefs.simulator(), config.publicUrl).href}\n`);
}

/** In milliseconds. */
const lastRequestsDuration = 2000;

/**
 * Refuses new connections, which a proxy gives to another process, and still answers on those that were accepted: some
 * of their requests have been sent. Resolves when none is left, or after `lastRequestsDuration`.
 */
async function stopListening(server: FastifyInstance["server"]): Promise<void> {
  // Directly after connections were accepted: those that still wait would be reset.
  await nextTurn();
  // Not the method of HTTP servers, which also closes connections whose request is on its way.
  NetServer.prototype.close.call(server);
  const stopping = new AbortController();
  const ended = once(server, "close", stopping).catch(() => undefined);
  await Promise.race([ended, wait(lastRequestsDuration, undefined, stopping).catch(() => undefined)]);
  stopping.abort();
}

/**
 * Stops the process: it says that it is not ready and still answers for the time of DRAIN_SECONDS, so that a load
 * balancer sends requests elsewhere; then it finishes what is running.
 */
export async function stop(running: Running): Promise<void> {
  const { context } = running;
  if (context) context.state.isDraining = true;
  const drainDuration = context?.config.drainDuration ?? 0;
  // One that never listened has no proxy to wait for.
  if (running.app?.server.listening && drainDuration > 0) {
    await wait(drainDuration);
    await stopListening(running.app.server);
  }
  await running.app?.close();
  await running.runner?.stop();
  await running.delivery?.stop();
  await running.search?.stop();
  running.stopSettings?.();
  running.stopPublishing?.();
  await running.traces?.stop();
  await running.context?.realtime.close();
  await running.context?.db.close();
  await running.postgres?.stop();
  running.metrics?.close();
}
