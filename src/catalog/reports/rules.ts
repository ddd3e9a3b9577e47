import { day, hour } from "#lib/time.ts";

/** @rule A report of forbidden goods or fraud is decided within 4 hours, any other one within 24 hours. */
export const reportClocks = { urgent: 4 * hour, usual: 24 * hour };

/** Why somebody reports a product or a shop. */
export const listingReportKinds = {
  forbidden: { label: "Barang yang dilarang dijual", duration: reportClocks.urgent },
  fraud: { label: "Penipuan", duration: reportClocks.urgent },
  counterfeit: { label: "Barang palsu", duration: reportClocks.usual },
  rights: { label: "Melanggar merek, paten, atau hak cipta saya", duration: reportClocks.usual },
  pictures: { label: "Foto disalin dari tempat lain", duration: reportClocks.usual },
  other: { label: "Hal lain", duration: reportClocks.usual },
} as const;
export type ListingReportKind = keyof typeof listingReportKinds;
export const listingReportKindNames = Object.keys(listingReportKinds) as [ListingReportKind, ...ListingReportKind[]];

/** The anchor of a report on the page of the queue. */
export const reportAnchor = (id: string) => `report-${id}`;

/** What became of a report. */
export const listingReportStates = {
  open: "Diperiksa",
  acted: "Ditindak",
  dismissed: "Tidak ada pelanggaran",
} as const;
export type ListingReportState = keyof typeof listingReportStates;

/** @rule A report says what is wrong in 10 to 2,000 characters. */
export const listingReportLength = { min: 10, max: 2000 };

/** @rule The answer to a dismissed report, which its sender reads, has 10 to 1,000 characters. */
export const listingAnswerLength = { min: 10, max: 1000 };

/** @rule A person can send 10 reports of products and shops in an hour, and has one open report about each. */
export const listingReportLimit = { max: 10, window: hour, by: "user" } as const;

/** @rule A report of a violated right has a document that proves the right, such as the certificate of a trademark. */
export function needsDocument(kind: ListingReportKind): boolean {
  return kind === "rights";
}

/** @rule The document of a report is deleted 180 days after the decision, when nobody can object to it any more. */
export const reportDocumentDuration = 180 * day;

/** How many reports a person's page and a page of the console list. */
export const listedOwnReports = 50;
export const reportPageSize = 50;
