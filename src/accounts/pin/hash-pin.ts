import { createHmac } from "node:crypto";

/**
 * What is hashed of a PIN. A million PINs are quickly tried against a stolen table, so the hash depends on this
 * installation's key, which the database does not contain.
 */
export function pepperedPin(secret: Buffer, userId: string, pin: string): string {
  return createHmac("sha256", secret).update(`pin ${userId} ${pin}`).digest("base64url");
}
