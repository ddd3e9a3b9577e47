import type { Tx } from "#lib/database.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { recordSellerTerms } from "../consents/record-consents.ts";
import { lockType, updateType } from "../queries.ts";
import { isSeller } from "../rules.ts";
import { requireFreshLogin } from "../session/confirm-session.ts";
import { renewToken, type NewToken } from "../session/session.ts";

/**
 * Makes a buyer a seller, records that they agreed to the terms, and gives the session a new token, which the caller
 * sends after the transaction has committed. Returns null for a user who is a seller already. Refuses with
 * `session.forbidden` for an operator, and with `accounts.confirm_needed` for a buyer without a fresh login.
 */
export async function becomeSeller(
  tx: Tx,
  actor: Pick<Actor, "userId" | "sessionId" | "authenticatedAt">,
  now: Date,
): Promise<NewToken | null> {
  const type = await lockType(tx, actor.userId);
  if (type === undefined || type === "operator") throw new Refusal(sessionRefusals.forbidden);
  if (!isSeller(type)) requireFreshLogin(actor, now);
  await recordSellerTerms(tx, actor.userId, now);
  if (isSeller(type)) return null;
  await updateType(tx, actor.userId, "penjual", now);
  return renewToken(tx, actor.sessionId);
}
