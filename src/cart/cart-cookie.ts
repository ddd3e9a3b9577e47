/**
 * Design note. A visitor's cart is stored on the server. The browser has a random token of 256 bits in a cookie that
 * scripts cannot read, and the database has only its SHA-256. Cookies are SameSite=Lax, and our server refuses changes
 * from pages of other sites (lib/http/create-http.ts), so no other site can put anything into a cart. A second cookie
 * holds the number of lines, without a secret. The header reads it in the browser, because public pages are cached and
 * the same for everyone.
 *
 * Not chosen: the lines themselves in the cookie. A cookie has room for 4 KB, each request would send it, and the notes
 * to sellers would lie in the browser.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { cartCountCookie } from "./count-cookie.ts";
import { visitorCartTtl } from "./rules.ts";

type Deps = Pick<Context, "config">;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

function tokenCookie({ config }: Deps): string {
  return config.secureCookies ? "__Host-cart" : "cart";
}

function cookieOptions({ config }: Deps, httpOnly: boolean) {
  return { path: "/", httpOnly, sameSite: "lax" as const, secure: config.secureCookies };
}

/** A new token for a browser's cart. */
export function createCartToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The token of this browser's cart; undefined without one or when it is malformed. */
export function readCartCookie(parts: Deps, { cookies }: FastifyRequest): string | undefined {
  const token = cookies[tokenCookie(parts)];
  return token !== undefined && tokenPattern.test(token) ? token : undefined;
}

/** Stores the cart's token and its number of lines in the browser until the cart expires. */
export function setCartCookies(parts: Deps, reply: FastifyReply, { token, lines }: { token: string; lines: number }) {
  const maxAge = visitorCartTtl / 1000;
  void reply.setCookie(tokenCookie(parts), token, { ...cookieOptions(parts, true), maxAge });
  void reply.setCookie(cartCountCookie, String(lines), { ...cookieOptions(parts, false), maxAge });
}

/** Deletes both cookies. */
export function clearCartCookies(parts: Deps, reply: FastifyReply): void {
  void reply.clearCookie(tokenCookie(parts), cookieOptions(parts, true));
  clearCartCount(parts, reply);
}

/** Deletes the number of lines. */
export function clearCartCount(parts: Deps, reply: FastifyReply): void {
  void reply.clearCookie(cartCountCookie, cookieOptions(parts, false));
}
