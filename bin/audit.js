// npm run audit: checks the whole database of this installation, also while it is running. Prints the findings and
// exits with 1 if there is one. The result is stored and counts like that of the nightly audit: while the newest audit
// has findings, payouts are on hold.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { main, Problem } from "./bootstrap.js";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { readConfig } from "../src/lib/config.ts";
import { openContext } from "../src/lib/open-context.ts";
import { startPostgres } from "../src/lib/postgres/server.ts";
import { runAudit } from "../src/orders/audit/run-audit.ts";
import { sumHeldFunds } from "../src/orders/audit/sum-held-funds.ts";

const say = (line) => process.stdout.write(`${line}\n`);

await main(async () => {
  const config = readConfig(process.env);
  const embedded = join(config.dataDir, "postgres");
  if (!config.databaseUrl && !existsSync(embedded)) throw new Problem(`There is no database in ${config.dataDir}.`);
  const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir: embedded, log: say });
  try {
    return await audit(config, config.databaseUrl ?? postgres.url);
  } finally {
    await postgres?.stop();
  }
});

async function audit(config, url) {
  // Nobody logs in here. The findings are printed and need no line in the log.
  const context = await openContext({ ...config, logLevel: "fatal" }, url, () => async () => null);
  try {
    const { checked, findings, balances } = await runAudit(context);
    const { held, cash } = sumHeldFunds(balances);
    say(`Held for buyers and sellers: ${formatRupiah(held)}. At providers and banks: ${formatRupiah(cash)}.`);
    for (const { invariant, what } of findings) say(`${invariant}: ${what}`);
    say(`${checked} checks, ${findings.length} findings.`);
    return findings.length === 0 ? 0 : 1;
  } catch (error) {
    if (error.code === "42P01" || error.code === "42703")
      throw new Problem("The database is older than this version: start Kawung once, which brings it up to date.");
    throw error;
  } finally {
    await context.realtime.close();
    await context.db.close();
  }
}
