import type { FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { networkOf } from "#lib/network-of.ts";
import { loginTries, loginTriesOfAccount, loginTriesOfAddress } from "./rules.ts";
import { forgetTriesOf, listSessionAddresses } from "./tries-queries.ts";
import { countTries, hashKey, refuseFor, takeOrRefuse } from "./tries.ts";

const ofAccountKind = "login account";

type Login = { email: string; address: string; now: Date };

/**
 * Hears a login (`work`, which throws for a wrong one) within the limits of its address and its account, of which only wrong
 * ones count. An account that is tried too often from everywhere is heard only from where its person is logged in: so
 * nobody guesses on, and nobody can lock its person out at home. Refuses with accounts.too_many_tries.
 */
export function createLoginTries(
  context: Pick<Context, "db" | "config">,
): <T>(reply: FastifyReply, login: Login, work: () => Promise<T>) => Promise<T> {
  const ofPair = countTries(context, "login", loginTries);
  const ofAddress = countTries(context, "login address", loginTriesOfAddress);
  const ofAccount = countTries(context, ofAccountKind, loginTriesOfAccount);

  async function isAtHome(email: string, network: string, now: Date): Promise<boolean> {
    return (await listSessionAddresses(context.db, email, now)).some((address) => networkOf(address) === network);
  }

  return async (reply, { address, now, ...typed }, work) => {
    const email = typed.email.trim().toLowerCase();
    const network = networkOf(address);
    const pair = `${network} ${email}`;
    await takeOrRefuse(reply, ofAddress, network, now);
    await takeOrRefuse(reply, ofPair, pair, now);
    const wait = await ofAccount.take(email, now);
    if (wait > 0 && !(await isAtHome(email, network, now))) throw refuseFor(reply, wait);
    const result = await work();
    await Promise.all([ofAddress.giveBack(network), ofPair.giveBack(pair)]);
    if (wait === 0) await ofAccount.giveBack(email);
    return result;
  };
}

/** The account's password is a new one: what was tried before does not count against its person. */
export async function forgetLoginTries(tx: Tx, email: string): Promise<void> {
  await forgetTriesOf(tx, ofAccountKind, hashKey(email));
}
