/** Errors of a form: field name → Indonesian sentences. */
export type FieldErrors = Record<string, string[]>;

/** One expected failure: its stable code, its HTTP status and the Indonesian sentence for the user. */
export type RefusalKind = {
  /** The slice and the reason, such as `cart.full`. Programs compare it, so it never changes. */
  code: string;
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503;
  message: string;
  /** It may be a guess or a forgery, so each one is logged for the operator (docs/operating.md). */
  isSecurityEvent?: true;
};

/** The codes of some refusals. A page compares with this type, so that no sentence is shipped to a browser. */
export type CodeOf<T extends Record<string, RefusalKind>> = T[keyof T]["code"];

// Statuses that refuse a call whatever its subject. A user who fills in a form does not cause them.
const securityStatuses: readonly number[] = [400, 401, 403, 405, 408, 413, 415, 429];
// Fields that prove a user's identity.
const credentialFields = ["code", "current_password", "pin"];

const declaredKinds = new Map<string, RefusalKind>();

/**
 * Declares the refusals of a slice, in its contract. `new Refusal(cartRefusals.full)` makes one. Throws when a code is
 * declared twice with different sentences.
 */
export function defineRefusals<const T extends Record<string, RefusalKind>>(kinds: T): T {
  for (const kind of Object.values(kinds)) {
    const before = declaredKinds.get(kind.code);
    if (before && before.message !== kind.message) throw new Error(`refusal ${kind.code} is declared twice`);
    declaredKinds.set(kind.code, kind);
  }
  return kinds;
}

/**
 * An expected failure: something a user or a program may not do now. Rules and operations throw it, and the response
 * has the code, status and sentence of its kind. `data` are field errors. `extra` is added to the response, for example
 * a new quote.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly status: number;
  readonly data: FieldErrors | undefined;
  readonly extra: Record<string, unknown> | undefined;
  /**
   * Whether it is logged as {@link RefusalKind.isSecurityEvent}. A missing session is not a security event, because
   * every page load checks for one.
   */
  isSecurityEvent: boolean;
  constructor(kind: RefusalKind, data?: FieldErrors, extra?: Record<string, unknown>) {
    super(kind.message);
    this.name = "Refusal";
    this.kind = kind;
    this.code = kind.code;
    this.status = kind.status;
    this.data = data;
    this.extra = extra;
    this.isSecurityEvent =
      kind.code !== sessionRefusals.required.code &&
      (kind.isSecurityEvent === true ||
        securityStatuses.includes(kind.status) ||
        credentialFields.some((name) => data?.[name] !== undefined));
  }
}

/** Refusals that every route may answer with. */
export const requestRefusals = defineRefusals({
  invalid: { code: "request.invalid", status: 422, message: "Ada isian yang perlu diperbaiki." },
  malformed: { code: "request.malformed", status: 400, message: "Permintaan tidak bisa dibaca." },
  tooSlow: {
    code: "request.too_slow",
    status: 408,
    message: "Kiriman terlalu lama. Periksa sambungan Anda, lalu coba lagi.",
  },
  tooLarge: { code: "request.too_large", status: 413, message: "Kiriman terlalu besar." },
  unsupportedType: { code: "request.unsupported_type", status: 415, message: "Jenis kiriman ini tidak didukung." },
  notFound: { code: "request.not_found", status: 404, message: "Data tidak ditemukan." },
  methodNotAllowed: {
    code: "request.method_not_allowed",
    status: 405,
    message: "Cara ini tidak tersedia untuk alamat tersebut.",
  },
  crossSite: {
    code: "request.cross_site",
    status: 403,
    message: "Permintaan dari situs lain ditolak. Muat ulang halaman lalu coba lagi.",
  },
  tooMany: {
    code: "request.too_many",
    status: 429,
    message: "Terlalu banyak percobaan. Tunggu sebentar lalu coba lagi.",
  },
});
/** Refusals for a missing session or a missing right. */
export const sessionRefusals = defineRefusals({
  required: { code: "session.required", status: 401, message: "Silakan masuk terlebih dahulu." },
  forbidden: { code: "session.forbidden", status: 403, message: "Anda tidak memiliki akses ke halaman ini." },
  notPermitted: {
    code: "session.not_permitted",
    status: 403,
    message: "Peran Anda tidak mencakup hal ini. Pemilik pasar mengatur peran di halaman Tim operator.",
  },
  secondFactorNeeded: {
    code: "session.second_factor_needed",
    status: 403,
    message: "Akun operator butuh langkah kedua: aktifkan verifikasi dua langkah, atau masuk dengan passkey Anda.",
  },
});
/** Refusals about the idempotency key (lib/idempotency.ts). */
export const idempotencyRefusals = defineRefusals({
  required: {
    code: "idempotency.required",
    status: 422,
    message: "Permintaan ini memerlukan kunci pengaman. Muat ulang halaman lalu coba lagi.",
  },
  reused: {
    code: "idempotency.reused",
    status: 422,
    message: "Kunci pengaman ini sudah dipakai untuk permintaan lain.",
    isSecurityEvent: true,
  },
  inProgress: {
    code: "idempotency.in_progress",
    status: 409,
    message: "Permintaan yang sama sedang diproses. Tunggu sebentar.",
  },
});
/** Refusals that do not depend on the request. A later attempt may succeed. */
export const serverRefusals = defineRefusals({
  busy: {
    code: "server.busy",
    status: 503,
    message: "Layanan sedang sibuk. Yang sudah Anda simpan tetap aman. Coba lagi sebentar lagi.",
  },
});
