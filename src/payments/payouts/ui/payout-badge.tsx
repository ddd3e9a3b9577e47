import { Badge, type Tone } from "#ui/badge.tsx";
import { payoutStatuses, type PayoutStatus } from "../rules.ts";

const tones: Record<PayoutStatus, Tone> = {
  requested: "warning",
  approved: "info",
  sent: "info",
  paid: "success",
  failed: "error",
  returned: "error",
  cancelled: "neutral",
};

/** The status of a payout. */
export function PayoutBadge({ status }: { status: PayoutStatus }) {
  return <Badge tone={tones[status]}>{payoutStatuses[status]}</Badge>;
}
