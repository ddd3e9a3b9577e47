import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** What the text fields and the boundaries of a form with files may take beside the files. */
const besideFiles = 256 * 1024;

/**
 * The parts of a multipart form, one after the other. Refuses with `request.too_large` a form that announces more than its
 * files may have, before any of it is read, or that turns out to be larger, as soon as it is; with `request.malformed` one that
 * breaks off or was never one. A file that nobody read is passed over.
 */
export async function* partsOf(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest["parts"]>[0],
): ReturnType<FastifyRequest["parts"]> {
  const { raw } = request;
  const { fileSize = 0, files = 0 } = options?.limits ?? {};
  const most = fileSize * files + besideFiles;
  if (Number(request.headers["content-length"]) > most) throw new Refusal("request.too_large");
  // The parser would wait for the end of a connection that has ended.
  if (isGone(request)) throw new request.server.multipartErrors.PrematureCloseError();
  const { promise: overflow, reject } = Promise.withResolvers<never>();
  overflow.catch(() => {}); // Nobody may be waiting for a part.
  let arrived = 0;
  const count = (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > most) reject(new Refusal("request.too_large"));
  };
  const parts = request.parts(options);
  try {
    for (;;) {
      const coming = parts.next();
      // Not before the first part is asked for: nothing may flow until the parser listens too.
      if (raw.listeners("data").every((one) => one !== count)) raw.on("data", count);
      const { done, value } = await Promise.race([coming, overflow]);
      if (done) return;
      if (value.type === "field" && (value.valueTruncated || value.fieldnameTruncated))
        throw new Refusal("request.too_large");
      yield value;
      if (value.type === "file") value.file.resume();
    }
  } catch (error) {
    throw asRefused(error, request);
  } finally {
    // Whoever answers now decides what becomes of the rest (request-body.ts).
    raw.off("data", count);
    raw.unpipe();
  }
}

// What the parser refuses by itself has a status already. A form that breaks off with its connection is no form of an attacker.
function asRefused(error: unknown, request: FastifyRequest): unknown {
  if (isGone(request) && !(error instanceof Refusal)) return new request.server.multipartErrors.PrematureCloseError();
  const isKnown = error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined;
  return isKnown ? error : new Refusal("request.malformed");
}

const isGone = ({ raw }: FastifyRequest) => raw.destroyed && !raw.readableEnded;

/** A file of {@link partsOf}. Refuses with `request.too_large` as soon as it is, and with `request.malformed` when it breaks off. */
export async function bytesOf(request: FastifyRequest, { file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // The parser reads on behind the limit and says nothing more.
  file.once("limit", () => file.destroy(new Refusal("request.too_large")));
  try {
    for await (const chunk of file) chunks.push(chunk as Buffer);
  } catch (error) {
    throw asRefused(error, request);
  }
  if (file.truncated) throw new Refusal("request.too_large");
  return Buffer.concat(chunks);
}
