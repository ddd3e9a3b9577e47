import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Refusal, requestRefusals } from "../refusal.ts";

/** Bytes that the text fields and boundaries of a form may take in addition to its files. */
const maxBytesBesideFiles = 256 * 1024;

/**
 * The parts of a multipart form, one after the other. Refuses with `request.too_large` a form that announces more bytes
 * than its files may have, or that becomes larger while it is read. Refuses with `request.malformed` a form that is
 * incomplete or invalid. Skips a file that the caller did not read.
 */
export async function* readParts(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest["parts"]>[0],
): ReturnType<FastifyRequest["parts"]> {
  const { raw } = request;
  const { fileSize = 0, files = 0 } = options?.limits ?? {};
  const maxBytes = fileSize * files + maxBytesBesideFiles;
  if (Number(request.headers["content-length"]) > maxBytes) throw new Refusal(requestRefusals.tooLarge);
  // The parser would wait forever for the end of a closed connection.
  if (isDisconnected(request)) throw new request.server.multipartErrors.PrematureCloseError();
  const { promise: overflow, reject } = Promise.withResolvers<never>();
  overflow.catch(() => {}); // The rejection may have no listener yet.
  let arrived = 0;
  const count = (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > maxBytes) reject(new Refusal(requestRefusals.tooLarge));
  };
  const parts = request.parts(options);
  try {
    for (;;) {
      const coming = parts.next();
      // Only after the first part is requested: a listener starts the stream, and the parser must listen by then.
      if (raw.listeners("data").every((one) => one !== count)) raw.on("data", count);
      const { done, value } = await Promise.race([coming, overflow]);
      if (done) return;
      if (value.type === "field" && (value.valueTruncated || value.fieldnameTruncated))
        throw new Refusal(requestRefusals.tooLarge);
      yield value;
      if (value.type === "file") value.file.resume();
    }
  } catch (error) {
    throw toRefusal(error, request);
  } finally {
    // The response decides what happens to the rest of the body (request-body.ts).
    raw.off("data", count);
    raw.unpipe();
  }
}

// Errors of the parser have a status already. A form whose connection was lost is not an attack.
function toRefusal(error: unknown, request: FastifyRequest): unknown {
  if (isDisconnected(request) && !(error instanceof Refusal))
    return new request.server.multipartErrors.PrematureCloseError();
  const isKnown = error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined;
  return isKnown ? error : new Refusal(requestRefusals.malformed);
}

const isDisconnected = ({ raw }: FastifyRequest) => raw.destroyed && !raw.readableEnded;

/**
 * The bytes of a file of {@link readParts} in pieces, as they arrive. Refuses with `request.too_large` as soon as it is
 * too large, and with `request.malformed` when it is incomplete.
 */
export async function* readFileChunks(request: FastifyRequest, { file }: MultipartFile): AsyncGenerator<Buffer> {
  // Beyond the limit the parser continues without an error.
  file.once("limit", () => file.destroy(new Refusal(requestRefusals.tooLarge)));
  try {
    for await (const chunk of file) yield chunk as Buffer;
  } catch (error) {
    throw toRefusal(error, request);
  }
  if (file.truncated) throw new Refusal(requestRefusals.tooLarge);
}

/** All bytes of a file of {@link readParts}. Refuses like {@link readFileChunks}. */
export async function readFileBytes(request: FastifyRequest, part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readFileChunks(request, part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
