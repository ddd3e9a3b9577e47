import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether a notification carries one of Xendit's callback tokens. The token proves who sent it and says nothing about
 * the content. Each token is compared in constant time, so that the time does not say which one is close.
 */
export function hasCallbackToken(
  tokens: readonly string[],
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = digest(headers["x-callback-token"] ?? "");
  return tokens.filter((token) => timingSafeEqual(digest(token), given)).length > 0;
}
