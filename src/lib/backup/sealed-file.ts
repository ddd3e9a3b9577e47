/**
 * Design note. A backup lies on a disk that others can read, and it is read on the worst day. So each file of it is
 * compressed, encrypted and authenticated in chunks, and a reader says what is wrong with a file instead of passing on
 * what is left of it.
 *
 * A file is a header (magic, format version, id of the key, salt) and chunks of 256 KiB, each AES-256-GCM with a key
 * derived from the backup key, the salt and the file's name. The nonce counts the chunks and marks the last one, so
 * that a chunk can neither be moved, nor left out, nor can the end be cut off unnoticed (the STREAM construction). The
 * name is part of the key, so that one file cannot replace another.
 *
 * Not chosen: one GCM over the whole file, because nothing could be used before its end was read; a program such as
 * age or GnuPG, because the installation would have to have it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { closeSync, createReadStream, fsyncSync, openSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { formatVersion } from "./rules.ts";

const magic = Buffer.from("KAWUNGBK");
const saltLength = 32;
const keyIdLength = 8;
const headerLength = magic.length + 1 + keyIdLength + saltLength;
const chunkLength = 256 * 1024;
const tagLength = 16;

/** A backup, its key or its folder cannot be used. The message names the file and says why. */
export class BackupError extends Error {
  override name = "BackupError";
  /** The person named or set something else than what can be used; otherwise something is damaged or failed. */
  readonly isRefusal: boolean;
  constructor(message: string, { isRefusal = false }: { isRefusal?: boolean } = {}) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** A {@link BackupError} about what the person named or set. */
export const refusedBackup = (message: string) => new BackupError(message, { isRefusal: true });

/** Bytes of the backup key: from the file's 64 hexadecimal digits. */
export async function readBackupKey(path: string): Promise<Buffer> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refusedBackup(
      `The backup key ${path} cannot be read (${error.code}): npm run kawung -- backup key makes one.`,
    );
  });
  if (!/^[0-9a-f]{64}\s*$/i.test(text))
    throw refusedBackup(
      `The backup key ${path} must be 64 hexadecimal digits, as npm run kawung -- backup key writes.`,
    );
  return Buffer.from(text.trim(), "hex");
}

const derive = (key: Buffer, salt: Buffer, purpose: string, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, `kawung backup ${purpose}`, length));

/** A key for another purpose than files, such as the mark of a manifest. */
export const deriveBackupKey = (key: Buffer, purpose: string) => derive(key, Buffer.alloc(0), purpose, 32);

const keyIdOf = (key: Buffer) => derive(key, Buffer.alloc(0), "key id", keyIdLength);

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/**
 * Writes `content` sealed to `path` and returns the number of bytes stored. The file appears complete, and durable, or
 * not at all. Throws a {@link BackupError} when the disk is full.
 */
