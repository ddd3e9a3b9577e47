import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, timestamp, resultResponse, changeResponse } from "#lib/schema.ts";
import { span, spanInWords } from "#lib/time.ts";
import { phoneCode, phoneCodeWindow } from "./rules.ts";

export const phoneRefusals = defineRefusals({
  missing: { code: "accounts.phone_missing", status: 409, message: "Simpan nomor telepon Anda terlebih dahulu." },
  alreadyVerified: {
    code: "accounts.phone_is_verified",
    status: 409,
    message: "Nomor telepon Anda sudah terverifikasi.",
  },
  codeTooSoon: {
    code: "accounts.phone_code_too_soon",
    status: 429,
    message: `Kode baru saja dikirim. Tunggu ${spanInWords(phoneCode.resendDelay)} sebelum meminta kode lagi.`,
  },
  tooManyCodes: {
    code: "accounts.phone_code_limit",
    status: 429,
    message: `Kode yang diminta dalam ${span(phoneCodeWindow)} terakhir sudah terlalu banyak. Coba lagi besok.`,
  },
  codeEnded: {
    code: "accounts.phone_code_ended",
    status: 422,
    message: "Kode ini sudah tidak berlaku. Minta kode baru.",
  },
});

/** The user's phone number and the code that was sent to it. */
export const phoneState = z.object({
  /** `0812-3456-7890`. */
  phone: z.string().nullable(),
  verified: z.boolean(),
  code: z.object({ expires_at: timestamp, again_at: timestamp }).nullable(),
});
export type PhoneState = z.output<typeof phoneState>;

/** A code as typed or filled in from a message; spaces and hyphens are ignored. */
const typedCode = boundedText(40)
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .refine(
        (code) => code.length === phoneCode.digits && /^\d+$/.test(code),
        `Isi ${phoneCode.digits} angka dari pesan kami.`,
      ),
  );

export const phoneEndpoints = endpoints({
  "GET /v1/users/phone": {
    summary: "The current user's phone number and whether it is verified",
    policy: "user",
    response: resultResponse(phoneState),
  },
  "POST /v1/users/phone/code": {
    summary: "Send a one-time code to the current user's own phone number",
    policy: "user",
    response: changeResponse(z.object({ expires_at: timestamp, again_at: timestamp })),
    refusals: [
      phoneRefusals.missing,
      phoneRefusals.alreadyVerified,
      phoneRefusals.codeTooSoon,
      phoneRefusals.tooManyCodes,
    ],
  },
  "POST /v1/users/phone/verify": {
    summary: "Verify the phone number with the code that was sent to it",
    policy: "user",
    body: z.strictObject({ code: typedCode }),
    response: changeResponse(z.strictObject({})),
    refusals: [phoneRefusals.codeEnded],
  },
});
export type PhoneApi = typeof phoneEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Contains only the id, because the code is computed when it is sent. */
    "accounts.send_phone_code": { id: string; queuedAt: string };
    "accounts.delete_old_phone_codes": Record<string, never>;
    /** Another user confirmed this user's phone number, so it is no longer confirmed here. */
    "accounts.phone_taken_over": { userId: string };
  }
}
