import type { Queryable } from "#lib/database.ts";
import { listParcels, type ParcelRow } from "./queries.ts";

export type Parcel = ParcelRow;

/** The parcels of an order that went to its buyer, oldest first. Ownership is the caller's to check. */
export async function findSentParcels(db: Queryable, orderId: string): Promise<Parcel[]> {
  const all = await listParcels(db, orderId);
  return all.filter(({ direction, state }) => direction === "out" && state !== "cancelled");
}

/** The parcels of an order in every direction, oldest first. Ownership is the caller's to check. */
export function findParcelsOf(db: Queryable, orderId: string): Promise<Parcel[]> {
  return listParcels(db, orderId);
}
