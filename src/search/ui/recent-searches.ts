import { withRecent } from "../rules.ts";

const key = "recent_searches";

/** Searches made on this device, newest first. They never leave it. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers a search on this device; where storing is not allowed nothing happens. */
export function saveSearch(keyword: string): void {
  try {
    localStorage.setItem(key, JSON.stringify(withRecent(recentSearches(), keyword)));
  } catch {
    // Private windows may refuse to store; searching works all the same.
  }
}

export function clearSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
