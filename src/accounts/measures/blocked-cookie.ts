import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { seal, unseal } from "#lib/keys.ts";
import { blockedPageTtl } from "./rules.ts";

const purpose = "blocked account";
const nameOf = ({ config }: Pick<Context, "config">) => (config.secureCookies ? "__Host-blocked" : "blocked");

/** Lets the browser that has just logged in correctly to a blocked account read why, and appeal. It opens nothing. */
export function setBlockedCookie(
  context: Pick<Context, "config" | "secret">,
  reply: FastifyReply,
  userId: string,
  now: Date,
): void {
  const content = JSON.stringify({ userId, until: addDuration(now, blockedPageTtl).getTime() });
  void reply.setCookie(
    nameOf(context),
    seal(context.secret, purpose, purpose, Buffer.from(content)).toString("base64url"),
    {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: context.config.secureCookies,
      maxAge: blockedPageTtl / 1000,
    },
  );
}

/** The blocked account that this browser may read about; null without a valid cookie. */
export function readBlockedCookie(
  context: Pick<Context, "config" | "secret">,
  request: FastifyRequest,
  now: Date,
): string | null {
  const value = request.cookies[nameOf(context)] ?? "";
  if (value.length > 600) return null;
  const content = unseal(context.secret, purpose, purpose, Buffer.from(value, "base64url"));
  if (!content) return null;
  const { userId, until } = JSON.parse(content.toString()) as { userId: string; until: number };
  return now.getTime() < until ? userId : null;
}
