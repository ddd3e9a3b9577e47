import { isPermitted } from "#accounts/operators/rules.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { isPickup, scanSources, trackingLabels, type TrackingStatus } from "#shipping/rules.ts";

/** A parcel goes to the buyer, back to the seller after a complaint, or to the buyer in place of an earlier one. */
export const parcelDirections = ["out", "return", "replacement"] as const;
export type ParcelDirection = (typeof parcelDirections)[number];

/**
 * `booked`: a courier is ordered and has not taken the parcel. `returned`: the courier brought it back to its sender.
 * `cancelled`: it never went.
 */
export const parcelStates = ["booked", "shipped", "arrived", "returned", "cancelled"] as const;
export type ParcelState = (typeof parcelStates)[number];

/** Who reports a scan. A seller may report progress; it is shown as the seller's word and proves nothing. */
export const scanReporters = [...scanSources, "seller"] as const;
export type ScanReporter = (typeof scanReporters)[number];

/** The usual scans of a parcel, in order. */
export const expectedScans = ["picked", "in_transit", "out_for_delivery", "delivered"] as const;

/**
 * @rule A seller can send the rest of an order in further parcels until 7 days after the first one left, in at most 10
 * parcels.
 */
export const furtherParcels = { duration: 7 * day, max: 10 } as const;

/**
 * Whether a further parcel can be added to an order. A handing-over code proves the whole order, and cash is collected
 * once, so only prepaid orders with tracking numbers have several parcels.
 */
export function canAddParcel(
  order: {
    isShipped: boolean;
    hasNumber: boolean;
    cod: boolean;
    arrivalAsked: boolean;
    shippedAt: Date | null;
    parcels: number;
  },
  now: Date,
): boolean {
  const { isShipped, hasNumber, cod, arrivalAsked, shippedAt, parcels } = order;
  if (!isShipped || !hasNumber || cod || arrivalAsked || !shippedAt) return false;
  return parcels < furtherParcels.max && now < addDuration(shippedAt, furtherParcels.duration);
}

/** Pieces of an order's lines, as a further parcel has them. */
export type ParcelContents = readonly { line_id: string; quantity: number }[];

/**
 * @rule A further parcel of an order has at least one piece and leaves at least one for the first parcel. No piece is
 * in two of them, except the only piece of an order, which can be sent in parts.
 */
export function areContentsPossible(
  contents: ParcelContents,
  lines: readonly { line_id: string; quantity: number; taken: number }[],
): boolean {
  const left = new Map(lines.map(({ line_id, quantity, taken }) => [line_id, quantity - taken]));
  for (const { line_id, quantity } of contents) left.set(line_id, (left.get(line_id) ?? 0) - quantity);
  const rest = [...left.values()];
  return contents.length > 0 && rest.every((pieces) => pieces >= 0) && rest.some((pieces) => pieces > 0);
}

/**
 * The pieces of each parcel of an order, in the order in which they left; null where the seller did not say it. The
 * first parcel has what the further ones leave.
 */
