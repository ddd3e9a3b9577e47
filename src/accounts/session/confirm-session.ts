import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { providerRefusals } from "../providers/contract.ts";
import { findCredentialsOf } from "../queries.ts";
import { hasAnyFactor, recordAuthentication } from "./queries.ts";
import { freshLoginDuration } from "./rules.ts";

/** Whether the user logged in or confirmed the session a short while ago. */
export function isFreshlyAuthenticated(actor: Pick<Actor, "authenticatedAt">, now: Date): boolean {
  return addDuration(actor.authenticatedAt, freshLoginDuration) >= now;
}

/** Refuses with `accounts.confirm_needed` unless the user logged in or confirmed the session a short while ago. */
export function requireFreshLogin(actor: Pick<Actor, "authenticatedAt">, now: Date): void {
  if (!isFreshlyAuthenticated(actor, now)) throw new Refusal(providerRefusals.confirmNeeded);
}

/**
 * Refuses with `session.second_factor_needed` when an operator has a second factor or a passkey and did not use it in
 * this session. So a person who knows only the password cannot replace it.
 */
export async function requireSecondFactor(
  db: Queryable,
  actor: Pick<Actor, "userId" | "type" | "secondFactor">,
): Promise<void> {
  if (actor.type === "operator" && !actor.secondFactor && (await hasAnyFactor(db, actor.userId)))
    throw new Refusal(sessionRefusals.secondFactorNeeded);
}

/**
 * Confirms the session with the password, for the next 15 minutes. Refuses with `request.invalid` for a wrong password.
 */
export async function confirmSession(
  context: Pick<Context, "db">,
  actor: Actor,
  password: string,
  now: Date,
): Promise<void> {
  const credentials = await findCredentialsOf(context.db, actor.userId);
  if (!(await verifyPassword(credentials?.password_hash, password, actor.userId))) {
    throw new Refusal(requestRefusals.invalid, { current_password: ["Kata sandi salah."] });
  }
  await recordAuthentication(context.db, actor.sessionId, now);
}
