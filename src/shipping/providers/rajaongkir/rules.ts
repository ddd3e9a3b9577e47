import { couriers, type CourierId, type TrackingStatus } from "../../rules.ts";

/** How RajaOngkir names our couriers. */
export const rajaongkirCouriers: Readonly<
  Partial<Record<CourierId, { company: string; services: readonly string[] }>>
> = Object.fromEntries(couriers.flatMap(({ id, rajaongkir }) => (rajaongkir ? [[id, rajaongkir]] : [])));

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
