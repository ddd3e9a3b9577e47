import { formatRupiah } from "#lib/rupiah.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { lineStatuses, type LineStatus } from "../rules.ts";

const tones: Record<LineStatus, Tone> = {
  open: "warning",
  proposed: "warning",
  matched: "success",
  foreign: "neutral",
  bank_charge: "neutral",
};

/** The status of a movement. */
export function LineBadge({ status }: { status: LineStatus }) {
  return <Badge tone={tones[status]}>{lineStatuses[status]}</Badge>;
}

/** A movement's sum with its sign, and with cents where it has some. */
export function moneyOf({ amount, cents }: { amount: number; cents: number }): string {
  const sign = amount < 0 || cents < 0 ? "−" : "+";
  const decimals = cents === 0 ? "" : `,${String(Math.abs(cents)).padStart(2, "0")}`;
  return `${sign}${formatRupiah(Math.abs(amount))}${decimals}`;
}
