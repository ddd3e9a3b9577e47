/**
 * Design note. A form with files is read whole and taken apart where the page's action runs, in the one thread that answers
 * everybody. Ten megabytes of nothing but part heads would take it for seconds, so a form is looked over first, at the cost
 * of a search for its delimiter.
 */
import { Refusal, requestRefusals } from "#lib/refusal.ts";

/** Parts of a form: the largest, a product with a hundred variants, has some 600. */
export const partsMost = 1000;
/** Longest head of a part, in bytes: a field's name and a file's. */
export const headMost = 4096;

/** Largest form with files, in bytes. */
export const formMost = 10 * 1024 * 1024;

/**
 * Largest form with files of somebody who is not logged in, in bytes, where nothing is thrown away while it arrives
 * (web/strip-files.ts): only personal pages take files.
 */
export const strangersFormMost = 64 * 1024;

/** Most text in such a form where its files are thrown away: a product with a hundred variants has a quarter of it. */
export const strangersTextMost = 384 * 1024;

/** How many such forms one network may send in a minute to one process: sessions end rarely. */
export const strangersForms = { max: 30, window: 60_000 };

/** What stands between the parts of a form; `request.malformed` when its type does not say. */
export function boundaryOf(type: string): string {
  const [, ...settings] = type.split(";").map((setting) => setting.trim());
  const given = settings.find((setting) => /^boundary=/i.test(setting))?.slice("boundary=".length) ?? "";
  const [, quoted, plain] = /^"([^"]{1,200})"|^([^\s"]{1,200})(?=\s|$)/.exec(given) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Refusal(requestRefusals.malformed);
  return boundary;
}

/**
 * Refuses a multipart form with too many parts (`request.too_large`), or with a part whose head is too long or missing
 * (`request.malformed`). Other forms pass.
 */
export function assertFewParts(type: string, body: Buffer): void {
  if (!/^multipart\//i.test(type)) return;
  const delimiter = Buffer.from(`--${boundaryOf(type)}`);
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > partsMost) throw new Refusal(requestRefusals.tooLarge);
    const head = at + delimiter.length;
    const isInside = at > 0 && body.toString("latin1", at - 2, at) !== "\r\n";
    if (isInside) continue;
    if (body.toString("latin1", head, head + 2) === "--") return;
    if (!body.subarray(head, head + headMost).includes("\r\n\r\n")) throw new Refusal(requestRefusals.malformed);
  }
}
