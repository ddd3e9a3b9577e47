import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { unattendedHeader } from "#lib/user-presence.ts";
import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import type { Authenticate } from "#lib/endpoint.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { addDeviceMarks } from "../login/device-cookie.ts";
import { deleteOldestSessions, deleteSession, findActor, insertSession, updateToken } from "./queries.ts";
import { lockCredentialsShared } from "../queries.ts";
import { demoOperator, maxSessionsPerUser, sessionDurations } from "./rules.ts";
import { notifyNewDevice } from "../login/notify-new-device.ts";

/** Name of the session cookie; `__Host-` wherever the site is served over https. */
export function cookieName(config: Config): string {
  return config.secureCookies ? "__Host-sid" : "sid";
}

/** Name of the hint that somebody is probably logged in: no secret, read by the page before paint. */
const sessionHintCookie = "masuk";

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The session token a request carries: Bearer first, else the cookie. */
export function tokenOf(request: FastifyRequest, config: Config): string | undefined {
  const header = request.headers.authorization;
  if (header?.startsWith("Bearer ")) return header.slice(7);
  return request.cookies[cookieName(config)];
}

/** Whether a call is a person's use of the session, and not what an open page does by itself. */
function isUserActivity({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[unattendedHeader] === undefined && !routeOptions.config.unattended;
}

/** Finds out who calls, once a request. An unknown, expired or malformed token is nobody. */
export function createAuthenticate(context: Pick<Context, "db" | "clock" | "config">): Authenticate {
  const exempt = context.config.demo ? demoOperator : null;
  const known = new WeakMap<FastifyRequest, ReturnType<Authenticate>>();
  return (request) => {
    let actor = known.get(request);
    if (!actor) {
      const token = tokenOf(request, context.config);
      actor =
        token && /^[A-Za-z0-9_-]{43}$/.test(token)
          ? findActor(context.db, hashToken(token), { used: isUserActivity(request), exempt }, context.clock.now())
          : Promise.resolve(null);
      known.set(request, actor);
    }
    return actor;
  };
}

/** Looks again, where nothing can change any more, whether what somebody proved still holds; throws when not. */
export type CheckStillValid = (tx: Tx, now: { passwordHash: string | null }) => Promise<void>;

/**
 * Opens a session for a person and gives the browser its cookie. The token is always new and stored nowhere; the session
 * that the browser came with ends. A password that changes in the same moment either waits, and ends this session too, or
 * was first: then `stillHolds` sees it. `secondFactor` says whether one, or a passkey, was used. Refuses with session.required when the person is gone.
 */
export async function openSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  now: Date,
  { stillHolds, secondFactor = false }: { stillHolds?: CheckStillValid; secondFactor?: boolean } = {},
): Promise<void> {
  const token = createToken();
  const before = tokenOf(request, context.config);
  const { ends, passwordHash } = await context.db.transaction(async (tx) => {
    const held = await lockCredentialsShared(tx, userId);
    if (!held) throw new Refusal(sessionRefusals.required);
    const { lifetime, idle } = sessionDurations(held.type);
    const last = addDuration(now, lifetime);
    await stillHolds?.(tx, { passwordHash: held.password_hash });
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
    return { ends: last, passwordHash: held.password_hash ?? "" };
  });
  setSessionCookies(context, reply, { token, ends });
  const kinds = secondFactor ? (["known", "passed"] as const) : (["known"] as const);
  addDeviceMarks(context, request, reply, ...kinds.map((kind) => ({ kind, userId, passwordHash })));
}

/** A token that a browser is still to be given, and until when its session lasts at most. */
export type NewToken = { token: string; ends: Date };

function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Gives a session that may do more from now on a new token, in the transaction that allows it; the old one is nobody's. Device,
 * push and news of the session stay. {@link setSessionCookies} hands it over afterwards. Refuses with session.required when the
 * session has just ended.
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<NewToken> {
  const token = createToken();
  const ends = await updateToken(tx, sessionId, hashToken(token));
  if (!ends) throw new Refusal(sessionRefusals.required);
  return { token, ends };
}

/** Gives the browser the cookies of a session. */
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

/** Whether the browser came with anything that {@link clearCookies} would take away. */
export function hasCookies({ config }: Context, { cookies }: FastifyRequest): boolean {
  return cookies[cookieName(config)] !== undefined || cookies[sessionHintCookie] !== undefined;
}

/** Takes the cookies away from the browser. */
export function clearCookies(context: Context, reply: FastifyReply): void {
  const common = { path: "/", sameSite: "lax" as const, secure: context.config.secureCookies };
  void reply.clearCookie(cookieName(context.config), { ...common, httpOnly: true });
  void reply.clearCookie(sessionHintCookie, { ...common, httpOnly: false });
}

export { hashToken };
