import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { seedMarket } from "../../db/seed/seed-market.ts";
import { readSeedOptions } from "../../db/seed/seed-options.ts";
import { createAuthenticate } from "../../src/accounts/session/session.ts";
import { createApp } from "../../src/app.ts";
import { startIndexEngine, type IndexEngine } from "../../src/catalog/index-engine/index-engine.ts";
import { minProductsForIndex } from "../../src/catalog/index-engine/rules.ts";
import { createPostgresEngine } from "../../src/catalog/listing/postgres-engine.ts";
import { useEngine } from "../../src/catalog/listing/search-engine.ts";
import { createMergeAtLogin } from "../../src/cart/merge-carts.ts";
import { indexProductsAgain } from "../../src/catalog/selling/index-products.ts";
import { purgeOnStockChange } from "../../src/catalog/stock/reserve-stock.ts";
import { readConfig } from "../../src/lib/config.ts";
import type { Context } from "../../src/lib/context.ts";
import { migrate } from "../../src/lib/migrate.ts";
import { openContext } from "../../src/lib/open-context.ts";
import { startDatabase } from "../../src/lib/postgres/start-database.ts";
import { loadRegions } from "../../src/regions/load-regions.ts";
import { divideSitemapAgain } from "../../src/web/sitemap.ts";

const root = new URL("../../", import.meta.url).pathname;

/** The seed of the measured databases: a change of it or of the code that seeds makes new ones. */
function wordsOf(products: number): string[] {
  return ["--products", String(products), "--shops", String(Math.ceil(products / 20)), "--seed", "1"];
}

async function versionOfSeed(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await readdir(join(root, "db/seed"))).filter((file) => file.endsWith(".ts") && !file.includes("test"));
  for (const file of files.toSorted()) hash.update(await readFile(join(root, "db/seed", file)));
  return hash.digest("hex").slice(0, 16);
}

export type Measured = {
  context: Context;
  app: FastifyInstance;
  postgresPid: number;
  /** The process of the search index, where the products are so many that there is one. */
  indexPid: number | undefined;
  close(): Promise<void>;
};

/**
 * Opens the application on the database of this size below tmp/growth, which is seeded if it does not exist or was
 * seeded by other code (`fresh`: in any case). A database of an earlier schema is migrated. Nothing listens, no job
 * runs and no page is kept.
 */
export async function openSize(
  products: number,
  { fresh, say }: { fresh: boolean; say: (line: string) => void },
): Promise<Measured> {
  const dataDir = join(root, "tmp/growth", String(products));
  const mark = join(dataDir, "seed-version");
  const version = await versionOfSeed();
  const known = existsSync(mark) ? readFileSync(mark, "utf8") : undefined;
  if (fresh || (known !== undefined && known !== version)) rmSync(dataDir, { recursive: true, force: true });
  const config = readConfig({
    DATA_DIR: dataDir,
    NODE_ENV: "test",
    DEMO: "1",
    LIMIT_FACTOR: "10000",
    PAGE_CACHE_MB: "0",
    LOG_LEVEL: "silent",
    PORT: "4400",
  });
  const postgres = await startDatabase(config, say);
  const url = postgres?.url ?? "";
  await migrate(url, (file) => say(`migrating: ${file}`));
  const context = await openContext(config, url, createAuthenticate, createMergeAtLogin);
  purgeOnStockChange(context);
  await loadRegions(context.db);
  if (fresh || known !== version) {
    await seedMarket(context, readSeedOptions(wordsOf(products), new Date()), say);
    writeFileSync(mark, version);
  }
  await indexProductsAgain(context);
  await divideSitemapAgain(context);
  const index = products < minProductsForIndex ? undefined : startIndex(context, url);
  // The process of the index does not keep this one alive, so something else must until it is ready.
  const waiting = setInterval(() => {}, 1000);
  await index?.ready;
  clearInterval(waiting);
  const app = await createApp(context);
  await app.ready();
  return {
    context,
    app,
    postgresPid: postgres?.pid ?? 0,
    indexPid: index?.processId(),
    async close() {
      await app.close();
      await index?.stop();
      await context.realtime.close();
      await context.db.close();
      await postgres?.stop();
    },
  };
}

function startIndex({ db, log, config }: Context, databaseUrl: string): IndexEngine {
  const folder = join(config.dataDir, "search");
  const fallback = createPostgresEngine(db);
  const engine = startIndexEngine({ db, log, fallback, databaseUrl, folder, logLevel: "silent" });
  useEngine(db, engine);
  return engine;
}
