/**
 * Design note. The port to those who price, book and track parcels: the built-in tariff table, which needs no network,
 * and courier platforms. A platform may be slow, down or wrong, so no call is made while a transaction is open, and a
 * notification is only a hint: what is stored comes from `track`, which the platform answers about its own data.
 */
import type { Rupiah } from "#lib/rupiah.ts";
import type { UsualDays } from "./lanes/rules.ts";
import type { PlatformId } from "./providers/rules.ts";
import type { Driver, MapPoint } from "./instant-rules.ts";
import type { CourierId, ParcelItem, TrackingStatus } from "./rules.ts";

/** One parcel from a shop's regency to a buyer's, and the couriers that the shop allows. */
export type ShippingRequest = {
  /** Regency codes such as 32.73. */
  originRegency: string;
  destinationRegency: string;
  /** Where it is known, such as 32.73.01. */
  destinationDistrict?: string | null;
  couriers: readonly string[];
  items: readonly (ParcelItem & { price?: Rupiah })[];
  /** Where they are known. A platform prices only a parcel with both. */
  originPostcode?: string | null;
  destinationPostcode?: string | null;
  /** Where drivers fetch and deliver; null when a point is missing or the shop hands nothing over now. */
  points?: { from: MapPoint; to: MapPoint } | null;
};

/** The offer of one courier: whole rupiah for the parcel, and the delivery time as people read it. */
export type ShippingOption = { courier: CourierId; name: string; price: Rupiah; eta: string };

/** An offer with what was measured on its way, where enough parcels were. */
export type MeasuredOption = ShippingOption & { usual: UsualDays | null };

/** A parcel to look up at a platform. */
export type TrackedParcel = {
  courier: string;
  trackingNumber: string;
  /** The platform's own id of an order that was booked there. */
  externalId: string | null;
  /** The last five digits of the recipient's phone; some couriers answer only with them. */
  phoneEnd: string | null;
  /** The time of reading, for an arrival that the platform does not date. */
  now: Date;
};

/** What a courier reports about a parcel, in our words for statuses. `note` and `place` are cut to what is stored. */
export type FoundScan = { status: TrackingStatus; place: string; note: string; scannedAt: Date };

export type TrackingReport = {
  /** Oldest first. A status that is unknown here is left out. */
  scans: FoundScan[];
  /** The platform will report nothing more. */
  isOver: boolean;
};

/** A notification as it arrived. Header names are in lower case. */
export type PlatformMessage = { headers: Readonly<Record<string, string | undefined>>; body: unknown };

/** The parcel that a notification is about, as the platform names it. */
export type ParcelHint = { externalId: string | null; trackingNumber: string | null };

/**
 * A platform that reads scans. `track` answers null for a number that the platform does not know (yet), and throws
 * `ServiceError` when it cannot answer.
 */
export type TrackingProvider = {
  id: PlatformId;
  /** The couriers whose parcels it can look up. */
  couriers: readonly CourierId[];
  track(parcel: TrackedParcel): Promise<TrackingReport | null>;
  /** Undefined for a platform that sends no notifications. */
  readNotification?(message: PlatformMessage): ParcelHint | "unsigned" | "not_for_us";
};

/** A request for prices whose places a platform understands. */
export type RatesRequest = ShippingRequest & { originPostcode: string; destinationPostcode: string };

/** A platform that knows prices. `rates` returns the options of its couriers, in any order. */
export type RatesProvider = { rates(request: RatesRequest): Promise<ShippingOption[]> };

/** Someone who hands over or receives a parcel. Phones in E.164. */
export type ParcelParty = {
  name: string;
  phone: string;
  address: string;
  postcode: string;
  note: string;
  /** Needed for instant couriers. */
  point: MapPoint | null;
};

/** A courier to order for one parcel. */
export type CourierRequest = {
  /** Ours, new for each draft. */
  reference: string;
  courier: string;
  from: ParcelParty;
  to: ParcelParty;
  /** Whom the label names as sender, where it is not `from`. */
  sender: { name: string; phone: string | null } | null;
  items: readonly (ParcelItem & { name: string; price: Rupiah })[];
  /** The value to insure; null for none. */
  insuredValue: Rupiah | null;
  /** What the courier collects from the recipient; null for nothing. */
  cashOnDelivery: Rupiah | null;
};

/** What a platform says about a courier that was ordered. Null where it does not know yet. */
export type CourierOrder = {
  externalId: string;
  trackingNumber: string | null;
  price: Rupiah | null;
  /** What the courier collects from the recipient. */
  cash: Rupiah | null;
  /** `collected`: the courier has the parcel. `ended`: no courier will come. */
  stage: "waiting" | "collected" | "ended";
  /** Of an instant courier; null while nobody is known. */
  driver: Driver | null;
};

/**
 * A platform that sends couriers. Ordering takes two steps, so that none is ordered twice: a draft costs nothing, and
 * confirming it orders the courier. `findDraft` says whether a draft was confirmed: its order, or null. All throw
 * `ServiceError`; `refused` is final.
 */
export type BookingProvider = {
  draft(request: CourierRequest): Promise<{ draftId: string }>;
  findDraft(draftId: string): Promise<{ externalId: string } | null>;
  confirm(draftId: string): Promise<CourierOrder>;
  readOrder(externalId: string): Promise<CourierOrder>;
  /** False when the courier has the parcel already, or comes too soon. */
  cancel(externalId: string): Promise<boolean>;
};
