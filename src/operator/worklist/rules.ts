import { appealAnswerDuration } from "#accounts/measures/rules.ts";
import { isPermitted, type OperatorPermission } from "#accounts/operators/rules.ts";
import { heldDuration } from "#catalog/screening/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { day, hour, span } from "#lib/time.ts";
import { correctionDuration } from "#orders/corrections/rules.ts";
import { ownWriteOffs } from "#payments/cod/rules.ts";
import { secondApprovalAmount } from "#payments/payouts/rules.ts";
import { ownMatches, secondOperatorAmount, uploadedMatches } from "#payments/statements/rules.ts";
import { reportDuration } from "#reviews/reports/rules.ts";
import { signalDuration } from "../signals/rules.ts";
import { verificationDuration } from "#shops/verification/rules.ts";

type WorkKindRow = {
  label: string;
  tone: "info" | "warning" | "error";
  /** Who may decide it, so who sees it. */
  permission: OperatorPermission;
  /** What the button says. */
  verb: string;
  /** When an operator should have decided, in milliseconds after it arrived; null when it has a deadline of its own. */
  within: number | null;
  /** Says to operators which of these decisions need another operator than the one who acted before. */
  needsOther?: () => string;
};

/** @rule What waits for a decision of an operator, who sees it, and within which time it should be decided. */
export const workKinds = {
  deadlines: { label: "Tenggat macet", tone: "error", permission: "orders.read", verb: "Periksa", within: hour },
  audit: { label: "Pemeriksaan", tone: "error", permission: "audits.run", verb: "Periksa", within: 4 * hour },
  hold: { label: "Pencairan ditahan", tone: "error", permission: "payouts.decide", verb: "Periksa", within: day },
  payout: {
    label: "Pencairan",
    tone: "info",
    permission: "payouts.decide",
    verb: "Putuskan",
    within: day,
    needsOther: () => `mulai ${formatRupiah(secondApprovalAmount())}`,
  },
  payout_check: {
    label: "Pencairan macet",
    tone: "warning",
    permission: "payouts.decide",
    verb: "Periksa",
    within: day,
    needsOther: () => "hasil transfer yang Anda catat",
  },
  payout_transfer: {
    label: "Transfer pencairan",
    tone: "info",
    permission: "payouts.decide",
    verb: "Kerjakan",
    within: day,
    needsOther: () => "hasil yang Anda catat",
  },
  complaint: {
    label: "Mediasi",
    tone: "warning",
    permission: "complaints.decide",
    verb: "Putuskan",
    within: null,
    needsOther: () => "banding atas putusan Anda",
  },
  claim: {
    label: "Klaim asuransi",
    tone: "warning",
    permission: "claims.decide",
    verb: "Catat",
    within: null,
    needsOther: () => "pembayaran klaim yang Anda ajukan untuk pasar",
  },
  review: {
    label: "Laporan ulasan",
    tone: "info",
    permission: "reviews.decide",
    verb: "Periksa",
    within: reportDuration,
    needsOther: () => "keberatan atas tulisan yang Anda sembunyikan",
  },
  appeal: {
    label: "Banding",
    tone: "warning",
    permission: "measures.decide",
    verb: "Jawab",
    within: appealAnswerDuration,
    needsOther: () => "atas tindakan yang Anda ambil",
  },
  signal: {
    label: "Tanda penipuan",
    tone: "warning",
    permission: "signals.decide",
    verb: "Periksa",
    within: signalDuration,
  },
  breach: {
    label: "Kegagalan data pribadi",
    tone: "error",
    permission: "breaches.decide",
    verb: "Laporkan",
    within: null,
  },
  data_request: {
    label: "Permintaan data pribadi",
    tone: "warning",
    permission: "legal.decide",
    verb: "Jawab",
    within: null,
  },
  report: {
    label: "Laporan produk dan toko",
    tone: "warning",
    permission: "products.moderate",
    verb: "Putuskan",
    within: null,
  },
  held: {
    label: "Produk ditahan",
    tone: "info",
    permission: "products.moderate",
    verb: "Periksa",
    within: heldDuration,
  },
  verification: {
    label: "Verifikasi penjual",
    tone: "info",
    permission: "verifications.decide",
    verb: "Periksa",
    within: verificationDuration,
  },
  transfer: {
    label: "Mutasi bank",
    tone: "info",
    permission: "transfers.decide",
    verb: "Cocokkan",
    within: day,
    needsOther: () =>
      `lebih dari ${formatRupiah(secondOperatorAmount)} untuk satu tagihan, dan dalam ${span(ownMatches.window)} lebih dari ${formatRupiah(ownMatches.max)} dengan tangan atau ${formatRupiah(uploadedMatches.max)} lewat berkas`,
  },
  difference: {
    label: "Selisih penyedia",
    tone: "warning",
    permission: "reconciliation.decide",
    verb: "Periksa",
    within: 3 * day,
  },
  correction: {
    label: "Koreksi",
    tone: "warning",
    permission: "corrections.decide",
    verb: "Putuskan",
    within: correctionDuration,
    needsOther: () => "semua yang Anda usulkan",
  },
  cod: {
    label: "COD terlambat",
    tone: "warning",
    permission: "cod.decide",
    verb: "Tagih",
    within: null,
    needsOther: () => `mengikhlaskan lebih dari ${formatRupiah(ownWriteOffs.max)} dalam ${span(ownWriteOffs.window)}`,
  },
  certificate: { label: "SKB pajak", tone: "info", permission: "tax.decide", verb: "Putuskan", within: 3 * day },
  parcel: { label: "Paket janggal", tone: "warning", permission: "parcels.read", verb: "Periksa", within: 2 * day },
} as const satisfies Record<string, WorkKindRow>;
export type WorkKind = keyof typeof workKinds;
export const workKindNames = Object.keys(workKinds) as WorkKind[];

/** The decisions of this operator's role that need another operator, while no other operator may decide their kind. */
export function decisionsWithoutOther(
  operatorRole: string | null,
  otherRoles: readonly (string | null)[],
): { kind: WorkKind; which: string }[] {
  return workKindNames.flatMap((kind) => {
    const { permission, needsOther }: WorkKindRow = workKinds[kind];
    const isAlone = isPermitted(operatorRole, permission) && !otherRoles.some((role) => isPermitted(role, permission));
    return needsOther && isAlone ? [{ kind, which: needsOther() }] : [];
  });
}

/** @rule A decision that is due within 4 hours is marked on the console's home. */
export const soonDuration = 4 * hour;

/** @rule The console's home lists at most 25 things of a kind, and counts at most 99. */
export const worklistLimits = { rows: 25, counted: 99 };

/** @rule Findings about parcels and differences with a provider stay on the console's home for 7 days. */
export const worklistMemoryDuration = 7 * day;

/** @rule The console's search takes 2 to 80 characters and shows at most 8 results of a kind. */
export const consoleSearch = { min: 2, max: 80, results: 8 };
