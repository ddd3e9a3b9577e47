import { join, resolve } from "node:path";
import { readBackupConfig, type BackupConfig } from "./config/backup.ts";
import { readFilesConfig, type FilesConfig } from "./config/files.ts";
import { readOauthConfig, type OauthConfig } from "./config/oauth.ts";
import { readPaymentsConfig, type PaymentsConfig } from "./config/payments.ts";
import { readPayoutConfig, type PayoutConfig } from "./config/payout.ts";
import { readSearchConfig, type SearchConfig } from "./config/search.ts";
import { isLoopbackUrl, parseSecureUrl } from "./config/secure-url.ts";
import { readShippingConfig, type ShippingConfig } from "./config/shipping.ts";
import { readTracesConfig, type TracesConfig } from "./config/traces.ts";

/** Settings of one process, read once from the environment. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** When set, this server is used, and demo data is loaded only on request. */
  databaseUrl: string | undefined;
  publicUrl: URL;
  role: "all" | "web" | "jobs";
  production: boolean;
  /** Whether /ui, the page of all inputs, is served: only when NODE_ENV is development or test. */
  inputKit: boolean;
  /** Demo data, demo accounts and /simulator's clock. */
  demo: boolean;
  logLevel: string;
  /** Secret that signs the notifications of the payment simulator. Generated once in dataDir when not set. */
  simulatorSecret: string | undefined;
  /** The file with the newer keys of what is encrypted at rest. */
  keysFile: string;
  /** Secure cookies with the prefix __Host-. Off only behind plain http on loopback outside production. */
  secureCookies: boolean;
  trustProxy: boolean;
  /** Memory for cached pages, in megabytes; 0 caches none. */
  pageCacheMegabytes: number;
  /** Event streams that one process keeps open at most. Further clients are asked to retry later. */
  eventStreams: number;
  /** When set, messages between processes use this Redis instead of PostgreSQL. */
  redisUrl: string | undefined;
  /**
   * When set, browsers get live notifications over Pusher Channels. The server calls `api`, browsers connect to
   * `socket`.
   */
  pusher: { appId: string; key: string; secret: string; api: URL; socket: URL } | undefined;
  /** Other sites that may call the API with a user's cookies; exact origins. */
  corsOrigins: readonly string[];
  /** Hosts of push services that notifications are sent to; `*.` matches one or more labels. */
  pushServices: readonly string[];
  /** Keys of web push. Generated once in dataDir when not set. */
  vapid: { publicKey: string; privateKey: string } | undefined;
  /**
   * How mails and one-time codes are sent. Without a name the sender has the marketplace's. Without `smtpUrl` and a
   * sender of codes they become files in dataDir/outbox.
   */
  messages: {
    smtpUrl: string | undefined;
    from: { name: string | null; address: string };
    /** Milliseconds that a mail server or sender of codes may take to respond. */
    timeout: number;
    codes:
      | { by: "outbox" }
      | { by: "whatsapp"; url: URL; token: string; phoneId: string; template: string }
      | { by: "fonnte"; url: URL; token: string };
  };
  /** Rate limits are multiplied by this: 1, or another number in tests (NODE_ENV=test). */
  limitFactor: number;
  /** The configured identity providers (Google, Apple, Facebook). */
  oauth: OauthConfig;
  /** Who charges payments. */
  payments: PaymentsConfig;
  /** Who sends money to bank accounts. */
  payouts: PayoutConfig;
  /** Whose prices couriers have, and who reads their scans. */
  shipping: ShippingConfig;
  /** Who answers listings and searches of products. */
  search: SearchConfig;
  /** Where uploaded pictures and private files are. */
  files: FilesConfig;
  /** Where metrics are served, apart from the site; undefined when nobody reads them. */
  metrics: { port: number; host: string } | undefined;
  /** Where traces are sent; undefined when nobody collects them. */
  traces: TracesConfig | undefined;
  /** Statements that take longer are logged, in milliseconds; 0 logs none. */
  slowQueryMs: number;
  /** How long the process still answers after it was asked to stop, so that a load balancer notices; milliseconds. */
  drainDuration: number;
  /** Where backups of the embedded database go; undefined when there are none. */
  backup: BackupConfig | undefined;
  /** Maps: a tile server chosen by the operator, and a geocoder for searches. Neither unless set. */
  map: { tiles: { url: string; source: string; credit: string } | undefined; geocoder: URL | undefined };
};

/** A setting is wrong. The message names it and says what is accepted. Shown at start without a stack. */
export class SettingError extends Error {
  override name = "SettingError";
}

function readChoice<const T extends string>(
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

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535)
    throw new SettingError(`${name} must be a port number between 0 and 65535, not "${value}".`);
  return Number(value);
}

function readInteger(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined || value === "") return fallback;
  if (!/^\d{1,6}$/.test(value) || Number(value) > max)
    throw new SettingError(`${name} must be a whole number between 0 and ${max}, not "${value}".`);
  return Number(value);
}

