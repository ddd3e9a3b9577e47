import type { Queryable } from "#lib/database.ts";
import { findSimilar } from "./queries.ts";

/** How many letters have to be added, removed, changed or swapped with a neighbour to turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, at) => [at]);
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 1; j <= b.length; j += 1) (rows[0] ?? [])[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, cell(i - 2, j - 2) + 1);
      (rows[i] ?? [])[j] = best;
    }
  }
  return cell(a.length, b.length);
}

/** @rule A word of up to five letters may have one typing error, a longer one two. */
export function maxErrorsFor(word: string): number {
  return word.length <= 5 ? 1 : 2;
}

function adjacentSwaps(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

/** Replaces misspelt words by the most similar known words. Returns null when no word changed. */
export async function correctSpelling(db: Queryable, words: readonly string[]): Promise<string[] | null> {
  let changed = false;
  const corrected: string[] = [];
  for (const word of words) {
    const alike = word.length >= 4 && /^[a-z]+$/.test(word) ? await findSimilar(db, word, adjacentSwaps(word)) : [];
    const best = alike
      .map((one) => ({ ...one, errors: editDistance(word, one.word) }))
      .filter((one) => one.errors <= maxErrorsFor(word))
      .sort((a, b) => a.errors - b.errors || b.weight - a.weight)[0];
    if (best && best.word !== word) changed = true;
    corrected.push(best?.word ?? word);
  }
  return changed ? corrected : null;
}
