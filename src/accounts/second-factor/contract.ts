import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, timestamp, resultResponse, changeResponse } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { accountRefusals, user } from "../contract.ts";
import { providerRefusals } from "../providers/contract.ts";
import { passwordLength } from "../rules.ts";
import { freshLoginDuration } from "../session/rules.ts";

export const secondFactorRefusals = defineRefusals({
  needed: {
    code: "accounts.second_factor_needed",
    status: 401,
    message: "Satu langkah lagi: masukkan kode verifikasi Anda.",
  },
  loginStepOver: {
    code: "accounts.login_step_over",
    status: 401,
    message: "Waktu untuk langkah kedua sudah habis. Silakan masuk dari awal.",
  },
  alreadyOn: { code: "accounts.second_factor_on", status: 409, message: "Verifikasi dua langkah sudah aktif." },
});

const code = boundedText(40).min(1);
const codes = changeResponse(z.object({ recovery_codes: z.array(z.string()) }));

const security = z.object({
  /** The user logged in or confirmed the session a short while ago, so changes that need a fresh login are allowed. */
  is_fresh: z.boolean(),
  has_password: z.boolean(),
  second_factor: z.object({
    enabled_at: timestamp.nullable(),
    codes_left: z.int(),
    /** A key that is not confirmed by a first code yet; shown only after a fresh login. */
    setup: z.object({ manual_key: z.string(), uri: z.string(), qr: z.string() }).nullable(),
  }),
});
export type SecurityAnswer = z.output<typeof security>;

export const secondFactorEndpoints = endpoints({
  "POST /v1/auth/second-factor": {
    summary: "Second step of a login: a code of the authenticator app, or a recovery code",
    policy: "public",
    body: z.strictObject({ code }),
    limit: { max: 30, window: minute },
    response: z.object({ success: z.literal(true), user, message: z.string() }),
    refusals: [secondFactorRefusals.loginStepOver, accountRefusals.tooManyAttempts],
  },
  "POST /v1/users/confirm": {
    summary: `Confirm the session with the password, for ${freshLoginDuration / minute} minutes`,
    policy: "user",
    body: z.strictObject({ current_password: boundedText(passwordLength.maxBytes).min(1) }),
    response: changeResponse(z.strictObject({})),
    refusals: [accountRefusals.tooManyAttempts],
  },
  "GET /v1/users/security": {
    summary: "The current user's login methods",
    policy: "user",
    response: resultResponse(security),
  },
  "POST /v1/users/second-factor": {
    summary: "Begin to set up an authenticator app",
    policy: "user",
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded, secondFactorRefusals.alreadyOn],
  },
  "POST /v1/users/second-factor/confirm": {
    summary: "Confirm the authenticator app with its first code; returns the recovery codes, only this once",
    policy: "user",
    body: z.strictObject({ code }),
    response: codes,
    refusals: [providerRefusals.confirmNeeded, accountRefusals.tooManyAttempts],
  },
  "POST /v1/users/second-factor/recovery-codes": {
    summary: "Create new recovery codes; the old ones stop working",
    policy: "user",
    response: codes,
    refusals: [providerRefusals.confirmNeeded],
  },
  "DELETE /v1/users/second-factor": {
    summary: "Remove the second factor",
    policy: "user",
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded],
  },
});
export type SecondFactorApi = typeof secondFactorEndpoints;
