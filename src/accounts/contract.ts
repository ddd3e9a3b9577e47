import { z } from "zod";
import { findReservedWord } from "#lib/display-name.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { maxEmailLength } from "#lib/field-limits.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { email, id, boundedText, listResponse, timestamp, name, whenValid, resultResponse } from "#lib/schema.ts";
import { normalizePhone } from "./phone/rules.ts";
import { passwordProblems } from "./password/rules.ts";
import { registrableTypes } from "./registration/rules.ts";
import {
  maxPersonNameLength,
  maxTypedPhoneLength,
  passwordLength,
  reservedNameMessage,
  reservedPersonNames,
} from "./rules.ts";

export const accountRefusals = defineRefusals({
  badCredentials: { code: "accounts.bad_credentials", status: 401, message: "Email atau Password salah!" },
  registrationClosed: {
    code: "accounts.registration_closed",
    status: 409,
    message: "Pendaftaran akun baru sedang ditutup. Akun yang sudah ada tetap bisa masuk.",
  },
  tooManyAttempts: {
    code: "accounts.too_many_attempts",
    status: 429,
    message: "Terlalu banyak percobaan. Tunggu sebentar lalu coba lagi.",
  },
  loginGuarded: {
    code: "accounts.login_guarded",
    status: 429,
    message:
      "Akun ini terlalu sering dicoba dari tempat lain. Masuk dari browser yang biasa Anda pakai, atau pilih Lupa kata sandi: kami mengirim tautan ke email Anda.",
    isSecurityEvent: true,
  },
  passwordNeeded: {
    code: "accounts.password_needed",
    status: 403,
    message: "Masukkan kata sandi Anda untuk mengubah nomor telepon.",
  },
});

/** A user with the field names of the API (docs/requirements.md S074). */
export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  type: z.string(),
  total_notification: z.int(),
  total_cart: z.int(),
  /** When the account will be deleted; only while the user can still stop it. */
  deletion_due_at: timestamp.optional(),
});
export type User = z.output<typeof user>;

/** An Indonesian mobile number in any usual spelling, transformed to +62…. Empty means none. */
export const phone = boundedText(maxTypedPhoneLength, "Nomor telepon tidak sesuai.").transform((typed, check) => {
  if (typed.trim() === "") return null;
  const stored = normalizePhone(typed);
  if (stored) return stored;
  check.issues.push({ code: "custom", message: "Nomor telepon tidak sesuai. Contoh: 0812-3456-7890.", input: typed });
  return z.NEVER;
});

/** A password as typed: nothing is trimmed or cut. */
export const enteredPassword = boundedText(passwordLength.maxBytes, `Maksimal ${passwordLength.max} karakter.`)
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= passwordLength.maxBytes, `Maksimal ${passwordLength.max} karakter.`);

/** A new password. The refusal names every problem. */
export const newPassword = boundedText(passwordLength.maxBytes, `Maksimal ${passwordLength.max} karakter.`).check(
  (check) => {
    if (check.value === "") check.issues.push({ code: "custom", message: "Wajib diisi.", input: "" });
    else for (const message of passwordProblems(check.value)) check.issues.push({ code: "custom", message, input: "" });
  },
);

function isBirthDate(text: string): boolean {
  return text >= "1900-01-01" && text <= new Date().toISOString().slice(0, 10) && z.iso.date().safeParse(text).success;
}
const noBirthDate = "Pilih tanggal antara tahun 1900 dan hari ini.";
const birthDate = boundedText(10, noBirthDate)
  .refine((text) => text === "" || isBirthDate(text), noBirthDate)
  .transform((text) => text || null)
  .nullable();

// Runs together with the other checks, also when a password is not acceptable: it only compares two texts. It does not
// run when a field is too long.
export const passwordMismatch = {
  path: ["password_confirmation"],
  message: "Ulangan kata sandi tidak sama.",
  when: ({ value }: { value: unknown }) => {
    const typed = (value ?? {}) as Record<string, unknown>;
    return typeof typed.password === "string" && typeof typed.password_confirmation === "string";
  },
};
/** Whether both passwords are the same; used with {@link passwordMismatch}. */
export function passwordsMatch(typed: { password: string; password_confirmation: string }): boolean {
  return typed.password === typed.password_confirmation;
}

/** A checkbox, which the API takes as 1 or 0: as a number, as text of a form, or as a JSON boolean. */
export const checkboxValue = z
  .union([z.boolean(), z.literal([0, 1, "0", "1"])], { error: "Pilihan tidak tersedia." })
  .transform((value) => value === true || Number(value) === 1);

