/**
 * Design note. A form with files is read whole and taken apart where the page's action runs, in the one thread that answers
 * everybody. Ten megabytes of nothing but part heads would take it for seconds, so a form is looked over first, at the cost
 * of a search for its delimiter.
 */
import { Refusal } from "#lib/refusal.ts";

/** Parts of a form: the largest, a product with a hundred variants, has some 600. */
const partsMost = 1000;
/** Longest head of a part, in bytes: a field's name and a file's. */
const headMost = 4096;

/** Largest form with files of somebody who is not logged in, in bytes: they have no page that takes a file. */
export const strangersFormMost = 64 * 1024;

/**
 * Refuses a multipart form with too many parts (`request.too_large`), or with a part whose head is too long or missing
 * (`request.malformed`). Other forms pass.
 */
export function assertFewParts(type: string, body: Buffer): void {
  if (!/^multipart\//i.test(type)) return;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200})(?=\s|;|$))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Refusal("request.malformed");
  const delimiter = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > partsMost) throw new Refusal("request.too_large");
    const head = at + delimiter.length;
    const isInside = at > 0 && body.toString("latin1", at - 2, at) !== "\r\n";
    if (isInside) continue;
    if (body.toString("latin1", head, head + 2) === "--") return;
    if (!body.subarray(head, head + headMost).includes("\r\n\r\n")) throw new Refusal("request.malformed");
  }
}
