/**
 * Design note. Every refusal is logged: at warn when it may be an attack, at info when it may be a mistake. Because an
 * attacker decides how many refusals there are, the lines in a time window are limited: by code and network, by code,
 * and by level. Refusals beyond the limits are counted and logged in one line when the window ends. The number of
 * counters is limited too, so memory is bounded. A line contains codes and ids only. It has the route's pattern,
 * because an address contains user input, and the network, because a firewall can block it.
 */
import type { FastifyRequest } from "fastify";
import type { Logger } from "../log.ts";
import { clientNetwork } from "./client-network.ts";
import { type Refusal, sessionRefusals } from "../refusal.ts";

export type RefusalLogLimits = {
  /** Milliseconds. */
  window: number;
  perNetwork: number;
  perCode: number;
  /** Lines of one level. */
  total: number;
  /** Pairs of code and network that are counted separately. */
  maxPairs: number;
};

/**
 * @rule In a minute a process logs at most 5 refusals of one code to one network, 60 of one code and 300 of one level;
 * the rest is counted.
 */
export const refusalLogLimits: RefusalLogLimits = {
  window: 60_000,
  perNetwork: 5,
  perCode: 60,
  total: 300,
  maxPairs: 5000,
};

export type RefusalLine = {
  code: string;
  status: number;
  /** Pattern of the route; null where none was found. */
  path: string | null;
  from: string;
  actor?: string;
  /** What a browser blocked (web/csp-reports.ts). */
  directive?: string;
  blocked?: string;
};

export type RefusalLog = {
  write(level: "warn" | "info", line: RefusalLine): void;
  /** Logs the counts of refusals without a line, and starts a new window. */
  flush(): void;
};

/** Logs the refusals of one process within the limits. */
export function createRefusalLog(log: Logger, limits: RefusalLogLimits = refusalLogLimits): RefusalLog {
  let opened = performance.now();
  let lines = { warn: 0, info: 0 };
  const byCode = new Map<string, number>();
  const byNetwork = new Map<string, number>();
  const suppressed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (suppressed.size > 0) {
      const counts = Object.fromEntries([...suppressed].sort((a, b) => b[1] - a[1]).slice(0, 50));
      log.warn({ counts }, "security: refusals beyond the log limit");
    }
    opened = performance.now();
    lines = { warn: 0, info: 0 };
    for (const counted of [byCode, byNetwork, suppressed]) counted.clear();
  }

  const increase = (counted: Map<string, number>, key: string) => {
    const n = (counted.get(key) ?? 0) + 1;
    counted.set(key, n);
    return n;
  };

  return {
    flush,
    write(level, line) {
      if (!log.isLevelEnabled(level)) return;
      const left = opened + limits.window - performance.now();
      if (left <= 0) flush();
      const pair = `${line.code} ${line.from}`;
      const isCounted = byNetwork.has(pair) || byNetwork.size < limits.maxPairs;
      if (
        (isCounted && increase(byNetwork, pair) > limits.perNetwork) ||
        (byCode.get(line.code) ?? 0) >= limits.perCode ||
        lines[level] >= limits.total
      ) {
        increase(suppressed, line.code);
        timer ??= setTimeout(flush, Math.max(left, 0)).unref();
        return;
      }
      increase(byCode, line.code);
      lines[level] += 1;
      log[level](line, level === "warn" ? "security: refused" : "refused");
    },
  };
}

declare module "fastify" {
  interface FastifyInstance {
    refusalLog: RefusalLog;
  }
}

// The logged-in user of a request.
const callers = new WeakMap<FastifyRequest, string>();

/** Remembers the user of a request, so that the line of its refusal can name them. */
export function rememberCaller(request: FastifyRequest, userId: string): void {
  callers.set(request, userId);
}

const ownerPolicies = new Set<string | undefined>(["visitor", "user", "seller", "operator"]);

// A 404 about what a user or browser owns may be an attempt on another person's object, because both cases get the same
// response.
function mayBeForeignObject({ status }: Refusal, { routeOptions }: FastifyRequest): boolean {
  return status === 404 && ownerPolicies.has(routeOptions.config.policy?.split(":")[0]);
}

/** Logs a refusal. `isSecurityEvent` says that it may be an attack, whatever its code. */
export function logRefusal(request: FastifyRequest, refusal: Refusal, isEvent = refusal.isSecurityEvent): void {
  const { code, status } = refusal;
  const path = request.routeOptions.url ?? null;
  const actor = callers.get(request);
  // A missing session is not a security event: every page load checks for one.
  if (code === sessionRefusals.required.code) return request.log.debug({ code, path }, "not logged in");
  const level = isEvent || mayBeForeignObject(refusal, request) ? "warn" : "info";
  const line = { code, status, path, from: clientNetwork(request.ip), ...(actor ? { actor } : {}) };
  return request.server.refusalLog.write(level, line);
}

/** Whether an address is one that only scanners request: a parent directory, a hidden file, files of other software. */
export function isProbe(url: string): boolean {
  const path = url.slice(0, 2000).split("?")[0] ?? "";
  return /%(?:2e|2f|5c|00|25)|\.\.|\/\.(?!well-known\/)|\\|\.(?:php|asp|aspx|jsp|cgi|env|sql|bak)(?:\/|$)/i.test(path);
}
