import { reservedPersonNames } from "#accounts/rules.ts";
import { brandName } from "#lib/brand.ts";
import { day } from "#lib/time.ts";

/** @rule A shop's name has 3 to 60 characters. */
export const shopNameLength = { min: 3, max: 60 };

/** @rule A shop's tagline has at most 120 characters, its description 3,000. */
export const shopTextLength = { tagline: 120, description: 3000 };

/** @rule A shop's street address has 5 to 200 characters, its note for buyers who collect goods at most 200. */
export const shopPlaceLength = { street: { min: 5, max: 200 }, pickupNote: 200 } as const;

/**
 * @rule While goods come back to a shop, its address changes at most three times a day, because the buyers are notified
 * of each change.
 */
export const maxAddressChanges = 3;
export const addressChangePeriod = day;

/**
 * @rule A shop's name does not contain the marketplace's name, nor a separate word that suggests a shop of the
 * marketplace or a verified shop.
 */
export const reservedShopNames = {
  get anywhere() {
    return reservedPersonNames.anywhere;
  },
  words: [...reservedPersonNames.words, "resmi", "terverifikasi", "verified", "tim bantuan"],
};

/** @rule A name that a shop gives up, by renaming or closing, is free for other shops after 180 days. */
export const reservedNameDuration = 180 * day;
/**
 * @rule Of the names that one shop gives up, the last three are reserved, so that correcting a name does not free the
 * one before.
 */
export const maxReservedNamesPerShop = 3;

/** Words that a shop's slug may not be, because they have a meaning on this site. */
const reservedSlugs = new Set(["admin", "operator", "bantuan", "resmi", "official", "support", "toko", "penjual"]);

/** A name as a slug: `Batik Laweyan & Co.` → `batik-laweyan-co`; empty when no character is usable. */
export function slugFrom(name: string, maxLength: number): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’'`]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxLength)
    .replace(/-$/, "");
}

/** The part of a slug that comes from the name, without the number after it: `batik-2` → `batik`. */
export function slugName(slug: string): string {
  const words = slug.split("-");
  while (words.length > 1 && /^\d+$/.test(words.at(-1) ?? "")) words.pop();
  return words.join("-");
}

/** Whether a shop may have this slug. */
export function isShopSlug(slug: string): boolean {
  return slug.length >= 3 && !reservedSlugs.has(slug) && slug !== slugFrom(brandName(), 54);
}

/** The slug of a shop's name, to which a number is added when it is taken. Null when the name gives no slug. */
export function shopSlug(name: string): string | null {
  const slug = slugFrom(name, 54);
  return isShopSlug(slug) ? slug : null;
}

/** A city's short name: `Kota Bandung` → `Bandung`, `Kabupaten Aceh Tengah` → `Aceh Tengah`. */
export function cityName(regency: string): string {
  return regency.replace(/^(Kota|Kabupaten) (Administrasi )?/, "");
}
