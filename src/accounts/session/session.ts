import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { unattendedHeader } from "#lib/browser/user-presence.ts";
import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import type { Actor, Authenticate, RecentSession } from "#lib/http/endpoint.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { setBlockedCookie } from "../measures/blocked-cookie.ts";
import { measureRefusals } from "../measures/contract.ts";
import { findOpenBlock } from "../measures/queries.ts";
import { addDeviceMarks } from "../login/device-cookie.ts";
import { createRecentSessions } from "./recent-sessions.ts";
import { deleteOldestSessions, deleteSession, findActor, insertSession, updateToken } from "./queries.ts";
import { lockCredentialsShared } from "../queries.ts";
import { demoOperator, maxSessionsPerUser, sessionDurations } from "./rules.ts";
import { rememberFingerprints } from "../fingerprints/remember-fingerprints.ts";
import { notifyNewDevice } from "../login/notify-new-device.ts";

/** Name of the session cookie; `__Host-` when the site is served over https. */
export function cookieName(config: Config): string {
  return config.secureCookies ? "__Host-sid" : "sid";
}

/** Name of a cookie without a secret: it tells the page before the first paint that a user is probably logged in. */
export const sessionHintCookie = "logged_in";

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The session token of a request: the Bearer header first, else the cookie. */
export function tokenOf(request: FastifyRequest, config: Config): string | undefined {
  const header = request.headers.authorization;
  if (header?.startsWith("Bearer ")) return header.slice(7);
  return request.cookies[cookieName(config)];
}

/** Whether the user makes this call, and not an open page by itself. */
function isUserActivity({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[unattendedHeader] === undefined && !routeOptions.config.unattended;
}

/** Finds the user of a request, once a request. An unknown, expired or malformed token gives null. */
export function createAuthenticate({ db, clock, config }: Pick<Context, "db" | "clock" | "config">): Authenticate {
  const exempt = config.demo ? demoOperator : null;
  const recentSessions = createRecentSessions(() => clock.now());
  const hashes = new WeakMap<FastifyRequest, { tokenHash: Buffer | undefined }>();
  const known = new WeakMap<FastifyRequest, Promise<Actor | null>>();

  function tokenHashOf(request: FastifyRequest): Buffer | undefined {
    const found = hashes.get(request);
    if (found) return found.tokenHash;
    const token = tokenOf(request, config);
    const tokenHash = token && /^[A-Za-z0-9_-]{43}$/.test(token) ? hashToken(token) : undefined;
    hashes.set(request, { tokenHash });
    return tokenHash;
  }

  async function findUser(request: FastifyRequest): Promise<Actor | null> {
    const tokenHash = tokenHashOf(request);
    if (!tokenHash) return null;
    const found = await findActor(db, tokenHash, { used: isUserActivity(request), exempt }, clock.now());
    if (found) recentSessions.remember(tokenHash, found.actor.userId, found.extendAfter);
    else recentSessions.drop(tokenHash);
    return found?.actor ?? null;
  }

  function authenticate(request: FastifyRequest): Promise<Actor | null> {
    const actor = known.get(request) ?? findUser(request);
    known.set(request, actor);
    return actor;
  }

  function recent(request: FastifyRequest): RecentSession | undefined {
    // The limit of calls has just read it.
    if (known.has(request)) return undefined;
    const tokenHash = tokenHashOf(request);
    return tokenHash && recentSessions.find(tokenHash);
  }

  return Object.assign(authenticate, { recent });
}

/**
 * Checks again, while the user's row is locked, that what the user proved before is still true; throws when it is not.
 */
export type CheckStillValid = (tx: Tx, current: { passwordHash: string | null }) => Promise<void>;

/**
 * Opens a session for a user and gives the browser its cookie. The token is always new and only its digest is stored;
 * the earlier session of the browser ends. When the password changes at the same moment, either that change waits and
 * then ends this session too, or it came first and `checkStillValid` sees it. `secondFactor` says whether a second
 * factor or a passkey was used. In the same transaction the browser's cart joins the user's (`context.atLogin`).
 * Refuses with `session.required` when the user is deleted, and with `accounts.blocked` when an operator blocked the
 * account; the browser may then read why.
 */
export async function openSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  now: Date,
  { checkStillValid, secondFactor = false }: { checkStillValid?: CheckStillValid; secondFactor?: boolean } = {},
): Promise<void> {
  const token = createToken();
  const before = tokenOf(request, context.config);
  const { ends, passwordHash, afterCommit } = await context.db.transaction(async (tx) => {
    const held = await lockCredentialsShared(tx, userId);
    if (!held) throw new Refusal(sessionRefusals.required);
    if (await findOpenBlock(tx, userId)) {
      // Only after the proof of identity, so that nobody else learns of the block.
      await checkStillValid?.(tx, { passwordHash: held.password_hash });
      setBlockedCookie(context, reply, userId, now);
      throw new Refusal(measureRefusals.blocked);
    }
    const { lifetime, idle } = sessionDurations(held.type);
    const last = addDuration(now, lifetime);
    await checkStillValid?.(tx, { passwordHash: held.password_hash });
    if (before) await deleteSession(tx, hashToken(before));
    await insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      userAgent: (request.headers["user-agent"] ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, 300),
      ip: request.ip,
      now,
      expires: addDuration(now, idle),
      ends: last,
      secondFactor,
    });
    await deleteOldestSessions(tx, userId, maxSessionsPerUser);
    await notifyNewDevice(tx, { userId, userAgent: request.headers["user-agent"] ?? "", now });
    const afterCommit = await context.atLogin(tx, { userId, request, reply, now });
    return { ends: last, passwordHash: held.password_hash ?? "", afterCommit };
  });
  afterCommit();
  setSessionCookies(context, reply, { token, ends });
  const kinds = secondFactor ? (["known", "passed"] as const) : (["known"] as const);
  const marks = kinds.map((kind) => ({ kind, userId, passwordHash }));
  const browserId = addDeviceMarks(context, request, reply, ...marks);
  await rememberFingerprints(context, userId, { browserId, ip: request.ip }, now);
}

