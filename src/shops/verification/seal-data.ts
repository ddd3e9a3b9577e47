import type { Context } from "#lib/context.ts";
import { keyedDigest, seal, unseal } from "#lib/keys.ts";
import type { VerificationRow } from "./queries.ts";
import type { SellerData } from "./rules.ts";

const purpose = "seller verification";

/** Seals what an application says about its seller, for its row. */
export function sealSellerData(secret: Buffer, verificationId: string, data: SellerData): Buffer {
  return seal(secret, purpose, `${verificationId} data`, Buffer.from(JSON.stringify(data)));
}

/**
 * Opens what an application says; undefined when nothing is stored. Throws when it was sealed with another
 * installation's key: then the data directory was not restored with the database.
 */
export function openSellerData(
  { secret }: Pick<Context, "secret">,
  row: Pick<VerificationRow, "id" | "dataSealed">,
): SellerData | undefined {
  if (!row.dataSealed) return undefined;
  const plain = unseal(secret, purpose, `${row.id} data`, row.dataSealed);
  if (!plain) throw new Error("an application was sealed with another key than this installation's");
  return JSON.parse(plain.toString()) as SellerData;
}

/** Finds the same number again in all shops. */
export function digestOfNumber(secret: Buffer, kind: "nik" | "npwp" | "nib", number: string): Buffer {
  return keyedDigest(secret, "seller number", `${kind} ${number}`);
}
