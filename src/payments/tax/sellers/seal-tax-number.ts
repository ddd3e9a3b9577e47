import { seal, unseal } from "#lib/keys.ts";

/** Seals the tax number of a shop for the database. */
export function sealTaxNumber(secret: Buffer, shopId: string, number: string): Buffer {
  return seal(secret, "tax number", shopId, Buffer.from(number));
}

/**
 * Opens a sealed tax number. Throws when it was sealed with another installation's key: then the data directory was not
 * restored with the database.
 */
export function unsealTaxNumber(secret: Buffer, shopId: string, sealed: Buffer): string {
  const number = unseal(secret, "tax number", shopId, sealed);
  if (!number) throw new Error("a tax number was sealed with another key than this installation's");
  return number.toString();
}
