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
> & { events: readonly { action: string }[]; parcels: readonly { arrived_at: string | null }[] };

/**
 * When the goods were there: by the order, by the buyer who received it before any scan, or by the last parcel that
 * arrived during a complaint; null when a parcel did not arrive.
 */
function arrivedAt({ delivered_at: deliveredAt, completed_at: completedAt, events, parcels }: Facts): string | null {
  if (deliveredAt !== null || completedAt === null) return deliveredAt;
  if (events.some(({ action }) => action === "receive")) return completedAt;
  const moments = parcels.flatMap(({ arrived_at: at }) => (at === null ? [] : [at])).toSorted();
  return moments.length === parcels.length ? (moments.at(-1) ?? null) : null;
}

/** The steps of an order that is not cancelled. A completed order whose parcel did not arrive has no such step. */
export function orderSteps(order: Facts): OrderStep[] {
  const completed = order.completed_at !== null;
  const arrived = arrivedAt(order);
  const isMissing = completed && arrived === null;
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
    ...(isMissing
      ? []
      : [
          {
            name: order.pickup ? "Diambil" : order.cod ? "Tiba dan dibayar" : "Tiba",
            done: arrived !== null,
            at: arrived,
          },
        ]),
    {
      name: "Selesai",
      done: completed,
      at: order.completed_at,
      ...(isMissing ? { note: order.pickup ? "Tidak tercatat diambil." : "Tidak semua paket tercatat tiba." } : {}),
    },
  ];
}