export async function writeSealed(
  path: string,
  name: string,
  key: Buffer,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  const unfinished = `${path}.unfinished-${process.pid}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let file: FileHandle | undefined;
  try {
    file = await open(unfinished, "w", 0o600);
    const stored = await writeChunks(file, name, key, content);
    await file.sync();
    await file.close();
    file = undefined;
    await rename(unfinished, path);
    syncFolder(dirname(path));
    return stored;
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(unfinished, { force: true }).catch(() => {});
    throw explainWrite(error, path);
  }
}

/** Writes a small file, which appears complete and durable, or not at all. */
export async function writeDurable(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished-${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, text, { mode: 0o600, flush: true });
    await rename(unfinished, path);
    syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw explainWrite(error, path);
  }
}

/** The same error, or a {@link BackupError} that says that the disk is full, or that nothing may be written there. */
export function explainWrite(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return new BackupError(`There is no space left for ${path} (${code}): nothing of it was stored.`);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM" || code === "ENOTDIR")
    return refusedBackup(`${path} cannot be written (${code}).`);
  return error;
}

/** The id of the key that sealed a file; undefined when it has no whole header. */
export async function readKeyId(path: string): Promise<string | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (!file) return undefined;
  try {
    const header = await readExactly(file, headerLength, 0);
    const isWhole = header.length === headerLength && header.subarray(0, magic.length).equals(magic);
    return isWhole ? header.subarray(magic.length + 1, magic.length + 1 + keyIdLength).toString("hex") : undefined;
  } finally {
    await file.close();
  }
}

/** The id of a backup key, as {@link readKeyId} returns it. */
export const backupKeyId = (key: Buffer) => keyIdOf(key).toString("hex");

/** Makes a rename durable. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes all bytes. The system stores a part of them, without an error, when the disk becomes full at that moment. */
async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
}

async function writeChunks(
  file: FileHandle,
  name: string,
  key: Buffer,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  const salt = randomBytes(saltLength);
  const header = Buffer.concat([magic, Buffer.from([formatVersion]), keyIdOf(key), salt]);
  const fileKey = derive(key, salt, `file ${name}`, 32);
  let written = header.length;
  await writeWhole(file, header);
  let index = 0;
  const write = async (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(index, isLast));
    cipher.setAAD(header);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    index += 1;
    written += sealed.length;
    await writeWhole(file, sealed);
  };
  let pending: Buffer[] = [];
  let length = 0;
  const compressed = createZstdCompress();
  pipeline(Readable.from(content, { objectMode: false }), compressed, () => {});
  for await (const part of compressed as AsyncIterable<Buffer>) {
    pending.push(part);
    length += part.length;
    if (length <= chunkLength) continue;
    let rest = Buffer.concat(pending);
    // The last chunk has another nonce, so a full one is written only when more follows.
    for (; rest.length > chunkLength; rest = rest.subarray(chunkLength))
      await write(rest.subarray(0, chunkLength), false);
    pending = [rest];
    length = rest.length;
  }
  await write(Buffer.concat(pending), true);
  return written;
}

/**
 * The content of a sealed file. Throws a {@link BackupError} that says whether the file is cut off, damaged, of another
 * version, or was sealed with another key. Nothing of a damaged chunk is passed on.
 */
export function readSealed(path: string, name: string, key: Buffer): AsyncIterable<Buffer> {
  const plain = createZstdDecompress();
  // The callback gets the error too, but reading `plain` throws it.
  pipeline(Readable.from(openChunks(path, name, key), { objectMode: false }), plain, () => {});
  return plain as AsyncIterable<Buffer>;
}

async function* openChunks(path: string, name: string, key: Buffer): AsyncGenerator<Buffer> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${path} cannot be read (${error.code}).`);
  });
  const wrong = (why: string) => new BackupError(`${path} ${why}.`);
  const file = await open(path, "r");
  try {
    const header = await readExactly(file, Math.min(size, headerLength), 0);
    if (!header.subarray(0, magic.length).equals(magic.subarray(0, header.length)) || header.length === 0)
      throw wrong(header.length === 0 ? "is cut off: it is empty" : "is no file of a backup");
    if (header.length < headerLength) throw wrong("is cut off in its header");
    const version = header[magic.length];
    if (version !== formatVersion)
      throw wrong(`has format version ${version}, and this version of the program reads ${formatVersion}`);
    const keyId = header.subarray(magic.length + 1, magic.length + 1 + keyIdLength);
    if (!keyId.equals(keyIdOf(key))) throw refusedBackup(`${path} was sealed with another key.`);
    const fileKey = derive(key, header.subarray(-saltLength), `file ${name}`, 32);
    const unseal = (sealed: Buffer, index: number, isLast: boolean) => {
      const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(index, isLast));
      decipher.setAAD(header);
      decipher.setAuthTag(sealed.subarray(-tagLength));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
      } catch {
        return undefined;
      }
    };
    let at = headerLength;
    for (let index = 0; ; index += 1) {
      const length = Math.min(size - at, chunkLength + tagLength);
      if (length < tagLength) throw wrong("is cut off");
      const sealed = await readExactly(file, length, at);
      at += length;
      const isLast = at === size;
      const plain = unseal(sealed, index, isLast);
      if (!plain && isLast && unseal(sealed, index, false)) throw wrong("is cut off");
      if (!plain) throw wrong(length < chunkLength + tagLength ? "is cut off or damaged" : "is damaged");
      yield plain;
      if (isLast) return;
    }
  } finally {
    await file.close();
  }
}

async function readExactly(file: FileHandle, length: number, at: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
  }
  return buffer;
}

const pieceLength = 1024 * 1024;

/**
 * The first `size` bytes of a file as they are, or fewer if it has fewer, in pieces of a megabyte. A database has more
 * than a thousand small files. A piece is no longer than its file, because memory for a megabyte each would make the
 * process collect its garbage all the time.
 */
export async function* readPlain(path: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  const options = { end: size - 1, highWaterMark: Math.min(size, pieceLength) };
  yield* createReadStream(path, options) as AsyncIterable<Buffer>;
}

/** All bytes of a stream. */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}
