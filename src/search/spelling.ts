import { spellings } from "./synonyms-data.ts";

const canonical = new Map<string, string>();
for (const line of spellings.trim().split("\n")) {
  const [first = "", ...others] = line.trim().split(" ");
  for (const other of others) canonical.set(other, first);
}

/** The spelling of a word that the index has: `kaos` → `kaus`. */
export function spellingOf(word: string): string {
  return canonical.get(word) ?? word;
}

/** All words of the list of spellings. A typing error may be one in any of them. */
export const spelledWords: readonly string[] = [...new Set([...canonical.keys(), ...canonical.values()])];
