import type { PlaceRank } from "../listing/token-query.ts";

const quote = 39;
const colon = 58;
const space = 32;
const comma = 44;
const maxTokenLength = 130;

/**
 * Calls `visit` with each token of a product and its best place, read from PostgreSQL's text form of tsvector:
 * `'batik':2B,7C 'kemeja':1A 'solo':9`.
 */
export function eachToken(text: string, visit: (token: string, place: PlaceRank) => void): void {
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) !== quote) {
      at += 1;
      continue;
    }
    const end = text.indexOf("'", at + 1);
    if (end === -1) return;
    const token = text.slice(at + 1, end);
    let place: PlaceRank = 1;
    at = end + 1;
    if (text.charCodeAt(at) === colon) {
      for (at += 1; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === space) break;
        // A position without a letter has the weight D.
        if (code >= 65 && code <= 67 && text.charCodeAt(at - 1) !== comma) {
          const found = (69 - code) as PlaceRank;
          if (found > place) place = found;
        }
      }
    }
    if (token.length <= maxTokenLength) visit(token, place);
  }
}

/** A number of 32 bits that tells texts apart. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}
