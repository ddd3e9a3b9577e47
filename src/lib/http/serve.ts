/**
 * Design note. `serve` registers the calls that a contract declares (endpoint.ts). Policy, rate limit, same-origin
 * check, idempotency key, audit entry and removal of undeclared fields are implemented here once for all calls.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import { isUnmet } from "../database.ts";
import { maxBodyBytes } from "../field-limits.ts";
import { runAudited } from "./audited-call.ts";
import { readParts } from "./multipart.ts";
import { serveCachedResponse } from "./response-cache.ts";
import { clientNetwork } from "./client-network.ts";
import {
  alreadyChecked,
  type Actor,
  type Call,
  type Endpoint,
  type EndpointKey,
  type Endpoints,
  type Handlers,
  type Method,
  type Policy,
  type SessionCheck,
} from "./endpoint.ts";
import { rememberCaller } from "./refusal-log.ts";
import { idempotencyRefusals, Refusal, requestRefusals, sessionRefusals } from "../refusal.ts";
import { invalidRefusal, refusalResponse } from "../schema.ts";

/**
 * Calls that change something and have no limit of their own: how often one user, or all visitors of one network, may
 * make each, per process. High enough that people never reach it.
 */
const userWriteLimit = { max: 300, window: 60_000, by: "user" } as const;
/** How many uncached responses of one cacheable call one network may cause, per process. */
const uncachedResponseLimit = { max: 900, window: 60_000 };

type Handler = (call: Call<Endpoint>) => Promise<unknown>;
type Run = (request: FastifyRequest, reply: FastifyReply, viaPost: boolean) => Promise<unknown>;
/** Calls of one path that can also be sent as POST with `_method`, by their method. */
type Override = { options: RouteShorthandOptions; runs: Map<string, Run> };

/**
 * Registers the slice's calls. Each PUT, PATCH and DELETE can also be sent as POST with `_method` in body or query
 * (S140), under the same policy and checks.
 */
export function serve<const T extends Endpoints>(
  app: FastifyInstance,
  context: Context,
  table: T,
  handlers: Handlers<T>,
): void {
  const overrides = new Map<string, Override>();
  for (const [key, endpoint] of Object.entries(table) as [EndpointKey & keyof T, Endpoint][]) {
    const [method, path] = key.split(" ") as [Method, string];
    const handler = handlers[key] as Handler;
    const run = makeRun(context, key, endpoint, handler);
    const options = routeOptions(context, method, path, endpoint);
    const answer =
      serveFromCache(app, context, key, endpoint, handler) ??
      ((request: FastifyRequest, reply: FastifyReply) => run(request, reply, false));
    if (endpoint.signedBody) {
      void app.register(async (scope) => {
        storeRawBodies(scope);
        scope.route({ method, url: path, ...options, handler: answer });
      });
      continue;
    }
    app.route({ method, url: path, ...options, handler: answer });
    if (method === "GET" || method === "POST" || `POST ${path}` in table) continue;
    const override = overrides.get(path) ?? { options, runs: new Map<string, Run>() };
    override.runs.set(method, run);
    overrides.set(path, override);
  }
  for (const [path, override] of overrides) serveOverride(app, path, override);
}

