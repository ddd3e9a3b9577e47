import { marketName } from "#lib/brand.ts";

/** @rule The user type `penjual` means seller; any other type is a buyer (specification §1). */
export function isSeller(type: string | null | undefined): boolean {
  return type === "penjual";
}

/** The type as people read it: `Penjual`, `Pembeli` (specification §2). */
export function typeLabel(type: string | null | undefined): string {
  if (type === "operator") return "Operator";
  return isSeller(type) ? "Penjual" : "Pembeli";
}

/** @rule A person's name has at most 80 characters. */
export const maxPersonNameLength = 80;
/** @rule A password has 8 to 200 characters and at most 1,000 bytes; nothing of it is cut off. */
export const passwordLength = { min: 8, max: 200, maxBytes: 1000 };
/** A phone number as typed, with spaces and hyphens. */
export const maxTypedPhoneLength = 40;

/** What somebody is called whose account was deleted. */
export const anonymisedName = `Pengguna ${marketName}`;

/**
 * @rule A person's name does not contain the marketplace's name, nor a separate word that suggests staff of the marketplace.
 */
export const reservedPersonNames = {
  anywhere: [marketName],
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
