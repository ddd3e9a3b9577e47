/**
 * Design note. Every refusal leaves a line: at warn what may be an attack, at info what may be a slip. Whoever is refused decides
 * how often, so lines are counted in windows, by code and network, by code, and in all; what is beyond leaves one line of numbers
 * when the window ends. Each count has a fixed number of places, so memory is bounded too. A line holds codes and ids only: the
 * route's pattern, for an address holds what was sent, and the network, for it can be blocked in front.
 */
import type { FastifyRequest } from "fastify";
import type { Logger } from "./log.ts";
import { networkOf } from "./network-of.ts";
import type { Refusal } from "./refusal.ts";

export type LineLimits = {
  /** Milliseconds. */
  window: number;
  perNetwork: number;
  perCode: number;
  /** Lines of one level. */
  inAll: number;
  /** Pairs of code and network that are counted apart. */
  networks: number;
};

/** @rule In a minute a process logs at most 5 refusals of one code to one network, 60 of one code and 300 in all; the rest is counted. */
export const refusalLines: LineLimits = { window: 60_000, perNetwork: 5, perCode: 60, inAll: 300, networks: 5000 };

export type RefusalLine = {
  code: string;
  status: number;
  /** Pattern of the route; null where none was found. */
  path: string | null;
  from: string;
  actor?: string;
  /** Of what a browser blocked (site/csp-reports.ts). */
  directive?: string;
  blocked?: string;
};

export type RefusalLog = {
  tell(level: "warn" | "info", line: RefusalLine): void;
  /** Logs what is counted and not told yet. */
  flush(): void;
};

/** Counts and logs refusals of one process. */
export function createRefusalLog(log: Logger, limits: LineLimits = refusalLines): RefusalLog {
  let opened = performance.now();
  let lines = { warn: 0, info: 0 };
  const byCode = new Map<string, number>();
  const byNetwork = new Map<string, number>();
  const untold = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (untold.size > 0) {
      const counts = Object.fromEntries([...untold].sort((a, b) => b[1] - a[1]).slice(0, 50));
      log.warn({ counts }, "security: refused, without a line for each");
    }
    opened = performance.now();
    lines = { warn: 0, info: 0 };
    for (const counted of [byCode, byNetwork, untold]) counted.clear();
  }

  const increase = (counted: Map<string, number>, key: string) => {
    const n = (counted.get(key) ?? 0) + 1;
    counted.set(key, n);
    return n;
  };

  return {
    flush,
    tell(level, line) {
      if (!log.isLevelEnabled(level)) return;
      const left = opened + limits.window - performance.now();
      if (left <= 0) flush();
      const pair = `${line.code} ${line.from}`;
      const isCounted = byNetwork.has(pair) || byNetwork.size < limits.networks;
      if (
        (isCounted && increase(byNetwork, pair) > limits.perNetwork) ||
        (byCode.get(line.code) ?? 0) >= limits.perCode ||
        lines[level] >= limits.inAll
      ) {
        increase(untold, line.code);
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

// Who calls, where it is known.
const callers = new WeakMap<FastifyRequest, string>();

/** Lets the line of a refusal name the person who was refused. */
export function rememberCaller(request: FastifyRequest, userId: string): void {
  callers.set(request, userId);
}

const owned = new Set<string | undefined>(["user", "seller", "operator"]);

// A missing object of somebody's own: nobody gets its id but its owner, and foreign ids are answered the same.
function isOthers({ status }: Refusal, { routeOptions }: FastifyRequest): boolean {
  return status === 404 && owned.has(routeOptions.config.policy);
}

/** Leaves the line of a refusal; `isEvent`: it may be an attack, whatever its code. */
export function tellRefusal(request: FastifyRequest, refusal: Refusal, isEvent = refusal.isEvent): void {
  const { code, status } = refusal;
  const path = request.routeOptions.url ?? null;
  const actor = callers.get(request);
  // A missing session is no event: every page asks who is there.
  if (code === "session.required") return request.log.debug({ code, path }, "not logged in");
  const level = isEvent || isOthers(refusal, request) ? "warn" : "info";
  const line = { code, status, path, from: networkOf(request.ip), ...(actor ? { actor } : {}) };
  return request.server.refusalLog.tell(level, line);
}

/** Whether an address is one that only programs look for: a way up, a hidden file, what other software leaves. */
export function isProbe(url: string): boolean {
  const path = url.slice(0, 2000).split("?")[0] ?? "";
  return /%(?:2e|2f|5c|00|25)|\.\.|\/\.(?!well-known\/)|\\|\.(?:php|asp|aspx|jsp|cgi|env|sql|bak)(?:\/|$)/i.test(path);
}
