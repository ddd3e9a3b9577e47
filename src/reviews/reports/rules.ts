import { isPermitted } from "#accounts/operators/rules.ts";
import { day, hour } from "#lib/time.ts";

/** What can be reported. A reply has the id of its review. */
export const reportedKinds = ["review", "reply", "question", "answer"] as const;
export type ReportedKind = (typeof reportedKinds)[number];

/**
 * @rule Operators hide what can be reported, and also the pictures of a review alone: then its stars and text stay, so
 * that an honest review is not lost to a picture with an address on it.
 */
export const hiddenKinds = [...reportedKinds, "pictures"] as const;
export type HiddenKind = (typeof hiddenKinds)[number];

/** What an item is called. */
export const kindLabels: Readonly<Record<HiddenKind, string>> = {
  review: "Ulasan",
  reply: "Balasan penjual",
  question: "Pertanyaan",
  answer: "Jawaban",
  pictures: "Foto ulasan",
};

/** Why somebody reports an item. */
export const reportReasons = [
  { id: "insult", label: "Menghina atau mengancam" },
  { id: "private_data", label: "Memuat data pribadi" },
  { id: "advertising", label: "Iklan atau tautan ke tempat lain" },
  { id: "off_topic", label: "Bukan tentang barang ini" },
  { id: "false", label: "Palsu atau dibayar" },
  { id: "unlawful", label: "Melanggar hukum" },
] as const;
export type ReportReason = (typeof reportReasons)[number]["id"];

/** What happened to a report. */
export const reportStates = { open: "Belum diputuskan", hidden: "Disembunyikan", dismissed: "Tetap tampil" } as const;
export type ReportState = keyof typeof reportStates;

/** @rule The explanation of a report has at most 500 characters and may be empty. */
export const maxReportLength = 500;

/**
 * @rule A person can report 10 reviews, questions and answers in an hour, and each of them once. Reports alone hide
 * nothing, however many they are: an operator decides.
 */
export const reportLimit = { max: 10, window: hour, by: "user" } as const;

/** @rule Operators decide reports and objections within 3 days; the queue shows those that waited longer first. */
export const reportDuration = 3 * day;

/** @rule An operator hides an item with a written reason of 10 to 500 characters, which its author reads. */
export const hidingReasonLength = { min: 10, max: 500 };

/**
 * What became of a hiding: the author can object (`hidden`), an operator who did not hide it decides (`objected`), and
 * it stays (`upheld`) or ends (`restored`).
 */
export const hidingStates = ["hidden", "objected", "upheld", "restored"] as const;
export type HidingState = (typeof hidingStates)[number];

/**
 * @rule The author of a hidden item can object once, within 14 days, with 10 to 1,000 characters. Another operator than
 * the one who hid it decides, with the permission `reviews.decide`.
 */
export const objection = { duration: 14 * day, length: { min: 10, max: 1000 } };

/** Until when the author can object; null when that is not possible any more. */
export function objectionUntil(hiding: { state: HidingState; hidden_at: Date }, now: Date): Date | null {
  const until = new Date(hiding.hidden_at.getTime() + objection.duration);
  return hiding.state === "hidden" && now <= until ? until : null;
}

/** Whether operators with this role hide and restore. */
export function mayModerate(operatorRole: string | null): boolean {
  return isPermitted(operatorRole, "reviews.decide");
}

/**
 * @rule A page of the queue has 20 items: first those that waited too long, then those with the most reports, then the
 * longest reported; at most 100 pages can be read.
 */
export const queuePage = { size: 20, maxPages: 100 };

/** Lists of the queue. */
export const queueViews = [
  { id: "reported", label: "Dilaporkan" },
  { id: "objected", label: "Keberatan" },
  { id: "hidden", label: "Disembunyikan" },
] as const;
export type QueueView = (typeof queueViews)[number]["id"];

/** @rule A person sees their 50 latest reports and 50 latest hidden items. */
export const ownReportsShown = 50;