/** A user's name as other users see it. */
export const personName = name(1, maxPersonNameLength).superRefine((value, context) => {
  const word = findReservedWord(value, reservedPersonNames);
  if (word !== undefined) context.addIssue(reservedNameMessage(word));
});

export const registration = z
  .strictObject({
    name: personName,
    email,
    password: newPassword,
    password_confirmation: boundedText(passwordLength.maxBytes),
    phone: phone.nullish().transform((value) => value ?? null),
    type: z.enum(registrableTypes).default("pembeli"),
    /** Consent to marketing; off unless it is sent. */
    marketing: checkboxValue.default(false),
  })
  .refine(passwordsMatch, passwordMismatch)
  .superRefine(
    ({ password, email, name }, check) => {
      for (const message of passwordProblems(password, { email, name })) {
        check.addIssue({ code: "custom", path: ["password"], message, input: "" });
      }
    },
    { when: whenValid("password", "email", "name") },
  );
export type Registration = z.output<typeof registration>;

const done = z.object({ success: z.literal(true) });
const saved = z.object({ success: z.literal(true), message: z.string(), data: z.strictObject({}) });

/** The fields of their own account that users can see and change, beyond those in the header. */
export const biodata = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  birth_date: z.string().nullable(),
  type: z.string(),
  image: z.string().nullable(),
  created_at: timestamp,
});

const session = z.object({
  id,
  device: z.string(),
  address: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  current: z.boolean(),
});
export type SessionAnswer = z.output<typeof session>;

export const accountEndpoints = endpoints({
  "GET /v1/users": {
    summary: "The current user; with Prefer: handling=lenient a visitor gets 200 and success: false",
    policy: "user",
    lenient: true,
    response: resultResponse(user),
  },
  "PUT /v1/users": {
    summary: "Change name, phone or birth date; also as POST with _method=PUT",
    policy: "user",
    body: z.strictObject({
      name: name(1, maxPersonNameLength),
      phone: phone.nullish(),
      birth_date: birthDate.optional(),
      current_password: enteredPassword.or(z.literal("").transform(() => undefined)).optional(),
    }),
    response: saved,
    refusals: [accountRefusals.passwordNeeded, accountRefusals.tooManyAttempts],
  },
  "GET /v1/users/biodata": {
    summary: "The current user's own data",
    policy: "user",
    response: resultResponse(biodata),
  },
  "POST /v1/auth/register": {
    summary: "Register a user",
    policy: "public",
    body: registration,
    response: z.object({ success: z.literal(true), user, data: z.strictObject({}) }),
    refusals: [accountRefusals.tooManyAttempts],
  },
  "GET /v1/auth/greeting": {
    summary:
      "For the login page: the e-mail that was just registered in this browser, returned once, and whether the browser is known",
    policy: "public",
    unattended: true,
    response: resultResponse(z.object({ email: z.string().nullable(), known: z.boolean() })),
  },
  "POST /v1/auth/login": {
    summary: "Log in; answers with a session cookie",
    policy: "public",
    body: z.strictObject({ email: boundedText(maxEmailLength).min(1), password: enteredPassword }),
    response: z.object({ success: z.literal(true), user, message: z.string() }),
    refusals: [accountRefusals.badCredentials, accountRefusals.tooManyAttempts, accountRefusals.loginGuarded],
  },
  "POST /v1/auth/logout": { summary: "End this session", policy: "public", response: done },
  "POST /removeToken": { summary: "Remove the stored token, valid or not", policy: "public", response: done },
  "PUT /v1/users/password": {
    summary: "Change the password; ends all other sessions and renews this one",
    policy: "user",
    body: z
      .strictObject({
        /** A user without a password leaves it out. */
        current_password: enteredPassword.optional(),
        password: newPassword,
        password_confirmation: boundedText(passwordLength.maxBytes),
      })
      .refine(passwordsMatch, passwordMismatch),
    response: saved,
    refusals: [accountRefusals.tooManyAttempts],
  },
  "GET /v1/users/sessions": {
    summary: "The current user's sessions",
    policy: "user",
    response: listResponse(session),
  },
  "DELETE /v1/users/sessions/:id": {
    summary: "End one session",
    policy: "user",
    params: z.strictObject({ id }),
    response: saved,
  },
  "DELETE /v1/users/sessions": { summary: "End all sessions but this one", policy: "user", response: saved },
});
export type AccountApi = typeof accountEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "accounts.delete_expired_sessions": Record<string, never>;
    /** Many failed logins for this e-mail came from networks that are new to its account, if it has one. */
    "accounts.notify_unfamiliar_logins": { email: string; at: string };
  }
}
