/**
 * Design note. Some pictures and videos are for few people only, such as proofs of transfers and evidence of
 * complaints. They are in a folder of their own, so that no public address serves them, and have no row in `pictures`.
 * The slice that owns such a file stores its key and type, and decides who sees it. A picture is encoded again, like
 * all others. A video is streamed to the disk, so that its size costs no memory; its first bytes decide its type,
 * never its name or the type that the client claims.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Context } from "#lib/context.ts";
import { filesOf, type FilePlace } from "#lib/files/files-of.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { clearVideoMetadata } from "./clear-video-metadata.ts";
import { mediaRefusals } from "./contract.ts";
import { isSealedKey, removeSealedFile } from "./sealed-files.ts";
import { formatOf, pictureLimits, videoHeadLength, videoLimits, videoTypeOf, type PrivateFileType } from "./rules.ts";
import { insideMaster, storeMaster } from "./store-picture.ts";

/** A stored file; `bytes` is its size. */
export type PrivateFile = { key: string; type: PrivateFileType; bytes: number };

/**
 * Stores a picture or a video from a stream of its bytes, and calls `store` with it. When anything fails, nothing is
 * left on the disk. Refuses with `media.not_media`, `not_a_picture`, `too_many_pixels`, `not_a_video` and
 * `request.too_large`.
 */
export async function storePrivateFile<T>(
  context: Pick<Context, "config">,
  source: AsyncIterable<Buffer>,
  store: (file: PrivateFile) => Promise<T>,
): Promise<T> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const head = await readAtLeast(chunks, videoHeadLength);
    const type = videoTypeOf(head);
    if (type) return await storeVideo(context, type, withHead(head, chunks), store);
    if (!formatOf(head)) throw new Refusal(mediaRefusals.notMedia);
    const picture = await readPicture(withHead(head, chunks));
    return await storeMaster(context, picture, { prefix: "p", resize: insideMaster }, ({ key, bytes }) =>
      store({ key, type: "image/webp", bytes }),
    );
  } finally {
    // The source of a refused file ends here, read or not.
    await chunks.return?.();
  }
}

async function readAtLeast(chunks: AsyncIterator<Buffer>, min: number): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  while (length < min) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    length += value.length;
  }
  return Buffer.concat(read);
}

async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function readPicture(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > pictureLimits.bytes) throw new Refusal(requestRefusals.tooLarge);
    read.push(chunk);
  }
  return Buffer.concat(read);
}

async function storeVideo<T>(
  { config }: Pick<Context, "config">,
  type: "video/mp4" | "video/webm",
  chunks: AsyncIterable<Buffer>,
  store: (file: PrivateFile) => Promise<T>,
): Promise<T> {
  const key = `v${randomBytes(15).toString("hex")}`;
  const name = nameOf(key, type);
  // On this machine until it is complete, wherever it goes then.
  const part = join(config.dataDir, "private", `${name}.part`);
  await mkdir(join(config.dataDir, "private"), { recursive: true });
  const files = filesOf(config);
  try {
    const bytes = await writeVideo(part, type, chunks);
    await files.adopt("private", name, part);
    return await store({ key, type, bytes });
  } catch (error) {
    await rm(part, { force: true });
    await files.remove("private", name);
    throw error;
  }
}

async function writeVideo(path: string, type: PrivateFileType, chunks: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "wx+", 0o600);
  try {
    const bytes = await writeChunks(file, chunks);
    if (type === "video/mp4") await clearVideoMetadata(file, bytes);
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeChunks(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > videoLimits.bytes) throw new Refusal(requestRefusals.tooLarge);
    await file.writeFile(chunk);
  }
  return bytes;
}

const endings = { "image/webp": "webp", "video/mp4": "mp4", "video/webm": "webm" } as const;

function nameOf(key: string, type: PrivateFileType): string {
  if (!/^[pv][0-9a-f]{30}$/.test(key)) throw new Refusal(requestRefusals.notFound);
  return `${key}.${endings[type]}`;
}

/** All bytes of a private picture. Refuses with `request.not_found`. */
export async function readPrivateFile(place: FilePlace, file: Pick<PrivateFile, "key" | "type">): Promise<Buffer> {
  return existing(await filesOf(place).read("private", nameOf(file.key, file.type)));
}

/** The bytes of a private file from `start` to `end`, both included. Refuses with `request.not_found`. */
export async function streamPrivateFile(
  place: FilePlace,
  file: Pick<PrivateFile, "key" | "type">,
  part: { start: number; end: number },
): Promise<Readable> {
  return existing(await filesOf(place).stream("private", nameOf(file.key, file.type), part));
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal(requestRefusals.notFound);
  return found;
}

/** Deletes a private or sealed file. Safe to repeat. */
export async function removePrivateFile(place: FilePlace, key: string): Promise<void> {
  if (isSealedKey(key)) return removeSealedFile(place, key);
  // The first letter of a key says whether it is a picture or a video.
  const types = key.startsWith("p") ? (["image/webp"] as const) : (["video/mp4", "video/webm"] as const);
  for (const type of types) await filesOf(place).remove("private", nameOf(key, type));
}

/** The part of a file of `bytes` that a `Range` header asks for; null for the whole file, undefined for none of it. */
export function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | null | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, first = "", last = ""] = found ?? [];
  // Several ranges at once, or another unit: RFC 9110 allows the whole file as the response.
  if (!found || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end && (first !== "" || Number(last) > 0) ? { start, end } : undefined;
}
