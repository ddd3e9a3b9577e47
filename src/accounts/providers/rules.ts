import { marketName } from "#lib/brand.ts";
import { day, minute } from "#lib/time.ts";

/** Providers of identities a person can log in with. */
export const providers = ["google", "apple", "facebook"] as const;
export type Provider = (typeof providers)[number];

/** How people know a provider. */
export const providerNames: Record<Provider, string> = { google: "Google", apple: "Apple", facebook: "Facebook" };

/** @rule A login by Google or Apple is believed only when signed with RS256 or ES256. */
export const tokenAlgorithms = ["RS256", "ES256"];

/** @rule Thirty logins by provider a minute from one address. */
export const oauthAttempts = { max: 30, window: minute };

/** @rule Whoever goes to a provider to log in has ten minutes to come back. */
export const flowTtl = 10 * minute;

/** @rule A link that finishes a first login by a provider without a verified e-mail is valid for 24 hours. */
export const proofTtl = day;

/** @rule All calls of one login to a provider take at most 2.5 seconds in all, and an answer has at most 256 KB. */
export const providerRequestLimits = { wait: 2500, bytes: 256 * 1024 };

/** Why a login by provider did not succeed, as /login is told in its address. */
export const oauthFailures = ["refused", "taken", "no_email", "mailed", "unreachable", "cancelled"] as const;
export type OauthFailure = (typeof oauthFailures)[number];

/** The specification's sentence for a login by provider that fails (§8), at the e-mail field. */
export const badCredentials = "Bad credentials.";

/** What /login says of a failure at its e-mail field; null when nothing went wrong. */
export function oauthMessage(failure: OauthFailure, provider: Provider): string | null {
  const name = providerNames[provider];
  switch (failure) {
    case "refused":
      return badCredentials;
    case "taken":
      return `Email ini sudah punya akun ${marketName}. Masuk dulu dengan kata sandi, lalu hubungkan ${name} di Profil, Keamanan.`;
    case "no_email":
      return `Akun ${name} Anda tidak membagikan email. Izinkan email saat masuk, atau daftar dengan email.`;
    case "mailed":
      return `Kami mengirim tautan ke email akun ${name} Anda. Buka tautan itu untuk melanjutkan.`;
    case "unreachable":
      return `${name} sedang tidak bisa dihubungi. Coba lagi sebentar lagi, atau masuk dengan kata sandi.`;
    case "cancelled":
      return null;
  }
}
