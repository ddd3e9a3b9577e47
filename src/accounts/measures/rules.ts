import { addDuration, day, formatDate, minute } from "#lib/time.ts";

/** What a measure is against: a person's account, a shop or a product. */
export const measureKinds = ["user", "shop", "product"] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Why operators act, as the person reads it. */
export const measureReasons = {
  fraud: "Penipuan atau percobaan penipuan",
  abuse: "Ancaman atau kata-kata kasar",
  forbidden_goods: "Barang yang dilarang dijual",
  counterfeit: "Barang palsu atau melanggar hak pihak lain",
  unsafe: "Barang yang membahayakan orang",
  false_claims: "Keterangan yang tidak benar",
  stolen_account: "Akun dipakai orang lain",
  authority: "Perintah pejabat yang berwenang",
  terms: "Pelanggaran lain terhadap syarat dan ketentuan",
} as const satisfies Record<string, string>;
export type MeasureReason = keyof typeof measureReasons;
const measureReasonNames = Object.keys(measureReasons) as MeasureReason[];

/** @rule What a person did or what befell an account is a reason against accounts and shops, not against a product. */
export function reasonsAgainst(kind: MeasureKind): MeasureReason[] {
  const ofPeople: readonly MeasureReason[] = ["abuse", "stolen_account"];
  return measureReasonNames.filter((reason) => kind !== "product" || !ofPeople.includes(reason));
}

/** @rule The reason of a measure that its person reads has 20 to 1,000 characters. */
export const measureTextLength = { min: 20, max: 1000 };

/** Replaces the texts of a measure when the account of its person is deleted. */
export const deletedMeasureText = "(dihapus bersama akunnya)";

/** @rule A person appeals against a measure once, with 20 to 2,000 characters, and within 30 days. */
export const appealRules = { min: 20, max: 2000, duration: 30 * day };

/** @rule An operator other than the one who took the measure answers an appeal within 3 days. */
export const appealAnswerDuration = 3 * day;

/** @rule After a correct login to a blocked account, its page with reason and appeal stays open for 30 minutes. */
export const blockedPageTtl = 30 * minute;

/** Until when a person may appeal against a measure that was taken then. */
export function appealUntil(takenAt: Date): Date {
  return addDuration(takenAt, appealRules.duration);
}

/** What people read about the one appeal that they have until then. */
export function appealText(until: Date): string {
  return `Anda bisa mengajukan banding satu kali, paling lambat ${formatDate(until)}.`;
}

/** What people read when their time to appeal is over; null while it runs, after an appeal and after the end. */
export function missedAppealText(measure: {
  appeal_until: string;
  can_appeal: boolean;
  appealed_at: string | null;
  ended_at: string | null;
}): string | null {
  const isMissed = !measure.can_appeal && measure.appealed_at === null && measure.ended_at === null;
  return isMissed ? `Batas waktu banding sudah lewat pada ${formatDate(new Date(measure.appeal_until))}.` : null;
}

/** Whether the person may still appeal. */
export function canAppeal(
  measure: { takenAt: Date; appealedAt: Date | null; endedAt: Date | null },
  now: Date,
): boolean {
  return measure.appealedAt === null && measure.endedAt === null && now <= appealUntil(measure.takenAt);
}

/** What an operator decided about an appeal, as the person reads it. */
export const appealOutcomes = {
  accepted: "Banding Anda diterima: tindakan ini dicabut.",
  rejected: "Banding Anda ditolak: tindakan ini tetap berlaku.",
};
