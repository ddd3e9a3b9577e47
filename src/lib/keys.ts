/**
 * Design note. Everything that is encrypted at rest, and every cookie that only this installation can read, is sealed
 * here: AES-256-GCM with a key for each purpose, derived from the secret of the installation (created once in DATA_DIR,
 * or SIMULATOR_SECRET), or from a newer key of its key ring (key-ring.ts). A sealed text begins with a version and the
 * id of its key, so that data of an earlier key can be told from damaged data, and can be sealed again with a new key.
 * Data from before these five bytes is still read: it has no header, so it is tried when the header does not fit or
 * does not open. Digests stay those of the secret: another key would not find what is stored.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const version = 1;
const idLength = 4;
const headerLength = 1 + idLength;
const nonceLength = 12;
const tagLength = 16;

/** Newer keys of an installation, beside its secret. */
export type KeyRing = {
  /** What new data is sealed with; undefined for the secret itself. */
  current(): Buffer | undefined;
  /** The key with this id (in hexadecimal digits), if it is known. */
  find(id: string): Buffer | undefined;
};

const rings = new WeakMap<Buffer, KeyRing>();

/** From now on, what is sealed and opened with this secret uses the keys of the ring too. */
export function attachKeyRing(secret: Buffer, ring: KeyRing): void {
  rings.set(secret, ring);
}

/** The id of a key, in hexadecimal digits. It says nothing about the key. */
export function keyId(key: Buffer): string {
  return headerOf(key).subarray(1).toString("hex");
}

/** The id of the key that sealed these bytes; undefined for data from before keys had ids, which the secret sealed. */
export function sealingKeyId(secret: Buffer, sealed: Buffer): string | undefined {
  const id = sealed.subarray(1, headerLength).toString("hex");
  const isKnown = sealed[0] === version && (id === keyId(secret) || rings.get(secret)?.find(id) !== undefined);
  return isKnown ? id : undefined;
}

/** The same data, sealed with the current key; null when it is already. Throws when no known key opens it. */
export function sealAgain(secret: Buffer, purpose: string, about: string, sealed: Buffer): Buffer | null {
  if (sealingKeyId(secret, sealed) === keyId(rings.get(secret)?.current() ?? secret)) return null;
  const plain = unseal(secret, purpose, about, sealed);
  if (!plain) throw new Error(`${purpose}: something was sealed with another key than this installation's`);
  return seal(secret, purpose, about, plain);
}

/**
 * Seals bytes for the database or a cookie. A `purpose` names the kind of data and has a key of its own; it must never
 * change while data depends on it. `about` says whose data it is, such as the id of the row and the field: the result
 * opens only with the same text, so it cannot be moved to another row.
 */
export function seal(secret: Buffer, purpose: string, about: string, plain: Buffer): Buffer {
  const key = rings.get(secret)?.current() ?? secret;
  const header = headerOf(key);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(key, purpose), nonce).setAAD(associated(header, about));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what {@link seal} made. Returns undefined when the secret, the purpose or `about` differs, or the bytes were
 * changed.
 */
export function unseal(secret: Buffer, purpose: string, about: string, sealed: Buffer): Buffer | undefined {
  const header = sealed.subarray(0, headerLength);
  const isOfSecret = header.equals(headerOf(secret));
  const key =
    isOfSecret || header[0] !== version ? secret : rings.get(secret)?.find(header.subarray(1).toString("hex"));
  if (key && (isOfSecret || key !== secret)) {
    const plain = open(keyFor(key, purpose), associated(header, about), sealed.subarray(headerLength));
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
