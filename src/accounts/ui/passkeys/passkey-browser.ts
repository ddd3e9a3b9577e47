import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import { ApiError, browserCall, typedApi } from "#lib/api-client.ts";
import type { PasskeyApi } from "../../passkeys/contract.ts";

/** The outcome of a request to a device, with a sentence for the user. */
export type PasskeyOutcome = { ok: true; message: string } | { ok: false; message: string };

const api = typedApi<PasskeyApi>(browserCall);

/** Creates a passkey on this device and stores it with the account. Needs a fresh login. */
export function addPasskey(): Promise<PasskeyOutcome> {
  return outcome(async () => {
    const { data } = await api("POST /v1/users/passkeys/options");
    const made = await startRegistration({ optionsJSON: data as never });
    const { clientDataJSON, attestationObject, transports = [] } = made.response;
    const body = { id: made.id, client_data: clientDataJSON, attestation: attestationObject, transports };
    return (await api("POST /v1/users/passkeys", { body })).message;
  });
}

/** Logs in with a passkey of this device. */
export function logInByPasskey(): Promise<PasskeyOutcome> {
  return outcome(async () => {
    const { data } = await api("POST /v1/auth/passkey/options");
    const credential = await startAuthentication({ optionsJSON: data as never });
    const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
    const body = {
      id: credential.id,
      client_data: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      user_handle: userHandle ?? null,
    };
    return (await api("POST /v1/auth/passkey", { body })).message;
  });
}

async function outcome(work: () => Promise<string>): Promise<PasskeyOutcome> {
  try {
    return { ok: true, message: await work() };
  } catch (error) {
    return { ok: false, message: sentenceOf(error) };
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "Perangkat ini sudah punya passkey untuk akun Anda.";
  // Browsers deliberately report the same error when the user declined, closed the dialog, was too late or has no
  // passkey.
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return "Passkey tidak jadi dipakai. Anda bisa mencobanya lagi.";
  return "Browser atau perangkat ini belum bisa memakai passkey. Coba cara lain.";
}
