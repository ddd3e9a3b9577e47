/**
 * Design note. A slice's contract.ts declares its calls with `endpoints({...})`: key `METHOD /path`, schemas, policy.
 * Its routes.ts gives `serve` (serve.ts) one handler for each. Pages get the types of both through `import type`, so no
 * schema reaches a browser.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Queryable, Tx } from "../database.ts";
import type { RefusalKind } from "../refusal.ts";
import type { PublicRead, ResponseCacheRule } from "./response-cache.ts";

/**
 * Who may call. `public`: everyone. `visitor`: everyone, about the user's data, or without a session that of the
 * browser. `user`: a logged-in person. `seller`: a person with a shop. `operator`: any operator with a second factor;
 * `operator:payouts.decide`: one whose role has this permission (accounts/operators/rules.ts). `provider`: a machine
 * with its own proof (signature), never a cookie. `demo`: everyone, in demo mode only.
 */
export type Policy = "public" | "visitor" | "user" | "seller" | "operator" | `operator:${string}` | "provider" | "demo";

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
   * At most `max` calls in `window` ms in one process, by address (default) or by user. Changes without one have the
   * limit of serve.ts.
   */
  limit?: { max: number; window: number; by?: "address" | "user" };
  /** The call needs an Idempotency-Key header; `if_given`: it may have one. */
  idempotent?: true | "if_given";
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
    /** The response is a file, which people open by a link. */
    isFile?: boolean;
  }
  interface FastifyRequest {
    rawBody?: Buffer;
  }
  interface FastifyInstance {
    /** The reads with a cache rule by the path in their contract, for pages that this process renders. */
    publicReads: Map<string, PublicRead>;
    /** The page of a failure, for people who open a file; null in a process without pages. */
    failurePage: { send: ((reply: FastifyReply, status: number, message: string) => FastifyReply) | null };
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
