/**
 * Design note. One HTTP server for API and pages. These rules apply to every request: a route without a policy fails
 * the start; a state change with a cookie must come from our own site; an error never contains internal details; every
 * response has security headers, errors included. Authentication itself belongs to accounts.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import type { Context } from "../context.ts";
import { maxBodyBytes, maxFileBytes } from "../field-limits.ts";
import { clientNetwork } from "./client-network.ts";
import { createRefusalLog, logRefusal, type RefusalLog } from "./refusal-log.ts";
import { ServiceError } from "./request-json.ts";
import { traceRequests } from "../tracing/trace-requests.ts";
import { Refusal, requestRefusals, serverRefusals } from "../refusal.ts";
import { closeUnreadBodies, drainLimits, minBodyRate, enforceBodyRate, type BodyRate } from "./request-body.ts";

/** Characters of the longest parameter in a path. A path with a longer one is not found. */
export const maxParamLength = 200;

const unsafeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Security headers of every response. Pages add their own Content-Security-Policy with the hashes of their scripts. */
export function securityHeaders(context: Context): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=()",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ...(context.config.secureCookies ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}

/** True when the request can only come from our own pages (or carries no cookie that could be abused). */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  if (request.headers.authorization?.startsWith("Bearer ") && !request.headers.cookie) return true;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = request.headers.origin;
  if (origin !== undefined)
    return origin === publicOrigin || origin === `${request.protocol}://${request.headers.host}`;
  return request.headers.cookie === undefined;
}

/**
 * True for a request from a page of another site, or of another subdomain. A request without these headers does not
 * come from a page, because browsers send the origin of a page that requests a stream from another site.
 */
function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site === "none" || (site === undefined && origin === undefined)) return false;
  return !isSameOrigin(request, publicOrigin);
}

const hostPattern = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether the request has exactly one valid host, in a version of HTTP that we support (RFC 9112 §3.2). Of two hosts, a
 * proxy in front might use the other one.
 */
function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return false;
  if (headers.host === undefined) return httpVersion === "1.0";
  let names = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? "")) names += 1;
  return names < 2 && hostPattern.test(headers.host);
}

/** All bodies are read as UTF-8: one that says something else could mean another text than the one that is checked. */
function isOtherCharset(type = ""): boolean {
  const named = type.split(";").map((part) => part.trim().toLowerCase().split("="));
  return named.some(([name = "", value = ""]) => name.trim() === "charset" && !/^"?utf-?8"?$/.test(value.trim()));
}

/** The calls that other sites may be allowed to make. Pages are never allowed. */
const corsPaths = /^\/(v1\/|removeToken(?:$|\?)|login\/oauth\/)/;

/**
 * The headers that allow a listed site to call with the user's cookies. Undefined for any other origin, which gets no
 * such header. Origins are listed in CORS_ORIGINS (docs/operating.md).
 */
export function corsHeaders(
  request: Pick<FastifyRequest, "url" | "headers">,
  listed: readonly string[],
): Record<string, string> | undefined {
  const { origin } = request.headers;
  if (origin === undefined || !listed.includes(origin) || !corsPaths.test(request.url)) return undefined;
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true", vary: "Origin" };
}

const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "content-type, authorization, idempotency-key, last-event-id",
  "access-control-max-age": "600",
};

/**
 * The path of a request target. Servers must also accept a whole URL as target (RFC 9112 §3.2.2). Its host is ignored,
 * like the Host header.
 */
export function originForm(target: string): string {
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const path = target.slice(authority.length);
  return path.startsWith("/") ? path : `/${path}`;
}

type ErrorBody = { success: false; code: string; message: string; data?: Record<string, string[]> } & Record<
  string,
  unknown
>;

/** Status and body for anything thrown. An unexpected error becomes a plain 500 and is logged in full. */
export function errorResponse(error: unknown, request: FastifyRequest): { status: number; body: ErrorBody } {
  const refusal = error instanceof Refusal ? error : toRefusal(error as FastifyError);
  if (refusal) {
    const { status, code, message, data, extra } = refusal;
    logRefusal(request, refusal);
    return { status, body: { success: false, code, message, ...(data ? { data } : {}), ...extra } };
  }
  if (error instanceof ServiceError) {
    request.log.error({ err: error, path: request.routeOptions.url }, "an outside service failed");
    const { status, code, message } = new Refusal(serverRefusals.busy);
    return { status, body: { success: false, code, message } };
  }
  request.log.error({ err: error, path: request.routeOptions.url }, "unexpected error");
  return {
    status: 500,
    body: {
      success: false,
      code: "server.error",
      message: "Terjadi kesalahan. Yang sudah Anda simpan tetap aman. Coba lagi sebentar lagi.",
    },
  };
}

