/** Field errors as they travel: field name → Indonesian sentences. */
export type FieldErrors = Record<string, string[]>;

/** One expected failure: its HTTP status and the Indonesian sentence a person reads. */
export type RefusalKind = {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503;
  sentence: string;
  /** It may be a guess or a forgery: whoever runs the place finds a line about each (docs/operating.md). */
  event?: true;
};

// What refuses a call whatever it is about, and so is no slip of a person in a form.
const eventful: readonly number[] = [400, 401, 403, 405, 408, 413, 415, 429];
// Fields that prove who somebody is.
const proofs = ["code", "current_password"];

const known = new Map<string, RefusalKind>();

/**
 * Declares the refusals of a slice: stable code → status and sentence. Call once, in the slice's contract.
 * Throws when a code is declared twice with another meaning.
 */
export function defineRefusals<const T extends Record<string, RefusalKind>>(kinds: T): T {
  for (const [code, kind] of Object.entries(kinds)) {
    const before = known.get(code);
    if (before && before.sentence !== kind.sentence) throw new Error(`refusal ${code} is declared twice`);
    known.set(code, kind);
  }
  return kinds;
}

/**
 * An expected failure: something a person or program may not do now. Thrown by rules and operations, answered with
 * the status and sentence declared beside its code. `data` are field errors, `extra` is added to the answer
 * (a new quote, for example).
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: FieldErrors | undefined;
  readonly extra: Record<string, unknown> | undefined;
  /** Whether it is told as {@link RefusalKind.event}. Who merely is not logged in is none: every page asks who is there. */
  isEvent: boolean;
  constructor(code: string, data?: FieldErrors, extra?: Record<string, unknown>) {
    const kind = known.get(code);
    if (!kind) throw new Error(`refusal ${code} is not declared`);
    super(kind.sentence);
    this.name = "Refusal";
    this.code = code;
    this.status = kind.status;
    this.data = data;
    this.extra = extra;
    this.isEvent =
      code !== "session.required" &&
      (kind.event === true || eventful.includes(kind.status) || proofs.some((name) => data?.[name] !== undefined));
  }
}

/** Refusals that every route may answer. */
defineRefusals({
  "request.invalid": { status: 422, sentence: "Ada isian yang perlu diperbaiki." },
  "request.malformed": { status: 400, sentence: "Permintaan tidak bisa dibaca." },
  "request.too_slow": { status: 408, sentence: "Kiriman terlalu lama. Periksa sambungan Anda, lalu coba lagi." },
  "request.too_large": { status: 413, sentence: "Kiriman terlalu besar." },
  "request.unsupported_type": { status: 415, sentence: "Jenis kiriman ini tidak didukung." },
  "request.not_found": { status: 404, sentence: "Data tidak ditemukan." },
  "request.method_not_allowed": { status: 405, sentence: "Cara ini tidak tersedia untuk alamat tersebut." },
  "request.cross_site": {
    status: 403,
    sentence: "Permintaan dari situs lain ditolak. Muat ulang halaman lalu coba lagi.",
  },
  "request.too_many": { status: 429, sentence: "Terlalu banyak percobaan. Tunggu sebentar lalu coba lagi." },
  "session.required": { status: 401, sentence: "Silakan masuk terlebih dahulu." },
  "session.forbidden": { status: 403, sentence: "Anda tidak memiliki akses ke halaman ini." },
  "session.second_factor_needed": {
    status: 403,
    sentence: "Akun operator butuh langkah kedua: aktifkan verifikasi dua langkah, atau masuk dengan passkey Anda.",
  },
  "idempotency.required": {
    status: 422,
    sentence: "Permintaan ini memerlukan kunci pengaman. Muat ulang halaman lalu coba lagi.",
  },
  "idempotency.reused": {
    status: 422,
    sentence: "Kunci pengaman ini sudah dipakai untuk permintaan lain.",
    event: true,
  },
  "idempotency.in_progress": { status: 409, sentence: "Permintaan yang sama sedang diproses. Tunggu sebentar." },
  "server.busy": {
    status: 503,
    sentence: "Layanan sedang sibuk. Yang sudah Anda simpan tetap aman. Coba lagi sebentar lagi.",
  },
});
