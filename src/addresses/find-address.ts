import type { Queryable } from "#lib/database.ts";
import type { Address } from "./contract.ts";
import { findOwnAddress } from "./queries.ts";

/**
 * One of the user's own addresses with the names of its regions; the phone as stored (+62…). Undefined when it is
 * removed, missing or another person's.
 */
export function findAddress(tx: Queryable, userId: string, addressId: string): Promise<Address | undefined> {
  return findOwnAddress(tx, userId, addressId);
}
