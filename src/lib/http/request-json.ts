/**
 * Design note. The client for outside services that speak JSON, such as payment providers. A service may be slow,
 * answer without end, redirect, or send an error page. Each of these becomes a {@link ServiceError} with one of three
 * reasons, so that callers decide by the reason: `refused` is final, `unavailable` may succeed later, `unreadable` is a
 * mistake of the service. An error contains neither keys, addresses nor bodies, because it is logged.
 * Responses with status 2xx and 4xx are returned, because services give codes of their own in both.
 * Not chosen: `fetch`. It fails for status 407 as if there were no answer, and Midtrans gives that code a meaning.
 */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** An outside service with a JSON API. */
export type JsonService = {
  /** Named in errors. */
  name: string;
  /** What all paths begin with. */
  url: URL;
  /** Sent with each request, such as the authorization. */
  headers: Readonly<Record<string, string>>;
  /** How long one call may take in all, with its second attempt, in ms. */
  timeout: number;
  maxBytes: number;
};

export type JsonRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with a slash. Parts that come from elsewhere must be encoded. */
  path: string;
  /** Sent as JSON, and as a form when it is `URLSearchParams`. */
  body?: unknown;
  /** Sent instead of a body: one line of JSON for each (NDJSON). */
  lines?: readonly unknown[];
  headers?: Readonly<Record<string, string>>;
  /** The service does the same work only once, so the call may be sent again. Default: true for GET only. */
  isRepeatable?: boolean;
};

/**
 * Why a call to an outside service failed. `code` is the service's own, if it sent a plain one. `isAboutOneThing`: the
 * service works, but what the call was about has to wait, such as a card payment that is not settled yet.
 */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly reason: "refused" | "unavailable" | "unreadable";
  readonly status: number | null;
  readonly code: string | null;
  readonly isAboutOneThing: boolean;
  constructor(
    service: string,
    reason: ServiceError["reason"],
    what: string,
    {
      status = null,
      code = null,
      isAboutOneThing = false,
    }: { status?: number | null; code?: string | null; isAboutOneThing?: boolean } = {},
  ) {
    super(`${service}: ${what}${code ? ` (${code})` : ""}`);
    this.reason = reason;
    this.status = status;
    this.code = code;
    this.isAboutOneThing = isAboutOneThing;
  }
}

/** A service's own error code, or null. Only a short word is one: anything longer may contain names or numbers. */
export function plainCode(value: unknown): string | null {
  return typeof value === "string" && /^[A-Z][A-Z_]{1,60}$|^\d{3}$/.test(value) ? value : null;
}

/** Like {@link plainCode} for codes such as `NoSuchKey`. */
export function plainErrorCode(value: unknown): string | null {
  return typeof value === "string" && /^[A-Z][A-Za-z]{1,60}$/.test(value) ? value : null;
}

/** What is known of a call when it has ended. */
export type ServiceCall = { service: string; outcome: "answered" | ServiceError["reason"]; milliseconds: number };

const listeners: ((call: ServiceCall) => void)[] = [];

/** Calls the listeners of {@link onServiceCall}; for clients that do not use {@link requestJson}. */
export function reportServiceCall(call: ServiceCall): void {
  for (const listener of listeners) listener(call);
}

/** Calls `listener` after each call to an outside service. The returned function stops it. */
export function onServiceCall(listener: (call: ServiceCall) => void): () => void {
  listeners.push(listener);
  return () => void listeners.splice(listeners.indexOf(listener), 1);
}

/** The pause before the second attempt of a repeatable call, in ms. */
const pauseBeforeSecond = 200;

/**
 * Sends a request and returns status (2xx or 4xx) and body. Throws {@link ServiceError}: `unavailable` when the service
 * cannot be reached, is too slow or answers 5xx, 408 or 429; `unreadable` when it redirects, sends no JSON or too much.
 * A repeatable call that got no answer is sent a second time if the timeout leaves room.
 */
