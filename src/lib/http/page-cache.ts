/**
 * Design note. Anonymous HTML is the same for everyone, because the browser fetches the session separately. So are the
 * responses of public reads (response-cache.ts). Both are cached as finished Buffers, pages in the encodings in which
 * they were requested (almost all browsers request brotli, which takes a seventh of the memory of the text), keyed by
 * path and *known* parameters only, and purged by tag when data changes. A short maximum age covers a missed purge.
 * Cached content is rendered without the visitor's cookie and must never contain personal data. A page whose tag was
 * purged while it was rendered is not stored, because it may have been read before the change. At `limit` bytes the
 * least recently used pages are dropped.
 */
export type CachedPage = {
  /** At least one of the three is here. The caller adds others when they are requested first. */
  plain?: Buffer | undefined;
  gzip?: Buffer | undefined;
  brotli?: Buffer | undefined;
  /** Its brotli encoding is as small as it gets. */
  isSmallest?: boolean;
  etag: string;
  status: number;
  tags: readonly string[];
  expires: number;
};

export type PageCache = {
  get(key: string): CachedPage | undefined;
  /**
   * Stores a page, unless one of its tags was purged after `since`, the {@link PageCache.version} from before it was
   * rendered.
   */
  set(key: string, page: CachedPage, since?: number): void;
  /** Counts the bytes of a cached page again, whose encodings have changed. */
  reweigh(key: string, page: CachedPage): void;
  /** The number of purges until now. */
  version(): number;
  /** Drops every page that carries one of the tags, e.g. `product:<id>`, `shop:<id>`, `catalog`. */
  purge(tags: readonly string[]): void;
  clear(): void;
  /** Called at each purge, so that other processes can purge too. */
  onPurge(listener: (tags: readonly string[]) => void): void;
  /** Purges without calling the listeners: for a purge that came from another process. */
  purgeLocally(tags: readonly string[]): void;
  size(): { pages: number; bytes: number };
  /** How many reads found a page, and how many did not. */
  reads(): { found: number; missed: number };
};

const maxRememberedTags = 2000;
const encodings = ["plain", "gzip", "brotli"] as const;
/** Bytes that an entry takes beside its bodies: keys, tags and objects. */
const overhead = 1000;

/**
 * The same bytes in memory of their own. Node.js makes small Buffers as parts of blocks of 64 kB, and one cached part
 * would keep the whole block, whose other parts were garbage long ago.
 */
function ownBytes(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** Makes a cache of at most `limit` bytes. Expiry is checked against real time. */
export function createPageCache(limit = 64 * 1024 * 1024): PageCache {
  const pages = new Map<string, CachedPage>();
  const weights = new Map<string, number>();
  const byTag = new Map<string, Set<string>>();
  const listeners: ((tags: readonly string[]) => void)[] = [];
  // The number of the last purge of each tag. For removed entries, and for all tags before a clear, only the latest is
  // known.
  const purged = new Map<string, number>();
  let forgotten = 0;
  let purges = 0;
  let bytes = 0;
  let found = 0;
  let missed = 0;

  function weigh(key: string, page: CachedPage): void {
    for (const encoding of encodings) page[encoding] &&= ownBytes(page[encoding]);
    const weight = encodings.reduce((sum, encoding) => sum + (page[encoding]?.length ?? 0), overhead);
    bytes += weight - (weights.get(key) ?? 0);
    weights.set(key, weight);
    for (const oldest of pages.keys()) {
      if (bytes <= limit) break;
      remove(oldest);
    }
  }
  function remove(key: string): void {
    const page = pages.get(key);
    if (!page) return;
    pages.delete(key);
    bytes -= weights.get(key) ?? 0;
    weights.delete(key);
    for (const tag of page.tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  }
  function purgeHere(tags: readonly string[]): void {
    purges += 1;
    for (const tag of tags) {
      for (const key of byTag.get(tag) ?? []) remove(key);
      purged.delete(tag);
      purged.set(tag, purges);
    }
    for (const [tag, when] of purged) {
      if (purged.size <= maxRememberedTags) break;
      purged.delete(tag);
      forgotten = when;
    }
  }
  return {
    get(key) {
      const page = pages.get(key);
      if (!page || page.expires < Date.now()) {
        if (page) remove(key);
        missed += 1;
        return undefined;
      }
      found += 1;
      pages.delete(key);
      pages.set(key, page);
      return page;
    },
    set(key, page, since = purges) {
      if (since < forgotten || page.tags.some((tag) => (purged.get(tag) ?? 0) > since)) return;
      remove(key);
      pages.set(key, page);
      for (const tag of page.tags) {
        const keys = byTag.get(tag) ?? new Set<string>();
        keys.add(key);
        byTag.set(tag, keys);
      }
      weigh(key, page);
    },
    reweigh(key, page) {
      if (pages.get(key) === page) weigh(key, page);
    },
    version: () => purges,
    purge(tags) {
      purgeHere(tags);
      for (const listener of listeners) listener(tags);
    },
    purgeLocally: purgeHere,
    clear() {
      pages.clear();
      weights.clear();
      byTag.clear();
      bytes = 0;
      purges += 1;
      forgotten = purges;
    },
    onPurge: (listener) => void listeners.push(listener),
    size: () => ({ pages: pages.size, bytes }),
    reads: () => ({ found, missed }),
  };
}
