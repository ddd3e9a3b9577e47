import type { Tx } from "#lib/database.ts";
import { addKeywords } from "./queries.ts";
import { normalise } from "./text-analysis.ts";

/** Adds the words of new names to suggestions and to spelling correction. */
export async function addKeywordsOfNames(tx: Tx, names: readonly string[]): Promise<void> {
  const words = names.flatMap((name) => normalise(name).split(" ")).filter((word) => /^[a-z]{3,60}$/.test(word));
  await addKeywords(tx, [...new Set(words)]);
}
