/**
 * Design note. A public page is rendered without the visitor's cookies and cached as Buffers (lib/http/page-cache.ts),
 * so most requests only send a Buffer. Three measures keep the server fast under many requests at once:
 * - Concurrent requests for the same page share one rendering.
 * - A cached page is sent synchronously. Waiting for a promise would take longer than all the other work.
 * - A page is compressed at the first request for an encoding, with a lower quality while other pages are in progress.
 *   Its text is then dropped: the cache holds many times more pages, and text is hardly ever requested.
 * A page that is requested again is compressed once more, by a thread and as well as brotli can in 40 ms, to eleven
 * twelfths of the bytes. The result is kept beyond the page's age, for when it is rendered with the same text.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { etagOf, sendUnchanged } from "#lib/http/etag.ts";
import type { CachedPage } from "#lib/http/page-cache.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import type { CacheRule } from "#pages.ts";
import { createCacheKeys } from "./cache-key.ts";
import { callAnonymously } from "./call-api.ts";
import {
  brotli,
  brotliInThread,
  contentEncoding,
  decompress,
  encodingFor,
  gzipped,
  type Encoding,
} from "./compress.ts";
import { htmlBytes } from "./html-bytes.ts";
import type { WebBuild } from "./load-web-build.ts";
import { pageRequest } from "./page-request.ts";

/**
 * Brotli quality of cached pages. A new connection can send 14,600 bytes at once; more costs a phone another round
 * trip. The home page and a listing fit with their headers at `again`, which is used once a page is requested again.
 * While other pages are in progress, 3 costs less time than a slower compression, which makes their visitors wait.
 */
const compressionQuality = { calm: 6, busy: 3, again: 10 } as const;

/** Milliseconds between two of them, so that a visitor who opens many pages twice leaves the processor to others. */
const againInterval = 200;

/** So many pages are kept as compressed again, by their etags. */
const maxKeptPages = 200;

/** Pages with a longer key are not cached, so that invented URLs do not fill the cache. */
const maxCachedKeyLength = 600;

type Redirect = { location: string; status: number };

/** The text of a page that is stored compressed. */
function plainOf({ brotli: small, gzip: larger }: CachedPage): Buffer {
  if (small) return decompress(small, "brotli");
  return larger ? decompress(larger, "gzip") : Buffer.alloc(0);
}

/** Makes the handler of public pages. It sends a cached page synchronously and returns a promise for any other. */
export function createPublicPages(app: FastifyInstance, context: Context, { render, page }: WebBuild) {
  const cacheKeyOf = createCacheKeys();
  const rendering = createSingleFlight<CachedPage | Redirect>();
  /** The pages that were compressed again last, by etag. */
  const kept = new Map<string, Buffer>();
  let isCompressingAgain = false;

  function servePublic(
    request: FastifyRequest,
    reply: FastifyReply,
    rule: CacheRule,
  ): Promise<FastifyReply> | undefined {
    const key = cacheKeyOf(request.url, rule);
    const cached = context.pages.get(key);
    if (!cached) return serveFresh(request, reply, key, rule);
    send(request, reply, key, cached);
    return undefined;
  }

  async function serveFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    rule: CacheRule,
  ): Promise<FastifyReply> {
    const result = await renderOnce(request, key, rule);
    if ("location" in result) return reply.redirect(result.location, result.status);
    send(request, reply, key, result);
    return reply;
  }

  /** Compresses the page, which holds this encoding from then on instead of its text. */
  function encode(key: string, cached: CachedPage, encoding: Encoding): Buffer {
    const text = cached.plain ?? plainOf(cached);
    const quality = rendering.size() > 0 ? compressionQuality.busy : compressionQuality.calm;
    const body = encoding === "plain" ? text : encoding === "brotli" ? brotli(text, quality) : gzipped(text);
    cached.plain = undefined;
    cached[encoding] = body;
    context.pages.reweigh(key, cached);
    return body;
  }

  /** Compresses a page that is requested again as well as brotli can, one page at a time. */
  async function compressAgain(key: string, cached: CachedPage): Promise<void> {
    if (isCompressingAgain || rendering.size() > 0) return;
    isCompressingAgain = true;
    cached.isSmallest = true;
    try {
      cached.brotli = await brotliInThread(plainOf(cached), compressionQuality.again);
      context.pages.reweigh(key, cached);
      kept.set(cached.etag, cached.brotli);
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKeptPages) break;
        kept.delete(oldest);
      }
    } finally {
      setTimeout(() => (isCompressingAgain = false), againInterval).unref();
    }
  }

  async function renderOnce(request: FastifyRequest, key: string, rule: CacheRule): Promise<CachedPage | Redirect> {
    const isJoining = rendering.isRunning(key);
    const result = await rendering.run(key, () => renderPublic(request, key, rule));
    // The shared rendering counted for the rate limit of another visitor, so render again with this visitor's.
    return isJoining && result.status === 429 ? renderPublic(request, key, rule) : result;
  }

  async function renderPublic(request: FastifyRequest, key: string, rule: CacheRule): Promise<CachedPage | Redirect> {
    const since = context.pages.version();
    const pageInput = pageRequest(request, context.config.publicUrl.origin, key);
    const rendered = await render(pageInput, callAnonymously(app, request), undefined);
    if (rendered.kind === "redirect") return { location: rendered.location, status: rendered.status };
    const plain = htmlBytes(page.whole(rendered));
    const etag = etagOf(plain);
    const small = kept.get(etag);
    const result: CachedPage = {
      ...(small ? { brotli: small, isSmallest: true } : { plain }),
      etag,
      status: rendered.status,
      tags: ["all", ...rendered.tags],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (rendered.status === 200 && key.length <= maxCachedKeyLength) context.pages.set(key, result, since);
    return result;
  }

  function send(request: FastifyRequest, reply: FastifyReply, key: string, cached: CachedPage): void {
    void reply.status(cached.status).headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-security-policy": page.policy,
      vary: "accept-encoding",
    });
    if (sendUnchanged(request, reply, cached.etag)) return;
    const encoding = encodingFor(request);
    if (encoding !== "plain") void reply.header("content-encoding", contentEncoding[encoding]);
    const again = encoding === "brotli" && cached.brotli && !cached.isSmallest;
    void reply.send(cached[encoding] ?? encode(key, cached, encoding));
    if (again) void compressAgain(key, cached);
  }

  return servePublic;
}
