import type { Rupiah } from "#lib/rupiah.ts";
import type { CourierId, ParcelItem } from "./rules.ts";

/** One parcel to be brought from a shop's regency to a buyer's, and the couriers that may do it. */
export type ShippingRequest = {
  /** Regency codes such as 32.73. */
  originRegency: string;
  destinationRegency: string;
  couriers: readonly string[];
  items: readonly ParcelItem[];
};

/** What one courier offers: whole rupiah for the parcel, and days on the way as people read them. */
export type ShippingOption = { courier: CourierId; name: string; price: Rupiah; eta: string };

/**
 * Port: whoever knows prices of couriers. Answers the cheapest first; none when nobody goes there. May be remote, so it
 * is never asked while a transaction is open.
 */
export type ShippingProvider = { quote(request: ShippingRequest): Promise<ShippingOption[]> };
