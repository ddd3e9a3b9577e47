import { Badge, type Tone } from "#ui/badge.tsx";
import { orderStatuses, type OrderStatus } from "../rules.ts";

const statusTones: Record<OrderStatus, Tone> = {
  awaiting_payment: "warning",
  awaiting_confirmation: "warning",
  processing: "info",
  shipped: "info",
  delivered: "info",
  completed: "success",
  cancelled: "error",
  disputed: "warning",
  refunded: "neutral",
};

/** The status of an order in a word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={statusTones[status]}>{orderStatuses[status].label}</Badge>;
}
