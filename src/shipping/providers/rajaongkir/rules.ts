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

/** How RajaOngkir names the services of our couriers, in capital letters. Within a city JNE has names of its own. */
export const rajaongkirServices: Readonly<Partial<Record<CourierId, readonly string[]>>> = {
  "jne-reg": ["REG", "CTC"],
  "jne-yes": ["YES", "CTCYES"],
  "jne-oke": ["OKE", "CTCOKE"],
  "jne-jtr": ["JTR"],
  "jnt-ez": ["EZ"],
  "sicepat-reg": ["REG"],
  "anteraja-reg": ["REG"],
  "pos-reg": ["POS REGULER", "REG"],
  "tiki-reg": ["REG"],
  "ninja-reg": ["STANDARD"],
  "lion-reg": ["REGPACK"],
  "wahana-reg": ["NORMAL"],
};

/** At most so many postcodes with their places are remembered in a process. */
export const maxCachedPlaces = 20_000;

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
