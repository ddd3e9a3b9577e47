import { z } from "zod";
import { marketName } from "#lib/brand.ts";
import { endpoints } from "#lib/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { limited, moment, read } from "#lib/schema.ts";
import { user } from "../contract.ts";
import { badCredentials, oauthAttempts, providers, type Provider } from "./rules.ts";

export const providerRefusals = defineRefusals({
  refused: { code: "accounts.oauth_refused", status: 401, sentence: badCredentials },
  emailTaken: {
    code: "accounts.oauth_taken",
    status: 409,
    sentence: `Email ini sudah punya akun ${marketName}. Masuk dulu dengan kata sandi, lalu hubungkan di Profil, Keamanan.`,
  },
  noEmail: {
    code: "accounts.oauth_no_email",
    status: 422,
    sentence: "Akun ini tidak membagikan email. Izinkan email saat masuk, atau daftar dengan email.",
  },
  mailed: {
    code: "accounts.oauth_mailed",
    status: 403,
    sentence: "Kami mengirim tautan ke email akun itu. Buka tautan itu untuk melanjutkan.",
  },
  unreachable: {
    code: "accounts.oauth_unreachable",
    status: 503,
    sentence: "Layanan masuk ini sedang tidak bisa dihubungi. Coba lagi sebentar lagi, atau masuk dengan kata sandi.",
  },
  identityOfOther: {
    code: "accounts.identity_of_other",
    status: 409,
    sentence: `Akun itu sudah terhubung dengan akun ${marketName} yang lain.`,
  },
  lastWayIn: {
    code: "accounts.last_way_in",
    status: 409,
    sentence: "Ini satu-satunya cara Anda masuk. Buat kata sandi atau passkey dulu.",
  },
  confirmNeeded: {
    code: "accounts.confirm_needed",
    status: 403,
    sentence: "Demi keamanan, pastikan dulu bahwa ini Anda.",
  },
});

const provider = z.enum(providers);
const byToken = {
  summary: "Log in with the token of a provider; answers with a session cookie",
  policy: "public" as const,
  params: z.strictObject({ provider: limited(40) }),
  body: z.strictObject({ token: limited(16_000).min(1) }),
  limit: oauthAttempts,
  answer: z.object({ success: z.literal(true), data: z.object({ user }), message: z.string() }),
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
  params: z.strictObject({ provider: limited(40) }),
  limit: oauthAttempts,
  answer: z.unknown(),
  raw: true,
};
const returned = z.object({
  code: limited(4000).optional(),
  state: limited(200).optional(),
  error: limited(200).optional(),
});

const identity = z.object({
  provider,
  /** False: this marketplace is not set up for it (any more). */
  can_connect: z.boolean(),
  connected: z.object({ email: z.string().nullable(), created_at: moment, last_used_at: moment }).nullable(),
});
export type IdentityAnswer = z.output<typeof identity>;

export const oauthEndpoints = endpoints({
  "POST /login/oauth/:provider": byToken,
  "POST /v1/login/oauth/:provider": byToken,
  "GET /login/oauth/:provider/start": {
    ...flow,
    summary: "Go to the provider and come back logged in",
    query: z.strictObject({
      from: limited(2000).optional(),
      purpose: z.enum(["login", "connect", "confirm"]).default("login"),
      /** The proof from the link that we mailed to the address which the provider named. */
      proof: z.string().max(1500).optional(),
    }),
  },
  "GET /login/oauth/:provider/callback": {
    ...flow,
    summary: "Back from the provider",
    // Providers add fields of their own.
    query: returned.loose(),
  },
  "POST /login/oauth/:provider/callback": {
    ...flow,
    summary: "Back from a provider that posts; goes on as a GET, so that our cookies come along",
    policy: "provider",
    body: returned.loose(),
  },
  "GET /v1/auth/methods": {
    summary: "Ways to log in, beside e-mail and password, that are set up",
    policy: "public",
    answer: read(z.object({ providers: z.array(provider) })),
  },
  "GET /v1/users/identities": {
    summary: "Accounts of providers that are connected, or could be",
    policy: "user",
    answer: read(z.array(identity)),
  },
  "DELETE /v1/users/identities/:provider": {
    summary: "Disconnect an account; never the last way in",
    policy: "user",
    params: z.strictObject({ provider: limited(40) }),
    answer: z.object({ success: z.literal(true), message: z.string(), data: z.strictObject({}) }),
    refusals: [providerRefusals.lastWayIn, providerRefusals.confirmNeeded],
  },
});
export type OauthApi = typeof oauthEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "accounts.mail_oauth_proof": { provider: Provider; subject: string; email: string; name: string | null };
  }
}
