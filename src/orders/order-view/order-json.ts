import type { z } from "zod";
import { formatPhone } from "#accounts/phone/rules.ts";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import { addDuration, type Zone } from "#lib/time.ts";
import { balanceEntryLabel } from "#payments/payouts/statement/rules.ts";
import type { RefundAmounts, Settlement } from "#payments/settlement/rules.ts";
import { paymentMethod } from "#payments/rules.ts";
import { driverStates, type Driver } from "#shipping/instant-rules.ts";
import { courierOf, isPickup } from "#shipping/rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { addressVisible, type OrderAddress } from "../address-rules.ts";
import { isBookable } from "../bookings/request-booking.ts";
import { openBookingStates } from "../bookings/rules.ts";
import { corrections } from "../corrections/rules.ts";
import { missingFrom } from "../deadlines/rules.ts";
import { handoverCode } from "../parcels/handover-code.ts";
import {
  canAddParcel,
  canHaveProgress,
  contentsOf,
  findingTexts,
  numberReplacements,
  progressLabel,
  whyNumberStays,
  type FindingKind,
} from "../parcels/rules.ts";
import { canOrder, eventLabel, orderStatuses, reviewDuration } from "../rules.ts";
import { hasRequestedCancel, isClockPaused } from "../vacation/rules.ts";
import type { OrderCard, OrderView } from "./contract.ts";
import type { CardRow, OrderRow } from "./queries.ts";

type JsonInput<T> = T extends z.core.$ZodType ? z.input<T> : T;

/** An order in a list. Only the buyer sees the payment. */
export function orderCardJson(
  { config }: Pick<Context, "config">,
  row: CardRow,
  reader: "buyer" | "seller",
): JsonInput<OrderCard> {
  return {
    id: row.id,
    invoice: row.invoice,
    status: row.status,
    total: row.total,
    service_fee_share: row.service_fee_share,
    shop_total: row.total + row.promotion_cost - row.service_fee_share,
    sibling_count: row.sibling_count,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    line_count: row.line_count,
    lines: row.lines,
    shop: { name: row.shop_name, slug: row.shop_slug },
    buyer_name: row.buyer_name,
    courier: row.courier,
    courier_name: row.courier_name,
    resi: row.tracking_number,
    cancel_requested: row.cancel_requested_at !== null,
    cancel_asked: hasRequestedCancel(row),
    extended: row.extended,
    has_resi: courierOf(row.courier)?.tracked ?? true,
    tracked: row.shipped_at ? row.scan_source !== null : scanSourceOf(config, row.courier) !== null,
    scanned: row.scanned,
    part_arrived: row.part_arrived,
    arrival_asked: row.arrival_asked_at !== null,
    pickup: isPickup(row.courier),
    cod: row.cod,
    awaits_cash: row.awaits_cash,
    eta: row.eta,
    usual_days: row.usual_days,
    shipped_at: row.shipped_at?.toISOString() ?? null,
    missing_from: missingFromOf(row)?.toISOString() ?? null,
    clock_stands: row.on_vacation && isClockPaused(row.status, row.cancel_requested_at !== null),
    review_until:
      reader === "buyer" && row.review_from ? addDuration(row.review_from, reviewDuration).toISOString() : null,
    payment_id: reader === "buyer" ? row.payment_id : null,
  };
}

function missingFromOf(row: CardRow): Date | null {
  const { status, eta, shipped_at: shippedAt, arrival_asked_at: askedAt, parcel_returned: isReturned } = row;
  if (status !== "shipped" || shippedAt === null) return null;
  return missingFrom({ eta, shippedAt, arrivalAsked: askedAt !== null, isReturned });
}

/**
 * A whole order for buyer or seller. Times are shown in the reader's zone: that of the buyer's address or of the shop.
 * A seller also sees what the order brings: what it brought, or `expected` when it is completed as it is now.
 */
