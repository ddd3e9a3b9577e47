import { z } from "zod";
import { brandName } from "#lib/brand.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, timestamp, resultResponse } from "#lib/schema.ts";
import { user } from "../contract.ts";
import { badCredentials, oauthAttempts, providers, type Provider } from "./rules.ts";

export const providerRefusals = defineRefusals({
  refused: { code: "accounts.oauth_refused", status: 401, message: badCredentials },
  emailTaken: {
    code: "accounts.oauth_taken",
    status: 409,
    get message() {
      return `Email ini sudah punya akun ${brandName()}. Masuk dulu dengan kata sandi, lalu hubungkan di Profil, Keamanan.`;
    },
  },
  noEmail: {
    code: "accounts.oauth_no_email",
    status: 422,
    message: "Akun ini tidak membagikan email. Izinkan email saat masuk, atau daftar dengan email.",
  },
  mailed: {
    code: "accounts.oauth_mailed",
    status: 403,
    message: "Kami mengirim tautan ke email akun itu. Buka tautan itu untuk melanjutkan.",
  },
  unreachable: {
    code: "accounts.oauth_unreachable",
    status: 503,
    message: "Layanan masuk ini sedang tidak bisa dihubungi. Coba lagi sebentar lagi, atau masuk dengan kata sandi.",
  },
  identityOfOther: {
    code: "accounts.identity_of_other",
    status: 409,
    get message() {
      return `Akun itu sudah terhubung dengan akun ${brandName()} yang lain.`;
    },
  },
  lastWayIn: {
    code: "accounts.last_way_in",
    status: 409,
    message: "Ini satu-satunya cara Anda masuk. Buat kata sandi atau passkey dulu.",
  },
  confirmNeeded: {
    code: "accounts.confirm_needed",
    status: 403,
    message: "Demi keamanan, pastikan dulu bahwa ini Anda.",
  },
});

const provider = z.enum(providers);
const tokenEndpoint = {
  summary: "Log in with the token of a provider; sets a session cookie",
  policy: "public" as const,
  params: z.strictObject({ provider: boundedText(40) }),
  body: z.strictObject({ token: boundedText(16_000).min(1) }),
  limit: oauthAttempts,
  response: z.object({ success: z.literal(true), data: z.object({ user }), message: z.string() }),
  refusals: [
    providerRefusals.refused,
    providerRefusals.emailTaken,
    providerRefusals.noEmail,
    providerRefusals.mailed,
    providerRefusals.unreachable,
    requestRefusals.notFound,
  ],
};
const flow = {
  policy: "public" as const,
  params: z.strictObject({ provider: boundedText(40) }),
  limit: oauthAttempts,
  response: z.unknown(),
  raw: true,
};
const callbackQuery = z.object({
  code: boundedText(4000).optional(),
  state: boundedText(200).optional(),
  error: boundedText(200).optional(),
});

const identity = z.object({
  provider,
  /** False when this marketplace has no settings for the provider (any more). */
  can_connect: z.boolean(),
  connected: z.object({ email: z.string().nullable(), created_at: timestamp, last_used_at: timestamp }).nullable(),
});
export type IdentityAnswer = z.output<typeof identity>;

export const oauthEndpoints = endpoints({
  "POST /login/oauth/:provider": tokenEndpoint,
  "POST /v1/login/oauth/:provider": tokenEndpoint,
  "GET /login/oauth/:provider/start": {
    ...flow,
    summary: "Redirect to the provider, which sends the browser back to the callback",
    query: z.strictObject({
      from: boundedText(2000).optional(),
      purpose: z.enum(["login", "connect", "confirm"]).default("login"),
      /** The proof in a mailed link: this person can read the mailbox of the address that the provider named. */
      proof: z.string().max(1500).optional(),
    }),
  },
  "GET /login/oauth/:provider/callback": {
    ...flow,
    summary: "Callback of the provider; redirects to the page where the user was",
    // Providers add fields of their own, which are ignored.
    query: callbackQuery.loose(),
  },
  "POST /login/oauth/:provider/callback": {
    ...flow,
    summary: "Callback of a provider that posts; redirects to the GET, so that our cookies are sent",
    policy: "provider",
    body: callbackQuery.loose(),
  },
  "GET /v1/auth/methods": {
    summary: "Providers that are set up for the login",
    policy: "public",
    response: resultResponse(z.object({ providers: z.array(provider) })),
  },
  "GET /v1/users/identities": {
    summary: "The current user's provider accounts, connected or not",
    policy: "user",
    response: resultResponse(z.array(identity)),
  },
  "DELETE /v1/users/identities/:provider": {
    summary: "Disconnect a provider account; never the last login method",
    policy: "user",
    params: z.strictObject({ provider: boundedText(40) }),
    response: z.object({ success: z.literal(true), message: z.string(), data: z.strictObject({}) }),
    refusals: [providerRefusals.lastWayIn, providerRefusals.confirmNeeded],
  },
});
export type OauthApi = typeof oauthEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "accounts.mail_provider_verification": { provider: Provider; subject: string; email: string; name: string | null };
  }
}
