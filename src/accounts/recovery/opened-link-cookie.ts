/**
 * Design note. A mailed link carries its token only from the mail to the page. The page stores it in a cookie that
 * scripts cannot read and redirects to its address without the token. So the token stays out of the address bar, the
 * history and the forms. Opening the page does not use the token up, so programs that open the links of a mail do no
 * harm.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { openedLinkTtl, type LinkKind } from "./rules.ts";

function cookieName({ config }: Pick<Context, "config">, kind: LinkKind): string {
  return `${config.secureCookies ? "__Host-" : ""}mailed_link_${kind}`;
}

function cookieOptions({ config }: Pick<Context, "config">) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}

/** Stores the token of an opened link in the browser, for as long as a form takes. */
export function setLinkCookie(
  context: Pick<Context, "config">,
  reply: FastifyReply,
  kind: LinkKind,
  token: string,
): void {
  void reply.setCookie(cookieName(context, kind), token, { ...cookieOptions(context), maxAge: openedLinkTtl / 1000 });
}

/** The token of the link that the browser opened last; empty when there is none. */
export function readLinkCookie(context: Pick<Context, "config">, { cookies }: FastifyRequest, kind: LinkKind): string {
  return (cookies[cookieName(context, kind)] ?? "").slice(0, 200);
}

/** Deletes a used link from the browser. */
export function clearLinkCookie(context: Pick<Context, "config">, reply: FastifyReply, kind: LinkKind): void {
  void reply.clearCookie(cookieName(context, kind), cookieOptions(context));
}
