/**
 * `npm run seed -- --products 1000000 --shops 50000 [--orders N --users N --audit N --seed S --date YYYY-MM-DD]`: fills
 * the database of this installation with a marketplace of that size (README.md).
 */
import { createAuthenticate } from "../../src/accounts/session/session.ts";
import { readConfig, SettingError } from "../../src/lib/config.ts";
import { migrate } from "../../src/lib/migrate.ts";
import { openContext } from "../../src/lib/open-context.ts";
import { startDatabase } from "../../src/lib/postgres/start-database.ts";
import { loadRegions } from "../../src/regions/load-regions.ts";
import { seedMarket } from "./seed-market.ts";
import { readSeedOptions, SeedProblem } from "./seed-options.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readSeedOptions(process.argv.slice(2), new Date());
  const config = readConfig(process.env);
  const postgres = await startDatabase(config, say, "command");
  try {
    const url = postgres?.url ?? config.databaseUrl ?? "";
    await migrate(url);
    const context = await openContext({ ...config, logLevel: "error" }, url, createAuthenticate);
    try {
      await loadRegions(context.db);
      await seedMarket(context, options, say);
    } finally {
      await context.db.close();
    }
  } finally {
    await postgres?.stop();
  }
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const isExpected = error instanceof SeedProblem || error instanceof SettingError;
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
});
