import type { DriverState } from "../../instant-rules.ts";
import { couriers, type CourierId, type TrackingStatus } from "../../rules.ts";

/** How Biteship names our couriers: its company and the company's service. */
export const biteshipCouriers: Readonly<Partial<Record<CourierId, { company: string; type: string }>>> =
  Object.fromEntries(couriers.flatMap(({ id, biteship }) => (biteship ? [[id, biteship]] : [])));

/**
 * @rule Biteship's statuses in our words. Before the parcel is with the courier there is no scan, and a status that is
 * missing here is left out. Biteship says `dropping_off` for the whole way.
 */
export const biteshipScans: Readonly<Record<string, { status: TrackingStatus; note: string }>> = {
  picked: { status: "picked", note: "" },
  dropping_off: { status: "in_transit", note: "" },
  delivered: { status: "delivered", note: "" },
  on_hold: { status: "on_hold", note: "" },
  return_in_transit: { status: "on_hold", note: "Paket dalam perjalanan kembali ke pengirim" },
  returned: { status: "returned", note: "" },
  rejected: { status: "on_hold", note: "Paket ditolak" },
  disposed: { status: "on_hold", note: "Paket dimusnahkan kurir" },
};

/** Statuses after which Biteship reports nothing more. */
export const biteshipEnds: readonly string[] = [
  "delivered",
  "returned",
  "rejected",
  "disposed",
  "courier_not_found",
  "cancelled",
];

/** Biteship's error codes for a parcel that it cannot look up (yet). */
export const untrackedCodes: readonly string[] = ["40003001", "40003002", "40003003", "40002057"];

/**
 * Where an order at Biteship is. A status that is missing here counts as waiting: nothing is done before Biteship says
 * that the courier has the parcel, or that none will come.
 */
export const biteshipStages: Readonly<Record<string, "collected" | "ended">> = {
  picked: "collected",
  dropping_off: "collected",
  delivered: "collected",
  on_hold: "collected",
  return_in_transit: "collected",
  returned: "collected",
  disposed: "collected",
  rejected: "ended",
  courier_not_found: "ended",
  cancelled: "ended",
};

/** What Biteship's statuses say about a driver who was called. Others say nothing about the driver. */
export const biteshipDrivers: Readonly<Record<string, DriverState>> = {
  confirmed: "searching",
  scheduled: "searching",
  allocated: "found",
  picking_up: "coming",
  picked: "under_way",
  dropping_off: "under_way",
  on_hold: "under_way",
  return_in_transit: "returning",
};

/** When Biteship hands over the cash of a delivered COD parcel. */
export const cashPayout = "7_days";

/** Biteship's error codes for a draft that was confirmed before, and for an order that it no longer cancels. */
export const confirmedCode = "40002044";
export const cannotCancelCode = "40002053";
