/**
 * Design note. One signed cookie in the browser holds marks of three kinds: `opened` (the account was registered here),
 * `known` (its user has logged in here with the present password) and `passed` (its user has also passed the second
 * step here). `opened` decides whether confirming the e-mail revokes earlier credentials (docs/decisions/0033). The
 * other two give the browser its own limits for passwords and for codes (docs/decisions/0034). None of them logs anyone
 * in.
 *
 * The cookie names no account: each mark is an HMAC with the installation's secret. `known` and `passed` are bound to
 * the stored hash of the password, so a new password ends them in every browser, without a table of browsers.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { deviceMarks } from "./rules.ts";

type Deps = Pick<Context, "config" | "secret">;
export type DeviceMark =
  | { kind: "opened"; userId: string }
  | { kind: "known" | "passed"; userId: string; passwordHash: string };

function cookieName({ config }: Pick<Context, "config">): string {
  return config.secureCookies ? "__Host-browser" : "browser";
}

const cookiePattern = /^[\w-]{22}(?:\.[\w-]{43}){0,8}$/;

function readCookie(parts: Pick<Context, "config">, { cookies }: FastifyRequest): { id: string; marks: string[] } {
  const cookie = cookies[cookieName(parts)] ?? "";
  if (cookie.length > 400 || !cookiePattern.test(cookie)) return { id: "", marks: [] };
  const [id = "", ...marks] = cookie.split(".");
  return { id, marks };
}

/** Whether the browser sends any marks, valid or not. */
export function hasDeviceMarks(parts: Pick<Context, "config">, request: FastifyRequest): boolean {
  return readCookie(parts, request).marks.length > 0;
}

function sign(secret: Buffer, id: string, mark: DeviceMark): string {
  const about = mark.kind === "opened" ? mark.userId : `${mark.userId} ${mark.passwordHash}`;
  return createHmac("sha256", secret).update(`browser ${id} ${mark.kind} ${about}`).digest("base64url");
}

/** The id of this browser when it has the mark, else undefined. */
export function findDeviceMark(parts: Deps, request: FastifyRequest, mark: DeviceMark): string | undefined {
  const { id, marks } = readCookie(parts, request);
  const wanted = Buffer.from(sign(parts.secret, id, mark));
  return marks.some((one) => timingSafeEqual(Buffer.from(one), wanted)) ? id : undefined;
}

/**
 * Adds the marks to this browser's cookie and drops the oldest ones beyond the limit. Call it once for each reply.
 * Returns the random id of this browser, which its cookie has from then on.
 */
export function addDeviceMarks(
  parts: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  ...given: DeviceMark[]
): string {
  const before = readCookie(parts, request);
  const id = before.id || randomBytes(16).toString("base64url");
  const signed = given.map((mark) => sign(parts.secret, id, mark));
  const marks = [...signed, ...before.marks.filter((one) => !signed.includes(one))].slice(0, deviceMarks.max);
  void reply.setCookie(cookieName(parts), [id, ...marks].join("."), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: parts.config.secureCookies,
    maxAge: deviceMarks.duration / 1000,
  });
  return id;
}
