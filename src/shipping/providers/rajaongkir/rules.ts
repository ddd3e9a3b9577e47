import type { CourierId, TrackingStatus } from "../../rules.ts";

/** How RajaOngkir names the companies of our couriers. */
export const rajaongkirCouriers: Readonly<Partial<Record<CourierId, string>>> = {
  "jne-reg": "jne",
  "jne-yes": "jne",
  "jne-oke": "jne",
  "jne-jtr": "jne",
  "jnt-ez": "jnt",
  "sicepat-reg": "sicepat",
  "anteraja-reg": "anteraja",
  "pos-reg": "pos",
  "tiki-reg": "tiki",
  "ninja-reg": "ninja",
  "lion-reg": "lion",
  "wahana-reg": "wahana",
};

/** @rule A parcel whose scans speak of a return was handed to its sender when RajaOngkir says that it is delivered. */
export const returnWords: readonly string[] = ["retur", "return"];

/**
 * @rule RajaOngkir passes on each courier's own words. A scan whose text says neither of these is one on the way. That
 * a parcel has arrived is read from the answer's own field, never from a text.
 */
export const rajaongkirTexts: readonly { status: TrackingStatus; words: readonly string[] }[] = [
  { status: "on_hold", words: ["retur", "return", "gagal", "failed", "hold", "bermasalah", "undelivered", "ditolak"] },
  {
    status: "out_for_delivery",
    words: ["with delivery courier", "out for delivery", "diantar", "dibawa kurir", "on delivery", "antaran"],
  },
  { status: "picked", words: ["pick", "manifest", "diterima di agen", "shipment received", "diserahkan", "counter"] },
];
