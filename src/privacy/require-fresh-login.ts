import { confirmSession, requireFreshLogin } from "#accounts/session/confirm-session.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";

/**
 * Requires a login of the last 15 minutes or the password (AUTH-11). Refuses with `accounts.confirm_needed`, or
 * `request.invalid` for a wrong password.
 */
export async function requireFreshLoginOrPassword(
  context: Pick<Context, "db">,
  actor: Actor,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (password === undefined) requireFreshLogin(actor, now);
  else await confirmSession(context, actor, password, now);
}
