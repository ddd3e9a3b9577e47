import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Seals bytes with a key of this installation (created once in DATA_DIR, or SIMULATOR_SECRET): AES-256-GCM with a
 * separate key for each `purpose`. The result is bound to `owner`: it cannot be opened for another owner.
 */
export function seal(secret: Buffer, purpose: string, owner: string, content: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what {@link seal} made. Returns undefined when the key, the purpose or the owner differs, or the bytes were
 * changed.
 */
export function unseal(secret: Buffer, purpose: string, owner: string, sealed: Buffer): Buffer | undefined {
  if (sealed.length < 28) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, purpose), sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyFor(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `kawung ${purpose}`, 32));
}
