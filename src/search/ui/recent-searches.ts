import { withRecent } from "../rules.ts";

const key = "recent_searches";

/** The searches stored on this device, newest first. They are never sent to the server. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a search on this device, unless the browser forbids storage. */
export function saveSearch(keyword: string): void {
  try {
    localStorage.setItem(key, JSON.stringify(withRecent(recentSearches(), keyword)));
  } catch {
    // A private window may forbid storage; searching works without it.
  }
}

export function clearSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
