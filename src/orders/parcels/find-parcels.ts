import type { Queryable } from "#lib/database.ts";
import { listParcels, type ParcelRow } from "./queries.ts";

export type Parcel = ParcelRow;

/** The parcels of an order in every direction, oldest first. Ownership is the caller's to check. */
export function findParcelsOf(db: Queryable, orderId: string): Promise<Parcel[]> {
  return listParcels(db, orderId);
}
