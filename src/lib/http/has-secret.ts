import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether a given text is one of the secrets. All are compared, each in constant time, so that the time does not say
 * which one is close.
 */
export function hasSecret(secrets: readonly string[], given: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const seen = digest(given ?? "");
  return secrets.filter((secret) => timingSafeEqual(digest(secret), seen)).length > 0;
}
