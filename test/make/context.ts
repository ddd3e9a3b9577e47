import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthenticate } from "../../src/accounts/session/session.ts";
import { createMergeAtLogin } from "../../src/cart/merge-carts.ts";
import { purgeOnStockChange } from "../../src/catalog/stock/reserve-stock.ts";
import { readConfig } from "../../src/lib/config.ts";
import type { Context } from "../../src/lib/context.ts";
import { openContext } from "../../src/lib/open-context.ts";
import { setIndonesianMessages } from "../../src/lib/schema.ts";
import { createTestDatabase, type Filling, type TestDatabase } from "../database.ts";
import { takeOldestFirst } from "../warm-connections.ts";

/** A context on its own database; `close()` removes both. `env` holds settings as in the environment. */
export async function makeContext(
  env: Record<string, string> = {},
  regions: "small" | "full" = "small",
  filling?: Filling,
): Promise<Context & { close(): Promise<void>; databaseUrl: string }> {
  return contextOn(await createTestDatabase(regions, filling), env);
}

/** A context on this database; `close()` removes both. */
export async function contextOn(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<Context & { close(): Promise<void>; databaseUrl: string }> {
  setIndonesianMessages();
  const dataDir = await mkdtemp(join(tmpdir(), "kawung-test-"));
  const config = readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: dataDir, DEMO: "1", PORT: "0", ...env });
  const context = await openContext(config, database.url, createAuthenticate, createMergeAtLogin);
  takeOldestFirst(context.db.pool);
  purgeOnStockChange(context);
  return {
    ...context,
    databaseUrl: database.url,
    async close() {
      await context.realtime.close();
      await context.db.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
