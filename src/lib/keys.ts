import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const nonceLength = 12;
const tagLength = 16;

/**
 * A key of 32 bytes for one purpose, from the secret of this installation (HKDF, RFC 5869). Keys of different purposes
 * say nothing about each other, and a purpose must never change its name while data depends on it.
 */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "kawung", purpose, 32));
}

/** Encrypts with AES-256-GCM. `about` is bound to the result: it opens only with the same text. */
export function seal(key: Buffer, plain: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what {@link seal} made. Throws for another key, another `about` or changed bytes. */
export function unseal(key: Buffer, sealed: Buffer, about: string): Buffer {
  const end = sealed.length - tagLength;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]);
}
