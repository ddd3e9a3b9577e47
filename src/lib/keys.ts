/**
 * Design note. Everything that is encrypted at rest, and every cookie that only this installation can read, is sealed
 * here: AES-256-GCM with a key for each purpose, derived from the secret of the installation (created once in DATA_DIR,
 * or SIMULATOR_SECRET). A sealed text begins with a version and the id of the secret, so that data of an earlier secret
 * can be told from damaged data, and can be sealed again with a new secret. Data from before these five bytes is still
 * read: it has no header, so it is tried when the header does not fit or does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const version = 1;
const idLength = 4;
const headerLength = 1 + idLength;
const nonceLength = 12;
const tagLength = 16;

/**
 * Seals bytes for the database or a cookie. A `purpose` names the kind of data and has a key of its own; it must never
 * change while data depends on it. `about` says whose data it is, such as the id of the row and the field: the result
 * opens only with the same text, so it cannot be moved to another row.
 */
export function seal(secret: Buffer, purpose: string, about: string, plain: Buffer): Buffer {
  const header = headerOf(secret);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce).setAAD(associated(header, about));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what {@link seal} made. Returns undefined when the secret, the purpose or `about` differs, or the bytes were
 * changed.
 */
export function unseal(secret: Buffer, purpose: string, about: string, sealed: Buffer): Buffer | undefined {
  const header = headerOf(secret);
  if (sealed.subarray(0, headerLength).equals(header)) {
    const plain = open(keyFor(secret, purpose), associated(header, about), sealed.subarray(headerLength));
    if (plain) return plain;
  }
  const aad = Buffer.from(about);
  return open(keyFor(secret, purpose), aad, sealed) ?? open(formerSettingKey(secret, purpose), aad, sealed);
}

/**
 * A digest of a text that finds the same text again, such as a number that only one shop may have. The database alone
 * is not enough to test numbers against it, because that needs the secret.
 */
export function keyedDigest(secret: Buffer, purpose: string, text: string): Buffer {
  return createHmac("sha256", keyFor(secret, `${purpose} digest`))
    .update(text)
    .digest();
}

function open(key: Buffer, aad: Buffer, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - tagLength;
  if (end < nonceLength) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceLength))
    .setAAD(aad)
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function associated(header: Buffer, about: string): Buffer {
  return Buffer.concat([header, Buffer.from(about)]);
}

/** The first bytes of what this secret seals: the version, and an id that says nothing about the secret. */
function headerOf(secret: Buffer): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(hkdfSync("sha256", secret, "", "kawung key id", idLength))]);
}

function keyFor(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `kawung ${purpose}`, 32));
}

/** The key of secret settings from before the header. */
function formerSettingKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "kawung", purpose, 32));
}
