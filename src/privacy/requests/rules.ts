import { addDuration, day, hour, span } from "#lib/time.ts";
import { momentOf } from "../breaches/rules.ts";
import { deletionGraceDuration, requestAnswerDuration } from "../rules.ts";

/** What an operator can do together with a granted request. */
export const requestSteps = {
  archive: {
    label: "Siapkan salinan data di akunnya",
    about: "Salinan dibuat sekarang. Hanya orangnya yang bisa mengunduhnya, setelah masuk ke akunnya.",
  },
  deletion: {
    label: "Jadwalkan penghapusan akunnya",
    about: `Akun dihapus setelah ${span(deletionGraceDuration)}. Semua perangkatnya keluar sekarang, dan orangnya masih bisa membatalkan.`,
  },
  consents: {
    label: "Cabut persetujuan yang tidak wajib",
    about: "Promo dan undangan survei tidak dikirim lagi. Persetujuan yang diperlukan akun tetap ada.",
  },
} as const;
export type RequestStep = keyof typeof requestSteps;

/** @rule What people may ask about their personal data, and what an operator can do with one press when granting it. */
export const requestKinds = {
  access: {
    label: "Melihat data saya",
    about: "Salinan data pribadi Anda dan keterangan untuk apa data itu dipakai (Pasal 7).",
    step: "archive",
  },
  correction: {
    label: "Membetulkan data saya",
    about: "Data yang keliru atau tidak lengkap dibetulkan (Pasal 6). Sebutkan data mana dan isi yang benar.",
    step: null,
  },
  deletion: {
    label: "Menghapus data saya",
    about: "Pemrosesan diakhiri, data dihapus atau dimusnahkan (Pasal 8).",
    step: "deletion",
  },
  restriction: {
    label: "Menunda atau membatasi pemrosesan",
    about: "Data tetap disimpan, tetapi tidak dipakai untuk tujuan yang Anda sebutkan (Pasal 11).",
    step: "consents",
  },
  objection: {
    label: "Berkeberatan",
    about: "Anda menolak pemrosesan tertentu, misalnya keputusan otomatis atau promo (Pasal 9 dan 10).",
    step: "consents",
  },
  portability: {
    label: "Memindahkan data saya",
    about: "Data dalam bentuk yang bisa dibaca mesin, untuk dipakai di layanan lain (Pasal 13).",
    step: "archive",
  },
} as const satisfies Record<string, { label: string; about: string; step: RequestStep | null }>;
export type RequestKind = keyof typeof requestKinds;
export const requestKindNames = Object.keys(requestKinds) as [RequestKind, ...RequestKind[]];

/** @rule A person's request for a copy of the data is answered by the copy itself: the system makes it at once. */
export const kindsWithCopy: readonly RequestKind[] = requestKindNames.filter(
  (kind) => requestKinds[kind].step === "archive",
);

/** What became of a request. */
export const requestStates = {
  open: "Menunggu jawaban",
  granted: "Dikabulkan",
  refused: "Ditolak",
  withdrawn: "Ditarik kembali",
} as const;
export type RequestState = keyof typeof requestStates;
export const requestStateNames = Object.keys(requestStates) as [RequestState, ...RequestState[]];

/** @rule A request about personal data says in 10 to 2,000 characters what it is about. */
export const requestTextLength = { min: 10, max: 2000 };

/** @rule The answer to a request about personal data, which the person reads, has 20 to 2,000 characters. */
export const requestAnswerLength = { min: 20, max: 2000 };

/** @rule A person sends at most 10 requests about personal data in a day, and has one open request of each kind. */
export const requestLimit = { max: 10, window: day, by: "user" } as const;

/** @rule An operator may enter a letter that arrived up to 60 days ago. */
export const letterMaxAge = 60 * day;

/**
 * @rule Five years after its end, a request about personal data loses its texts and its sender; kind, days and outcome
 * stay as proof that it was answered.
 */
export const requestRetentionYears = 5;
export const requestRetentionDuration = requestRetentionYears * 365 * day;

/** Replaces the texts of a request whose person or time has gone. */
export const removedRequestText = "(dihapus)";

/**
 * @rule The deletion of an account that a letter asks for is granted by another operator than the one who entered the
 * letter.
 */
export function needsOtherOperator(
  request: { kind: RequestKind; user_id: string | null; entered_by_id: string | null },
  operatorId: string,
): boolean {
  return (
    requestKinds[request.kind].step === "deletion" && request.user_id !== null && request.entered_by_id === operatorId
  );
}

/** How many requests a person's page and a page of the console list. */
export const listedOwnRequests = 50;
export const requestPageSize = 30;

/** Until when a request that arrived then is answered. */
export function requestDueAt(receivedAt: Date): Date {
  return addDuration(receivedAt, requestAnswerDuration);
}

/**
 * @rule The 3×24 hours of a letter run from the moment when it arrived, not from the beginning of that day.
 *
 * When a letter arrived that an operator entered as `2026-11-23T14:05` in WIB. Undefined for a moment in the future and
 * for one that is too long ago.
 */
export function letterReceivedAt(typed: string, now: Date): Date | undefined {
  const at = momentOf(typed);
  return at && at <= now && at >= addDuration(now, -letterMaxAge) ? at : undefined;
}

/** @rule An operator opens at most 120 requests about personal data in an hour. */
export const requestReadLimit = { max: 120, window: hour, by: "user" } as const;
