import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { day, hour, span } from "#lib/time.ts";

/** What new rows a rule looks at. */
export const signalSources = ["orders", "users", "reviews"] as const;
export type SignalSource = (typeof signalSources)[number];

type SignalRule = {
  label: string;
  /** What the system counts, as operators read it. */
  about: string;
  source: SignalSource;
  /** What is counted lies at most this far back, in milliseconds. */
  window: number;
  /** The signal exists from this count on. */
  min: number;
  /** The share of all orders or reviews that must match, in per mille, where the rule has one. */
  perMille?: number;
};

/**
 * The signs of fraud: how far each looks back, and from which count it is shown.
 *
 * @rule A sign of fraud has no consequence by itself: a person dismisses it with a reason or takes a measure, which can
 * be appealed against.
 */
export const signalRules = {
  account_velocity: {
    label: "Banyak akun dari satu browser",
    about: "Akun berbeda yang masuk dari browser yang sama",
    source: "users",
    window: 7 * day,
    min: 4,
  },
  network_velocity: {
    label: "Banyak akun baru dari satu jaringan",
    about: "Akun baru dari jaringan yang sama; jaringan kantor atau warnet bisa tampak begini",
    source: "users",
    window: day,
    min: 15,
  },
  order_velocity: {
    label: "Banyak pesanan dari satu browser",
    about: "Pesanan oleh akun yang memakai browser yang sama",
    source: "orders",
    window: day,
    min: 15,
  },
  self_dealing: {
    label: "Pembeli dan penjual mungkin orang yang sama",
    about: "Pesanan antara akun dengan telepon, rekening, alamat, atau browser yang sama",
    source: "orders",
    window: 90 * day,
    min: 1,
  },
  refund_abuse: {
    label: "Pengembalian dana terlalu sering",
    about: "Komplain yang berakhir dengan pengembalian dana, dibanding jumlah pesanannya",
    source: "orders",
    window: 90 * day,
    min: 4,
    perMille: 400,
  },
  voucher_abuse: {
    label: "Satu voucher dipakai banyak akun yang sama browsernya",
    about: "Akun berbeda dari browser yang sama yang memakai voucher yang sama",
    source: "orders",
    window: 30 * day,
    min: 3,
  },
  review_ring: {
    label: "Ulasan berombongan",
    about: "Pembeli yang sama memberi bintang 4 atau 5 pada toko yang sama dalam waktu singkat",
    source: "reviews",
    window: 3 * day,
    min: 5,
    perMille: 500,
  },
} as const satisfies Record<string, SignalRule>;
export type SignalRuleName = keyof typeof signalRules;
export const signalRuleNames = Object.keys(signalRules) as [SignalRuleName, ...SignalRuleName[]];

/** What buyer and seller of an order have in common. */
export const sharedThings = {
  phone: "nomor telepon",
  bank_account: "rekening bank",
  address: "alamat",
  browser: "browser",
} as const;
export type SharedThing = keyof typeof sharedThings;
export const sharedThingNames = Object.keys(sharedThings) as [SharedThing, ...SharedThing[]];

/** What became of a signal. */
export const signalStates = {
  open: "Belum diperiksa",
  dismissed: "Bukan penipuan",
  acted: "Ditindak",
} as const;
export type SignalState = keyof typeof signalStates;
export const signalStateNames = Object.keys(signalStates) as [SignalState, ...SignalState[]];

/** @rule A signal that was dismissed or acted on comes back when what it counts has doubled. */
export const returnFactor = 2;

/** @rule The reason for dismissing a signal has 10 to 500 characters. */
export const dismissReasonLength = { min: 10, max: 500 };

/** @rule A signal of fraud is examined within 3 days. */
export const signalDuration = 3 * day;

/** @rule A signal is deleted 365 days after it was last found. */
export const signalRetentionDuration = 365 * day;

/**
 * @rule The rules of signals read new rows every hour, 1,000 at a time, and at first those of the time for which marks
 * of browsers are stored.
 */
export const scanLimits = { rows: 1000, first: fingerprintRetentionDuration };

/** Rows of transactions that were open during the last run are read again. */
export const scanOverlap = hour;

/** @rule A signal names at most 20 people, orders, reviews or vouchers as evidence, and its list has 30 a page. */
export const signalLimits = { evidence: 20, pageSize: 30 };

const maxListedNames = 4;

/** The names of a signal in the list: the first ones, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - maxListedNames;
  return names.slice(0, maxListedNames).join(", ") + (more > 0 ? `, dan ${more} orang lagi` : "");
}

/** What operators read about the count of a rule. */
export function signalText(rule: SignalRuleName, strength: number): string {
  const { about, window } = signalRules[rule];
  return `${about}: ${strength} dalam ${span(window)}.`;
}

/**
 * The smallest id of a row that was made at this moment: ids begin with the time in milliseconds (UUID version 7), so
 * new rows are found by the primary key.
 */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
