/**
 * Design note. What is kept of lists (list-cache.ts) comes with the library that keeps it, which most pages never load.
 * News only need to tell it that a list is out of date, so they tell it here; whoever keeps lists listens.
 */
const listeners = new Set<(url: string) => void>();

/** Says that the list at this address is out of date. Lists that nobody has loaded need nothing. */
export function invalidateList(url: string): void {
  for (const listener of listeners) listener(url);
}

/** Hears of every list that is out of date, for as long as the page lives. */
export function onListInvalidated(listener: (url: string) => void): void {
  listeners.add(listener);
}
