import type { Context } from "#lib/context.ts";
import { keyedDigest, seal, unseal } from "#lib/keys.ts";
import type { NumberDigest, VerificationRow } from "./queries.ts";
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

/** The digests of the numbers of an application. They find the same numbers again in all shops. */
export function digestsOf(secret: Buffer, data: Pick<SellerData, "nik" | "npwp" | "nib">): NumberDigest[] {
  return (["nik", "npwp", "nib"] as const)
    .filter((kind) => data[kind] !== "")
    .map((kind) => ({ kind, digest: keyedDigest(secret, "seller number", `${kind} ${data[kind]}`) }));
}
