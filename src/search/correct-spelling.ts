import type { Queryable } from "#lib/database.ts";
import { findSimilar } from "./queries.ts";
import { spellingOf } from "./spelling.ts";
import { commonKeywords, nearlySpelled } from "./stored-keywords.ts";

/** How many letters have to be added, removed, changed or swapped with a neighbour to turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const size = (a.length + 1) * width;
  const cells = size <= spareCells.length ? spareCells : new Uint16Array(size);
  for (let j = 0; j < width; j += 1) cells[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const row = i * width;
    cells[row] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const at = row + j;
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let best = Math.min(cell(cells, at - width), cell(cells, at - 1)) + 1;
      best = Math.min(best, cell(cells, at - width - 1) + same);
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) best = Math.min(best, cell(cells, at - 2 * width - 2) + 1);
      cells[at] = best;
    }
  }
  return cell(cells, size - 1);
}
/** Enough for two words of 40 letters. */
const spareCells = new Uint16Array(41 * 41);
const cell = (cells: Uint16Array, at: number) => cells[at] ?? 0;

/** @rule A word of four to seven letters may have one typing error, a longer one two; a shorter one none. */
export function maxErrorsFor(word: string): number {
  return word.length < 4 ? 0 : word.length <= 7 ? 1 : 2;
}

function adjacentSwaps(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

/** The words that may be meant by a misspelt one, among the words of products: the most probable first. */
export async function findCorrections(db: Queryable, word: string): Promise<string[]> {
  if (word.length < 4 || word.length > 40 || !/^[a-z]+$/.test(word)) return [];
  const common = await commonKeywords(db);
  const found = closestOf(word, nearlySpelled(common, word, maxErrorsFor(word)));
  if (found.length > 0) return found;
  return closestOf(word, await findSimilar(db, word, adjacentSwaps(word)));
}

/** The one of these words that a misspelt word most probably means; null when none is near. */
export function closestWord(word: string, words: readonly string[]): string | null {
  if (word.length < 4 || word.length > 40) return null;
  const near = words.filter((one) => Math.abs(one.length - word.length) <= 2);
  const [closest] = closestOf(
    word,
    near.map((one) => ({ word: one, weight: 0 })),
  );
  return closest === undefined ? null : spellingOf(closest);
}

// The fewest errors first, then the same first letter, which people seldom mistype, then the most common.
function closestOf(word: string, candidates: readonly { word: string; weight: number }[]): string[] {
  const isSameStart = (one: string) => one[0] === word[0];
  const near = candidates
    .map((one) => ({ ...one, errors: editDistance(word, one.word) }))
    .filter((one) => one.word.length >= 3 && one.errors <= maxErrorsFor(word))
    .sort(
      (a, b) =>
        a.errors - b.errors ||
        Number(isSameStart(b.word)) - Number(isSameStart(a.word)) ||
        b.weight - a.weight ||
        (a.word < b.word ? -1 : 1),
    );
  const [best] = near;
  if (!best || best.word === word) return [];
  return near.filter(({ errors }) => errors === best.errors).map((one) => one.word);
}

/** Replaces misspelt words by the most similar known words. Returns null when no word changed. */
export async function correctSpelling(db: Queryable, words: readonly string[]): Promise<string[] | null> {
  let changed = false;
  const corrected: string[] = [];
  for (const word of words) {
    const [correction] = await findCorrections(db, word);
    if (correction !== undefined) changed = true;
    corrected.push(correction ?? word);
  }
  return changed ? corrected : null;
}
