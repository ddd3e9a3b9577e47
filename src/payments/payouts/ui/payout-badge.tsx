import { Badge, type Tone } from "#ui/badge.tsx";
import { payoutStatusText, type PayoutStatus } from "../rules.ts";

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
export function PayoutBadge({
  payout: { status, is_rejected: isRejected },
}: {
  payout: { status: PayoutStatus; is_rejected: boolean };
}) {
  return <Badge tone={isRejected ? "error" : tones[status]}>{payoutStatusText(status, isRejected)}</Badge>;
}
