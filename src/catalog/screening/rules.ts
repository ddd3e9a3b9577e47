import type { Setting } from "#lib/settings/setting.ts";
import { day } from "#lib/time.ts";

/** What a rule does with a product that matches it. */
export const ruleEffects = {
  refuse: { label: "Ditolak", about: "Produk tidak bisa disimpan." },
  hold: { label: "Ditahan", about: "Produk tersimpan, dan tayang setelah operator memeriksanya." },
  permit: { label: "Wajib izin", about: "Produk tidak bisa disimpan tanpa nomor izin." },
} as const;
export type RuleEffect = keyof typeof ruleEffects;
export const ruleEffectNames = Object.keys(ruleEffects) as [RuleEffect, ...RuleEffect[]];

/** @rule A rule has at most 100 words or phrases of 3 to 40 characters, and as many exceptions. */
export const ruleLimits = {
  label: { min: 3, max: 80 },
  sentence: { min: 10, max: 300 },
  phrase: { min: 3, max: 40 },
  phrases: 100,
  permitName: { min: 2, max: 40 },
  permitForm: { min: 3, max: 40 },
};

/** @rule There are at most 300 rules. */
export const maxForbiddenRules = 300;

/** @rule The preview of a rule looks at the 500 newest products that contain one of its words. */
export const previewedProducts = 500;
/** How many of the matches among them the preview lists. */
export const previewedMatches = 50;

/** The anchor of a held product on the page of the queue. */
export const holdAnchor = (id: string) => `hold-${id}`;

/** @rule Operators decide about a held product within 24 hours. */
export const heldDuration = day;

/** @rule A product is held with at most 10 reasons, one for each rule; 5 of the words that a rule found are shown. */
export const maxHoldReasons = 10;
export const shownWords = 5;
/** What was found is stored as marks, such as a rule with a word, so that an approval covers it from then on. */
export const maxHoldMarks = 200;

/** @rule The queue of held products shows 50, the oldest first. */
export const heldPageSize = 50;

/** @rule The first products of a new shop can be held too: an operator says how many; none by default. */
export const heldFirstProductsSetting: Setting<number> = { key: "catalog.held_first_products", defaultValue: 0 };

/**
 * @rule A product is held when its picture is near a removed picture of another shop: their hashes differ in at most 6
 * of 64 bits. A picture that is older than the removed one is the original and holds nothing.
 *
 * Hashes are found by a byte that both have (`bandsOf`), which is certain for at most 7 different bits.
 */
export const maxHashDistance = 6;

/** A rule about forbidden goods. */
export type ForbiddenRule = {
  id: string;
  label: string;
  effect: RuleEffect;
  words: readonly string[];
  exceptions: readonly string[];
  category_id: string | null;
  permit_name: string | null;
  permit_form: string | null;
  sentence: string;
};

/** The bytes of a hash with their position: hashes that differ in at most 7 bits share at least one. */
export function bandsOf(hash: bigint): number[] {
  const bits = BigInt.asUintN(64, hash);
  return Array.from({ length: 8 }, (_, at) => at * 256 + Number((bits >> BigInt(at * 8)) & 255n));
}

/** What holds a product, as it is stored. */
export type HoldReason =
  | { kind: "rule"; label: string; word: string; sentence: string }
  | { kind: "picture"; picture: string; removed: string; product: string }
  | { kind: "first" };

/** The sentence about a reason that its seller reads. */
export function holdSentence(reason: HoldReason): string {
  if (reason.kind === "rule") return reason.sentence;
  if (reason.kind === "picture") return "Salah satu fotonya mirip foto produk yang pernah diturunkan.";
  return "Produk pertama toko baru kami periksa lebih dulu.";
}
