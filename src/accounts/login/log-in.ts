import type { FastifyReply, FastifyRequest } from "fastify";
import { clientNetwork } from "#lib/http/client-network.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { accountRefusals } from "../contract.ts";
import { checkCredentials } from "./check-credentials.ts";
import { openSessionOrAskSecondFactor } from "./second-step.ts";
import { throttleLogin } from "./throttle-login.ts";

/**
 * Logs in with e-mail and password, in four steps. A network is the client's IP address, or the range of addresses that
 * one customer of a provider has.
 *
 * 1. Counts the attempt. If this network, this network with this e-mail, or this known browser (the account has logged
 *   in there before) has too many failures, refuses with `accounts.too_many_attempts`; if the account has too many from
 *   all networks, with `accounts.login_guarded` (known browsers and the login link in the e-mail still work).
 * 2. Compares the password. To hash it is slow and done for few logins at a time; networks take turns, so that one with
 *   many attempts does not delay the others. Refuses with `accounts.bad_credentials`, also for an unknown e-mail.
 * 3. Without a second factor: opens the session, in a transaction that reads the account again. Refuses a blocked
 *   account with `accounts.blocked`, with `accounts.bad_credentials` when the password has changed since step 2, and
 *   with `accounts.login_step_over` when a second factor was set up since then: the client begins again.
 * 4. With a second factor: refuses with `accounts.second_factor_needed`, which asks the client for the second step, and
 *   gives the browser a token for it. POST /v1/auth/second-factor then opens the session.
 *
 * A session is a random token in a cookie; the database stores its SHA-256. Returns the user's id.
 */
export async function logIn(
  context: Context,
  { email, password }: { email: string; password: string },
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
): Promise<string> {
  // Steps 1 and 2.
  const { userId, passwordHash } = await throttleLogin(context, { email, request, reply, now }, () =>
    checkCredentials(context, { email, password }, clientNetwork(request.ip)),
  );
  // Steps 3 and 4.
  await openSessionOrAskSecondFactor(context, request, reply, userId, now, async (_tx, account) => {
    if (account.passwordHash !== passwordHash) throw new Refusal(accountRefusals.badCredentials);
  });
  return userId;
}
