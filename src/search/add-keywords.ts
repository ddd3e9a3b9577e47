import type { Tx } from "#lib/database.ts";
import { addKeywords } from "./queries.ts";
import { normalise } from "./text-analysis.ts";

/** Makes the words of new names known to suggestions and to the mending of typing errors. */
export async function addKeywordsOfNames(tx: Tx, names: readonly string[]): Promise<void> {
  const words = names.flatMap((name) => normalise(name).split(" ")).filter((word) => /^[a-z]{3,60}$/.test(word));
  await addKeywords(tx, [...new Set(words)]);
}
