import type { FastifyRequest } from "fastify";
import { hashToken, tokenOf } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { readCartCookie } from "./cart-cookie.ts";
import type { CartOwner } from "./rules.ts";

/**
 * Whose cart a call is about: the user's, or without a session the browser's; null for a visitor without a cart.
 * Refuses with `session.required` when the caller's session has ended, because the page shows the user's cart.
 */
export function findCartOwner(
  context: Pick<Context, "config">,
  { actor, request, now }: { actor: Pick<Actor, "userId"> | null; request: FastifyRequest; now: Date },
): CartOwner | null {
  if (actor) return { userId: actor.userId };
  if (tokenOf(request, context.config) !== undefined) throw new Refusal(sessionRefusals.required);
  const token = readCartCookie(context, request);
  return token === undefined ? null : { tokenHash: hashToken(token), now };
}
