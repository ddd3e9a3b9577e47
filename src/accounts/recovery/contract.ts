import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { email, boundedText, resultResponse, changeResponse } from "#lib/schema.ts";
import { accountRefusals, enteredPassword, newPassword, passwordMismatch, passwordsMatch } from "../contract.ts";
import { passwordLength } from "../rules.ts";
import { linkKinds, linkAttempts, linkTokenPattern } from "./rules.ts";

export const recoveryRefusals = defineRefusals({
  linkOver: {
    code: "accounts.link_over",
    status: 410,
    message: "Tautan ini sudah tidak berlaku: sudah dipakai, terlalu lama, atau digantikan yang lebih baru.",
    isSecurityEvent: true,
  },
  linkNotYours: {
    code: "accounts.link_not_yours",
    status: 404,
    message: "Tautan ini tidak berlaku untuk akun yang sedang masuk.",
    isSecurityEvent: true,
  },
  emailNotFree: {
    code: "accounts.email_not_free",
    status: 409,
    message: "Email ini tidak bisa dipakai. Pilih email lain.",
  },
  emailNeedsPassword: {
    code: "accounts.email_needs_password",
    status: 403,
    message: "Masukkan kata sandi Anda untuk mengganti email.",
  },
  emailNeedsLogin: {
    code: "accounts.email_needs_login",
    status: 403,
    message: "Demi keamanan, keluar lalu masuk lagi sebelum mengganti email.",
  },
});

/** A token as mailed: 32 random bytes. Any other text is treated as an expired link, not as a mistyped field. */
const token = boundedText(200);
/** When left out, the link that this browser opened is used. */
const openedLinkToken = token.optional();
const emptyBody = z.strictObject({});

const emailState = z.object({
  email: z.string(),
  verified: z.boolean(),
  /** The new address whose link has not been followed yet. */
  pending: z.string().nullable(),
  /** False for a user who logs in only by other ways. */
  has_password: z.boolean(),
});
export type EmailState = z.output<typeof emailState>;

export const recoveryEndpoints = endpoints({
  "POST /v1/auth/forgot-password": {
    summary: "Request a link for a new password; the answer is the same with and without an account",
    policy: "public",
    body: z.strictObject({ email }),
    response: changeResponse(emptyBody),
    refusals: [accountRefusals.tooManyAttempts],
  },
  "POST /v1/auth/email-link": {
    summary:
      "Open a mailed link: its token is stored in a cookie, so later calls of its kind need no token. Does not use it up",
    policy: "public",
    body: z.strictObject({ token: z.string().regex(linkTokenPattern, "Tidak sesuai."), kind: z.enum(linkKinds) }),
    response: changeResponse(emptyBody),
    limit: linkAttempts,
  },
  "GET /v1/auth/email-link": {
    summary:
      "The purpose of a mailed link, or of the one of this kind that the browser opened; null when it has expired. Changes nothing",
    policy: "public",
    query: z.strictObject({ token: token.default(""), kind: z.enum(linkKinds).optional() }),
    response: resultResponse(
      z.object({
        purpose: z.enum(["reset", "verify", "change"]).nullable(),
        email: z.string().nullable(),
        /** Using the link confirms the e-mail for the first time, in another browser than the one that registered. */
        ends_ways_in: z.boolean(),
      }),
    ),
    limit: linkAttempts,
  },
  "POST /v1/auth/reset-password": {
    summary: "Choose a new password with a mailed link; ends all sessions",
    policy: "public",
    body: z
      .strictObject({
        token: openedLinkToken,
        password: newPassword,
        password_confirmation: boundedText(passwordLength.maxBytes),
      })
      .refine(passwordsMatch, passwordMismatch),
    /** `ended_ways_in`: this first confirmed the e-mail, and it revoked passkeys or other earlier credentials. */
    response: changeResponse(z.object({ ended_ways_in: z.boolean() })),
    limit: linkAttempts,
    refusals: [recoveryRefusals.linkOver],
  },
  "POST /v1/auth/verify-email": {
    summary:
      "Confirm the e-mail of a new account with a mailed link; in another browser than the one that registered, it revokes all earlier credentials, and the next call sets a new password",
    policy: "public",
    body: z.strictObject({ token: openedLinkToken }),
    response: changeResponse(z.object({ password_needed: z.boolean() })),
    limit: linkAttempts,
    refusals: [recoveryRefusals.linkOver],
  },
  "GET /v1/users/email": {
    summary: "The current user's e-mail, and a new one that is not confirmed yet",
    policy: "user",
    response: resultResponse(emailState),
  },
  "PUT /v1/users/email": {
    summary: "Request another e-mail: a link is sent to the new one, a notice to the present one",
    policy: "user",
    body: z.strictObject({
      email,
      current_password: enteredPassword.or(z.literal("").transform(() => undefined)).optional(),
    }),
    response: changeResponse(emptyBody),
    refusals: [recoveryRefusals.emailNeedsPassword, recoveryRefusals.emailNeedsLogin, accountRefusals.tooManyAttempts],
  },
  "DELETE /v1/users/email/change": {
    summary: "Cancel the change of e-mail; the mailed link stops working",
    policy: "user",
    response: changeResponse(emptyBody),
  },
  "POST /v1/users/email/verification": {
    summary: "Send the link that confirms the present e-mail again",
    policy: "user",
    response: changeResponse(emptyBody),
    refusals: [accountRefusals.tooManyAttempts],
  },
  "POST /v1/users/email/confirm": {
    summary: "Confirm the new e-mail with the link mailed to it; only for the user who requested it",
    policy: "user",
    body: z.strictObject({ token: openedLinkToken }),
    response: changeResponse(emptyBody),
    limit: { ...linkAttempts, by: "user" },
    refusals: [recoveryRefusals.linkNotYours, recoveryRefusals.emailNotFree],
  },
});
export type RecoveryApi = typeof recoveryEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /**
     * `requester`: a digest of the known browser or network address that asked, in hex. `isSpare`: mailed only when no
     * other link is usable.
     */
    "accounts.mail_reset_link": {
      requestId: string;
      email: string;
      askedAt: string;
      requester?: string;
      isSpare?: boolean;
    };
    "accounts.mail_verify_link": { requestId: string; userId: string; askedAt: string };
    "accounts.mail_change_link": { requestId: string; userId: string; email: string; askedAt: string };
  }
}
