import type { Queryable } from "#lib/database.ts";
import { emptySearchMemory, rememberedText } from "./empty-search-rules.ts";
import { countEmptySearch } from "./queries.ts";

/**
 * Remembers that a text found nothing, without who searched for it. A page that is cached counts once. Does nothing
 * with a text that may be about a person, and when too many different texts came on this day.
 */
export async function rememberEmptySearch(db: Queryable, typed: string, now: Date): Promise<void> {
  const text = rememberedText(typed);
  if (text !== null) await countEmptySearch(db, text, now, emptySearchMemory.perDay);
}
