import { formatPhone } from "#accounts/phone/rules.ts";
import type { OrderAddress } from "#orders/address-rules.ts";

/** @rule Labels, packing slips and picking lists are printed for at most 100 orders at once. */
export const maxLabels = 100;

/** What a seller prints for orders that are prepared or under way. */
export const labelKinds = ["label", "slip", "picking"] as const;
export type LabelKind = (typeof labelKinds)[number];

export const labelTitles: Record<LabelKind, string> = {
  label: "Label pengiriman",
  slip: "Slip isi paket",
  picking: "Daftar ambil barang",
};

/** An order as its label and slip show it. */
export type LabelOrder = {
  invoice: string;
  /** For a parcel of a complaint: its number, and what the parcel is in capitals. Null for the order's own parcels. */
  complaint: { number: string; heading: string } | null;
  /** Empty until the sender has chosen one. */
  courierName: string;
  /** Null until the seller has entered it, and for a courier without tracking numbers. */
  trackingNumber: string | null;
  /** Its courier gives parcels a number. The shop's own courier does not. */
  hasNumber: boolean;
  /** Grams of the goods in it; of the whole order where the parcel's contents are not known. */
  weightG: number;
  /** Which of the order's parcels this is, and whether the seller said what is in it. */
  parcel: { position: number; count: number; isKnown: boolean };
  isInsured: boolean;
  /** Rupiah that the courier collects; 0 for an order that is paid. */
  cashOnDelivery: number;
  from: { name: string; lines: string[] };
  /** `phone` is empty for a shop, whose phone is not public. */
  to: { name: string; phone: string; lines: string[] };
  items: { name: string; variant: string; quantity: number; note: string }[];
};

/** What the thread draws. */
export type LabelSheet = { kind: LabelKind; shop: string; printedAt: string; orders: LabelOrder[] };

/** @rule A label shows the buyer's phone without its middle digits. */
export function labelPhone(phone: string): string {
  const shown = formatPhone(phone);
  return shown.slice(0, 4) + shown.slice(4, -4).replace(/\d/g, "•") + shown.slice(-4);
}

/** The lines of an order's address below the name and phone of its recipient. */
export function addressLines({ street, village, district, regency, province, postcode, note }: OrderAddress): string[] {
  const area = [village, district, regency].filter(Boolean).join(", ");
  return [street, area, `${province} ${postcode}`, note ? `Patokan: ${note}` : ""].filter(Boolean);
}

/** Which of several parcels of an order this is, as people read it; empty for the only one. */
export function parcelTitle({ parcel: { position, count } }: LabelOrder): string {
  return count > 1 ? `Paket ${position} dari ${count}` : "";
}

/**
 * What is scanned: the courier's number, or before it exists that of the complaint or the invoice without its slashes.
 */
export function codeOf({ trackingNumber, complaint, invoice }: LabelOrder): string {
  return trackingNumber ?? complaint?.number ?? invoice.replaceAll("/", "");
}

/** The goods of several orders, summed, in the order of their names. */
export function pickingList(orders: readonly LabelOrder[]): { name: string; variant: string; quantity: number }[] {
  const sums = new Map<string, { name: string; variant: string; quantity: number }>();
  // If the contents of parcels are unknown, the first parcel lists the whole order.
  const counted = orders.filter(({ parcel }) => parcel.isKnown || parcel.position === 1);
  for (const { name, variant, quantity } of counted.flatMap(({ items }) => items)) {
    const key = JSON.stringify([name, variant]);
    sums.set(key, { name, variant, quantity: (sums.get(key)?.quantity ?? 0) + quantity });
  }
  return [...sums.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.variant.localeCompare(b.variant));
}
