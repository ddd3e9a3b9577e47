/**
 * Design note. Pages are compressed at once and not by another thread. A page takes a third of a millisecond, less than
 * to render it, and handing it over took as long again. Above all the text is garbage a moment later: texts that waited
 * for a thread were promoted to the old generation, and sixty megabytes of them lay there before they were collected.
 * Only a cached page that is requested again is compressed once more by a thread (serve-public.ts).
 */
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  type BrotliOptions,
} from "node:zlib";
import type { FastifyRequest } from "fastify";

export type Encoding = "brotli" | "gzip" | "plain";

/** The value of `content-encoding` for each compressed encoding. */
export const contentEncoding = { brotli: "br", gzip: "gzip" } as const;

/** The best encoding that the browser accepts. One with `q=0` is refused (RFC 9110, 12.5.3). */
export function encodingFor(request: Pick<FastifyRequest, "headers">): Encoding {
  const accepted = new Set<string>();
  for (const part of String(request.headers["accept-encoding"] ?? "").split(",")) {
    const [name = "", ...rest] = part.split(";").map((word) => word.trim().toLowerCase());
    if (!rest.some((word) => /^q=0(?:\.0{0,3})?$/.test(word))) accepted.add(name);
  }
  return accepted.has("br") ? "brotli" : accepted.has("gzip") ? "gzip" : "plain";
}

/**
 * The window is only as large as the page: the usual one has 4 MB, and taking fresh memory for each page took as long
 * as compressing it.
 */
function optionsFor(plain: Buffer, quality: number): BrotliOptions {
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(plain.length + 16))));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  };
}

/** Compresses with brotli; `quality` is 0 to 11. */
export function brotli(plain: Buffer, quality: number): Buffer {
  return brotliCompressSync(plain, optionsFor(plain, quality));
}

const compressInThread = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

/** The same in another thread, for qualities that take long. */
export function brotliInThread(plain: Buffer, quality: number): Promise<Buffer> {
  return compressInThread(plain, optionsFor(plain, quality));
}

/** Compresses with gzip at its default level. */
export function gzipped(plain: Buffer): Buffer {
  return gzipSync(plain, { level: 6 });
}

/** The bytes that were compressed. */
export function decompress(bytes: Buffer, encoding: "brotli" | "gzip"): Buffer {
  return encoding === "brotli" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}
