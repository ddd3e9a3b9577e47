import { minute } from "#lib/time.ts";

/**
 * @rule Codes of an authenticator app have six digits and change every 30 seconds; the code before and after are
 * accepted too.
 */
export const totp = { digits: 6, period: 30, window: 1 } as const;

/** @rule Ten recovery codes of ten characters replace the authenticator app, each once. */
export const recoveryCodes = { count: 10, length: 10 } as const;

/** Without letters and digits that look alike. */
export const recoveryAlphabet = "ABCDEFGHJKMNPQRSTVWXYZ0123456789";

/**
 * @rule After the right password a user has ten minutes and five attempts for the second step; then the login starts
 * over.
 */
export const loginStep = { ttl: 10 * minute, maxAttempts: 5 };

/** @rule After ten wrong codes within 15 minutes no code of that user is checked until the 15 minutes are over. */
export const codeAttempts = { max: 10, window: 15 * minute };

/**
 * A code in the form in which it is compared: without spaces and hyphens, in capitals, O as 0, I and L as 1, U as V.
 */
export function normaliseCode(typed: string): string {
  const plain = typed.replace(/[\s-]/g, "").toUpperCase();
  return /^\d{6}$/.test(plain) ? plain : plain.replace(/O/g, "0").replace(/[IL]/g, "1").replace(/U/g, "V");
}

/** A recovery code as it is shown: `ABCDE-FGHJK`. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** A key as it is shown for typing: `abcd efgh …`. */
export function formatKey(base32: string): string {
  return (base32.toLowerCase().match(/.{1,4}/g) ?? []).join(" ");
}

/** The longest code of either kind as typed, with spaces and hyphens. */
export const maxTypedCodeLength = 20;
