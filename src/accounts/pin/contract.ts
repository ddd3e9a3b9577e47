import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, resultResponse, timestamp } from "#lib/schema.ts";
import { minute, spanInWords } from "#lib/time.ts";
import { providerRefusals } from "../providers/contract.ts";
import { maxTypedCodeLength } from "../second-factor/rules.ts";
import { pinAttempts } from "./rules.ts";

export const pinRefusals = defineRefusals({
  missing: {
    code: "accounts.pin_missing",
    status: 409,
    message: "Buat PIN dulu di Profil, bagian Keamanan. PIN memastikan bahwa hanya Anda yang menarik saldo.",
  },
  locked: {
    code: "accounts.pin_locked",
    status: 429,
    message: `PIN salah terlalu sering. Tunggu ${spanInWords(pinAttempts.window)}, atau buat PIN baru di Profil, bagian Keamanan.`,
    isSecurityEvent: true,
  },
});

/** A PIN as typed. Its rules are in rules.ts, because one of them needs the date of birth. */
export const typedPin = boundedText(20, "Isi dengan angka saja.");

/** What confirms that the user is present: the PIN, or a code of the second factor. */
export const presenceProof = {
  pin: typedPin.min(1).optional(),
  code: boundedText(maxTypedCodeLength).min(1).optional(),
};

export const pinEndpoints = endpoints({
  "GET /v1/users/pin": {
    summary: "Whether the current user has a PIN, and whether a code of the second factor can replace it",
    policy: "user",
    response: resultResponse(
      z.object({
        set_at: timestamp.nullable(),
        has_second_factor: z.boolean(),
        /** The PIN can be set now: the login is recent. */
        is_fresh: z.boolean(),
      }),
    ),
  },
  "PUT /v1/users/pin": {
    summary: "Set the PIN, or replace a forgotten one, after a recent login",
    policy: "user",
    body: z
      .strictObject({ pin: typedPin, pin_confirmation: typedPin })
      .refine((body) => body.pin === body.pin_confirmation, {
        path: ["pin_confirmation"],
        message: "Ulangan PIN tidak sama.",
      }),
    limit: { max: 20, window: minute, by: "user" },
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded],
  },
});
export type PinApi = typeof pinEndpoints;
