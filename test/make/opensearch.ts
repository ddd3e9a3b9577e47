import type { Context } from "../../src/lib/context.ts";
import type { SearchEngine } from "../../src/catalog/listing/search-engine.ts";
import { feedOpensearch, type FeedParts } from "../../src/catalog/opensearch/feed-opensearch.ts";
import { createOpensearchEngine } from "../../src/catalog/opensearch/opensearch-engine.ts";
import { startOpensearch } from "../doubles/opensearch.ts";

/** Instead of a fallback, so that no other engine answers for the one that is tested. */
export const noEngine: SearchEngine = {
  name: "postgres",
  find: () => Promise.reject(new Error("the engine failed")),
  findSimilar: () => Promise.reject(new Error("the engine failed")),
};

/** A double of OpenSearch that has the products of the context, and an engine that asks nothing else. */
export async function makeOpensearch({ db, log }: Pick<Context, "db" | "log">) {
  const outside = await startOpensearch();
  const service = {
    name: "OpenSearch",
    url: new URL(outside.origin),
    headers: {},
    timeout: 2000,
    maxBytes: 10_000_000,
  };
  const feed: FeedParts = { db, log, service, alias: "uji-products", processId: crypto.randomUUID(), retryPause: 1 };
  await feedOpensearch(feed);
  return { outside, feed, opensearch: createOpensearchEngine({ ...feed, fallback: noEngine }) };
}
