import { hasSecret } from "#lib/http/has-secret.ts";

/**
 * Whether a notification carries one of Xendit's callback tokens. The token proves who sent it and says nothing about
 * the content.
 */
export function hasCallbackToken(
  tokens: readonly string[],
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  return hasSecret(tokens, headers["x-callback-token"]);
}