/** The steps of one call: who calls, whether the policy allows it, its input, its handler, its response. */
function makeRun(context: Context, key: EndpointKey, endpoint: Endpoint, handler: Handler): Run {
  if (endpoint.checksSession) assertOneUser(key, endpoint);
  const isAudited = endpoint.policy.startsWith("operator:") && !key.startsWith("GET ") && !endpoint.changesNothing;
  const handle = isAudited ? requireAuditEntry(context, key, handler) : handler;
  return async (request, reply, viaPost) => {
    const now = context.clock.now();
    const answer = async (actor: Pick<Actor, "userId"> | null, session?: SessionCheck) => {
      const input = readInput(endpoint, request, viaPost);
      const result = await handle({ ...input, actor, session, request, reply, now } as Call<Endpoint>);
      return sendResult(endpoint, reply, result);
    };
    const answered = endpoint.checksSession && (await answerRecent(context, request, answer));
    if (answered) return answered;
    const actor = endpoint.policy === "provider" ? null : await context.authenticate(request);
    if (endpoint.lenient && !actor && /\bhandling=lenient\b/.test(String(request.headers.prefer))) {
      const { code, message } = new Refusal(sessionRefusals.required);
      void reply.headers({ "preference-applied": "handling=lenient", "cache-control": "private, no-store" });
      return reply.type("application/json; charset=utf-8").send(JSON.stringify({ success: false, code, message }));
    }
    if (actor) rememberCaller(request, actor.userId);
    requirePolicy(endpoint.policy, actor, context.config.demo);
    return answer(actor, endpoint.checksSession && alreadyChecked);
  };
}

/** What the client sends, checked by the schemas of the call. */
function readInput(endpoint: Endpoint, request: FastifyRequest, viaPost: boolean) {
  const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
  const hasUsableKey =
    /^[\x21-\x7e]{8,128}$/.test(idempotencyKey) || (endpoint.idempotent === "if_given" && idempotencyKey === "");
  if (endpoint.idempotent && !hasUsableKey) throw new Refusal(idempotencyRefusals.required);
  const hasNoBody = endpoint.multipart || request.method === "GET" || request.method === "HEAD";
  return {
    params: parse(endpoint.params, request.params, "ignored"),
    query: parse(endpoint.query, viaPost ? dropMethodField(request.query) : request.query, "empty"),
    body: hasNoBody ? undefined : parse(endpoint.body, dropMethodField(request.body), "empty"),
    idempotencyKey,
    rawBody: request.rawBody ?? Buffer.alloc(0),
  };
}

/** The response of a handler's result. Fields that the contract does not declare are removed. */
function sendResult(endpoint: Endpoint, reply: FastifyReply, result: unknown): unknown {
  if (reply.sent) return reply;
  if (endpoint.raw) return result;
  void reply.header("content-type", "application/json; charset=utf-8");
  if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "private, no-store");
  return JSON.stringify(z.parse(endpoint.response, result));
}

/** Limits and documentation of a call's route. */
function routeOptions(context: Context, method: Method, path: string, endpoint: Endpoint): RouteShorthandOptions {
  const limit = limitOf(method, endpoint);
  const { policy } = endpoint;
  return {
    config: {
      policy,
      unattended: endpoint.unattended ?? false,
      sameOriginOnly: endpoint.sameOriginOnly ?? false,
      isFile: endpoint.raw === true,
      ...(limit ? { rateLimit: rateLimit(context, limit, endpoint, path) } : {}),
    },
    bodyLimit: endpoint.bodyLimit ?? maxBodyBytes,
    ...(endpoint.multipart ? {} : { preHandler: readFormFields }),
    schema: {
      summary: endpoint.summary,
      tags: [path.split("/")[2] ?? "v1"],
      hide: endpoint.raw === true,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: endpoint.raw ? {} : { 200: endpoint.response, "4xx": refusalResponse },
      ...describe(endpoint),
      security: policy === "public" ? [] : [...(policy === "visitor" ? [{}] : []), { session: [] }, { bearer: [] }],
    } as RouteShorthandOptions["schema"],
  };
}

/** The limit of a call: its own, or that of all changes which belong to a user. */
function limitOf(method: Method, { limit, policy }: Endpoint): Endpoint["limit"] {
  const hasOwner = !["public", "provider", "demo"].includes(policy);
  return limit ?? (method !== "GET" && hasOwner ? userWriteLimit : undefined);
}

