import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, boundedText, singleLine, listResponse, timestamp, changeResponse } from "#lib/schema.ts";
import { user } from "../contract.ts";
import { providerRefusals } from "../providers/contract.ts";
import { maxPasskeyNameLength, maxPasskeysPerUser, passkeyAttempts } from "./rules.ts";

export const passkeyRefusals = defineRefusals({
  refused: {
    code: "accounts.passkey_refused",
    status: 401,
    message: "Passkey ini tidak bisa dipakai di sini. Coba lagi, atau masuk dengan cara lain.",
  },
  known: { code: "accounts.passkey_known", status: 409, message: "Perangkat ini sudah punya passkey." },
  full: {
    code: "accounts.passkeys_full",
    status: 409,
    message: `Paling banyak ${maxPasskeysPerUser} passkey. Hapus yang tidak dipakai lagi.`,
  },
});

// Bytes in base64url, as the browser's own functions write them.
const bytes = (max: number) =>
  boundedText(max)
    .min(1)
    .regex(/^[\w-]+$/, "Isian tidak sesuai.");
const name = singleLine(1, maxPasskeyNameLength);
/** The options that the browser passes to its device, in the form of the browser's own functions. */
const optionsResponse = changeResponse(z.looseObject({ challenge: z.string() }));

const passkey = z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() });
export type PasskeyAnswer = z.output<typeof passkey>;

export const newPasskey = z.strictObject({
  name: name.optional(),
  id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(16_000),
  transports: z.array(boundedText(20)).max(10).default([]),
});
export const passkeyLogin = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(2000),
  user_handle: bytes(200).nullish(),
});

export const passkeyEndpoints = endpoints({
  "POST /v1/auth/passkey/options": {
    summary: "Options for a login by passkey, for the browser's device; any passkey of this site may answer",
    policy: "public",
    limit: passkeyAttempts,
    response: optionsResponse,
  },
  "POST /v1/auth/passkey": {
    summary: "Log in by passkey; sets a session cookie. No second step follows, because the device verified the user",
    policy: "public",
    body: passkeyLogin,
    limit: passkeyAttempts,
    response: z.object({ success: z.literal(true), user, message: z.string() }),
    refusals: [passkeyRefusals.refused],
  },
  "GET /v1/users/passkeys": { summary: "The current user's passkeys", policy: "user", response: listResponse(passkey) },
  "POST /v1/users/passkeys/options": {
    summary: "Options for a new passkey, for the browser's device",
    policy: "user",
    limit: { ...passkeyAttempts, by: "user" },
    response: optionsResponse,
    refusals: [providerRefusals.confirmNeeded, passkeyRefusals.full],
  },
  "POST /v1/users/passkeys": {
    summary: "Store a new passkey",
    policy: "user",
    body: newPasskey,
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded, passkeyRefusals.refused, passkeyRefusals.known],
  },
  "PUT /v1/users/passkeys/:id": {
    summary: "Rename a passkey",
    policy: "user",
    params: z.strictObject({ id }),
    body: z.strictObject({ name }),
    response: changeResponse(z.strictObject({})),
  },
  "DELETE /v1/users/passkeys/:id": {
    summary: "Remove a passkey; never the last login method",
    policy: "user",
    params: z.strictObject({ id }),
    response: changeResponse(z.strictObject({})),
    refusals: [providerRefusals.confirmNeeded, providerRefusals.lastWayIn],
  },
});
export type PasskeyApi = typeof passkeyEndpoints;
