import type { OrderView } from "../order-view/contract.ts";

export type OrderStep = {
  name: string;
  done: boolean;
  at: string | null;
  /** What a completed step still waits for. */
  note?: string;
};

type Facts = Pick<
  OrderView,
  | "status"
  | "tracked"
  | "scanned"
  | "pickup"
  | "cod"
  | "paid_at"
  | "accepted_at"
  | "shipped_at"
  | "delivered_at"
  | "completed_at"
>;

/**
 * The steps of an order that is not cancelled. The parcel of a completed order counts as arrived, even if it was never
 * scanned.
 */
export function orderSteps(order: Facts): OrderStep[] {
  const completed = order.completed_at !== null;
  const unscanned = order.status === "shipped" && order.tracked && !order.scanned;
  return [
    ...(order.cod ? [] : [{ name: "Dibayar", done: order.paid_at !== null, at: order.paid_at }]),
    { name: "Dikonfirmasi", done: order.accepted_at !== null, at: order.accepted_at },
    {
      name: order.pickup ? "Siap diambil" : "Dikirim",
      done: order.shipped_at !== null,
      at: order.shipped_at,
      ...(unscanned ? { note: "Diserahkan ke kurir, menunggu pemindaian pertama." } : {}),
    },
    {
      name: order.pickup ? "Diambil" : order.cod ? "Tiba dan dibayar" : "Tiba",
      done: order.delivered_at !== null || completed,
      at: order.delivered_at,
    },
    { name: "Selesai", done: completed, at: order.completed_at },
  ];
}
