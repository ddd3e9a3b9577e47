/**
 * Design note. A limit that strangers can exhaust must not lock the owner out (docs/decisions/0034). In a known browser (with
 * a signed mark of an earlier login) a password is checked within the limits of the browser; otherwise within those of the
 * address and then of the account. The account's limit refuses unknown addresses, but never a known browser, and a mailed
 * link always works. One address adds at most ten tries to it, so closing an account takes several networks.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { networkOf } from "#lib/network-of.ts";
import { Refusal } from "#lib/refusal.ts";
import { accountRefusals } from "../contract.ts";
import { findKnownBrowser } from "./known-browser.ts";
import {
  loginTries,
  loginTriesCounted,
  loginTriesOfAccount,
  loginTriesOfAddress,
  loginTriesOfBrowser,
  loginTriesOfHour,
  strangeLogins,
} from "./rules.ts";
import { forgetTriesOf, listSessionAddresses } from "../attempts/queries.ts";
import { countTries, hashKey, takeOrRefuse, tooMany, type Tries } from "../attempts/count-attempts.ts";

const ofAccountKind = "login account";

type Login = { email: string; request: FastifyRequest; reply: FastifyReply; now: Date };
type RunLogin = <T>(login: Login, work: () => Promise<T>) => Promise<T>;

/**
 * Runs a login (`work`, which throws for a wrong one) unless its browser, address or account had too many wrong ones; only
 * wrong ones count. Refuses with accounts.too_many_tries, or accounts.login_guarded when the limit of the account is reached.
 */
export function createLoginTries(context: Pick<Context, "db" | "config" | "secret">): RunLogin {
  const ofBrowser = loginTriesOfBrowser.map((limit, at) => countTries(context, `login browser ${at}`, limit));
  const ofAddress = countTries(context, "login address", loginTriesOfAddress);
  const ofPair = [countTries(context, "login", loginTries), countTries(context, "login hour", loginTriesOfHour)];
  const counted = countTries(context, "login counted", loginTriesCounted);
  const ofAccount = countTries(context, ofAccountKind, loginTriesOfAccount);
  const strange = countTries(context, "login strange", { ...strangeLogins, max: strangeLogins.max - 1 });
  const notified = countTries(context, "login told", { max: 1, window: strangeLogins.window });

  /** Counts one try in each limit, and takes them back when `work` succeeds. */
  async function within<T>(
    { reply, now }: Login,
    limits: readonly [Tries, string][],
    work: () => Promise<T>,
  ): Promise<T> {
    for (const [tries, key] of limits) await takeOrRefuse(reply, tries, key, now);
    const result = await work();
    await Promise.all(limits.map(([tries, key]) => tries.giveBack(key)));
    return result;
  }

  async function isAtHome(email: string, network: string, now: Date): Promise<boolean> {
    return (await listSessionAddresses(context.db, email, now)).some((address) => networkOf(address) === network);
  }

  async function withinAccount<T>(
    { reply, now }: Login,
    email: string,
    network: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const pair = `${network} ${email}`;
    const counts = (await counted.take(pair, now)) === 0;
    const wait = await (counts ? ofAccount.take(email, now) : ofAccount.wait(email, now));
    if (wait > 0 && !(await isAtHome(email, network, now))) throw tooMany(reply, wait, accountRefusals.loginGuarded);
    const result = await work().catch(async (error: unknown) => {
      const isWrong = error instanceof Refusal && error.code === accountRefusals.badCredentials.code;
      if (isWrong && !(await isAtHome(email, network, now))) await countStrange(email, now);
      throw error;
    });
    if (counts) await counted.giveBack(pair);
    if (counts && wait === 0) await ofAccount.giveBack(email);
    return result;
  }

  // The same for an e-mail without an account: only the job looks it up.
  async function countStrange(email: string, now: Date): Promise<void> {
    if ((await strange.take(email, now)) === 0 || (await notified.take(email, now)) > 0) return;
    await queueJob(context.db, "accounts.tell_strange_logins", { email, at: now.toISOString() });
  }

  return async (login, work) => {
    const { request, now } = login;
    const email = login.email.trim().toLowerCase();
    const browser = await findKnownBrowser(context, request, email);
    if (browser)
      return within(
        login,
        ofBrowser.map((tries) => [tries, browser]),
        work,
      );
    const network = networkOf(request.ip);
    const pair = `${network} ${email}`;
    const limits: [Tries, string][] = [[ofAddress, network], ...ofPair.map((tries): [Tries, string] => [tries, pair])];
    return within(login, limits, () => withinAccount({ ...login, now }, email, network, work));
  };
}

/** The account's password is a new one: what was tried before does not count against its person. */
export async function forgetLoginTries(tx: Tx, email: string): Promise<void> {
  await forgetTriesOf(tx, ofAccountKind, hashKey(email));
}