/** Whether a person opens a file by its link. A program reads its refusal as JSON. */
function isOpenedFile({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isFile === true && headers["sec-fetch-mode"] === "navigate";
}

// The connection ended in the middle of a body.
const disconnectCodes = new Set<string | undefined>([
  "ECONNRESET",
  "FST_MP_PREMATURE_CLOSE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "HPE_INVALID_EOF_STATE",
]);

// Errors of the framework and the database that are the caller's mistake or a temporary failure.
function toRefusal(error: FastifyError): Refusal | undefined {
  if (error.statusCode === 413) return new Refusal(requestRefusals.tooLarge);
  if (error.statusCode === 415) return new Refusal(requestRefusals.unsupportedType);
  if (error.statusCode === 429) return new Refusal(requestRefusals.tooMany);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const refusal = new Refusal(requestRefusals.malformed);
    // A lost connection, such as a phone's in a tunnel, is not an attack.
    if (disconnectCodes.has(error.code)) refusal.isSecurityEvent = false;
    return refusal;
  }
  if (error.code === "22021" || error.code === "22P05") return new Refusal(requestRefusals.malformed); // text the database cannot store
  if (
    // No connection, too many connections, timeout of a statement or a lock, or still failing after three attempts.
    /^(08|53|57|40|55P03$|25P0[34]$)/.test(error.code ?? "") ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(error.code ?? "") ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message ?? "")
  )
    return new Refusal(serverRefusals.busy);
  return undefined;
}

/** The refusal of bytes that are not a request, that came too slowly, or whose header is too large. */
const unreadableRequests = {
  ERR_HTTP_REQUEST_TIMEOUT: { kind: requestRefusals.tooSlow, status: 408, reason: "Request Timeout" },
  HPE_HEADER_OVERFLOW: { kind: requestRefusals.malformed, status: 431, reason: "Request Header Fields Too Large" },
} as const;
const otherUnreadableRequest = { kind: requestRefusals.malformed, status: 400, reason: "Bad Request" } as const;
type UnreadableRequest = (typeof unreadableRequests)[keyof typeof unreadableRequests] | typeof otherUnreadableRequest;

function unreadableKindOf({ code }: { code?: string }): UnreadableRequest {
  return unreadableRequests[code as keyof typeof unreadableRequests] ?? otherUnreadableRequest;
}

