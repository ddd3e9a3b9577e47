/** The process: settings from the environment, signals, and what is printed when the start fails. */
import { readConfig, SettingError, type Config } from "./lib/config.ts";
import { DatabaseFolderError } from "./lib/postgres/cluster.ts";
import type { Running } from "./run-server.ts";

function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof SettingError) return `Setting: ${error.message}`;
  if (error instanceof DatabaseFolderError) return error.message;
  const { code = "", message, port } = error as { code?: string; message?: string; port?: number };
  if (code === "EADDRINUSE" && config?.metrics && port === config.metrics.port)
    return `Setting: METRICS_PORT ${port} is taken by another program; each process needs its own.`;
  if (code === "EADDRINUSE")
    return `Port ${config?.port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`;
  if (config?.databaseUrl && /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28|3D000)/.test(code))
    return `Setting: DATABASE_URL leads to no database: ${message || code}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<void> {
  const running: Running = {};
  let config: Config | undefined;
  let stop: ((of: Running) => Promise<void>) | undefined;
  let stopping = false;
  const finish = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code || 1), 9_500 + (config?.drainDuration ?? 0)).unref();
    await stop?.(running).catch((error: unknown) => process.stdout.write(`${String(error)}\n`));
    process.exit(code);
  };
  process.on("SIGTERM", () => void finish(0));
  process.on("SIGINT", () => void finish(0));
  try {
    config = readConfig(process.env);
    // Loaded after the settings, so that a wrong one is named at once.
    const server = await import("./run-server.ts");
    stop = server.stop;
    await server.start(config, running);
  } catch (error) {
    process.stderr.write(`${explain(error, config)}\n`);
    await finish(1);
  }
}

await main();
