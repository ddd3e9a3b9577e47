import { day, hour } from "#lib/time.ts";

/** The statuses with their Indonesian labels, in the order in which a successful order passes them. */
export const orderStatuses = {
  awaiting_payment: { label: "Menunggu pembayaran", final: false },
  awaiting_confirmation: { label: "Menunggu konfirmasi", final: false },
  processing: { label: "Diproses", final: false },
  shipped: { label: "Dikirim", final: false },
  delivered: { label: "Sudah tiba", final: false },
  completed: { label: "Selesai", final: true },
  cancelled: { label: "Dibatalkan", final: true },
  disputed: { label: "Dikomplain", final: false },
  refunded: { label: "Dikembalikan", final: true },
} as const;
export type OrderStatus = keyof typeof orderStatuses;
export const orderStatusNames = Object.keys(orderStatuses) as OrderStatus[];

/** The labels of an order that its buyer collects at the shop, where they differ. */
const pickupStatusLabels: Partial<Record<OrderStatus, string>> = {
  shipped: "Siap diambil",
  delivered: "Sudah diambil",
};

/** The status of an order in a word. */
export function statusLabel(status: OrderStatus, isPickup: boolean): string {
  return (isPickup && pickupStatusLabels[status]) || orderStatuses[status].label;
}

/** Who changes an order: `system` is a deadline or a payment. */
export type OrderActor = "buyer" | "seller" | "system" | "operator" | "courier";

/** The facts that decide, besides the status, which actions are allowed. */
export type OrderFacts = {
  /** The buyer asked to cancel and the seller has not answered. */
  cancelRequested: boolean;
  /** The buyer has used up the right to ask for a cancellation (vacation/rules.ts). */
  cancelAsked: boolean;
  /** The buyer has already taken more time to check the parcel. */
  extended: boolean;
  /** Scans of the parcel reach this installation. */
  tracked: boolean;
  /**
   * No scan will say when the order has arrived: nothing reports this courier's scans here, or only a part of the order
   * has arrived. The estimated day and the buyer's answer decide instead. Never for an order that awaits cash (see
   * `isUnfollowed`).
   */
  unfollowed: boolean;
  /** The buyer was asked whether the unfollowed parcel arrived. */
  arrivalAsked: boolean;
  /** The courier scanned the parcel at least once. */
  scanned: boolean;
  /** A COD order whose price was not collected yet. */
  awaitsCash: boolean;
};

export type OrderTransition = {
  /** What happened, as the timeline shows it. */
  label: string;
  from: readonly OrderStatus[];
  to: OrderStatus;
  by: readonly OrderActor[];
  needs?: Partial<OrderFacts>;
  /** The action needs a reason. */
  reason?: true;
  /** What happens to the money of a paid order and to the reserved stock. */
  effect?: "refund" | "release";
};

/**
 * @rule Every change of an order is one row of this table: action, from which statuses, to which, by whom.
 * It guards the server, the update in the database and the buttons.
 */
