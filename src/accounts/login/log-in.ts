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
 * 1. Counts the attempt; a right password takes it off again. Refuses with `accounts.too_many_attempts` when there were
 *   too many failures from this network, or from this network for this e-mail. Refuses with `accounts.login_guarded`
 *   when the account has too many failures from all networks together; a network where the person is logged in, and the
 *   login link in the e-mail, still work then. For a browser that the account knows from an earlier login, only the
 *   failures in that browser count.
 * 2. Compares the password. Hashing is slow, so only a few logins do it at a time. Networks take turns, so that one
 *   with many attempts does not delay the others. Refuses with `accounts.bad_credentials`, also for an unknown e-mail.
 * 3. Without a second factor: opens the session, in a transaction that reads the account again. Refuses a blocked
 *   account with `accounts.blocked`, with `accounts.bad_credentials` when the password has changed since step 2, and
 *   with `accounts.login_step_over` when a second factor was set up since then: the client begins again.
 * 4. With a second factor: gives the browser a cookie with a token for the second step, and refuses with
 *   `accounts.second_factor_needed`, or with `accounts.bad_credentials` when the password has changed since step 2.
 *   POST /v1/auth/second-factor then opens the session.
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
