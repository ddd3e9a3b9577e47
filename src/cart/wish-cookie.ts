/**
 * Design note. Somebody who is not logged in may press "+ Keranjang". What they wanted waits in a sealed cookie while they
 * log in or register, and is put into the cart once. Only a call of our own pages sets it (lib/http.ts refuses other
 * sites), nobody else can make one, and it names nobody; so no link and no form of another site puts anything into a cart.
 */
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { seal, unseal } from "#accounts/session-seal.ts";
import type { Context } from "#lib/context.ts";
import { maximumQuantity, wishTtl } from "./rules.ts";

type Parts = Pick<Context, "config" | "secret">;

const wish = z.strictObject({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(maximumQuantity),
  /** Makes putting it into the cart happen once. */
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

/** Has the browser keep what somebody wants, in the place of what it kept before. */
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

/** What the browser keeps and is not too old; undefined otherwise. */
export function keptWish(parts: Parts, { cookies }: FastifyRequest, now: Date): Wish | undefined {
  const text = cookies[nameOf(parts)] ?? "";
  if (text === "" || text.length > 600) return undefined;
  const content = unseal(parts.secret, purpose, "", Buffer.from(text, "base64url"));
  const read = content && wish.safeParse(JSON.parse(content.toString()));
  if (!read?.success) return undefined;
  const age = now.getTime() - read.data.at;
  return age <= wishTtl ? read.data : undefined;
}

/** Takes it away from the browser. */
export function forgetWish(parts: Parts, reply: FastifyReply): void {
  void reply.clearCookie(nameOf(parts), lookOf(parts));
}
