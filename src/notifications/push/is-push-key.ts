import { ECDH } from "node:crypto";

/** Whether this is a public key for web push: an uncompressed point on the curve P-256, 65 bytes in base64url. */
export function isPushKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
