import { auditActions } from "#audit-log/rules.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { refundedFeesText } from "#orders/adjustment-rules.ts";
import { bookingLabels } from "#orders/bookings/rules.ts";
import { corrections } from "#orders/corrections/rules.ts";
import { findingTexts } from "#orders/parcels/rules.ts";
import { eventActors, eventLabel } from "#orders/rules.ts";
import { paymentMethod, paymentStatusLabels } from "#payments/rules.ts";
import { trackingLabels } from "#shipping/rules.ts";
import { ledgerLabels } from "../rules.ts";
import type { StoryOrderRow, StoryRow } from "./queries.ts";
import {
  correctionSteps,
  parcelWays,
  refundReasons,
  refundStates,
  storyAuthors,
  storyMessages,
  type StoryKind,
} from "./rules.ts";

export type StoryEntry = {
  at: string;
  kind: StoryKind;
  text: string;
  /** Who, why or where; empty when there is nothing to add. */
  detail: string;
  amount: Rupiah | null;
  movements: Extract<StoryRow, { kind: "ledger" }>["movements"];
};

/** What is stored about an order as sentences for an operator. */
export function describeStory(
  rows: readonly StoryRow[],
  { siblings, adjustments }: Pick<StoryOrderRow, "siblings" | "adjustments">,
): StoryEntry[] {
  return rows.map((row) => ({
    at: row.at.toISOString(),
    detail: "",
    amount: null,
    movements: [],
    ...describeRow(row, {
      together: siblings > 0 ? `untuk pesanan ini dan ${siblings} lainnya` : "",
      // A solution of a complaint names goods and shipping alone, so the amount of its refund may be larger.
      fees: "fees" in row ? refundedFeesText(row.fees, adjustments) : "",
    }),
  }));
}

function describeRow(
  row: StoryRow,
  { together, fees }: { together: string; fees: string },
): Pick<StoryEntry, "kind" | "text"> & Partial<StoryEntry> {
  switch (row.kind) {
    case "event":
      return {
        kind: "order",
        text: eventLabel(row.action, row.status),
        detail: joined(eventActors[row.actor], row.reason),
      };
    case "attempt":
      return {
        kind: "payment",
        text: `Tagihan ${paymentMethod(row.method)?.name ?? row.method} dibuat`,
        detail: joined(together, row.provider, row.reference, `sekarang: ${paymentStatusLabels[row.status]}`),
        amount: row.amount,
      };
    case "receipt":
      return {
        kind: "payment",
        text: "Uang masuk",
        detail: joined(together, row.provider, row.reference),
        amount: row.amount,
      };
    case "refund":
      return {
        kind: "refund",
        text: "Pengembalian dibuat",
        detail: joined(refundReasons[row.reason], fees, `sekarang: ${refundStates[row.status] ?? row.status}`),
        amount: row.amount,
      };
    case "refund_done":
      return row.amount === 0
        ? {
            kind: "refund",
            text: "Tidak ada uang yang kembali ke pembeli",
            detail: joined(refundReasons[row.reason], "bagian ini dibayar promosi pasar"),
          }
        : {
            kind: "refund",
            text: row.way === "chargeback" ? "Ditarik kembali oleh bank pembeli" : "Pengembalian sampai",
            detail: joined(refundReasons[row.reason], fees),
            amount: row.amount,
          };
    case "refund_returned":
    case "refund_moved":
      return {
        kind: "refund",
        text:
          row.kind === "refund_moved"
            ? "Penarikan bank pembeli dipindah ke pengembalian yang gagal"
            : "Uang yang ditarik bank pembeli kembali",
        detail: joined(refundReasons[row.reason], fees),
        amount: row.amount,
      };
    case "refund_divided":
      return {
        kind: "refund",
        text: "Sisa pengembalian dibuat lagi",
        detail: joined(refundReasons[row.reason], fees, "bagian lainnya sudah ditarik bank pembeli"),
        amount: row.amount,
      };
    case "correction":
      return {
        kind: "correction",
        text: `${corrections[row.correction].label} ${correctionSteps[row.state]}`,
        detail: joined(row.operator || "Sistem", row.reason),
        amount: row.amount,
      };
    case "booking":
      return { kind: "parcel", text: bookingLabels[row.status], detail: row.failure };
    case "parcel":
      return {
        kind: "parcel",
        text: `${parcelWays[row.direction] ?? "Paket"} dibuat`,
        detail: joined(row.courier, row.resi && `resi ${row.resi}`),
      };
    case "scan":
      return { kind: "scan", text: trackingLabels[row.status], detail: joined(row.place, row.note, row.resi) };
    case "finding":
      return { kind: "parcel", text: `Temuan: ${findingTexts[row.finding].label}` };
    case "message":
      return {
        kind: "complaint",
        text: storyMessages[row.message] ?? "Pesan ditulis",
        detail: joined(storyAuthors[row.author], `komplain ${row.number}`),
      };
    case "ledger":
      return { kind: "money", text: ledgerLabels[row.event] ?? row.event, movements: row.movements };
    case "audit":
      return { kind: "audit", text: auditActions[row.action] ?? row.action, detail: joined(row.operator, row.reason) };
  }
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}
