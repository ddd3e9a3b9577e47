import type { CacheRule } from "#pages.ts";

const maxRememberedKeys = 5000;

/**
 * Makes the function that computes a public page's cache key from its URL and cache rule. It remembers keys, because
 * parsing a URL takes longer than sending a cached page, and most requests are for the same few URLs.
 */
export function createCacheKeys(): (url: string, rule: CacheRule) => string {
  const keys = new Map<string, string>();
  return (url, rule) => {
    if (!url.includes("?")) return url;
    let key = keys.get(url);
    if (key === undefined) {
      key = cacheKey(url, rule);
      if (keys.size >= maxRememberedKeys) keys.clear();
      keys.set(url, key);
    }
    return key;
  };
}

/** Path and known parameters in a fixed order. Unknown parameters are ignored, so they add no page to the cache. */
function cacheKey(url: string, rule: CacheRule): string {
  const queryStart = url.indexOf("?");
  const path = url.slice(0, queryStart);
  const given = new URLSearchParams(url.slice(queryStart + 1));
  const known = new URLSearchParams();
  for (const name of rule.params)
    for (const value of given.getAll(name).slice(0, 40).sort())
      if (value !== "") known.append(name, value.slice(0, 200));
  return known.size > 0 ? `${path}?${known}` : path;
}
