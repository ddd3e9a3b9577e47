/**
 * Design note. Somebody whose session is over may send a form with pictures in it. What they typed is worth the login in
 * between; the pictures cannot be carried on, so they are thrown away while they arrive: of a form of ten megabytes no more
 * is ever held than its text, and of its files one byte each, by which it shows that there were some.
 */
import { Transform, type TransformCallback } from "node:stream";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { boundaryOf, headMost, partsMost } from "./form-limits.ts";

const headEnd = Buffer.from("\r\n\r\n");

function isOfFile(head: string): boolean {
  const start = head.search(/^content-disposition:/im);
  const [, ...settings] = start < 0 ? [] : head.slice(start).split(";");
  return settings.some((setting) => /^filename\*?=/i.test(setting.trimStart()));
}

export type FileLimits = {
  /** Most bytes that may arrive. */
  most: number;
  /** Most bytes that may be left. */
  textMost: number;
};

/**
 * Lets a multipart form through without its files. Fails with `request.too_large` when more arrives or is left than
 * `limits` allow, and with `request.malformed` for what is no form.
 */
export function withoutFiles(type: string, { most, textMost }: FileLimits): Transform {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(type)}`);
  // What stands before the first delimiter and after the last says nothing.
  let place: "before" | "head" | "text" | "file" | "after" = "before";
  let waiting: Buffer = Buffer.from("\r\n");
  let [arrived, left, parts] = [0, 0, 0];
  let ofFile = 0;

  function keep(bytes: Buffer, to: Transform): void {
    if (place === "before" || place === "after") return;
    const kept = place === "file" ? bytes.subarray(0, Math.max(0, 1 - ofFile)) : bytes;
    if (place === "file") ofFile += kept.length;
    left += kept.length;
    if (left > textMost) throw new Refusal(requestRefusals.tooLarge);
    if (kept.length > 0) to.push(Buffer.from(kept));
  }

  /** Goes on by one head or one content; false when more has to arrive first. */
  function advance(to: Transform): boolean {
    if (place === "after") {
      waiting = Buffer.alloc(0);
      return false;
    }
    if (place !== "head") {
      const end = waiting.indexOf(delimiter);
      // The end of what is here may be the beginning of a delimiter.
      const content = end < 0 ? Math.max(0, waiting.length - delimiter.length + 1) : end;
      keep(waiting.subarray(0, content), to);
      waiting = waiting.subarray(content);
      if (end < 0) return false;
      parts += 1;
      if (parts > partsMost) throw new Refusal(requestRefusals.tooLarge);
      place = "head";
      keep(parts === 1 ? delimiter.subarray(2) : delimiter, to);
      waiting = waiting.subarray(delimiter.length);
      return true;
    }
    if (waiting.length < 2) return false;
    if (waiting.toString("latin1", 0, 2) === "--") {
      keep(Buffer.from("--\r\n"), to);
      place = "after";
      return true;
    }
    const end = waiting.indexOf(headEnd);
    if (end > headMost || (end < 0 && waiting.length > headMost)) throw new Refusal(requestRefusals.malformed);
    if (end < 0) return false;
    keep(waiting.subarray(0, end + headEnd.length), to);
    place = isOfFile(waiting.toString("latin1", 0, end)) ? "file" : "text";
    ofFile = 0;
    waiting = waiting.subarray(end + headEnd.length);
    return true;
  }

  const form = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        arrived += chunk.length;
        if (arrived > most) throw new Refusal(requestRefusals.tooLarge);
        waiting = Buffer.concat([waiting, chunk]);
        while (advance(form));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  // Content-Length speaks of what arrived.
  return Object.defineProperty(form, "receivedEncodedLength", { get: () => arrived });
}