/** The complete response to such bytes. */
function unreadableResponse({ kind, status, reason }: UnreadableRequest, headers: Record<string, string>): string {
  const body = JSON.stringify({ success: false, code: kind.code, message: kind.message });
  const all: Record<string, string> = {
    ...headers,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(all).map(([field, value]) => `${field}: ${value}`);
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Answers and logs a request that is not read any further. Closes the connection when the client has the response, or
 * at the limits of `drainLimits`.
 */
function createFinalResponse(refusalLog: RefusalLog, headers: Record<string, string>) {
  const answered = new WeakSet<Socket>();
  return (socket: Socket, error: { code?: string }, isAnswered = false): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    const found = unreadableKindOf(error);
    const { kind, status } = found;
    // Browsers open connections in advance and may never use them; a hang-up is logged with its request.
    if (socket.bytesRead > 0 && !disconnectCodes.has(error.code))
      refusalLog.write("warn", {
        code: kind.code,
        status,
        path: null,
        from: clientNetwork(socket.remoteAddress ?? ""),
      });
    if (isAnswered || !socket.writable) return void socket.destroy();
    const before = socket.bytesRead;
    const giveUp = setTimeout(() => socket.destroy(), drainLimits.time);
    const atMost = setInterval(() => socket.bytesRead - before > drainLimits.bytes && socket.destroy(), 20);
    socket.end(unreadableResponse(found, headers));
    socket.resume().once("close", () => {
      clearTimeout(giveUp);
      clearInterval(atMost);
    });
  };
}

/**
 * Each route checks what it receives and writes what it answers by its contract. Without these two, Fastify would load
 * a compiler of JSON schemas for each.
 */
const schemaCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"] & {};

/**
 * Makes the server with everything that applies to all routes. app.ts adds the routes. `pace` is the minimum rate of
 * bodies.
 */
export async function createHttp(context: Context, pace: BodyRate = minBodyRate): Promise<FastifyInstance> {
  const { config, log } = context;
  const headers = securityHeaders(context);
  const refusalLog = createRefusalLog(log);
  const answerLast = createFinalResponse(refusalLog, headers);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Only the proxy's own entry is trusted. The client can write the entries before it.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: maxBodyBytes,
    schemaController: { compilersFactory: schemaCompilers },
    // Enough for the largest body at the minimum rate; enforceBodyRate aborts slow ones much earlier.
    requestTimeout: 15 * 60_000,
    // A missing Host header is refused below, so that the refusal has the security headers.
    http: { connectionsCheckingInterval: 2000, requireHostHeader: false },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    rewriteUrl: (request) => originForm(request.url ?? "/"),
    routerOptions: { maxParamLength, ignoreTrailingSlash: true, caseSensitive: true },
    return503OnClosing: true,
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      answerLast(socket as Socket, error);
    },
    frameworkErrors: (error, request, reply) => {
      const { status, body } = errorResponse(error, request as FastifyRequest);
      void (reply as unknown as FastifyReply).status(status).headers(headers).send(body);
    },
  }) as unknown as FastifyInstance;
  if (config.traces) traceRequests(app);
  app.server.headersTimeout = 20_000;
  closeUnreadBodies(app, pace);
  enforceBodyRate(app, pace, (socket, answered) => answerLast(socket, { code: "ERR_HTTP_REQUEST_TIMEOUT" }, answered));
  app.decorate("refusalLog", refusalLog);
  app.decorate("publicReads", new Map());
  app.decorate("failurePage", { send: null });
  app.addHook("onClose", async () => refusalLog.flush());
  app.addHook("onRoute", (route) => {
    if (route.method === "HEAD" || route.method === "OPTIONS") return;
    if (!route.config?.policy) throw new Error(`route ${String(route.method)} ${route.url} declares no policy`);
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headers);
    // A proxy that does not ask for readiness learns it here, and sends its next request elsewhere.
    if (context.state.isDraining) void reply.header("connection", "close");
    if (!hasValidHost(request.raw)) {
      void reply.header("connection", "close");
      throw new Refusal(requestRefusals.malformed);
    }
    const cors = corsHeaders(request, config.corsOrigins);
    if (cors) {
      void reply.headers(cors);
      if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined)
        return reply.status(204).headers(preflightHeaders).send();
    } else if (config.corsOrigins.length > 0 && corsPaths.test(request.url)) void reply.header("vary", "Origin");
    if (
      !cors &&
      unsafeMethods.has(request.method) &&
      request.routeOptions.config.policy !== "provider" &&
      !isSameOrigin(request, config.publicUrl.origin)
    ) {
      throw new Refusal(requestRefusals.crossSite);
    }
    // Providers' programs name what their language has by default, and send plain characters.
    if (request.routeOptions.config.policy !== "provider" && isOtherCharset(request.headers["content-type"]))
      throw new Refusal(requestRefusals.unsupportedType);
    if (!cors && request.routeOptions.config.sameOriginOnly && isCrossSite(request, config.publicUrl.origin))
      throw new Refusal(requestRefusals.crossSite);
    return undefined;
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorResponse(error, request);
    if (status === 503 && !reply.hasHeader("retry-after")) void reply.header("retry-after", "5");
    const { send } = app.failurePage;
    if (send && isOpenedFile(request)) return send(reply, status, body.message);
    return reply
      .status(status)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(body));
  });
  app.removeContentTypeParser("text/plain");
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: maxBodyBytes });
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 10, fields: 40, fieldSize: maxBodyBytes, parts: 50 },
    attachFieldsToBody: false,
  });
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => new Refusal(requestRefusals.tooMany) });
  return app;
}
