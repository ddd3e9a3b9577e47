import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyRequest } from "fastify";

const runBrotli = promisify(brotliCompress);
const runGzip = promisify(gzip);

export type Encoding = "brotli" | "gzip" | "plain";

/** The value of `content-encoding` for each compressed encoding. */
export const contentEncoding = { brotli: "br", gzip: "gzip" } as const;

/** The best encoding that the browser accepts. */
export function encodingFor(request: FastifyRequest): Encoding {
  const accepts = request.headers["accept-encoding"] ?? "";
  return /\bbr\b/.test(accepts) ? "brotli" : /\bgzip\b/.test(accepts) ? "gzip" : "plain";
}

/** Compresses with brotli; `quality` is 0 to 11. */
export function brotli(plain: string | Buffer, quality: number): Promise<Buffer> {
  return runBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Compresses with gzip at its default level. */
export function gzipped(plain: Buffer): Promise<Buffer> {
  return runGzip(plain, { level: 6 });
}