export const orderActions = {
  pay: { label: "Pembayaran diterima", from: ["awaiting_payment"], to: "awaiting_confirmation", by: ["system"] },
  confirm_cod: {
    label: "Pesanan COD diteruskan ke penjual",
    from: ["awaiting_payment"],
    to: "awaiting_confirmation",
    by: ["system"],
    needs: { awaitsCash: true },
  },
  expire: {
    label: "Batas waktu pembayaran lewat",
    from: ["awaiting_payment"],
    to: "cancelled",
    by: ["system"],
    effect: "refund",
  },
  cancel: {
    label: "Dibatalkan pembeli",
    from: ["awaiting_payment", "awaiting_confirmation"],
    to: "cancelled",
    by: ["buyer"],
    effect: "refund",
  },
  accept: { label: "Pesanan diterima penjual", from: ["awaiting_confirmation"], to: "processing", by: ["seller"] },
  reject: {
    label: "Pesanan ditolak penjual",
    from: ["awaiting_confirmation"],
    to: "cancelled",
    by: ["seller"],
    reason: true,
    effect: "refund",
  },
  silence_confirmation: {
    label: "Penjual tidak mengonfirmasi",
    from: ["awaiting_confirmation"],
    to: "cancelled",
    by: ["system"],
    effect: "refund",
  },
  stop: {
    label: "Dibatalkan operator pasar",
    from: ["awaiting_confirmation", "processing"],
    to: "cancelled",
    by: ["operator"],
    reason: true,
    effect: "refund",
  },
  request_cancel: {
    label: "Pembeli meminta pembatalan",
    from: ["processing"],
    to: "processing",
    by: ["buyer"],
    needs: { cancelAsked: false },
    reason: true,
  },
  withdraw_cancel: {
    label: "Pembeli menarik permintaan pembatalan",
    from: ["processing"],
    to: "processing",
    by: ["buyer"],
    needs: { cancelRequested: true },
  },
  approve_cancel: {
    label: "Penjual menyetujui pembatalan",
    from: ["processing"],
    to: "cancelled",
    by: ["seller"],
    needs: { cancelRequested: true },
    effect: "refund",
  },
  refuse_cancel: {
    label: "Pembatalan ditolak",
    from: ["processing"],
    to: "processing",
    // The courier, when it had the parcel before its booking could be cancelled.
    by: ["seller", "courier"],
    needs: { cancelRequested: true },
    reason: true,
  },
  silence_cancel: {
    label: "Permintaan pembatalan tidak dijawab",
    from: ["processing"],
    to: "cancelled",
    by: ["system"],
    needs: { cancelRequested: true },
    effect: "refund",
  },
  ship: {
    label: "Pesanan dikirim",
    from: ["processing"],
    to: "shipped",
    // The courier, when the seller ordered it at a platform and it has the parcel.
    by: ["seller", "courier"],
    needs: { cancelRequested: false },
  },
  ship_deadline: {
    label: "Batas waktu pengiriman lewat",
    from: ["processing"],
    to: "cancelled",
    by: ["system"],
    needs: { cancelRequested: false },
    effect: "refund",
  },
  charge_back: {
    label: "Pembayaran ditarik bank pembeli",
    from: ["awaiting_confirmation", "processing"],
    to: "cancelled",
    by: ["system"],
    effect: "refund",
  },
  no_first_scan: {
    label: "Paket tidak pernah dipindai kurir",
    from: ["shipped"],
    to: "cancelled",
    by: ["system"],
    needs: { tracked: true, scanned: false },
    effect: "refund",
  },
  undelivered: {
    label: "Paket tidak tiba",
    from: ["shipped"],
    to: "cancelled",
    by: ["system"],
    needs: { unfollowed: false },
    effect: "refund",
  },
  ask_arrival: {
    label: "Pembeli ditanya apakah paket sudah tiba",
    from: ["shipped"],
    to: "shipped",
    by: ["system"],
    needs: { unfollowed: true, arrivalAsked: false, awaitsCash: false },
  },
  confirm_arrival: {
    label: "Pembeli menyatakan paket sudah tiba",
    from: ["shipped"],
    to: "delivered",
    by: ["buyer"],
    needs: { unfollowed: true, awaitsCash: false },
  },
  assume_delivered: {
    label: "Paket dianggap sudah tiba",
    from: ["shipped"],
    to: "delivered",
    by: ["system"],
    needs: { unfollowed: true, arrivalAsked: true, awaitsCash: false },
  },
  hand_over: {
    label: "Diserahkan kepada pembeli dengan kode",
    from: ["shipped"],
    to: "delivered",
    by: ["seller"],
    needs: { tracked: false, unfollowed: false, awaitsCash: false },
  },
  refuse_parcel: {
    label: "Paket COD tidak diterima pembeli",
    from: ["shipped"],
    to: "cancelled",
    by: ["courier", "seller"],
    needs: { awaitsCash: true, scanned: true },
    reason: true,
    effect: "refund",
  },
  mark_delivered: { label: "Paket sudah tiba", from: ["shipped"], to: "delivered", by: ["courier"] },
  receive: {
    label: "Pesanan diterima pembeli",
    from: ["shipped", "delivered"],
    to: "completed",
    by: ["buyer"],
    // Only the courier knows whether the cash of a COD order was paid.
    needs: { awaitsCash: false },
    effect: "release",
  },
  extend: {
    label: "Pembeli memperpanjang waktu periksa",
    from: ["delivered"],
    to: "delivered",
    by: ["buyer"],
    needs: { extended: false },
  },
  auto_complete: { label: "Selesai otomatis", from: ["delivered"], to: "completed", by: ["system"], effect: "release" },
  dispute: {
    label: "Komplain dibuka",
    from: ["shipped", "delivered"],
    to: "disputed",
    by: ["buyer"],
    // Nothing is held for a COD order under way: it ends without payment, or is paid when it arrives.
    needs: { awaitsCash: false },
    reason: true,
  },
  // Only for a complaint from before the arrival; what arrived meanwhile is delivered at once (resume-order.ts).
  resume_shipping: {
    label: "Komplain ditarik, pesanan berlanjut",
    from: ["disputed"],
    to: "shipped",
    by: ["buyer"],
    reason: true,
  },
  settle_dispute: {
    label: "Komplain selesai, dana untuk penjual",
    from: ["disputed"],
    to: "completed",
    by: ["buyer", "system", "operator"],
    reason: true,
    effect: "release",
  },
  refund: {
    label: "Dana dikembalikan kepada pembeli",
    from: ["disputed"],
    to: "refunded",
    by: ["buyer", "seller", "system", "operator"],
    reason: true,
    effect: "refund",
  },
} as const satisfies Record<string, OrderTransition>;
export type OrderAction = keyof typeof orderActions;
export const orderActionNames = Object.keys(orderActions) as OrderAction[];
/** Actions that cancel an order. */
export type EndingAction = {
  [Action in OrderAction]: (typeof orderActions)[Action]["to"] extends "cancelled" ? Action : never;
}[OrderAction];

