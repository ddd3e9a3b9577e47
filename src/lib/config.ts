import { resolve } from "node:path";

/** Settings of one process, read once from the environment. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Set: that server is used, and there is no demo data unless asked for. */
  databaseUrl: string | undefined;
  publicUrl: URL;
  role: "all" | "web" | "jobs";
  production: boolean;
  /** Demo data, demo accounts and /simulator's clock. */
  demo: boolean;
  logLevel: string;
  /** Secret that signs what the payment simulator sends; made once in dataDir when not set. */
  simulatorSecret: string | undefined;
  /** Secure, __Host- cookies. Off only behind plain http on loopback outside production. */
  secureCookies: boolean;
  trustProxy: boolean;
  metricsPort: number | undefined;
  /** Memory for kept pages, in megabytes; 0 keeps none. */
  pageCacheMegabytes: number;
  /** Rate limits are multiplied by this: 1, unless a test (NODE_ENV=test) says otherwise. */
  limitFactor: number;
};

/** A setting is wrong; the message names it and says what is accepted. Shown at start, without a stack. */
export class SettingError extends Error {
  override name = "SettingError";
}

function choice<const T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  fallback: T,
): T {
  if (value === undefined || value === "") return fallback;
  const found = allowed.find((one) => one === value);
  if (!found) throw new SettingError(`${name} must be one of ${allowed.join(", ")}, not "${value}".`);
  return found;
}

function portNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535)
    throw new SettingError(`${name} must be a port number between 0 and 65535, not "${value}".`);
  return Number(value);
}

function wholeNumber(name: string, value: string | undefined, fallback: number, most: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,6}$/.test(value) || Number(value) > most)
    throw new SettingError(`${name} must be a whole number between 0 and ${most}, not "${value}".`);
  return Number(value);
}

function flag(name: string, value: string | undefined, fallback: boolean): boolean {
  return choice(name, value, ["1", "0", "true", "false"], fallback ? "1" : "0").match(/^(1|true)$/) !== null;
}

/** Reads and checks all settings. Throws {@link SettingError} with one clear sentence naming the wrong one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = portNumber("PORT", env.PORT, 3000);
  const host = env.HOST || "127.0.0.1";
  const production =
    choice("NODE_ENV", env.NODE_ENV, ["production", "development", "test"], "development") === "production";
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\/.+/.test(databaseUrl))
    throw new SettingError("DATABASE_URL must start with postgres:// or postgresql://.");
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  let publicUrl: URL;
  try {
    publicUrl = new URL(env.PUBLIC_URL || `http://${shownHost}:${port}`);
  } catch {
    throw new SettingError(`PUBLIC_URL must be a full address such as https://pasar.example, not "${env.PUBLIC_URL}".`);
  }
  if (publicUrl.protocol !== "https:" && publicUrl.protocol !== "http:")
    throw new SettingError("PUBLIC_URL must start with https:// or http://.");
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(publicUrl.hostname);
  if (production && publicUrl.protocol !== "https:")
    throw new SettingError("PUBLIC_URL must be an https:// address when NODE_ENV=production.");
  if (publicUrl.protocol === "http:" && !loopback)
    throw new SettingError("PUBLIC_URL may be http:// only on this machine (localhost); use https:// everywhere else.");
  return {
    port,
    host,
    dataDir: resolve(env.DATA_DIR || "./data"),
    databaseUrl,
    publicUrl,
    role: choice("ROLE", env.ROLE, ["all", "web", "jobs"], "all"),
    production,
    demo: flag("DEMO", env.DEMO, !databaseUrl && !production),
    logLevel: choice("LOG_LEVEL", env.LOG_LEVEL, ["fatal", "error", "warn", "info", "debug", "silent"], "warn"),
    simulatorSecret: env.SIMULATOR_SECRET || undefined,
    secureCookies: publicUrl.protocol === "https:",
    trustProxy: flag("TRUST_PROXY", env.TRUST_PROXY, false),
    pageCacheMegabytes: wholeNumber("PAGE_CACHE_MB", env.PAGE_CACHE_MB, 64, 4096),
    limitFactor: env.NODE_ENV === "test" ? Math.max(1, wholeNumber("LIMIT_FACTOR", env.LIMIT_FACTOR, 1, 10_000)) : 1,
    metricsPort: env.METRICS_PORT ? portNumber("METRICS_PORT", env.METRICS_PORT, 0) : undefined,
  };
}