function readFlag(name: string, value: string | undefined, fallback: boolean): boolean {
  return readChoice(name, value, ["1", "0", "true", "false"], fallback ? "1" : "0").match(/^(1|true)$/) !== null;
}

function readMapSettings(env: Record<string, string | undefined>): Config["map"] {
  const { MAP_TILE_URL: tiles, MAP_TILE_CREDIT: credit, GEOCODER_URL: geocoder } = env;
  const web = (name: string, text: string, example: string): URL => {
    const url = parseSecureUrl(text);
    if (!url) throw new SettingError(`${name} must be an https:// address such as ${example}, not "${text}".`);
    return url;
  };
  const example = "https://tile.example/{z}/{x}/{y}.png";
  // The browser may fetch pictures from this host, or with {s} from all hosts of the domain.
  const host = tiles && web("MAP_TILE_URL", tiles.replace("{s}.", "any."), example);
  if (tiles && !["{z}", "{x}", "{y}"].every((one) => tiles.includes(one)))
    throw new SettingError(`MAP_TILE_URL must hold {z}, {x} and {y}, such as ${example}.`);
  if (tiles && !credit) throw new SettingError("MAP_TILE_CREDIT must say whose map MAP_TILE_URL shows.");
  return {
    tiles:
      tiles && host ? { url: tiles, source: host.origin.replace("//any.", "//*."), credit: credit ?? "" } : undefined,
    geocoder: geocoder ? web("GEOCODER_URL", geocoder, "https://nominatim.example/search") : undefined,
  };
}

/** An origin without path: https://, or http:// on this machine. */
function readOrigin(name: string, value: string): URL {
  const url = parseSecureUrl(value);
  if (!url || url.pathname !== "/" || url.search || url.hash || url.username)
    throw new SettingError(`${name} must be an origin such as https://app.example, not "${value}".`);
  return url;
}

const readList = (value: string | undefined) => (value ?? "").split(/[\s,]+/).filter(Boolean);

function readRedisUrl(value: string | undefined): string | undefined {
  if (value && !/^rediss?:\/\/.+/.test(value))
    throw new SettingError("REDIS_URL must start with redis:// or rediss://.");
  return value || undefined;
}

function readPusherSettings(env: Record<string, string | undefined>): Config["pusher"] {
  const { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret, PUSHER_HOST, PUSHER_CLUSTER } = env;
  if (!appId && !key && !secret) return undefined;
  if (!appId || !key || !secret || (!PUSHER_HOST && !PUSHER_CLUSTER))
    throw new SettingError("Pusher needs PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET and PUSHER_CLUSTER or PUSHER_HOST.");
  if (!PUSHER_HOST && !/^[a-z0-9-]{1,20}$/.test(PUSHER_CLUSTER ?? ""))
    throw new SettingError(`PUSHER_CLUSTER must be a cluster's name such as ap1, not "${PUSHER_CLUSTER}".`);
  const at = (service: string) =>
    readOrigin("PUSHER_HOST", PUSHER_HOST || `https://${service}-${PUSHER_CLUSTER}.pusher.com`);
  return { appId, key, secret, api: at("api"), socket: at("ws") };
}

// The push services of Chrome, Firefox, Safari and Edge.
const knownPushServices = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

function readVapidKeys(env: Record<string, string | undefined>): Config["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey && !privateKey) return undefined;
  if (!/^[\w-]{87}$/.test(publicKey ?? "") || !/^[\w-]{43}$/.test(privateKey ?? ""))
    throw new SettingError("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys as web-push writes them.");
  return { publicKey: publicKey ?? "", privateKey: privateKey ?? "" };
}

