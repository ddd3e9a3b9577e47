// Where a step may lead an order, a case and what belongs to them in random histories of sales. Written apart from the
// rules, to find an edge that nobody meant.
import type { ComplaintState } from "#complaints/rules.ts";
import type { BookingState } from "#orders/bookings/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";

const ended = ["completed", "refunded"] as const;
/** Statuses in which nothing is left for buyer and seller to do. */
export const final: readonly OrderStatus[] = ["completed", "cancelled", "refunded"];
/** Step → from → where it may lead an order. */
export const orderEdges: Record<string, Partial<Record<OrderStatus, readonly OrderStatus[]>>> = {
  pay: { awaiting_payment: ["awaiting_confirmation"] },
  cancel: { awaiting_payment: ["cancelled"], awaiting_confirmation: ["cancelled"] },
  approveCancel: { processing: ["cancelled"] },
  accept: { awaiting_confirmation: ["processing"] },
  reject: { awaiting_confirmation: ["cancelled"] },
  ship: { processing: ["shipped"] },
  shipUntracked: { processing: ["shipped"] },
  handOver: { shipped: ["delivered"] },
  arrived: { shipped: ["delivered"] },
  refuseParcel: { shipped: ["cancelled"] },
  drive: { shipped: ["delivered", "cancelled"] },
  scan: { shipped: ["delivered", "cancelled"] },
  oddScan: { shipped: ["delivered", "cancelled"] },
  receive: { shipped: ["completed"], delivered: ["completed"] },
  complain: { shipped: ["disputed"], delivered: ["disputed"] },
  acceptOffer: { disputed: ended },
  withdraw: { disputed: ["completed", "shipped", "delivered"] },
  decide: { disputed: ended },
  inspect: { disputed: ended },
  received: { disputed: ended },
  clock: {
    awaiting_payment: ["cancelled"],
    awaiting_confirmation: ["cancelled"],
    processing: ["cancelled"],
    shipped: ["cancelled", "delivered"],
    delivered: ["completed"],
    disputed: ended,
  },
};

/**
 * Where an order with an open booking may also be led: by whatever asks its platform, which may answer that the courier
 * has the parcel, and then how far it is.
 */
export const collectedEdges: readonly OrderStatus[] = ["shipped", "delivered", "cancelled"];
/** Steps that ask the courier's platform. */
export const asksPlatform = ["drive", "book", "cancelBooking", "approveCancel", "clock"];
/** States of a booking whose courier may still come. */
const open = ["requested", "drafted", "booked"] as const;
/** From → where the booking of a courier may go. */
export const bookingEdges: Record<BookingState, readonly BookingState[]> = {
  requested: ["drafted", "booked", "collected", "refused", "cancelled"],
  drafted: ["booked", "collected", "refused", "cancelled"],
  booked: ["collected", "cancelled"],
  collected: [],
  refused: [],
  cancelled: [],
};
/** Step → from → where it may lead the claim of a case. */
export const claimEdges: Record<string, Record<string, readonly string[]>> = {
  claim: { none: ["asked"], asked: ["paid", "refused"] },
};
/** Step → from → where it may lead the latest decision about an order's cash. */
export const cashEdges: Record<string, Record<string, readonly string[]>> = {
  approveCash: { proposed: ["booked", "refused"] },
};

const solved = ["closed", "awaiting_return", "awaiting_replacement"] as const;
/** Step → from → where it may lead a case. */
export const caseEdges: Record<string, Partial<Record<ComplaintState, readonly ComplaintState[]>>> = {
  offer: { awaiting_buyer: ["awaiting_seller"], awaiting_seller: ["awaiting_buyer"] },
  acceptOffer: { awaiting_buyer: solved, awaiting_seller: solved, decided: ["decided", ...solved] },
  callMediator: { awaiting_buyer: ["with_mediator"], awaiting_seller: ["with_mediator"], checking: ["with_mediator"] },
  withdraw: {
    awaiting_seller: ["closed"],
    awaiting_buyer: ["closed"],
    with_mediator: ["closed"],
    awaiting_return: ["closed"],
    awaiting_replacement: ["closed"],
  },
  decide: { with_mediator: ["decided", ...solved], appealed: solved },
  appeal: { decided: ["appealed"] },
  sendBack: { awaiting_return: ["return_shipped"] },
  sendReplacement: { awaiting_replacement: ["replacement_shipped"] },
  scan: { return_shipped: ["inspecting"], replacement_shipped: ["checking"] },
  oddScan: { return_shipped: ["inspecting"], replacement_shipped: ["checking"] },
  inspect: { return_shipped: ["inspecting"], inspecting: ["closed", "with_mediator"] },
  received: { replacement_shipped: ["closed"], checking: ["closed"] },
  clock: {
    awaiting_seller: ["with_mediator", ...solved],
    awaiting_buyer: ["with_mediator"],
    with_mediator: ["decided", ...solved],
    decided: solved,
    appealed: solved,
    awaiting_return: ["closed", "awaiting_return"],
    return_shipped: ["inspecting"],
    inspecting: ["closed", "with_mediator"],
    awaiting_replacement: ["closed"],
    replacement_shipped: ["checking"],
    checking: ["closed", "with_mediator"],
  },
};

/** Whether the courier of a booking may still come. */
export const isOpen = (state: BookingState | null) => open.some((one) => one === state);
