/**
 * Design note. Strangers who use up a limit must not lock the owner out (docs/decisions/0034).
 *
 * - A known browser (it has a signed mark of an earlier login) has limits of its own. No other limit applies to it.
 * - Any other browser has the limits of its network, and then those of the account.
 * - The account's limit refuses only networks where the person is not logged in. A mailed link works at any time.
 * - One network adds at most ten failures to the account's limit, so one network cannot block an account.
 *
 * An attempt is counted before the password is compared, so attempts at the same moment count too. A successful login
 * is subtracted from the count.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal } from "#lib/refusal.ts";
import {
  consumeOrRefuse,
  hashAttemptKey,
  limitAttempts,
  tooManyAttempts,
  type AttemptLimit,
} from "../attempts/count-attempts.ts";
import { deleteAttempts, listSessionIps } from "../attempts/queries.ts";
import { accountRefusals } from "../contract.ts";
import { findKnownBrowser } from "./known-browser.ts";
import {
  accountFailuresOfOneNetwork,
  failedLoginsOfAccount,
  failedLoginsOfKnownBrowser,
  failedLoginsOfNetwork,
  failedLoginsOfNetworkAndEmail,
  hourlyFailedLoginsOfNetworkAndEmail,
  unfamiliarFailedLogins,
} from "./rules.ts";

type Deps = Pick<Context, "db" | "config" | "secret">;
type Attempt = { email: string; request: FastifyRequest; reply: FastifyReply; now: Date };

const accountAttemptKind = "login account";

/**
 * Runs `login`, which throws for a wrong password, unless this browser, network or account has too many failed
 * attempts. Successful logins do not count. Refuses with `accounts.too_many_attempts`, or with `accounts.login_guarded`
 * when the limit of the account is used up.
 */
export async function throttleLogin<T>(context: Deps, attempt: Attempt, login: () => Promise<T>): Promise<T> {
  const email = attempt.email.trim().toLowerCase();
  const browser = await findKnownBrowser(context, attempt.request, email);
  if (browser) {
    const limits = failedLoginsOfKnownBrowser.map((limit, at) => limitAttempts(context, `login browser ${at}`, limit));
    return withinLimits(
      attempt,
      limits.map((limit) => [limit, browser]),
      login,
    );
  }
  const network = clientNetwork(attempt.request.ip);
  const networkAndEmail = `${network} ${email}`;
  const limits: [AttemptLimit, string][] = [
    [limitAttempts(context, "login address", failedLoginsOfNetwork), network],
    [limitAttempts(context, "login", failedLoginsOfNetworkAndEmail), networkAndEmail],
    [limitAttempts(context, "login hour", hourlyFailedLoginsOfNetworkAndEmail), networkAndEmail],
  ];
  return withinLimits(attempt, limits, () => withinAccountLimit(context, { ...attempt, email }, network, login));
}

/** Counts one attempt in each limit, and takes it off again when `login` succeeds. */
async function withinLimits<T>(
  { reply, now }: Attempt,
  limits: readonly [AttemptLimit, string][],
  login: () => Promise<T>,
): Promise<T> {
  for (const [limit, key] of limits) await consumeOrRefuse(reply, limit, key, now);
  const result = await login();
  await Promise.all(limits.map(([limit, key]) => limit.release(key)));
  return result;
}

async function withinAccountLimit<T>(
  context: Deps,
  { email, reply, now }: Attempt,
  network: string,
  login: () => Promise<T>,
): Promise<T> {
  const ofAccount = limitAttempts(context, accountAttemptKind, failedLoginsOfAccount);
  const ofOneNetwork = limitAttempts(context, "login counted", accountFailuresOfOneNetwork);
  const networkAndEmail = `${network} ${email}`;
  // No seconds to wait: this network has not yet added all failures that it may add to the account's limit.
  const countsForAccount = (await ofOneNetwork.consume(networkAndEmail, now)) === 0;
  const wait = await (countsForAccount ? ofAccount.consume(email, now) : ofAccount.wait(email, now));
  if (wait > 0 && !(await isLoggedInAt(context, email, network, now)))
    throw tooManyAttempts(reply, wait, accountRefusals.loginGuarded);
  const result = await login().catch(async (error: unknown) => {
    const isWrong = error instanceof Refusal && error.code === accountRefusals.badCredentials.code;
    if (isWrong && !(await isLoggedInAt(context, email, network, now))) await countUnfamiliar(context, email, now);
    throw error;
  });
  if (countsForAccount) await ofOneNetwork.release(networkAndEmail);
  if (countsForAccount && wait === 0) await ofAccount.release(email);
  return result;
}

/** Whether the owner of this e-mail has a session that was opened from this network. */
async function isLoggedInAt({ db }: Deps, email: string, network: string, now: Date): Promise<boolean> {
  return (await listSessionIps(db, email, now)).some((address) => clientNetwork(address) === network);
}

/**
 * Counts a failed login from a network that is new to the account, and mails the owner at most once in the window. It
 * does the same for an e-mail without an account: only the job looks the account up.
 */
async function countUnfamiliar(context: Deps, email: string, now: Date): Promise<void> {
  const { max, window } = unfamiliarFailedLogins;
  const failures = limitAttempts(context, "login unfamiliar", { max: max - 1, window });
  const mails = limitAttempts(context, "login mail", { max: 1, window });
  const hasFewFailures = (await failures.consume(email, now)) === 0;
  if (hasFewFailures) return;
  const wasMailed = (await mails.consume(email, now)) > 0;
  if (wasMailed) return;
  await queueJob(context.db, "accounts.notify_unfamiliar_logins", { email, at: now.toISOString() });
}

/** Deletes the account's count after its password has changed, because earlier attempts were at another password. */
export async function clearLoginAttempts(tx: Tx, email: string): Promise<void> {
  await deleteAttempts(tx, accountAttemptKind, hashAttemptKey(email));
}
