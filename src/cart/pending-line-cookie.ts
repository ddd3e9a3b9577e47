/**
 * Design note. A visitor who is not logged in may press "+ Keranjang". The chosen product, called the pending line, is
 * stored in a sealed cookie during login or registration and is then added to the cart once. Only calls from our own
 * pages can set the cookie (lib/http/create-http.ts refuses other sites), it cannot be forged, and it contains no
 * identity. So links and forms of other sites cannot add anything to a cart.
 */
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { seal, unseal } from "#accounts/session/seal.ts";
import type { Context } from "#lib/context.ts";
import { maxQuantity, pendingLineTtl } from "./rules.ts";

type Deps = Pick<Context, "config" | "secret">;

const pendingLine = z.strictObject({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(maxQuantity),
  /** Idempotency key, so that the line is added only once. */
  key: z.uuid(),
  at: z.int(),
});
export type PendingLine = z.output<typeof pendingLine>;

const purpose = "pending cart line";

function cookieName({ config }: Pick<Context, "config">): string {
  return config.secureCookies ? "__Host-pending_line" : "pending_line";
}

function cookieOptions({ config }: Pick<Context, "config">) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}

/** Stores the pending line in the browser and replaces an earlier one. */
export function setPendingLineCookie(
  parts: Deps,
  reply: FastifyReply,
  { variantId, quantity }: Pick<PendingLine, "variantId" | "quantity">,
  now: Date,
): void {
  const stored: PendingLine = { variantId, quantity, key: randomUUID(), at: now.getTime() };
  const sealed = seal(parts.secret, purpose, "", Buffer.from(JSON.stringify(stored))).toString("base64url");
  void reply.setCookie(cookieName(parts), sealed, { ...cookieOptions(parts), maxAge: pendingLineTtl / 1000 });
}

/** The pending line of this browser; undefined when there is none or it has expired. */
export function readPendingLineCookie(parts: Deps, { cookies }: FastifyRequest, now: Date): PendingLine | undefined {
  const text = cookies[cookieName(parts)] ?? "";
  if (text === "" || text.length > 600) return undefined;
  const content = unseal(parts.secret, purpose, "", Buffer.from(text, "base64url"));
  const read = content && pendingLine.safeParse(JSON.parse(content.toString()));
  if (!read?.success) return undefined;
  const age = now.getTime() - read.data.at;
  return age <= pendingLineTtl ? read.data : undefined;
}

/** Deletes the cookie. */
export function clearPendingLineCookie(parts: Deps, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(parts), cookieOptions(parts));
}
