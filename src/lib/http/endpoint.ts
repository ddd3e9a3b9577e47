/**
 * Design note. A slice's contract.ts declares its calls with `endpoints({...})`: key `METHOD /path`, schemas, policy.
 * Its routes.ts gives `serve` one handler for each. Pages get the types of both through `import type`, so no schema
 * reaches a browser. Policy, rate limit, same-origin check, idempotency key and removal of undeclared fields are
 * implemented here once for all calls.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import { isUnmet, type Queryable, type Tx } from "../database.ts";
import { maxBodyBytes } from "../field-limits.ts";
import { runAudited } from "./audited-call.ts";
import { readParts } from "./multipart.ts";
import { serveCachedResponse, type PublicRead, type ResponseCacheRule } from "./response-cache.ts";
import { clientNetwork } from "./client-network.ts";
import { rememberCaller } from "./refusal-log.ts";
import { idempotencyRefusals, Refusal, type RefusalKind, requestRefusals, sessionRefusals } from "../refusal.ts";
import { invalidRefusal, refusalResponse } from "../schema.ts";

/**
 * Who may call. `public`: everyone. `visitor`: everyone, about the user's data, or without a session that of the
 * browser. `user`: a logged-in person. `seller`: a person with a shop. `operator`: any operator with a second factor;
 * `operator:payouts.decide`: one whose role has this permission (accounts/operators/rules.ts). `provider`: a machine
 * with its own proof (signature), never a cookie. `demo`: everyone, in demo mode only.
 */
export type Policy = "public" | "visitor" | "user" | "seller" | "operator" | `operator:${string}` | "provider" | "demo";

/**
 * Calls that change something and have no limit of their own: how often one user, or all visitors of one network, may
 * make each, per process. High enough that people never reach it.
 */
const userWriteLimit = { max: 300, window: 60_000, by: "user" } as const;
/** How many uncached responses of one cacheable call one network may cause, per process. */
const uncachedResponseLimit = { max: 900, window: 60_000 };

/** The caller, as the session says. */
export type Actor = {
  userId: string;
  sessionId: string;
  type: string;
  operatorRole: string | null;
  /** What the role of an operator may do; empty for everyone else. */
  permissions: readonly string[];
  shopId: string | null;
  provinceCode: string | null;
  authenticatedAt: Date;
  /** In this session a second factor or a passkey was used that the user still has. */
  secondFactor: boolean;
};

export type Endpoint = {
  summary: string;
  policy: Policy;
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  response: z.core.$ZodType;
  /**
   * At most `max` calls in `window` ms in one process, by address (default) or by user. Default for changes: {@link
   * userWriteLimit}.
   */
  limit?: { max: number; window: number; by?: "address" | "user" };
  /** The call needs an Idempotency-Key header. */
  idempotent?: boolean;
  /**
   * The response of this public GET is the same for everyone and is cached. The handler gets no request and no actor.
   */
  cache?: ResponseCacheRule;
  /** The response is sent unchanged, without a schema (pictures, pages, redirects). */
  raw?: boolean;
  /** Maximum size of a JSON body in bytes. Default: 64 KB. Multipart bodies have their own limits (multipart.ts). */
  bodyLimit?: number;
  /**
   * A client that sends `Prefer: handling=lenient` (RFC 7240) and is not logged in gets 200 with `success: false`
   * instead of 401, because browsers print each 401 in their console.
   */
  lenient?: boolean;
  /**
   * The handler gets the user's id alone as its actor. It sends the check of the session ({@link Call.session}) with
   * its first statements, so that the call need not wait for the session before. Only for the policies `user` and
   * `visitor`.
   */
  checksSession?: true;
  /** An open page makes this call by itself. It does not count as use of the session, which ends when it is unused. */
  unattended?: boolean;
  /**
   * Refuses requests from pages of other sites. They could not read the response, but a stream would count toward the
   * user's limit.
   */
  sameOriginOnly?: boolean;
  /** The body arrives as a stream (multipart), and the handler reads it. */
  multipart?: boolean;
  /** The handler also gets the bytes of the body, because the sender may have signed them. JSON bodies only. */
  signedBody?: boolean;
  /**
   * This call of an operator is no GET and still changes nothing, for example a preview. All others leave an entry in
   * the audit log.
   */
  changesNothing?: true;
  /** Refusals of this slice that the call may throw, for the documentation. */
  refusals?: readonly RefusalKind[];
};

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type EndpointKey = `${Method} /${string}`;
export type Endpoints = Record<EndpointKey, Endpoint>;

/** Declares calls. Returns its argument; it only checks the type. */
export function endpoints<const T extends Endpoints>(table: T): T {
  return table;
}

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined;
type ActorOf<P extends Policy> = P extends "user" | "seller" | "operator" | `operator:${string}` ? Actor : Actor | null;

type CalledBy<P extends Policy> = P extends "seller" ? Actor & { shopId: string } : ActorOf<P>;

/**
 * The check of a call's session in the database, for {@link Endpoint.checksSession}. Call one of both before the first
 * statement about the user, or in the same packet. Where the session is checked already, they send nothing.
 */
export type SessionCheck = {
  /** Refuses with `session.required` when the session has ended. */
  require(db: Queryable): Promise<void>;
  /** The transaction fails at the commit (`isUnmet`) when the session has ended. */
  requireAtCommit(tx: Tx): void;
};
/** The check of a session that was read before the call began. */
export const alreadyChecked: SessionCheck = { require: async () => {}, requireAtCommit: () => {} };

/** A session that this process read a short while ago. It may have ended since. */
export type RecentSession = {
  userId: string;
  check: SessionCheck;
  /** Whether the check has found it open during this call. */
  isChecked(): boolean;
};

