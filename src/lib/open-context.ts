import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncClock, openClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { openDatabase } from "./database.ts";
import type { AtLogin, Authenticate } from "./http/endpoint.ts";
import { openKeyRing } from "./key-ring.ts";
import { attachKeyRing } from "./keys.ts";
import { createLog } from "./log.ts";
import { createPageCache } from "./http/page-cache.ts";
import { createProcessState } from "./process-state.ts";
import { createRealtime } from "./realtime/realtime.ts";
import { postgresTransport } from "./realtime/postgres-transport.ts";
import { broadcastPurges } from "./realtime/broadcast-purges.ts";

/**
 * Opens what operations need, for a database that is already migrated. `createAuthenticate` comes from accounts and
 * makes the function that finds the caller. `createAtLogin` comes from cart; a process in which nobody logs in needs
 * none.
 */
export async function openContext(
  config: Config,
  databaseUrl: string,
  createAuthenticate: (parts: Pick<Context, "db" | "clock" | "config">) => Authenticate,
  createAtLogin: (parts: Pick<Context, "config">) => AtLogin = () => async () => () => {},
): Promise<Context> {
  const log = createLog(config.logLevel);
  const db = openDatabase(databaseUrl, { log, slowQueryMs: config.slowQueryMs });
  const clock = await openClock(db, config.demo);
  const pages = createPageCache(config.pageCacheMegabytes * 1024 * 1024);
  // Loading the Redis client takes an eighth of the start time, so it is loaded only when it is used.
  const transport = config.redisUrl
    ? (await import("./realtime/redis-transport.ts")).redisTransport(config.redisUrl)
    : postgresTransport(databaseUrl, db);
  const realtime = createRealtime(transport, log);
  broadcastPurges(pages, realtime);
  if (config.demo) syncClock(clock, realtime, log);
  return {
    db,
    clock,
    config,
    log,
    pages,
    realtime,
    state: createProcessState(),
    authenticate: createAuthenticate({ db, clock, config }),
    atLogin: createAtLogin({ config }),
    secret: await openSecret(config),
  };
}

/** The secret, with the newer keys that `keys rotate` made. */
async function openSecret(config: Config): Promise<Buffer> {
  const secret = await installationSecret(config);
  attachKeyRing(secret, openKeyRing(config.keysFile));
  return secret;
}

/** The secret of this installation: from the environment, else generated once and stored in dataDir. */
async function installationSecret(config: Config): Promise<Buffer> {
  if (config.simulatorSecret) return Buffer.from(config.simulatorSecret);
  const file = join(config.dataDir, "secret");
  await mkdir(config.dataDir, { recursive: true });
  try {
    return await readFile(file);
  } catch {
    const made = randomBytes(32);
    await writeFile(file, made, { mode: 0o600, flag: "wx" }).catch(() => {});
    return readFile(file);
  }
}
