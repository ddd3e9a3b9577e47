/**
 * Design note. A mailed link carries its token once, from the mail to the page. The page keeps it in a cookie that no script
 * reads and goes on without it: nothing of it stays in the address bar, the history, or a form. Looking uses nothing up, so
 * programs that open the links of a mail do no harm.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { openedLinkTtl, type LinkKind } from "./rules.ts";

function cookieName({ config }: Pick<Context, "config">, kind: LinkKind): string {
  return `${config.secureCookies ? "__Host-" : ""}tautan-${kind}`;
}

function cookieOptions({ config }: Pick<Context, "config">) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}

/** Has the browser keep the token of a link that was opened, for as long as a form takes. */
export function setLinkCookie(
  context: Pick<Context, "config">,
  reply: FastifyReply,
  kind: LinkKind,
  token: string,
): void {
  void reply.setCookie(cookieName(context, kind), token, { ...cookieOptions(context), maxAge: openedLinkTtl / 1000 });
}

/** The token of the link that the browser opened last; empty when it keeps none. */
export function readLinkCookie(context: Pick<Context, "config">, { cookies }: FastifyRequest, kind: LinkKind): string {
  return (cookies[cookieName(context, kind)] ?? "").slice(0, 200);
}

/** Takes a used link away from the browser. */
export function clearLinkCookie(context: Pick<Context, "config">, reply: FastifyReply, kind: LinkKind): void {
  void reply.clearCookie(cookieName(context, kind), cookieOptions(context));
}
