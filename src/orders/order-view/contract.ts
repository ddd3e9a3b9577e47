import { z } from "zod";
import { id, rupiah, timestamp, timeZone } from "#lib/schema.ts";
import { trackingStatuses } from "#shipping/rules.ts";
import { bookingStates } from "../bookings/rules.ts";
import { parcelStates } from "../parcels/rules.ts";
import { orderStatusNames } from "../rules.ts";

export const orderStatusName = z.enum(
  orderStatusNames as [(typeof orderStatusNames)[number], ...typeof orderStatusNames],
);

const orderLine = z.object({
  id,
  product_id: id,
  /** Stays when the variant is no longer sold. */
  variant_id: id,
  product_slug: z.string(),
  name: z.string(),
  variant_name: z.string(),
  picture_key: z.string().nullable(),
  price: rupiah,
  quantity: z.int(),
  note: z.string(),
});

/** An order in a list; `lines` are the first two. */
export const orderCard = z.object({
  id,
  invoice: z.string(),
  status: orderStatusName,
  /** Goods, shipping and this order's share of the service fee. A refund returns all of it. */
  total: rupiah,
  service_fee_share: rupiah,
  /** What the shop asks: goods and shipping after its own discounts. */
  shop_total: rupiah,
  /** Other orders of the same checkout: paid together with one service fee, and cancelled together while unpaid. */
  sibling_count: z.int(),
  created_at: timestamp,
  due_at: timestamp.nullable(),
  line_count: z.int(),
  lines: z.array(orderLine),
  shop: z.object({ name: z.string(), slug: z.string() }),
  buyer_name: z.string(),
  courier: z.string(),
  courier_name: z.string(),
  resi: z.string().nullable(),
  cancel_requested: z.boolean(),
  cancel_asked: z.boolean(),
  extended: z.boolean(),
  /** The courier gives its parcels tracking numbers. */
  has_resi: z.boolean(),
  /** Scans of the parcel reach this installation; before it is sent, whether they will. */
  tracked: z.boolean(),
  scanned: z.boolean(),
  /** A parcel to the buyer arrived, and another one is under way. */
  part_arrived: z.boolean(),
  /** The buyer was asked whether the parcel arrived, because nothing reports its scans. */
  arrival_asked: z.boolean(),
  /** The buyer collects the goods at the shop. */
  pickup: z.boolean(),
  /** Paid in cash at delivery. */
  cod: z.boolean(),
  /** A COD order under way: the courier collects `total` in cash at delivery. */
  awaits_cash: z.boolean(),
  /** The courier's delivery time as people read it, and the moment from which it counts. */
  eta: z.string(),
  /** In how many days parcels arrived on this way, as the buyer saw it at the purchase. */
  usual_days: z.object({ min: z.int(), max: z.int() }).nullable(),
  shipped_at: timestamp.nullable(),
  /** While an order is shipped: from when its buyer can complain that it did not arrive. */
  missing_from: timestamp.nullable(),
  /** The shop is on vacation: the deadline is paused until it reopens. */
  clock_stands: z.boolean(),
  /** Until when the buyer can review a line of this order that has no review yet; null when there is none. */
  review_until: timestamp.nullable(),
  /** The payment to complete; only for the buyer, and only while it is pending. */
  payment_id: id.nullable(),
});
export type OrderCard = z.output<typeof orderCard>;

/** Money on its way back to the buyer. */
const orderRefund = z.object({
  id,
  amount: rupiah,
  status: z.enum(["needs_account", "pending", "sent", "done"]),
  way: z.enum(["provider", "bank_account", "chargeback"]),
  created_at: timestamp,
  done_at: timestamp.nullable(),
});