/** What a handler gets. `shopId` of a seller's actor is never null. */
export type Call<E extends Endpoint> = {
  params: Out<E["params"]>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
  actor: E extends { checksSession: true }
    ? Pick<Actor, "userId"> | Extract<CalledBy<E["policy"]>, null>
    : CalledBy<E["policy"]>;
  session: E extends { checksSession: true } ? SessionCheck : undefined;
  request: E extends { cache: ResponseCacheRule } ? undefined : FastifyRequest;
  reply: E extends { cache: ResponseCacheRule } ? undefined : FastifyReply;
  /** The moment of the call by the business clock. */
  now: Date;
  idempotencyKey: string;
  /** The bytes of the body of a call with {@link Endpoint.signedBody}; empty for all others. */
  rawBody: Buffer;
};
// `success: true` and `code: 200` of a handler's literal have the types boolean and number here. The schema checks the
// values.
type Loose<A> = { [K in keyof A]: A[K] extends boolean ? boolean : A[K] extends number ? number : A[K] };
export type Handlers<T extends Endpoints> = {
  [K in keyof T & EndpointKey]: (call: Call<T[K]>) => Promise<Loose<z.input<T[K]["response"]>>>;
};

declare module "fastify" {
  interface FastifyContextConfig {
    policy?: Policy;
    unattended?: boolean;
    sameOriginOnly?: boolean;
  }
  interface FastifyRequest {
    rawBody?: Buffer;
  }
  interface FastifyInstance {
    /** The reads with a cache rule by the path in their contract, for pages that this process renders. */
    publicReads: Map<string, PublicRead>;
  }
}

/**
 * What a slice does when a user logs in, in the transaction that opens the session. Returns what to do after the
 * commit, such as setting cookies. Cart provides it.
 */
export type AtLogin = (
  tx: Tx,
  login: { userId: string; request: FastifyRequest; reply: FastifyReply; now: Date },
) => Promise<() => void>;

/** Finds the caller of a request; accounts provides it. */
export type Authenticate = {
  /** Null without a session or with an expired one. */
  (request: FastifyRequest): Promise<Actor | null>;
  /** The session as this process remembers it. Undefined when it must be read first. */
  recent?(request: FastifyRequest): RecentSession | undefined;
};

/** Refuses unless the policy allows this actor. */
export function requirePolicy(policy: Policy, actor: Actor | null, demo: boolean): void {
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
 * Registers the slice's calls. Each PUT, PATCH and DELETE can also be sent as POST with `_method` in body or query
 * (S140), under the same policy and checks.
 */
export function serve<const T extends Endpoints>(
  app: FastifyInstance,
  context: Context,
  table: T,
  handlers: Handlers<T>,
): void {
  type Run = (request: FastifyRequest, reply: FastifyReply, viaPost: boolean) => Promise<unknown>;
  const overrides = new Map<string, { options: RouteShorthandOptions; runs: Map<string, Run> }>();
  for (const [key, endpoint] of Object.entries(table) as [EndpointKey & keyof T, Endpoint][]) {
    const [method, path] = key.split(" ") as [Method, string];
    const handler = handlers[key] as (call: Call<Endpoint>) => Promise<unknown>;
    const isAudited = endpoint.policy.startsWith("operator:") && method !== "GET" && !endpoint.changesNothing;
    const handle = isAudited ? requireAuditEntry(context, key, handler) : handler;
    if (endpoint.checksSession) assertOneUser(key, endpoint);
    const run: Run = async (request, reply, viaPost) => {
      const now = context.clock.now();
      const answer = async (actor: Pick<Actor, "userId"> | null, session?: SessionCheck) => {
        const query = viaPost ? dropMethodField(request.query) : request.query;
        const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
        if (endpoint.idempotent && !/^[\x21-\x7e]{8,128}$/.test(idempotencyKey))
          throw new Refusal(idempotencyRefusals.required);
        const result = await handle({
          params: parse(endpoint.params, request.params, "ignored"),
          query: parse(endpoint.query, query, "empty"),
          body:
            endpoint.multipart || method === "GET"
              ? undefined
              : parse(endpoint.body, dropMethodField(request.body), "empty"),
          actor,
          session,
          request,
          reply,
          now,
          idempotencyKey,
          rawBody: request.rawBody ?? Buffer.alloc(0),
        } as Call<Endpoint>);
        if (reply.sent) return reply;
        if (endpoint.raw) return result;
        void reply.header("content-type", "application/json; charset=utf-8");
        if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "private, no-store");
        return JSON.stringify(z.parse(endpoint.response, result));
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
    const hasOwner = !["public", "provider", "demo"].includes(endpoint.policy);
    const limit = endpoint.limit ?? (method !== "GET" && hasOwner ? userWriteLimit : undefined);
    const options: RouteShorthandOptions = {
      config: {
        policy: endpoint.policy,
        unattended: endpoint.unattended ?? false,
        sameOriginOnly: endpoint.sameOriginOnly ?? false,
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
        security:
          endpoint.policy === "public"
            ? []
            : [...(endpoint.policy === "visitor" ? [{}] : []), { session: [] }, { bearer: [] }],
      } as RouteShorthandOptions["schema"],
    };
    const { cache } = endpoint;
    if (cache) assertCacheable(key, endpoint);
    const cached =
      cache &&
      serveCachedResponse(
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
    if (cached && !limit) app.publicReads.set(path, cached.read);
    const answer = cached?.handle ?? ((request: FastifyRequest, reply: FastifyReply) => run(request, reply, false));
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
  for (const [path, { options, runs }] of overrides) {
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
