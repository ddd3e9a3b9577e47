/**
 * Design note. After a registration the login page has the e-mail filled in, once. The e-mail is passed in a sealed
 * `httpOnly` cookie and not in the address, because addresses are stored in histories and logs.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { registeredEmailTtl } from "./rules.ts";
import { seal, unseal } from "#lib/keys.ts";

type Deps = Pick<Context, "config" | "secret">;

const purpose = "registered email";

function cookieName({ config }: Pick<Context, "config">): string {
  return config.secureCookies ? "__Host-registered" : "registered";
}

function cookieOptions({ config }: Pick<Context, "config">) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}

/** Stores the e-mail of the account that was just registered in this browser. */
export function storeRegisteredEmail(parts: Deps, reply: FastifyReply, email: string): void {
  const sealed = seal(parts.secret, purpose, "", Buffer.from(email)).toString("base64url");
  void reply.setCookie(cookieName(parts), sealed, { ...cookieOptions(parts), maxAge: registeredEmailTtl / 1000 });
}

/** The stored e-mail, which this reply deletes from the browser; null when there is none. */
export function consumeRegisteredEmailCookie(
  parts: Deps,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
): string | null {
  const text = cookies[cookieName(parts)] ?? "";
  if (text === "" || text.length > 600) return null;
  void reply.clearCookie(cookieName(parts), cookieOptions(parts));
  return unseal(parts.secret, purpose, "", Buffer.from(text, "base64url"))?.toString() ?? null;
}
