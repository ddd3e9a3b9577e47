/**
 * Design note. Reads a multipart form while it arrives and enforces its limits immediately, because a form of ten
 * megabytes may consist of part headers alone, which take seconds to parse. Files can be dropped. Of each dropped file
 * one byte is kept, which shows that a file was sent, so a large form uses no more memory than its text.
 */
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { Refusal, requestRefusals, type RefusalKind } from "../refusal.ts";

export type FormLimits = {
  /** Bytes of the whole body, with headers and boundaries. */
  maxBytes: number;
  /** Bytes of all field names and texts together. */
  maxTextBytes: number;
};

/** A field, or a file with its name as `text`. */
type Entry = { name: string; text: string; file?: { chunks: Buffer[]; type: string } };

/** Maximum number of parts. The largest form, a product with a hundred variants, has about 600. */
const maxParts = 1000;
/** Bytes of a part's header that are read. The rest is ignored. */
const maxHeadBytes = 4096;
const maxNameLength = 1000;
// The parser cannot be stopped inside a chunk.
const maxChunkLength = 64 * 1024;

/**
 * The fields of a multipart form. Refuses with `request.too_large` as soon as it exceeds a limit, and with
 * `request.malformed` an incomplete or invalid form. The rest of a refused body is not read.
 */
export async function readForm(
  type: string,
  body: Readable,
  { maxBytes, maxTextBytes }: FormLimits,
  files: "keep" | "drop",
): Promise<FormData> {
  // The first limit or error decides. Later ones are ignored.
  const refused = new AbortController();
  const refuse = (kind: RefusalKind) => refused.abort(new Refusal(kind));
  const entries: Entry[] = [];
  let textBytes = 0;
  let received = 0;

  function add(name: string | undefined, entry: Omit<Entry, "name">): void {
    if (name === undefined || name.length > maxNameLength) return refuse(requestRefusals.malformed);
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(entry.text);
    if (textBytes > maxTextBytes) return refuse(requestRefusals.tooLarge);
    entries.push({ name, ...entry });
  }

  const parser = parserOf(type, maxTextBytes);
  parser
    .on("field", (name: string | undefined, text, _nameCut, textCut) => {
      if (textCut) refuse(requestRefusals.tooLarge);
      add(name, { text });
    })
    .on("file", (name: string | undefined, file, filename, _encoding, type) => {
      const chunks: Buffer[] = [];
      file.on("data", (chunk: Buffer) => {
        if (files === "keep") chunks.push(chunk);
        else if (chunks.length === 0) chunks.push(Buffer.from(chunk.subarray(0, 1)));
      });
      file.on("error", () => refuse(requestRefusals.malformed));
      add(name, { text: filename, file: { chunks, type } });
    })
    .on("partsLimit", () => refuse(requestRefusals.tooLarge))
    .on("error", () => refuse(requestRefusals.malformed));
  const finished = once(parser, "finish", { signal: refused.signal });
  finished.catch(() => {}); // A refusal may come before anything waits for it.

  try {
    // The connection stays open, so that a refusal can be answered (request-body.ts).
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) refuse(requestRefusals.tooLarge);
      for (let at = 0; at < chunk.length; at += maxChunkLength) {
        refused.signal.throwIfAborted();
        if (!parser.write(chunk.subarray(at, at + maxChunkLength)))
          await once(parser, "drain", { signal: refused.signal }).catch(() => {});
      }
    }
  } catch (error) {
    // As for every other body, a lost connection is the client's error.
    throw error instanceof Refusal ? error : Object.assign(error as Error, { statusCode: 400 });
  }
  parser.end();
  await finished.catch(() => {});
  refused.signal.throwIfAborted();
  const form = new FormData();
  for (const { name, text, file } of entries)
    if (file) form.append(name, new Blob(file.chunks as BlobPart[], { type: file.type }), text);
    else form.append(name, text);
  return form;
}

function parserOf(type: string, maxTextBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { parts: maxParts, headerSize: maxHeadBytes, fieldSize: maxTextBytes },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch {
    throw new Refusal(requestRefusals.malformed); // No boundary, or no form at all.
  }
}
