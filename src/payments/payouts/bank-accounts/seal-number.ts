import { createHmac } from "node:crypto";
import { seal, unseal } from "#lib/keys.ts";

/** Seals the number of a bank account for the database. `owner` is the id of what the number belongs to. */
export function sealNumber(secret: Buffer, owner: string, number: string): Buffer {
  return seal(secret, "bank account", owner, Buffer.from(number));
}

/** Opens a sealed number; undefined when it was sealed with another installation's key. */
export function readNumber(secret: Buffer, owner: string, sealed: Buffer): string | undefined {
  return unseal(secret, "bank account", owner, sealed)?.toString();
}

/**
 * Opens a sealed number. Throws when it was sealed with another installation's key: then the data directory was not
 * restored with the database.
 */
export function unsealNumber(secret: Buffer, owner: string, sealed: Buffer): string {
  const number = readNumber(secret, owner, sealed);
  if (!number) throw new Error("a bank account's number was sealed with another key than this installation's");
  return number;
}

/** Finds the same account of the same user again. Testing numbers against it needs our key, not only the database. */
export function digestNumber(secret: Buffer, userId: string, bankCode: string, number: string): Buffer {
  return createHmac("sha256", secret).update(`bank account ${userId} ${bankCode} ${number}`).digest();
}