/** Answers a public read from the cache of responses. Undefined for all other calls. */
function serveFromCache(
  app: FastifyInstance,
  context: Context,
  key: EndpointKey,
  endpoint: Endpoint,
  handler: Handler,
) {
  const { cache } = endpoint;
  if (!cache) return undefined;
  assertCacheable(key, endpoint);
  const path = key.slice("GET ".length);
  const cached = serveCachedResponse(
    context,
    cache,
    async ({ params, query }) => {
      const answered = await handler({
        params: parse(endpoint.params, params, "ignored"),
        query: parse(endpoint.query, query, "empty"),
        actor: null,
        now: context.clock.now(),
        idempotencyKey: "",
        rawBody: Buffer.alloc(0),
      } as Call<Endpoint>);
      return z.parse(endpoint.response, answered);
    },
    limitUncached(app, context, path),
  );
  // A limit of its own applies to requests only.
  if (!endpoint.limit) app.publicReads.set(path, cached.read);
  return cached.handle;
}

/** Serves POST on a path whose calls have other methods: `_method` in body or query names the one that is meant. */
function serveOverride(app: FastifyInstance, path: string, { options, runs }: Override): void {
  app.route({
    method: "POST",
    url: path,
    ...options,
    schema: { ...options.schema, hide: true } as RouteShorthandOptions["schema"],
    handler: (request, reply) => {
      const asked =
        (request.query as { _method?: unknown })?._method ?? (request.body as { _method?: unknown } | null)?._method;
      const run = typeof asked === "string" ? runs.get(asked.toUpperCase()) : undefined;
      if (!run) throw new Refusal(requestRefusals.methodNotAllowed);
      return run(request, reply, true);
    },
  });
}

/** Refuses unless the policy allows this actor. */
function requirePolicy(policy: Policy, actor: Actor | null, demo: boolean): void {
  if (policy === "demo" && !demo) throw new Refusal(requestRefusals.notFound);
  if (policy === "public" || policy === "visitor" || policy === "provider" || policy === "demo") return;
  if (!actor) throw new Refusal(sessionRefusals.required);
  if (policy === "seller" && !actor.shopId) throw new Refusal(sessionRefusals.forbidden);
  if (policy !== "operator" && !policy.startsWith("operator:")) return;
  if (actor.type !== "operator") throw new Refusal(sessionRefusals.forbidden);
  if (!actor.secondFactor) throw new Refusal(sessionRefusals.secondFactorNeeded);
  if (policy !== "operator" && !actor.permissions.includes(policy.slice("operator:".length)))
    throw new Refusal(sessionRefusals.notPermitted);
}

function parse(schema: z.core.$ZodType | undefined, value: unknown, nothing: "empty" | "ignored"): unknown {
  if (schema) {
    const result = z.safeParse(schema, value === undefined ? {} : value);
    if (!result.success) throw invalidRefusal(result.error.issues, value);
    return result.data;
  }
  const hasKeys = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (nothing === "empty" && hasKeys)
    throw invalidRefusal([
      {
        path: [],
        code: "unrecognized_keys",
        keys: Object.keys(value as object),
        message: "Ada isian yang tidak dikenal.",
      },
    ]);
  return undefined;
}

