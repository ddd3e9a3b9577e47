import type { ParcelDirection } from "#orders/parcels/rules.ts";
import type { ComplaintState, SolutionKind } from "../rules.ts";

/** Who sends the parcel that a case waits for in each state. */
const senders: Partial<Record<ComplaintState, "buyer" | "seller">> = {
  awaiting_return: "buyer",
  return_shipped: "buyer",
  awaiting_replacement: "seller",
  replacement_shipped: "seller",
};

/** Who sends the parcel that a case in this state waits for; null when it waits for none. */
export function senderOf(state: ComplaintState): "buyer" | "seller" | null {
  return senders[state] ?? null;
}

/** The parcel that is on its way for a case in this state; null when none is. */
export function awaitedParcel(state: ComplaintState): Exclude<ParcelDirection, "out"> | null {
  return state === "return_shipped" ? "return" : state === "replacement_shipped" ? "replacement" : null;
}

/** What decides whether the label of a case's parcel can be printed. */
export type LabelFacts = {
  state: ComplaintState;
  /** The courier has scanned the parcel, so it is with the courier. */
  isScanned: boolean;
  /** The shop has an address to which goods can be sent back. */
  hasAddress: boolean;
};

/**
 * @rule The sender of a complaint's parcel can print its label until the courier scans the parcel or it counts as
 * arrived. A return needs the shop's address.
 */
export function labelObstacle({
  state,
  isScanned,
  hasAddress,
}: LabelFacts): "nothing_to_send" | "address_missing" | null {
  const sender = senderOf(state);
  if (sender === null || isScanned) return "nothing_to_send";
  return sender === "buyer" && !hasAddress ? "address_missing" : null;
}

/** The heading of the label. */
export function labelHeading(direction: Exclude<ParcelDirection, "out">, kind: SolutionKind | undefined): string {
  if (direction === "return") return "RETUR";
  return kind === "send_rest" ? "KIRIMAN SUSULAN" : "KIRIMAN PENGGANTI";
}