/** `Kawung <halo@pasar.example>` or the address alone. */
function parseSender(text: string): { name: string | null; address: string } | undefined {
  const open = text.endsWith(">") ? text.indexOf("<") : -1;
  const address = open < 0 ? text : text.slice(open + 1, -1);
  const name = open < 0 ? null : text.slice(0, open).trimEnd();
  const halves = address.split("@");
  if (halves.length !== 2 || !halves.every((half) => /^[^\s<>]+$/.test(half))) return undefined;
  return name === null || /^[^<>"\r\n]{1,60}$/.test(name) ? { name, address } : undefined;
}

function readMessageSettings(env: Record<string, string | undefined>, site: URL): Config["messages"] {
  const needed = (name: string) => {
    const value = env[name];
    if (!value) throw new SettingError(`${name} is needed when PHONE_CODES=${env.PHONE_CODES}.`);
    return value;
  };
  const service = (name: string, fallback: string) => {
    const text = env[name] || fallback;
    const url = parseSecureUrl(text);
    if (!url) throw new SettingError(`${name} must be an https:// address such as ${fallback}, not "${text}".`);
    return url;
  };
  const { SMTP_URL: smtpUrl, MAIL_FROM: typed } = env;
  if (smtpUrl && !(/^smtps?:\/\/./.test(smtpUrl) && URL.canParse(smtpUrl)))
    throw new SettingError("SMTP_URL must start with smtp:// or smtps://, such as smtps://user:password@mail.example.");
  const host = /[a-z]$/i.test(site.hostname) ? site.hostname : "localhost";
  const from = parseSender(typed || `jangan-balas@${host}`);
  if (!from)
    throw new SettingError(`MAIL_FROM must be an address such as "Pasar Kita <halo@pasar.example>", not "${typed}".`);
  const by = readChoice("PHONE_CODES", env.PHONE_CODES, ["outbox", "whatsapp", "fonnte"], "outbox");
  return {
    smtpUrl: smtpUrl || undefined,
    from,
    timeout: 1000 * Math.max(1, readInteger("MESSAGE_TIMEOUT", env.MESSAGE_TIMEOUT, 15, 120)),
    codes:
      by === "whatsapp"
        ? {
            by,
            url: service("WHATSAPP_URL", "https://graph.facebook.com/v23.0"),
            token: needed("WHATSAPP_TOKEN"),
            phoneId: needed("WHATSAPP_PHONE_ID"),
            template: env.WHATSAPP_TEMPLATE || "kode_kawung",
          }
        : by === "fonnte"
          ? { by, url: service("FONNTE_URL", "https://api.fonnte.com"), token: needed("FONNTE_TOKEN") }
          : { by },
  };
}

/** Reads and checks all settings. Throws {@link SettingError} with one sentence that names the wrong one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = readPort("PORT", env.PORT, 3000);
  const host = env.HOST || "127.0.0.1";
  const production =
    readChoice("NODE_ENV", env.NODE_ENV, ["production", "development", "test"], "development") === "production";
  const databaseUrl = env.DATABASE_URL || undefined;
  const demo = readFlag("DEMO", env.DEMO, !databaseUrl && !production);
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
  const loopback = isLoopbackUrl(publicUrl);
  if (production && publicUrl.protocol !== "https:")
    throw new SettingError("PUBLIC_URL must be an https:// address when NODE_ENV=production.");
  if (publicUrl.protocol === "http:" && !loopback)
    throw new SettingError("PUBLIC_URL may be http:// only on this machine (localhost); use https:// everywhere else.");
  const wrong = (sentence: string) => new SettingError(sentence);
  const dataDir = resolve(env.DATA_DIR || "./data");
  // PostgreSQL's own files have one value to a line.
  if (/[\r\n]/.test(dataDir)) throw new SettingError("DATA_DIR must be a path without line breaks.");
  const payments = readPaymentsConfig(env, { production, demo }, wrong);
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    publicUrl,
    role: readChoice("ROLE", env.ROLE, ["all", "web", "jobs"], "all"),
    production,
    inputKit: env.NODE_ENV === "development" || env.NODE_ENV === "test",
    demo,
    logLevel: readChoice("LOG_LEVEL", env.LOG_LEVEL, ["fatal", "error", "warn", "info", "debug", "silent"], "warn"),
    simulatorSecret: env.SIMULATOR_SECRET || undefined,
    keysFile: resolve(env.KEYS_FILE || join(dataDir, "keys.json")),
    secureCookies: publicUrl.protocol === "https:",
    trustProxy: readFlag("TRUST_PROXY", env.TRUST_PROXY, false),
    pageCacheMegabytes: readInteger("PAGE_CACHE_MB", env.PAGE_CACHE_MB, 64, 4096),
    eventStreams: readInteger("EVENT_STREAMS", env.EVENT_STREAMS, 5000, 100_000),
    redisUrl: readRedisUrl(env.REDIS_URL),
    pusher: readPusherSettings(env),
    corsOrigins: readList(env.CORS_ORIGINS).map((one) => readOrigin("CORS_ORIGINS", one).origin),
    pushServices: env.PUSH_SERVICES ? readList(env.PUSH_SERVICES) : knownPushServices,
    vapid: readVapidKeys(env),
    limitFactor: env.NODE_ENV === "test" ? Math.max(1, readInteger("LIMIT_FACTOR", env.LIMIT_FACTOR, 1, 10_000)) : 1,
    oauth: readOauthConfig(env, wrong),
    payments,
    payouts: readPayoutConfig(env, { production, demo, hasXendit: payments.xendit !== undefined }, wrong),
    shipping: readShippingConfig(env, wrong),
    search: readSearchConfig(env, wrong),
    files: readFilesConfig(env, wrong),
    metrics: env.METRICS_PORT
      ? { port: readPort("METRICS_PORT", env.METRICS_PORT, 0), host: env.METRICS_HOST || "127.0.0.1" }
      : undefined,
    traces: readTracesConfig(env, wrong),
    slowQueryMs: readInteger("SLOW_QUERY_MS", env.SLOW_QUERY_MS, 500, 600_000),
    drainDuration: 1000 * readInteger("DRAIN_SECONDS", env.DRAIN_SECONDS, 0, 300),
    backup: readBackupConfig(env, { dataDir, databaseUrl }, wrong),
    map: readMapSettings(env),
    messages: readMessageSettings(env, publicUrl),
  };
}
