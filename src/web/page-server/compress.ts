import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import type { FastifyRequest } from "fastify";

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);
const undo = { brotli: promisify(brotliDecompress), gzip: promisify(gunzip) };

export type Encoding = "brotli" | "gzip" | "plain";

/** The value of `content-encoding` for each compressed encoding. */
export const contentEncoding = { brotli: "br", gzip: "gzip" } as const;

/** The best encoding that the browser accepts. */
export function encodingFor(request: FastifyRequest): Encoding {
  const accepts = request.headers["accept-encoding"] ?? "";
  return /\bbr\b/.test(accepts) ? "brotli" : /\bgzip\b/.test(accepts) ? "gzip" : "plain";
}

/**
 * Compresses with brotli; `quality` is 0 to 11. The window is only as large as the page: the usual one has 4 MB, and
 * taking fresh memory for each page took as long as compressing it.
 */
export function brotli(plain: Buffer, quality: number): Promise<Buffer> {
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(plain.length + 16))));
  return runBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** The bytes that were compressed. */
export function decompress(bytes: Buffer, encoding: "brotli" | "gzip"): Promise<Buffer> {
  return undo[encoding](bytes);
}

/** Compresses with gzip at its default level. */
export function gzipped(plain: Buffer): Promise<Buffer> {
  return runGzip(plain, { level: 6 });
}
