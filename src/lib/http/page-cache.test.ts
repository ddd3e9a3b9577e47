import { expect, test } from "vitest";

import { createPageCache, type CachedPage } from "./page-cache.ts";

function page(tags: string[], size = 100, age = 60_000): CachedPage {
  return { plain: Buffer.alloc(size), etag: '"e"', status: 200, tags, expires: Date.now() + age };
}

test("a page is cached until one of its tags is purged", () => {
  const cache = createPageCache();
  cache.set("/a", page(["catalog", "shop:1"]));
  cache.purge(["shop:2"]);
  expect(cache.get("/a")).toBeDefined();
  cache.purge(["shop:1"]);
  expect(cache.get("/a")).toBeUndefined();
  expect(cache.size()).toEqual({ pages: 0, bytes: 0 });
});

test("a page is not cached when its tag was purged while it was rendered; a page with another tag is", () => {
  const cache = createPageCache();
  const before = cache.version();
  cache.purge(["product:1"]);
  cache.set("/old", page(["product:1"]), before);
  cache.set("/other", page(["product:2"]), before);
  cache.set("/new", page(["product:1"]), cache.version());
  expect(["/old", "/other", "/new"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
});

test("a page is not cached when the cache was cleared while it was rendered", () => {
  const cache = createPageCache();
  const before = cache.version();
  cache.clear();
  cache.set("/old", page(["catalog"]), before);
  expect(cache.get("/old")).toBeUndefined();
});

test("a page is not cached when more tags were purged while it was rendered than the cache remembers", () => {
  const cache = createPageCache();
  const before = cache.version();
  cache.purge(["product:first"]);
  cache.purge(Array.from({ length: 3000 }, (_, number) => `product:${number}`));
  cache.set("/old", page(["product:first"]), before);
  expect(cache.get("/old")).toBeUndefined();
});

test("the least recently used page is dropped when the cache is full", () => {
  const cache = createPageCache(250_000);
  cache.set("/a", page([], 100_000));
  cache.set("/b", page([], 100_000));
  cache.get("/a");
  cache.set("/c", page([], 100_000));
  expect(["/a", "/b", "/c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});

test("a page that is stored compressed instead of as text makes room for others", () => {
  const cache = createPageCache(250_000);
  const names = Array.from({ length: 20 }, (_, at) => `/${at}`);
  for (const name of names) {
    const stored = page([], 100_000);
    cache.set(name, stored);
    stored.plain = undefined;
    stored.brotli = Buffer.alloc(10_000);
    cache.reweigh(name, stored);
  }
  const { bytes, pages } = cache.size();
  expect(pages).toBeGreaterThan(10);
  expect(bytes).toBeLessThanOrEqual(250_000);
  cache.reweigh("/0", page([], 300_000));
  expect(cache.size().pages).toBe(pages);
});

test("an expired page is not served", () => {
  const cache = createPageCache();
  cache.set("/a", page([], 100, -1));
  expect(cache.get("/a")).toBeUndefined();
});

test("a cached page holds its own bytes alone, not the block of memory that Node.js shares between small Buffers", () => {
  const cache = createPageCache();
  const small = (text: string) => {
    const body = Buffer.from(text);
    expect(body.buffer.byteLength).toBeGreaterThan(body.length);
    return body;
  };
  cache.set("/compressed", { ...page(["catalog"]), plain: undefined, brotli: small("brotli") });
  const asText = page(["catalog"]);
  cache.set("/text", asText);
  Object.assign(asText, { plain: undefined, gzip: small("gzip") });
  cache.reweigh("/text", asText);
  const held = [cache.get("/compressed")?.brotli, cache.get("/text")?.gzip];
  expect(held.map((body) => [body?.toString(), body?.buffer.byteLength])).toEqual([
    ["brotli", 6],
    ["gzip", 4],
  ]);
});