export const orderDetails = orderCard.extend({
  goods_total: rupiah,
  shipping_cost: rupiah,
  /** What the buyer paid once for the whole checkout. */
  service_fee: rupiah,
  /** What lowers the price of this order, by kind and by who pays it. Amounts are negative. */
  discounts: z.array(z.object({ kind: z.string(), bearer: z.enum(["shop", "platform"]), amount: z.int() })),
  /** The name of the payment method. */
  payment_method: z.string(),
  /** For the seller only: what refunds took from goods and shipping, or all of it when the order was lost unpaid. */
  given_up: rupiah.nullable(),
  /**
   * For the seller only: the marketplace's commission, the withheld PPh 22, what is kept for a courier that the
   * marketplace pays, and what reaches the balance. All are 0 for a cancelled or refunded order.
   */
  commission: rupiah.nullable(),
  withheld_tax: rupiah.nullable(),
  courier_kept: rupiah.nullable(),
  payout: rupiah.nullable(),
  /** Recipient, phone and street are masked for a seller who does not need them now. */
  address: z.object({
    masked: z.boolean(),
    recipient: z.string(),
    phone: z.string(),
    street: z.string(),
    note: z.string(),
    place: z.string(),
    postcode: z.string(),
  }),
  /** Whom labels name as sender in place of the shop; null for the shop, and while the address is masked. */
  sender: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
  /** Discounts and fees other than the service fee. `bearer` pays a discount; a fee belongs to it. */
  adjustments: z.array(
    z.object({
      kind: z.string(),
      bearer: z.enum(["buyer", "shop", "platform"]),
      amount: z.int(),
      line_id: id.nullable(),
    }),
  ),
  /** Where the buyer collects the goods of a paid order, as far as the shop has said it; null for all other orders. */
  pickup_place: z.object({ street: z.string(), postcode: z.string(), city: z.string(), note: z.string() }).nullable(),
  refunds: z.array(orderRefund),
  /** The part of the refunds that gave fees of the order back: the service fee's share, and others if it has them. */
  fees_refunded: rupiah,
  /** What operators corrected of the order's money and concerns the reader. Negative: it was taken from the reader. */
  corrections: z.array(
    z.object({
      label: z.string(),
      amount: z.int(),
      /** Why, as an operator wrote it. */
      reason: z.string(),
      at: timestamp,
      /** Of a compensation: how far the money is on its way. */
      refund_status: z.enum(["needs_account", "pending", "sent", "done"]).nullable(),
    }),
  ),
  /** The open or last complaint about the order. */
  complaint_id: id.nullable(),
  /** Until when somebody has to act in the open complaint; null without one. */
  complaint_due_at: timestamp.nullable(),
  /** For the seller only: what can still be given back; null when that is not possible any more. */
  refundable: z.object({ lines: z.array(z.object({ line_id: id, amount: rupiah })), shipping: rupiah }).nullable(),
  /** For the buyer only, while the shop or its own courier has the goods: the code that proves the handing over. */
  handover_code: z.string().nullable(),
  /** The courier scanned every parcel, and nothing about their numbers is implausible. */
  is_resi_verified: z.boolean(),
  /** For the seller only: what is implausible about the parcel, as a sentence. */
  findings: z.array(z.string()),
  zone: timeZone,
  now: timestamp,
  cancel_reason: z.string().nullable(),
  cancel_requested_at: timestamp.nullable(),
  paid_at: timestamp.nullable(),
  accepted_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  events: z.array(
    z.object({
      action: z.string(),
      label: z.string(),
      to: orderStatusName,
      actor: z.enum(["buyer", "seller", "system", "operator", "courier"]),
      reason: z.string(),
      at: timestamp,
    }),
  ),
  /** The parcels to the buyer, the first one first. */
  parcels: z.array(
    z.object({
      id,
      resi: z.string().nullable(),
      /** The courier scanned this parcel, and nothing about its number is implausible. */
      is_resi_verified: z.boolean(),
      state: z.enum(parcelStates),
      shipped_at: timestamp.nullable(),
      arrived_at: timestamp.nullable(),
      /** Its pieces; null where the seller did not say them. */
      contents: z.array(z.object({ line_id: id, quantity: z.int() })).nullable(),
      /** For the seller only: a progress report about this parcel can be written. */
      can_have_progress: z.boolean(),
      /** For the seller only: how often this parcel's number can still be replaced; 0 when it cannot. */
      number_replacements_left: z.int(),
    }),
  ),
  /** For the seller only: the last courier that was ordered for the parcel; null when there is none. */
  booking: z
    .object({
      state: z.enum(bookingStates),
      price: rupiah,
      failure: z.string().nullable(),
      cancel_requested: z.boolean(),
    })
    .nullable(),
  /** The driver of an instant courier who is on the way; empty texts where the platform does not say it. */
  driver: z
    .object({ state: z.string(), name: z.string(), phone: z.string(), plate: z.string(), url: z.string() })
    .nullable(),
  /** For the seller only: a courier can be ordered, and whether the shop's address and phone are known for it. */
  can_book: z.boolean(),
  has_pickup_place: z.boolean(),
  /** For the seller only: the rest of the order can be sent in a further parcel. */
  can_add_parcel: z.boolean(),
  /** What couriers and the seller report about parcels to the buyer, oldest first. */
  scans: z.array(
    z.object({
      id,
      parcel_id: id,
      status: z.enum(trackingStatuses),
      label: z.string(),
      place: z.string(),
      note: z.string(),
      /** The seller says so; no courier does. */
      by_seller: z.boolean(),
      /** The report has a picture: `GET /v1/parcel-proofs/:scanId`. */
      has_proof: z.boolean(),
      at: timestamp,
    }),
  ),
});
export type OrderView = z.output<typeof orderDetails>;
