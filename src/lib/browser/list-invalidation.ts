/**
 * Design note. The list cache (list-cache.ts) comes with a library that most pages never load. Live notifications only
 * need to say that a list is out of date. They say it here, and the cache listens once it is loaded.
 */
const listeners = new Set<(url: string) => void>();

/** Says that the list at this address is out of date. A list that is not loaded needs nothing. */
export function invalidateList(url: string): void {
  for (const listener of listeners) listener(url);
}

/** Calls `listener` for every list that is out of date, as long as the page is open. */
export function onListInvalidated(listener: (url: string) => void): void {
  listeners.add(listener);
}
