import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import {
  insertVerification,
  takeNumbers,
  updateData,
  updateIdentityOfShop,
  updateSent,
  updateVerificationDecided,
} from "./queries.ts";
import { verificationTtl, type SellerData } from "./rules.ts";
import { digestsOf, sealSellerData } from "./seal-data.ts";

/**
 * Stores a seller as verified, without documents and notifications. For demo data and for sellers whom an operator
 * verified elsewhere: nothing is checked.
 */
export async function insertVerifiedSeller(
  tx: Tx,
  { secret }: Pick<Context, "secret">,
  it: { shopId: string; data: SellerData; decidedBy: string; at: Date },
): Promise<void> {
  const { shopId, data, decidedBy, at: now } = it;
  const id = await insertVerification(tx, { shopId, kind: "person", now });
  await updateData(tx, id, { kind: "person", dataSealed: sealSellerData(secret, id, data) });
  if (!(await takeNumbers(tx, shopId, digestsOf(secret, data)))) throw new Error("another shop has this number");
  await updateSent(tx, id, now);
  const validUntil = addDuration(now, verificationTtl);
  const decision = { version: 1, status: "verified", reasons: {}, decidedBy, validUntil, now } as const;
  await updateVerificationDecided(tx, id, decision);
  await updateIdentityOfShop(tx, shopId, { name: data.name, kind: "person", nib: null, verifiedAt: now });
}