/** A new token for a browser, and the latest time at which its session ends. */
export type NewToken = { token: string; ends: Date };

function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Gives a session a new token, in the transaction that gives the session more rights; the old token stops working. The
 * session keeps its device and push subscriptions. The caller sends the token afterwards with
 * {@link setSessionCookies}. Refuses with `session.required` when the session has just ended.
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<NewToken> {
  const token = createToken();
  const ends = await updateToken(tx, sessionId, hashToken(token));
  if (!ends) throw new Refusal(sessionRefusals.required);
  return { token, ends };
}

/** Sets the cookies of a session in the browser. */
export function setSessionCookies(
  context: Pick<Context, "clock" | "config">,
  reply: FastifyReply,
  { token, ends }: NewToken,
): void {
  const realExpiry = new Date(ends.getTime() - context.clock.offset());
  const common = { path: "/", sameSite: "lax" as const, secure: context.config.secureCookies, expires: realExpiry };
  void reply.setCookie(cookieName(context.config), token, { ...common, httpOnly: true });
  void reply.setCookie(sessionHintCookie, "1", { ...common, httpOnly: false });
}

/** Whether the browser sent any cookie that {@link clearCookies} would delete. */
export function hasCookies({ config }: Context, { cookies }: FastifyRequest): boolean {
  return cookies[cookieName(config)] !== undefined || cookies[sessionHintCookie] !== undefined;
}

/** Deletes the session's cookies in the browser. */
export function clearCookies(context: Context, reply: FastifyReply): void {
  const common = { path: "/", sameSite: "lax" as const, secure: context.config.secureCookies };
  void reply.clearCookie(cookieName(context.config), { ...common, httpOnly: true });
  void reply.clearCookie(sessionHintCookie, { ...common, httpOnly: false });
}

export { hashToken };
