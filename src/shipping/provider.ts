import type { Rupiah } from "#lib/rupiah.ts";
import type { CourierId, ParcelItem } from "./rules.ts";

/** One parcel from a shop's regency to a buyer's, and the couriers that the shop allows. */
export type ShippingRequest = {
  /** Regency codes such as 32.73. */
  originRegency: string;
  destinationRegency: string;
  couriers: readonly string[];
  items: readonly ParcelItem[];
};

/** The offer of one courier: whole rupiah for the parcel, and the delivery time as people read it. */
export type ShippingOption = { courier: CourierId; name: string; price: Rupiah; eta: string };

/**
 * The port to a source of courier prices. `quote` returns the cheapest first, and nothing when no courier serves the
 * route. A provider that is not local asks another server, so it is never called while a transaction is open.
 */
export type ShippingProvider = {
  isLocal: boolean;
  quote(request: ShippingRequest): Promise<ShippingOption[]>;
};
