import { brandName } from "#lib/brand.ts";
import { day, minute } from "#lib/time.ts";

/** Providers with whose accounts a user can log in. */
export const providers = ["google", "apple", "facebook"] as const;
export type Provider = (typeof providers)[number];

/** The names of the providers as users know them. */
export const providerNames: Record<Provider, string> = { google: "Google", apple: "Apple", facebook: "Facebook" };

/** @rule A token of Google or Apple is accepted only when it is signed with RS256 or ES256. */
export const tokenAlgorithms = ["RS256", "ES256"];

/** @rule Thirty logins by provider a minute from one network. */
export const oauthAttempts = { max: 30, window: minute };

/** @rule A login by provider must be finished within ten minutes. */
export const flowTtl = 10 * minute;

/** @rule A link that finishes a first login with a provider that does not verify the e-mail is valid for 24 hours. */
export const proofTtl = day;

/** @rule All calls to a provider for one login take at most 2.5 seconds in all, and a response has at most 256 KB. */
export const providerRequestLimits = { wait: 2500, bytes: 256 * 1024 };

/** The reasons why a login by provider failed, as they are written in the address of /login. */
export const oauthFailures = ["refused", "taken", "no_email", "mailed", "unreachable", "cancelled", "closed"] as const;
export type OauthFailure = (typeof oauthFailures)[number];

/** The sentence at the e-mail field after a failed login by provider (docs/requirements.md S152). */
export const badCredentials = "Bad credentials.";

/** The message at the e-mail field of /login after a failure; null when the user cancelled at the provider. */
export function oauthMessage(failure: OauthFailure, provider: Provider): string | null {
  const name = providerNames[provider];
  switch (failure) {
    case "refused":
      return badCredentials;
    case "taken":
      return `Email ini sudah punya akun ${brandName()}. Masuk dulu dengan kata sandi, lalu hubungkan ${name} di Profil, Keamanan.`;
    case "no_email":
      return `Akun ${name} Anda tidak membagikan email. Izinkan email saat masuk, atau daftar dengan email.`;
    case "mailed":
      return `Kami mengirim tautan ke email akun ${name} Anda. Buka tautan itu untuk melanjutkan.`;
    case "unreachable":
      return `${name} sedang tidak bisa dihubungi. Coba lagi sebentar lagi, atau masuk dengan kata sandi.`;
    case "closed":
      return "Pendaftaran akun baru sedang ditutup. Akun yang sudah ada tetap bisa masuk.";
    case "cancelled":
      return null;
  }
}