function dropMethodField(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body) || !("_method" in body)) return body;
  const { _method, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Makes the text fields of a multipart form the body. A call that accepts files reads the stream itself. */
async function readFormFields(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  const fields: Record<string, unknown> = {};
  for await (const part of readParts(request)) {
    if (part.type === "file") throw new Refusal(requestRefusals.unsupportedType);
    fields[part.fieldname] = part.value;
  }
  request.body = fields;
}

/**
 * Answers a call for the user whose session this process remembers, while the handler checks it in the database.
 * Undefined when the session has ended or is not remembered. Then nothing was stored, and the session must be read
 * first.
 */
async function answerRecent<T>(
  { authenticate }: Context,
  request: FastifyRequest,
  answer: (actor: Pick<Actor, "userId">, session: SessionCheck) => Promise<T>,
): Promise<T | undefined> {
  const recent = authenticate.recent?.(request);
  if (!recent) return undefined;
  const { userId, check } = recent;
  try {
    const answered = await answer({ userId }, check);
    if (!recent.isChecked()) throw new Error(`${request.url} did not check its session`);
    return answered;
  } catch (error) {
    if (recent.isChecked() || !(error instanceof Refusal || isUnmet(error))) throw error;
    const actor = await authenticate(request);
    // An earlier refusal, such as a bad field, is shown only if the session proves open.
    const hasEnded = !(error instanceof Refusal) || error.code === sessionRefusals.required.code;
    if (!actor || hasEnded) return undefined;
    rememberCaller(request, userId);
    throw error;
  } finally {
    if (recent.isChecked()) rememberCaller(request, userId);
  }
}

function assertOneUser(key: string, { policy }: Endpoint): void {
  if (policy !== "user" && policy !== "visitor") throw new Error(`${key} needs more of its caller than the user`);
}

/** Makes a handler fail when it succeeds without an entry in the audit log; in production it logs that. */
function requireAuditEntry<C, R>(
  { config, log }: Pick<Context, "config" | "log">,
  key: string,
  handler: (call: C) => Promise<R>,
): (call: C) => Promise<R> {
  return async (call) => {
    const { result, hasEntry } = await runAudited(() => handler(call));
    if (!hasEntry && !config.production) throw new Error(`${key} left no entry in the audit log`);
    if (!hasEntry) log.error({ call: key }, "a change by an operator left no entry in the audit log");
    return result;
  };
}

/** What the documentation says of a call beside its summary: the permission that it needs, and its refusals. */
function describe({ policy, refusals }: Endpoint): { description?: string } {
  const parts = [
    ...(policy.startsWith("operator:") ? [`Permission: ${policy.slice("operator:".length)}`] : []),
    ...(refusals ? [`Refusals: ${refusals.map(({ code }) => code).join(", ")}`] : []),
  ];
  return parts.length > 0 ? { description: parts.join(". ") } : {};
}

/** Makes the routes of this scope accept JSON only, and stores each body's bytes beside its content. */
function storeRawBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser("error", "error");
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    request.rawBody = body;
    void parseJson(request, body.toString("utf8"), done);
  });
}

function assertCacheable(key: string, endpoint: Endpoint): void {
  if (!key.startsWith("GET ") || endpoint.policy !== "public" || endpoint.raw)
    throw new Error(`${key} cannot be cached: only the answer of a public GET is the same for everyone`);
}

/** Refuses with `request.too_many` when one network has caused too many uncached responses. */
function limitUncached(app: FastifyInstance, { config }: Context, path: string) {
  const take = app.createRateLimit({
    max: uncachedResponseLimit.max * config.limitFactor,
    timeWindow: uncachedResponseLimit.window,
    keyGenerator: (request) => `fresh ${path} ${clientNetwork(request.ip)}`,
  });
  return async (request: FastifyRequest, reply?: FastifyReply): Promise<void> => {
    const taken = await take(request);
    if (taken.isAllowed || !taken.isExceeded) return;
    void reply?.header("retry-after", String(taken.ttlInSeconds));
    throw new Refusal(requestRefusals.tooMany);
  };
}

function rateLimit(
  { config, authenticate }: Context,
  limit: NonNullable<Endpoint["limit"]>,
  { checksSession }: Endpoint,
  path: string,
) {
  const userOf = async (request: FastifyRequest) =>
    (checksSession && authenticate.recent?.(request)?.userId) ?? (await authenticate(request))?.userId;
  return {
    max: limit.max * config.limitFactor,
    timeWindow: limit.window,
    groupId: path,
    // By the session's user and not by the cookie: additional cookies must not give a user additional calls.
    keyGenerator: async (request: FastifyRequest) =>
      (limit.by === "user" && (await userOf(request))) || clientNetwork(request.ip),
  };
}
