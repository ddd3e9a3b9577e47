import { day, minute } from "#lib/time.ts";

/** What a measure is against: a person's account, a shop or a product. */
export const measureKinds = ["user", "shop", "product"] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Why operators act, as the person reads it. */
export const measureRules = {
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
export type MeasureRule = keyof typeof measureRules;
export const measureRuleNames = Object.keys(measureRules) as MeasureRule[];

/** @rule The reason of a measure that its person reads has 20 to 1,000 characters. */
export const measureTextLength = { min: 20, max: 1000 };

/** What stands for the texts of a measure when its person's account is deleted. */
export const deletedMeasureText = "(dihapus bersama akunnya)";

/** @rule A person appeals against a measure once, with 20 to 2,000 characters, and within 30 days. */
export const appealRules = { min: 20, max: 2000, duration: 30 * day };

/** @rule An operator other than the one who took the measure answers an appeal within 3 days. */
export const appealAnswerDuration = 3 * day;

/** @rule After a correct login to a blocked account, its page with reason and appeal stays open for 30 minutes. */
export const blockedPageTtl = 30 * minute;

/** Whether the person may still appeal. */
export function canAppeal(
  measure: { takenAt: Date; appealedAt: Date | null; endedAt: Date | null },
  now: Date,
): boolean {
  const until = measure.takenAt.getTime() + appealRules.duration;
  return measure.appealedAt === null && measure.endedAt === null && now.getTime() <= until;
}
