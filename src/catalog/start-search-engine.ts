import { join } from "node:path";
import type { Context } from "#lib/context.ts";
import { startIndexEngine, type IndexEngine } from "./index-engine/index-engine.ts";
import { countIndexed } from "./index-engine/queries.ts";
import { minProductsForIndex, sizeCheckInterval } from "./index-engine/rules.ts";
import { createPostgresEngine } from "./listing/postgres-engine.ts";
import { useEngine } from "./listing/search-engine.ts";

/**
 * Starts the search engine of the settings; until it is ready, the database answers. With `auto` the number of products
 * decides, which is counted every night.
 */
export function startSearchEngine(
  { db, config, log }: Pick<Context, "db" | "config" | "log">,
  databaseUrl: string,
): { stop(): Promise<void> } {
  let engine: IndexEngine | undefined;
  const postgres = createPostgresEngine(db);
  const startIndex = () => {
    const folder = join(config.dataDir, "search");
    engine = startIndexEngine({ db, log, fallback: postgres, databaseUrl, folder, logLevel: config.logLevel });
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
  const timer = config.search.engine === "auto" ? setInterval(check, sizeCheckInterval).unref() : undefined;
  if (config.search.engine === "auto") check();
  if (config.search.engine === "index") startIndex();
  return {
    async stop() {
      clearInterval(timer);
      await engine?.stop();
    },
  };
}