export function contentsOf(
  lines: readonly { id: string; quantity: number }[],
  parcels: readonly { contents: ParcelContents | null }[],
): (ParcelContents | null)[] {
  const further = parcels.slice(1).map(({ contents }) => contents);
  if (further.includes(null)) return [null, ...further];
  const taken = (id: string) =>
    further
      .flatMap((contents) => contents ?? [])
      .filter(({ line_id }) => line_id === id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const first = lines.map(({ id, quantity }) => ({ line_id: id, quantity: quantity - taken(id) }));
  return [first.filter(({ quantity }) => quantity > 0), ...further];
}

/**
 * @rule The sender of a parcel can replace its mistyped tracking number twice, until the courier's first scan: the
 * seller of an order or replacement, the buyer of a return. No deadline starts again, and no order can use the replaced
 * number.
 *
 * The number of a courier that was booked here comes from the courier and cannot be replaced.
 */
export const numberReplacements = { max: 2 } as const;

/**
 * Why the number of this parcel cannot be replaced by its sender now; null when it can. `isAwaited`: its order is
 * shipped, or its case waits for it.
 */
export function whyNumberStays(
  parcel: {
    state: ParcelState;
    hasNumber: boolean;
    isBooked: boolean;
    isScanned: boolean;
    replaced: number;
  },
  isAwaited: boolean,
): "not_under_way" | "booked" | "scanned" | "too_often" | null {
  const { state, hasNumber, isBooked, isScanned, replaced } = parcel;
  if (isBooked) return "booked";
  if (isScanned) return "scanned";
  if (!isAwaited || state !== "shipped" || !hasNumber) return "not_under_way";
  return replaced >= numberReplacements.max ? "too_often" : null;
}

/** What a seller can report about a parcel, in the usual order. */
export const progressStatuses = ["picked", "in_transit", "out_for_delivery", "on_hold", "delivered"] as const;
export type ProgressStatus = (typeof progressStatuses)[number];

/** Progress as the seller chooses it and its readers see it. An own courier picks nothing up from the seller. */
export function progressLabel(status: TrackingStatus, hasNumber: boolean): string {
  return status === "picked" && !hasNumber ? "Paket dibawa kurir toko" : trackingLabels[status];
}

/** @rule A seller writes at most 30 progress reports about the parcels of an order, each with a place and a note. */
export const sellerProgress = { max: 30, place: 80, note: 200 } as const;

/** @rule A picture that proves a progress report has at most 5 megabytes and is deleted after 365 days. */
export const progressProof = { bytes: 5 * 1024 * 1024, ttl: 365 * day } as const;

/** Whether this user sees the proofs of all orders, to decide complaints. Nobody does without a second factor. */
export function maySeeProofs(actor: { type: string; operatorRole: string | null; secondFactor: boolean }): boolean {
  const { type, operatorRole, secondFactor } = actor;
  return type === "operator" && secondFactor && isPermitted(operatorRole, "parcels.read");
}

/** Whether the seller can report progress of a parcel: it is under way to the buyer, and nothing reports its scans. */
export function canHaveProgress(
  parcel: { direction: ParcelDirection; state: ParcelState; courier: string; scan_source: ScanReporter | null },
  isShipped: boolean,
): boolean {
  const { direction, state, courier, scan_source: source } = parcel;
  return isShipped && direction === "out" && state === "shipped" && source === null && !isPickup(courier);
}

/** @rule The code by which a buyer proves that a shop handed its goods over itself has 6 digits. */
export const handoverCodeLength = 6;
/** @rule A seller may enter five wrong handing-over codes an hour for an order. */
export const handoverAttempts = { max: 5, window: hour } as const;

/** @rule A scan from more than a day before the parcel was shipped belongs to another parcel and is dropped. */
export const earlyScanDuration = day;
/** @rule A scan from more than an hour in the future is dropped. */
export const futureScanDuration = hour;

/** Groups of provinces between which couriers carry parcels to their first hub. */
const hubProvinces: readonly (readonly string[])[] = [
  ["31", "32", "36"],
  ["33", "34"],
];

/**
 * @rule The first scan of a parcel is plausible in the province of its shop. Jakarta, Banten and West Java count as one
 * province, and so do Central Java and Yogyakarta. A place that is not recognised is plausible.
 */
export function isPlausibleOrigin(shopProvince: string, provincesOfPlace: readonly string[]): boolean {
  if (provincesOfPlace.length === 0) return true;
  const near = hubProvinces.find((group) => group.includes(shopProvince)) ?? [shopProvince];
  return provincesOfPlace.some((province) => near.includes(province));
}

/** What can be implausible about a parcel: for operators, and as the seller reads it. */
export const findingTexts = {
  number_used: {
    label: "Nomor resi sudah dipakai",
    seller: "Nomor resi yang Anda isi sudah dipakai untuk paket lain. Periksa nomor di bukti kirim Anda.",
  },
  number_replaced: {
    label: "Nomor resi diganti pengirim",
    seller:
      "Anda mengganti nomor resi. Pembeli dan operator melihat nomor lama dan barunya. Batas waktu pindaian pertama tidak berubah.",
  },
  scanned_before: {
    label: "Dipindai sebelum dikirim",
    seller: "Kurir memindai nomor resi ini sebelum Anda mengirim, jadi pindaian itu tidak dihitung. Periksa nomornya.",
  },
  scanned_in_future: {
    label: "Pindaian dari masa depan",
    seller: "Kurir melaporkan pindaian dengan waktu yang belum tiba, jadi pindaian itu tidak dihitung.",
  },
  foreign_origin: {
    label: "Asal tidak cocok",
    seller:
      "Pindaian pertama jauh dari toko Anda. Operator melihat temuan ini, dan pesanan tidak berubah karenanya. Simpan bukti kirim Anda.",
  },
  price_changed: {
    label: "Harga kurir berubah",
    seller: "Kurir menimbang paket ini dan mengubah harganya. Ukur dan timbang paket sebelum memesan penjemputan.",
  },
  cash_differs: {
    label: "Jumlah COD berbeda",
    seller: "Kurir menagih jumlah lain daripada harga pesanan ini. Operator memeriksanya.",
  },
  delivered_after_end: {
    label: "Tiba setelah dibatalkan",
    seller:
      "Kurir melaporkan paket tiba setelah pesanan dibatalkan. Operator melihat temuan ini, tetapi uang tidak berpindah sendiri. Simpan bukti kirim Anda.",
  },
} as const;
export type FindingKind = keyof typeof findingTexts;
export const findingKinds = Object.keys(findingTexts) as FindingKind[];

/** @rule Operators read 30 findings about parcels on a page, at most 100 pages. */
export const findingPages = { size: 30, max: 100 } as const;

/**
 * @rule A buyer is notified of a late parcel within an hour after the courier's estimate and the usual days of its
 * route have both passed. One run notifies of at most 1,000 parcels.
 */
export const maxLateNotices = 1000;
