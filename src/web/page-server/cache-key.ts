import type { CacheRule } from "#pages.ts";

const maxRememberedKeys = 5000;

/**
 * Makes the function that gives the key under which a public page is cached, from its address and its cache rule. It remembers
 * keys: parsing an address takes longer than sending a cached page, and visitors ask for the same few addresses.
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

/** Path and known parameters in a fixed order, so that an unknown parameter makes no new page. */
function cacheKey(url: string, rule: CacheRule): string {
  const question = url.indexOf("?");
  const path = url.slice(0, question);
  const given = new URLSearchParams(url.slice(question + 1));
  const known = new URLSearchParams();
  for (const name of rule.params)
    for (const value of given.getAll(name).slice(0, 40).sort())
      if (value !== "") known.append(name, value.slice(0, 200));
  return known.size > 0 ? `${path}?${known}` : path;
}
