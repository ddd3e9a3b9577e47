/**
 * Design note. A shop has at most one open application (draft, sent, returned) and at most one verified one. A verified
 * seller who changes something sends a new application: the shop stays verified with the old one until an operator
 * accepts the new one, which replaces it.
 */
import { day, minute } from "#lib/time.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import { normaliseTaxNumber, taxNumberProblem, taxpayerTextLength } from "#payments/tax/sellers/rules.ts";

/** Who may be behind a shop. */
export const sellerKinds = { person: "Perorangan", company: "Badan usaha" } as const;
export type SellerKind = keyof typeof sellerKinds;
export const sellerKindNames = Object.keys(sellerKinds) as [SellerKind, ...SellerKind[]];

/** The documents of an application. */
export const documentKinds = {
  ktp: { label: "Foto KTP", hint: "Seluruh kartu terlihat dan terbaca." },
  selfie: { label: "Swafoto memegang KTP", hint: "Wajah dan KTP terlihat jelas." },
  npwp_card: { label: "Kartu NPWP", hint: "Kartu NPWP badan usaha." },
  nib_document: { label: "Dokumen NIB", hint: "Dari OSS, halaman yang memuat nama dan nomornya." },
} as const;
export type DocumentKind = keyof typeof documentKinds;
export const documentKindNames = Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]];

/**
 * @rule A person proves the identity with a KTP and a photo with it; a company with the KTP of the person in charge,
 * its NPWP card and its NIB.
 */
export const neededDocuments: Readonly<Record<SellerKind, readonly DocumentKind[]>> = {
  person: ["ktp", "selfie"],
  company: ["ktp", "npwp_card", "nib_document"],
};

/** What is said at a document that is missing. */
export const missingDocumentText = "Unggah dokumen ini.";

/** What an application says. Numbers are digits; `npwp` may be empty for a person, `nib` is empty for one. */
export type SellerData = { nik: string; npwp: string; nib: string; name: string; address: string };

/** What an operator can ask to correct. */
export const verificationFields: Readonly<Record<keyof SellerData | DocumentKind, string>> = {
  name: "Nama",
  nik: "NIK",
  npwp: "NPWP",
  nib: "NIB",
  address: "Alamat",
  ktp: documentKinds.ktp.label,
  selfie: documentKinds.selfie.label,
  npwp_card: documentKinds.npwp_card.label,
  nib_document: documentKinds.nib_document.label,
};
export type VerificationField = keyof typeof verificationFields;
export const verificationFieldNames = Object.keys(verificationFields) as [VerificationField, ...VerificationField[]];

/** The fields of a kind of seller, in the order of the form. */
export function fieldsOf(kind: SellerKind): VerificationField[] {
  const data: VerificationField[] =
    kind === "company" ? ["name", "nik", "npwp", "nib", "address"] : ["name", "nik", "npwp", "address"];
  return [...data, ...neededDocuments[kind]];
}

export const sellerTextLength = taxpayerTextLength;

/** @rule A seller is at least 17 years old, the age of a KTP, and the NIK says so. */
export const sellerAge = { min: 17, max: 110 };

/** @rule An NIB has 13 digits. */
export const nibLength = 13;

/** Why a NIK cannot be one, as an Indonesian sentence; null when it can. */
export function nikProblem(nik: string, now: Date): string | null {
  const problem = taxNumberProblem("nik", nik);
  if (problem !== null) return problem;
  const [date = 0, month = 0, year = 0] = [nik.slice(6, 8), nik.slice(8, 10), nik.slice(10, 12)].map(Number);
  const born = date > 40 ? date - 40 : date;
  const isPlausible = [1900, 2000].some((century) => {
    const at = new Date(Date.UTC(century + year, month - 1, born));
    const oldest = new Date(Date.UTC(now.getUTCFullYear() - sellerAge.max, now.getUTCMonth(), now.getUTCDate()));
    const youngest = new Date(Date.UTC(now.getUTCFullYear() - sellerAge.min, now.getUTCMonth(), now.getUTCDate()));
    return at.getUTCDate() === born && at.getUTCMonth() === month - 1 && at >= oldest && at <= youngest;
  });
  return isPlausible && nik.slice(12) !== "0000" ? null : "NIK ini tidak sesuai. Periksa kembali seperti di KTP.";
}

/** Why an NIB cannot be one; null when it can. */
export function nibProblem(nib: string): string | null {
  if (!/^\d+$/.test(nib) || nib.length !== nibLength) return `NIB terdiri dari ${nibLength} angka.`;
  return /^(\d)\1*$/.test(nib) ? "NIB ini tidak sesuai. Periksa kembali." : null;
}

