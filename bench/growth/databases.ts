import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { seedMarket } from "../../db/seed/seed-market.ts";
import { readSeedOptions } from "../../db/seed/seed-options.ts";
import { createAuthenticate } from "../../src/accounts/session/session.ts";
import { createApp } from "../../src/app.ts";
import { startIndexEngine, type IndexEngine } from "../../src/catalog/index-engine/index-engine.ts";
import { minProductsForIndex, snapshotInterval } from "../../src/catalog/index-engine/rules.ts";
import { listSnapshots } from "../../src/catalog/index-engine/snapshot-file.ts";
import { createPostgresEngine } from "../../src/catalog/listing/postgres-engine.ts";
import { useEngine } from "../../src/catalog/listing/search-engine.ts";
import { createMergeAtLogin } from "../../src/cart/merge-carts.ts";
import { indexProductsAgain } from "../../src/catalog/selling/index-products.ts";
import { purgeOnStockChange } from "../../src/catalog/stock/reserve-stock.ts";
import { sql } from "../../src/lib/database.ts";
import { storeAccountSums } from "../../src/payments/ledger/sum-accounts.ts";
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
  const postgres = await startDatabase(config, say, "command");
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
  await giveAttributes(context);
  await queueJobs(context, products);
  await divideSitemapAgain(context);
  await storeAccountSums(context, new Date());
  const index = products < minProductsForIndex ? undefined : startIndex(context, url);
  await index?.ready;
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

/**
 * The main categories ask for the two attributes that most of their products have, each with its six most common
 * values, so that their listings have filters by attributes. Products have the tokens of all their attributes anyway.
 */
async function giveAttributes({ db }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`
      with sample as materialized (select root_category_id as root, attributes from products where status = 'active' order by id limit 20000),
      counted as (
        select root, one->>'name' as name, one->>'value' as value, count(*) as n from sample, jsonb_array_elements(attributes) one
        where length(one->>'value') between 1 and 40 and length(one->>'name') between 2 and 40 group by 1, 2, 3
      ),
      ranked as (
        select *, row_number() over (partition by root, name order by n desc, value) as place, sum(n) over (partition by root, name) as all_of
        from counted
      ),
      options as (
        select root, name, all_of, jsonb_agg(value order by n desc, value) as options from ranked where place <= 6 group by 1, 2, 3 having count(*) >= 2
      ),
      chosen as (select *, row_number() over (partition by root order by all_of desc, name) as place from options)
      update categories c set attribute_set = sets.attributes from (
        select root, jsonb_agg(jsonb_build_object('name', name, 'kind', 'choice', 'unit', null, 'options', options, 'is_required', false, 'is_filterable', true) order by place) as attributes
        from chosen where place <= 2 group by 1
      ) sets where c.id = sets.root and c.attribute_set = '[]'`);
  });
}

/** As many background jobs as products, unless they are there already: most for later, some due, some failed. */
async function queueJobs({ db }: Context, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`
      insert into graphile_worker._private_tasks (identifier) values ('bench.mail'), ('bench.deadline') on conflict do nothing`);
    await tx.run(sql`
      insert into graphile_worker._private_jobs (task_id, run_at, attempts, max_attempts, last_error)
      select t.id, now() + case when n % 10 = 3 then -interval '1 day' else interval '30 days' end,
        case n % 10 when 0 then 12 when 1 then 3 else 0 end, 12, case when n % 10 < 2 then 'connect ECONNREFUSED' end
      from generate_series(1, ${count}::int) n
      join (select id, identifier from graphile_worker._private_tasks k
        where not exists (select from graphile_worker._private_jobs j where j.task_id = k.id) offset 0) t
        on t.identifier = case when n % 2 = 0 then 'bench.mail' else 'bench.deadline' end`);
  });
  await db.run(sql`vacuum analyze graphile_worker._private_jobs`);
}

function startIndex({ db, log, config }: Context, databaseUrl: string): IndexEngine {
  const folder = join(config.dataDir, "search");
  // The index would store an old snapshot again while calls are measured. Without it, the start waits for a new one.
  for (const name of existsSync(folder) ? listSnapshots(folder) : [])
    if (statSync(join(folder, name)).mtimeMs < Date.now() - snapshotInterval / 2) rmSync(join(folder, name));
  const fallback = createPostgresEngine(db);
  const engine = startIndexEngine({ db, log, fallback, databaseUrl, folder, logLevel: "silent" });
  useEngine(db, engine);
  return engine;
}
