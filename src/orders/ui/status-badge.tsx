import { Badge, type Tone } from "#ui/badge.tsx";
import { statusLabel, type OrderStatus } from "../rules.ts";

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

/** The status of an order in a word. `pickup`: the buyer collects it at the shop. */
export function StatusBadge({ status, pickup = false }: { status: OrderStatus; pickup?: boolean }) {
  return <Badge tone={statusTones[status]}>{statusLabel(status, pickup)}</Badge>;
}