export async function requestJson(
  service: JsonService,
  request: JsonRequest,
): Promise<{ status: number; body: unknown }> {
  const end = performance.now() + service.timeout;
  try {
    return await attempt(service, request, service.timeout);
  } catch (error) {
    const isRepeatable = request.isRepeatable ?? request.method === "GET";
    const left = Math.floor(end - performance.now() - pauseBeforeSecond);
    if (!isRepeatable || !isPassing(error) || left < pauseBeforeSecond) throw error;
    await new Promise((done) => setTimeout(done, pauseBeforeSecond));
    return attempt(service, request, left);
  }
}

/** Whether a second request may succeed. After "too many requests" (429) it would be one more of them. */
function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === "unavailable" && error.status !== 429;
}

async function attempt(
  service: JsonService,
  request: JsonRequest,
  timeout: number,
): Promise<{ status: number; body: unknown }> {
  const began = performance.now();
  const ended = (outcome: ServiceCall["outcome"]) =>
    reportServiceCall({ service: service.name, outcome, milliseconds: performance.now() - began });
  try {
    const answer = await attemptOnce(service, request, timeout);
    ended("answered");
    return answer;
  } catch (error) {
    ended(error instanceof ServiceError ? error.reason : "unreadable");
    throw error;
  }
}

async function attemptOnce(
  service: JsonService,
  request: JsonRequest,
  timeout: number,
): Promise<{ status: number; body: unknown }> {
  const { status, type, text } = await send(service, request, timeout);
  if (status >= 500 || status === 429 || status === 408)
    throw new ServiceError(service.name, "unavailable", `it answered ${status}`, { status });
  if (status >= 300 && status < 400)
    throw new ServiceError(service.name, "unreadable", `it redirects with ${status}`, { status });
  if (!/^application\/(?:[a-z.+-]+\+)?json\b/i.test(type))
    throw new ServiceError(service.name, "unreadable", `it answered ${status} without JSON`, { status });
  try {
    return { status, body: JSON.parse(text) as unknown };
  } catch {
    throw new ServiceError(service.name, "unreadable", `it answered ${status} with broken JSON`, { status });
  }
}

// A kept connection may be closed at any moment. A call that must not be sent twice gets a new one.
const agents = {
  "http:": { kept: new HttpAgent({ keepAlive: true }), fresh: new HttpAgent({ keepAlive: false }) },
  "https:": { kept: new HttpsAgent({ keepAlive: true }), fresh: new HttpsAgent({ keepAlive: false }) },
};

/** One exchange of request and response within the limits. Rejects with {@link ServiceError}. */
function send(
  service: JsonService,
  { method, path, body, lines, headers = {}, isRepeatable = method === "GET" }: JsonRequest,
  timeout: number,
): Promise<{ status: number; type: string; text: string }> {
  const url = new URL(`${service.url.href.replace(/\/$/, "")}${path}`);
  const isForm = body instanceof URLSearchParams;
  const text = lines ? lines.map((line) => `${JSON.stringify(line)}\n`).join("") : JSON.stringify(body);
  const content = body === undefined && !lines ? undefined : Buffer.from(isForm ? body.toString() : text);
  const type = isForm ? "application/x-www-form-urlencoded" : lines ? "application/x-ndjson" : "application/json";
  const protocol = url.protocol === "http:" ? "http:" : "https:";
  return new Promise((done, fail) => {
    const call = (protocol === "http:" ? httpRequest : httpsRequest)(url, {
      method,
      agent: agents[protocol][isRepeatable ? "kept" : "fresh"],
      headers: {
        accept: "application/json",
        ...(content ? { "content-type": type, "content-length": content.length } : {}),
        ...service.headers,
        ...headers,
      },
    });
    const timer = setTimeout(() => stop("unavailable", "no answer in time"), timeout);
    function stop(reason: ServiceError["reason"], what: string): void {
      clearTimeout(timer);
      fail(new ServiceError(service.name, reason, what));
      call.destroy();
    }
    const broke = ({ code }: { code?: string }) =>
      stop("unavailable", code ? `no connection (${code})` : "the connection broke");
    call.on("error", broke);
    call.on("response", (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("error", broke);
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > service.maxBytes) return stop("unreadable", "its answer is too large");
        return void parts.push(part);
      });
      response.on("end", () => {
        clearTimeout(timer);
        done({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          text: Buffer.concat(parts).toString("utf8"),
        });
      });
    });
    call.end(content);
  });
}
