import { brandName } from "#lib/brand.ts";

/** @rule The user type `penjual` means seller; any other type is a buyer (docs/requirements.md S003, S004). */
export function isSeller(type: string | null | undefined): boolean {
  return type === "penjual";
}

/** The type as users read it: `Penjual`, `Pembeli` (docs/requirements.md S059). */
export function typeLabel(type: string | null | undefined): string {
  if (type === "operator") return "Operator";
  return isSeller(type) ? "Penjual" : "Pembeli";
}

/** @rule A user's name has at most 80 characters. */
export const maxPersonNameLength = 80;
/** @rule A password has 8 to 200 characters and at most 1,000 bytes, and is never cut. */
export const passwordLength = { min: 8, max: 200, maxBytes: 1000 };
/** The longest phone number as typed, with spaces and hyphens. */
export const maxTypedPhoneLength = 40;

/** The name that is shown for a deleted account. */
export function anonymisedName(): string {
  return `Pengguna ${brandName()}`;
}

/**
 * @rule A user's name does not contain the marketplace's name, nor a separate word that suggests staff of the
 * marketplace.
 */
export const reservedPersonNames = {
  get anywhere() {
    return [brandName()];
  },
  words: [
    "official",
    "admin",
    "administrator",
    "operator",
    "moderator",
    "mediator",
    "cs",
    "helpdesk",
    "help desk",
    "customer service",
    "customer care",
    "customer support",
    "call center",
    "call centre",
    "layanan pelanggan",
    "layanan konsumen",
    "pusat bantuan",
    "pusat resolusi",
    "rekening bersama",
  ],
};

/** The message for a name with a reserved word. */
export function reservedNameMessage(word: string): string {
  return `Nama yang memuat “${word}” terlihat seperti akun resmi kami. Pilih nama lain.`;
}
