import { scanSources } from "#shipping/rules.ts";

/** A parcel goes to the buyer, back to the seller after a complaint, or to the buyer in place of an earlier one. */
export const parcelDirections = ["out", "return", "replacement"] as const;
export type ParcelDirection = (typeof parcelDirections)[number];

/**
 * `booked`: a courier is ordered and has not taken the parcel. `returned`: the courier brought it back to its sender.
 * `cancelled`: it never went.
 */
export const parcelStates = ["booked", "shipped", "arrived", "returned", "cancelled"] as const;
export type ParcelState = (typeof parcelStates)[number];

/** Who reports a scan. A seller may write news about a parcel; it is shown as the seller's word and proves nothing. */
export const scanReporters = [...scanSources, "seller"] as const;
export type ScanReporter = (typeof scanReporters)[number];

/** The usual scans of a parcel, in order. */
export const expectedScans = ["picked", "in_transit", "out_for_delivery", "delivered"] as const;
