import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Context } from "#lib/context.ts";
import type { JsonService } from "#lib/http/request-json.ts";
import type { OpensearchConfig } from "#lib/config/search.ts";
import { startIndexEngine, type IndexEngine } from "./index-engine/index-engine.ts";
import { countIndexed } from "./index-engine/queries.ts";
import { minProductsForIndex, pollInterval, sizeCheckInterval } from "./index-engine/rules.ts";
import { createPostgresEngine } from "./listing/postgres-engine.ts";
import { useEngine } from "./listing/search-engine.ts";
import { feedOpensearch } from "./opensearch/feed-opensearch.ts";
import { createOpensearchEngine } from "./opensearch/opensearch-engine.ts";
import { retryPause, searchTimeout, writeTimeout } from "./opensearch/rules.ts";

type Parts = Pick<Context, "db" | "config" | "log">;

/**
 * Starts the search engine of the settings; until it is ready, the database answers. With `auto` the number of products
 * decides, which is counted every night.
 */
export function startSearchEngine(parts: Parts, databaseUrl: string): { stop(): Promise<void> } {
  const { db, config, log } = parts;
  if (config.search.opensearch) return startOpensearch(parts, config.search.opensearch);
  let engine: IndexEngine | undefined;
  const isServing = config.role !== "jobs";
  const startIndex = () => {
    const folder = join(config.dataDir, "search");
    const fallback = createPostgresEngine(db);
    engine = startIndexEngine({ db, log, fallback, databaseUrl, folder, logLevel: config.logLevel });
    useEngine(db, engine);
  };
  async function startIfLarge(): Promise<void> {
    if (engine || (await countIndexed(db)) < minProductsForIndex) return;
    clearInterval(timer);
    startIndex();
  }
  const check = () =>
    void startIfLarge().catch((error: unknown) =>
      log.warn({ err: String(error) }, "the products could not be counted"),
    );
  const isAuto = isServing && config.search.engine === "auto";
  const timer = isAuto ? setInterval(check, sizeCheckInterval).unref() : undefined;
  if (isAuto) check();
  if (isServing && config.search.engine === "index") startIndex();
  return {
    async stop() {
      clearInterval(timer);
      await engine?.stop();
    },
  };
}

/** OpenSearch answers, and one of the processes that run jobs feeds it. */
function startOpensearch(
  { db, config, log }: Parts,
  { url, login, alias }: OpensearchConfig,
): { stop(): Promise<void> } {
  const authorization = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`;
  const service: JsonService = {
    name: "OpenSearch",
    url,
    headers: authorization ? { authorization } : {},
    timeout: searchTimeout,
    maxBytes: 20_000_000,
  };
  useEngine(db, createOpensearchEngine({ db, log, service, alias, fallback: createPostgresEngine(db) }));
  if (config.role === "web") return { stop: async () => {} };
  const feed = {
    db,
    log,
    service: { ...service, timeout: writeTimeout },
    alias,
    processId: randomUUID(),
    retryPause,
  };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const step = () => {
    running = feedOpensearch(feed)
      .then(() => {})
      .catch((error: unknown) => log.warn({ err: String(error) }, "OpenSearch could not be brought up to date"))
      .finally(() => {
        if (!isStopped) timer = setTimeout(step, pollInterval).unref();
      });
  };
  step();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