export function orderJson(
  context: Pick<Context, "config" | "secret">,
  row: OrderRow,
  reader: "buyer" | "seller",
  now: Date,
  zone: Zone,
  ofSeller: { refundable: RefundAmounts | null; expected: Settlement } | null = null,
): JsonInput<OrderView> {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const lost = row.status === "cancelled" || row.status === "refunded";
  const seller = row.settled_at
    ? {
        payout: row.earned,
        tax: row.withheld,
        courier: row.courier_kept,
        commission: row.revenue - row.earned - row.withheld - row.courier_kept,
      }
    : lost || !ofSeller
      ? { payout: 0, tax: 0, courier: 0, commission: 0 }
      : { ...ofSeller.expected, payout: ofSeller.expected.seller };
  const refundable = ofSeller?.refundable;
  const contents = contentsOf(row.lines, row.parcels);
  const masked = reader === "seller" && !addressVisible(row.status, row.completed_at, now);
  const card = orderCardJson(context, row, reader);
  const canAdd =
    reader === "seller" &&
    canAddParcel(
      {
        isShipped: row.status === "shipped",
        hasNumber: card.has_resi,
        cod: row.cod,
        arrivalAsked: card.arrival_asked,
        shippedAt: row.shipped_at,
        parcels: row.parcels.length,
      },
      now,
    );
  return {
    ...card,
    goods_total: row.goods_total,
    shipping_cost: row.shipping_cost,
    service_fee: row.service_fee,
    discounts: discountsOf(row),
    payment_method: paymentMethod(row.method)?.name ?? row.method,
    given_up: reader === "seller" ? (lost && !row.settled_at ? card.shop_total : row.given_up) : null,
    commission: reader === "seller" ? seller.commission : null,
    withheld_tax: reader === "seller" ? seller.tax : null,
    courier_kept: reader === "seller" ? seller.courier : null,
    payout: reader === "seller" ? seller.payout : null,
    address: addressJson(row.address, masked),
    sender:
      row.sender_name === null || masked
        ? null
        : { name: row.sender_name, phone: row.sender_phone && formatPhone(row.sender_phone) },
    pickup_place: card.pickup && row.paid_at && !orderStatuses[row.status].final ? row.shop_place : null,
    adjustments: row.adjustments,
    refunds: row.refunds.map((refund) => ({
      ...refund,
      created_at: new Date(refund.created_at).toISOString(),
      done_at: refund.done_at && new Date(refund.done_at).toISOString(),
    })),
    fees_refunded: row.fees_refunded,
    corrections: row.corrections
      .filter(({ kind }) => corrections[kind].reader === reader)
      .map(({ kind, amount, at, ...rest }) => ({
        ...rest,
        label: reader === "buyer" ? `Kompensasi dari ${brandName()}` : balanceEntryLabel(kind),
        amount: amount * corrections[kind].sign,
        at: new Date(at).toISOString(),
      })),
    complaint_id: row.complaint_id,
    complaint_due_at: iso(row.complaint_due_at),
    refundable: refundable
      ? {
          lines: [...refundable.lines].map(([line_id, amount]) => ({ line_id, amount })),
          shipping: refundable.shipping,
        }
      : null,
    handover_code:
      reader === "buyer" && row.status === "shipped" && !card.has_resi ? handoverCode(context, row.id) : null,
    is_resi_verified: row.parcels.length > 0 && row.parcels.every((parcel) => isVerified(parcel, row)),
    // A number that was refused matters until another one is accepted, a replaced one while the parcel is under way.
    findings: (reader === "seller" ? row.findings : [])
      .filter(({ kind }) => kind !== "number_used" || row.status === "processing")
      .filter(({ kind }) => kind !== "number_replaced" || row.status === "shipped")
      .map(({ kind }) => findingTexts[kind].seller),
    zone,
    now: now.toISOString(),
    cancel_reason: row.cancel_reason,
    cancel_requested_at: iso(row.cancel_requested_at),
    paid_at: iso(row.paid_at),
    accepted_at: iso(row.accepted_at),
    delivered_at: iso(row.delivered_at),
    completed_at: iso(row.completed_at),
    events: row.events.map((event) => ({
      ...event,
      label: eventLabel(event.action, event.to, card.pickup),
      at: new Date(event.at).toISOString(),
    })),
    parcels: row.parcels.map((parcel, at) => ({
      id: parcel.id,
      resi: parcel.tracking_number,
      is_resi_verified: isVerified(parcel, row),
      state: parcel.state,
      shipped_at: parcel.shipped_at && new Date(parcel.shipped_at).toISOString(),
      arrived_at: parcel.arrived_at && new Date(parcel.arrived_at).toISOString(),
      contents: contents[at]?.slice() ?? null,
      can_have_progress: reader === "seller" && canHaveProgress(parcel, row.status === "shipped"),
      number_replacements_left: reader === "seller" ? replacementsLeft(parcel, row) : 0,
    })),
    booking: reader === "seller" ? bookingJson(row.booking) : null,
    driver: row.booking?.driver && !orderStatuses[row.status].final ? driverJson(row.booking.driver) : null,
    can_book:
      reader === "seller" &&
      isBookable(context.config, row) &&
      (canAdd || (canOrder("ship", row.status, "seller") && row.cancel_requested_at === null)) &&
      !(row.booking && openBookingStates.includes(row.booking.state)),
    has_pickup_place: reader === "seller" && row.has_pickup_place,
    can_add_parcel: canAdd,
    scans: row.scans.map((scan) => ({
      ...scan,
      label: progressLabel(scan.status, card.has_resi),
      at: new Date(scan.at).toISOString(),
    })),
  };
}