/** Digits as typed, without spaces, dots and hyphens; an NPWP of 15 digits gets its leading zero. */
export function normaliseNumber(field: "nik" | "npwp" | "nib", typed: string): string {
  return normaliseTaxNumber(field === "npwp" ? "npwp" : "nik", typed);
}

/** What is wrong with the data of an application, by field; empty when nothing is. */
export function dataProblems(kind: SellerKind, data: SellerData, now: Date): Partial<Record<keyof SellerData, string>> {
  const problems: Partial<Record<keyof SellerData, string>> = {};
  const nik = data.nik === "" ? "Wajib diisi." : nikProblem(data.nik, now);
  if (nik !== null) problems.nik = nik;
  const npwp = data.npwp === "" ? (kind === "company" ? "Wajib diisi." : null) : taxNumberProblem("npwp", data.npwp);
  if (npwp !== null) problems.npwp = npwp;
  const nib = kind === "person" ? null : data.nib === "" ? "Wajib diisi." : nibProblem(data.nib);
  if (nib !== null) problems.nib = nib;
  return problems;
}

export const verificationStatuses = {
  draft: "Belum dikirim",
  sent: "Sedang diperiksa",
  returned: "Perlu diperbaiki",
  verified: "Terverifikasi",
  refused: "Ditolak",
  withdrawn: "Dicabut",
  expired: "Berakhir",
  replaced: "Diganti data baru",
} as const;
export type VerificationStatus = keyof typeof verificationStatuses;

/** What the seller may do with an application, and what an operator decides about it. */
export const verificationActions = {
  change: { from: ["draft", "returned"] },
  send: { from: ["draft", "returned"], to: "sent" },
  accept: { from: ["sent"], to: "verified" },
  return: { from: ["sent"], to: "returned" },
  refuse: { from: ["sent"], to: "refused" },
  withdraw: { from: ["draft", "sent", "returned", "verified"], to: "withdrawn" },
  expire: { from: ["verified"], to: "expired" },
  replace: { from: ["verified"], to: "replaced" },
} as const satisfies Record<string, { from: readonly VerificationStatus[]; to?: VerificationStatus }>;

/** Whether an action is possible in a state. */
export function canVerify(action: keyof typeof verificationActions, status: VerificationStatus): boolean {
  return (verificationActions[action].from as readonly VerificationStatus[]).includes(status);
}

/** @rule Operators decide about an application within 2 days. */
export const verificationDuration = 2 * day;

/** @rule A verification counts for 2 years. The seller is reminded 30 days before its end. */
export const verificationTtl = 730 * day;
export const renewalReminderDuration = 30 * day;

/** @rule Seven days after opening a shop, or after an application was returned, the seller is reminded once. */
export const verificationReminderDuration = 7 * day;

/** @rule An application that was returned and is not sent again within 60 days ends. */
export const returnedDuration = 60 * day;

/**
 * @rule The numbers, address and documents of an application are deleted 30 days after it was refused, withdrawn or
 * replaced or expired, or 30 days after it was begun and never sent. Those of a verified seller stay.
 */
export const documentRetentionDuration = 30 * day;

/** @rule An operator who gives a reason can read the documents of an application for 30 minutes. */
export const readingDuration = 30 * minute;
export const readingReasonLength = { min: 5, max: 300 };

/** @rule What a seller should correct, and why an application is refused or ended, has 10 to 300 characters. */
export const verificationReasonLength = { min: 10, max: 300 };

/** @rule A seller can upload 40 identity documents in an hour. */
export const documentUploads = { max: 40, window: 60 * minute };

/** Whether operators with this role read documents and decide. */
export function mayVerify(operatorRole: string | null): boolean {
  return isPermitted(operatorRole, "verifications.decide");
}

export const verificationPageSize = 50;

/** So many other shops with a number of an application are shown to an operator. */
export const maxSharedNumbers = 20;

export type UnverifiedLimit = { isOn: boolean; products: number };

/**
 * @rule Until the seller is verified, a shop can have at most 100 products; an operator changes that number or ends the
 * limit.
 */
export const unverifiedLimitSetting: Setting<{ is_on: boolean; products: number }> = {
  key: "shops.unverified_limit",
  defaultValue: { is_on: true, products: 100 },
};

/** How many products a shop can have before its seller is verified; null without such a limit. */
export function maxUnverifiedProducts(): number | null {
  const { is_on: isOn, products } = settingOf(unverifiedLimitSetting);
  return isOn ? products : null;
}
