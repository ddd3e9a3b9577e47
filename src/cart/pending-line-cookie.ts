/**
 * Design note. A visitor without a login may press "+ Keranjang". The chosen product is stored in a sealed cookie (the wish)
 * during login or registration, and is then added to the cart once. Only calls from our own pages can set the cookie
 * (lib/http.ts refuses other sites), it cannot be forged, and it contains no identity. So links and forms of other sites
 * cannot add anything to a cart.
 */
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { seal, unseal } from "#accounts/session/seal.ts";
import type { Context } from "#lib/context.ts";
import { maximumQuantity, wishTtl } from "./rules.ts";

type Parts = Pick<Context, "config" | "secret">;

const wish = z.strictObject({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(maximumQuantity),
  /** Idempotency key, so that it is added to the cart only once. */
  key: z.uuid(),
  at: z.int(),
});
export type Wish = z.output<typeof wish>;

const purpose = "cart wish";

function nameOf({ config }: Pick<Context, "config">): string {
  return config.secureCookies ? "__Host-wish" : "wish";
}

function lookOf({ config }: Pick<Context, "config">) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}

/** Stores the wish in the browser and replaces an earlier one. */
export function keepWish(
  parts: Parts,
  reply: FastifyReply,
  { variantId, quantity }: Pick<Wish, "variantId" | "quantity">,
  now: Date,
): void {
  const kept: Wish = { variantId, quantity, key: randomUUID(), at: now.getTime() };
  const sealed = seal(parts.secret, purpose, "", Buffer.from(JSON.stringify(kept))).toString("base64url");
  void reply.setCookie(nameOf(parts), sealed, { ...lookOf(parts), maxAge: wishTtl / 1000 });
}

/** The wish of this browser; undefined when there is none or it is too old. */
export function keptWish(parts: Parts, { cookies }: FastifyRequest, now: Date): Wish | undefined {
  const text = cookies[nameOf(parts)] ?? "";
  if (text === "" || text.length > 600) return undefined;
  const content = unseal(parts.secret, purpose, "", Buffer.from(text, "base64url"));
  const read = content && wish.safeParse(JSON.parse(content.toString()));
  if (!read?.success) return undefined;
  const age = now.getTime() - read.data.at;
  return age <= wishTtl ? read.data : undefined;
}

/** Deletes the cookie. */
export function forgetWish(parts: Parts, reply: FastifyReply): void {
  void reply.clearCookie(nameOf(parts), lookOf(parts));
}
