import { addDuration } from "#lib/time.ts";
import { breachNoticeDuration } from "../rules.ts";

/** What kinds of personal data a breach may concern, as its letters name them. */
export const breachDataKinds = {
  name: "nama",
  email: "alamat email",
  phone: "nomor telepon",
  address: "alamat",
  birth_date: "tanggal lahir",
  password: "sidik kata sandi",
  orders: "pesanan dan pembayaran",
  bank_account: "rekening bank",
  identity: "NIK, NPWP, atau dokumen identitas",
  messages: "pesan dan komplain",
  pictures: "foto dan video",
  network: "alamat jaringan dan perangkat",
} as const;
export type BreachDataKind = keyof typeof breachDataKinds;
export const breachDataKindNames = Object.keys(breachDataKinds) as [BreachDataKind, ...BreachDataKind[]];

/** @rule The people of a breach are chosen by one of these questions, or by a list of ids and e-mails. */
export const breachSelections = {
  list: "Daftar id atau email",
  logins: "Akun yang dipakai masuk dalam waktu kejadian",
  orders: "Pembeli yang memesan dalam waktu kejadian",
  shop: "Pembeli satu toko yang memesan dalam waktu kejadian",
  registered: "Akun yang dibuka dalam waktu kejadian",
  bank_accounts: "Akun yang punya rekening bank",
  all: "Semua akun",
} as const;
export type BreachSelection = keyof typeof breachSelections;
export const breachSelectionNames = Object.keys(breachSelections) as [BreachSelection, ...BreachSelection[]];

/** @rule The texts of a breach have at most 2,000 characters, its title 10 to 120. */
export const breachTextLength = { titleMin: 10, titleMax: 120, min: 20, max: 2000 };

/** @rule A list of people of a breach has at most 200,000 characters. */
export const breachListLimits = { characters: 200_000 };

/** @rule People are added to a breach 10,000 at a time, and letters are queued 200 at a time. */
export const breachBatches = { people: 10_000, letters: 200 };

/** @rule The number under which the authority received a report has 3 to 100 characters. */
export const breachReferenceLength = { min: 3, max: 100 };

/** How many breaches a page of the register lists. */
export const breachPageSize = 30;

/** Until when people and the authority are notified of a breach that was noticed then. */
export function breachDueAt(noticedAt: Date): Date {
  return addDuration(noticedAt, breachNoticeDuration);
}

/** A moment in WIB as a form sends it (`2026-11-23T14:05`); undefined when it does not exist. */
export function momentOf(typed: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return undefined;
  const at = new Date(`${typed}:00+07:00`);
  return Number.isNaN(at.getTime()) || typedMoment(at) !== typed ? undefined : at;
}

/** A moment as the field of a form holds it, in WIB. */
export function typedMoment(at: Date): string {
  return new Date(at.getTime() + 7 * 60 * 60 * 1000).toISOString().slice(0, 16);
}

/** The ids and e-mails of a list, one a line or separated by commas; `words` are all of them and what is neither. */
export function readPeopleList(text: string): { ids: string[]; emails: string[]; words: string[] } {
  const typed = text.split(/[\s,;]+/).map((word) => word.replace(/^"|"$/g, "").toLowerCase());
  const words = [...new Set(typed)].filter((word) => word !== "");
  const ids = words.filter((word) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(word));
  const emails = words.filter((word) => word.includes("@") && word.length <= 254);
  return { ids, emails, words };
}
