import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { providerRefusals } from "./contract.ts";
import { deleteIdentity, lockLoginMethods } from "./queries.ts";
import type { Provider } from "./rules.ts";
import { requireFreshLogin } from "../session/confirm-session.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";

/**
 * Disconnects the user's account at a provider. Refuses with `accounts.confirm_needed` without a fresh login,
 * `accounts.last_way_in` when the user could no longer log in, and `request.not_found` when it is not connected.
 */
export async function disconnectIdentity(
  context: Pick<Context, "db">,
  actor: Actor,
  provider: Provider,
  now: Date,
): Promise<void> {
  requireFreshLogin(actor, now);
  await context.db.transaction(async (tx) => {
    const ways = await lockLoginMethods(tx, actor.userId);
    if (!ways) throw new Refusal(sessionRefusals.required);
    if (!(await deleteIdentity(tx, actor.userId, provider))) throw new Refusal(requestRefusals.notFound);
    if (!ways.has_password && ways.identities + ways.passkeys < 2) throw new Refusal(providerRefusals.lastWayIn);
    await notifyLoginMethodChange(tx, actor.userId, "provider_disconnected", now);
  });
}
