/**
 * Design note. A person who opens many accounts to misuse vouchers, or buys in the own shop, uses the same browser,
 * network or bank account for them. Two digests at each login show that: of the browser's own random id (the cookie
 * that gives known browsers their limits) and of the network. A digest is keyed with the installation's secret, so
 * the database alone does not reveal the address. Not chosen: collecting screen size, fonts or similar marks of the
 * device, because they recognise people who do not want it.
 */
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { keyedDigest } from "#lib/keys.ts";
import { addDuration } from "#lib/time.ts";
import { deleteFingerprintsBefore, upsertFingerprints } from "./queries.ts";
import { fingerprintRetentionDuration } from "./rules.ts";

/** Stores digests of the browser (by the id in its cookie) and the network from which a person has just logged in. */
export async function rememberFingerprints(
  { db, secret }: Pick<Context, "db" | "secret">,
  userId: string,
  { browserId, ip }: { browserId: string; ip: string },
  now: Date,
): Promise<void> {
  const fingerprints = [
    { kind: "browser", digest: keyedDigest(secret, "browser trace", browserId) },
    { kind: "network", digest: keyedDigest(secret, "network trace", clientNetwork(ip)) },
  ] as const;
  await upsertFingerprints(db, userId, fingerprints, now);
}

/** Deletes digests that are older than they are stored. */
export async function deleteOldFingerprints(db: Queryable, now: Date): Promise<void> {
  await deleteFingerprintsBefore(db, addDuration(now, -fingerprintRetentionDuration));
}