/**
 * Whether the estimated day and the buyer's answer decide, because no scan will: of a parcel with a tracking number, or
 * of the rest of an order of which a parcel has arrived. They never decide whether a courier collected cash: a COD
 * order whose courier reports nothing waits, and then counts as lost.
 */
export function isUnfollowed(parcel: {
  hasNumber: boolean;
  hasSource: boolean;
  awaitsCash: boolean;
  partArrived: boolean;
}): boolean {
  return parcel.hasNumber && (!parcel.hasSource || parcel.partArrived) && !parcel.awaitsCash;
}

/** The row of an action, typed with its optional fields. */
export function transitionOf(action: OrderAction): OrderTransition {
  return orderActions[action];
}

/** Whether this actor may do this to an order in this status. Without `facts` only the status decides. */
export function canOrder(action: OrderAction, status: OrderStatus, by: OrderActor, facts?: OrderFacts): boolean {
  const move = transitionOf(action);
  if (!move.from.includes(status) || !move.by.includes(by)) return false;
  return (
    !facts || Object.entries(move.needs ?? {}).every(([fact, needed]) => facts[fact as keyof OrderFacts] === needed)
  );
}

/** Whether an order with this status can still be cancelled by anyone. */
export function canBeCancelled(status: OrderStatus): boolean {
  return orderActionNames.map(transitionOf).some(({ from, to }) => to === "cancelled" && from.includes(status));
}

/** Events that do not change an order's status. */
const otherEvents = {
  place: "Pesanan dibuat",
  refund_part: "Sebagian dana dikembalikan kepada pembeli",
  add_parcel: "Paket tambahan dikirim",
  replace_number: "Nomor resi diubah penjual",
} as const;

/** What happened to an order that its buyer collects at the shop, where the label differs. */
const pickupEvents: Readonly<Record<string, string>> = {
  ship: "Pesanan siap diambil",
  ship_deadline: "Batas waktu penyiapan lewat",
  undelivered: "Pesanan tidak diambil",
} satisfies Partial<Record<OrderAction, string>>;

/** The timeline's label of an event. An unknown action is shown as its new status. */
export function eventLabel(action: string, to: OrderStatus, isPickup = false): string {
  if (isPickup && Object.hasOwn(pickupEvents, action)) return pickupEvents[action] ?? "";
  return action in otherEvents
    ? otherEvents[action as keyof typeof otherEvents]
    : action in orderActions
      ? orderActions[action as OrderAction].label
      : orderStatuses[to].label;
}

/**
 * @rule An order is delivered when the last of its parcels to the buyer has arrived. When some arrived and the others
 * came back, the buyer is asked at once and can complain about what is missing; no money moves before.
 */
export function afterLastParcel(partArrived: boolean): "mark_delivered" | "ask_arrival" {
  return partArrived ? "ask_arrival" : "mark_delivered";
}

/** @rule A buyer can review what was bought until 30 days after completion. */
export const reviewDuration = 30 * day;

/** @rule The name of a sender that a buyer enters has at most 60 characters. */
export const maxSenderNameLength = 60;
/** @rule At most 100 orders are accepted at once. */
export const maxBulkAccept = 100;
/** @rule A reason has 5 to 300 characters. */
export const reasonLength = { min: 5, max: 300 } as const;
/** The reason that the timeline shows when a courier had the parcel before a request to cancel was answered. */
export const collectedByCourier = "Kurir sudah menjemput paket, jadi pesanan tetap dikirim.";
/** The reason that the timeline shows when a courier brought a COD parcel back. */
export const returnedByCourier = "Kurir mengembalikan paket kepada penjual.";
/** @rule A seller sees the numbers of the last 30 days and of the 30 days before. */
export const summaryDuration = 30 * day;
/** An order whose money waits for its end. */
export const statusesUnderWay: readonly OrderStatus[] = [
  "awaiting_confirmation",
  "processing",
  "shipped",
  "delivered",
  "disputed",
];
/** @rule Variants with little stock are counted up to 99. */
export const maxExactLowStock = 99;
/** @rule A seller's unpaid orders are counted up to 10,000, ended ones of each status up to 1,000, others all. */
export const maxExactOrders = { unpaid: 10_000, ended: 1_000 };
/** @rule A search in a list of orders looks at the newest 1,000; it finds any order by its whole number. */
export const maxSearchedOrders = 1_000;
/** @rule A seller who has to act within 12 hours sees the order as urgent. */
export const urgentDuration = 12 * hour;

/**
 * @rule A seller can give a buyer a part of the price back while an order is prepared, under way or delivered, and
 * until 90 days after completion, at most 20 times.
 */
export const partRefund = {
  statuses: ["processing", "shipped", "delivered", "completed"] as readonly OrderStatus[],
  durationAfterCompletion: 90 * day,
  max: 20,
} as const;

/** Names of the actors in the timeline. */
export const eventActors: Record<OrderActor, string> = {
  buyer: "Pembeli",
  seller: "Penjual",
  system: "Sistem",
  operator: "Tim kami",
  courier: "Kurir",
};