/** What was found about numbers before the present one. */
const numberFindings = new Set<FindingKind>(["number_used", "number_replaced"]);

/** Whether the courier scanned this parcel under its number, and nothing about the number is implausible. */
function isVerified({ id, tracking_number: number }: OrderRow["parcels"][number], row: OrderRow): boolean {
  return (
    number !== null &&
    row.scans.some((scan) => scan.parcel_id === id && !scan.by_seller) &&
    row.findings.every(({ kind, parcel_id }) => numberFindings.has(kind) || (parcel_id ?? id) !== id)
  );
}

function replacementsLeft(parcel: OrderRow["parcels"][number], { scans, status }: OrderRow): number {
  const { tracking_number: number, is_booked: isBooked, replaced } = parcel;
  const isScanned = scans.some((scan) => scan.parcel_id === parcel.id && !scan.by_seller);
  const isAwaited = status === "shipped" && parcel.direction === "out";
  const why = whyNumberStays({ ...parcel, hasNumber: number !== null, isBooked, isScanned }, isAwaited);
  return why === null ? numberReplacements.max - replaced : 0;
}

function bookingJson(booking: OrderRow["booking"]): OrderView["booking"] {
  if (!booking) return null;
  const { driver: _driver, ...rest } = booking;
  return rest;
}

function driverJson({ state, ...driver }: Driver): NonNullable<OrderView["driver"]> {
  return { state: driverStates[state], ...driver };
}

function discountsOf({ adjustments }: OrderRow): OrderView["discounts"] {
  const sums = new Map<string, OrderView["discounts"][number]>();
  for (const { kind, bearer, amount } of adjustments) {
    if (amount >= 0 || bearer === "buyer") continue;
    const before = sums.get(`${kind} ${bearer}`)?.amount ?? 0;
    sums.set(`${kind} ${bearer}`, { kind, bearer, amount: before + amount });
  }
  return [...sums.values()];
}

/** An order's address as its readers may see it. */
export function addressJson(address: OrderAddress, masked: boolean): OrderView["address"] {
  const place = [address.village, address.district, address.regency, address.province].filter(Boolean).join(", ");
  if (!masked) {
    const { recipient, phone, street, note, postcode } = address;
    return {
      masked,
      recipient,
      phone: formatPhone(phone),
      street,
      note: note ?? "",
      place,
      postcode,
    };
  }
  return {
    masked,
    recipient: `${address.recipient.slice(0, 1)}${"•".repeat(5)}`,
    phone: `0•••-••••-${address.phone.slice(-3)}`,
    street: "•••••",
    note: "",
    place: [address.regency, address.province].filter(Boolean).join(", "),
    postcode: "",
  };
}
