/**
 * Design note. A public page is rendered without the visitor's cookies and cached as Buffers (lib/http/page-cache.ts),
 * so most requests only send a Buffer. Three measures keep the server fast under many requests at once:
 * - Concurrent requests for the same page share one rendering.
 * - A cached page is sent synchronously. Waiting for a promise would take longer than all the other work.
 * - A page is compressed at the first request for an encoding, with a lower quality while other pages are in progress.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { etagOf, sendUnchanged } from "#lib/http/etag.ts";
import type { CachedPage } from "#lib/http/page-cache.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import type { CacheRule } from "#pages.ts";
import { createCacheKeys } from "./cache-key.ts";
import { callAnonymously } from "./call-api.ts";
import { brotli, contentEncoding, encodingFor, gzipped, type Encoding } from "./compress.ts";
import type { WebBuild } from "./load-web-build.ts";
import { pageRequest } from "./page-request.ts";

/**
 * Brotli quality of cached pages. At 6, the home page and a listing fit, with their headers, into the 14,600 bytes that
 * a new connection can send at once. At 4 they need a second round trip. While other pages are in progress, that costs
 * less time than a slower compression, which makes their visitors wait.
 */
const compressionQuality = { calm: 6, busy: 4 } as const;

/** Pages with a longer key are not cached, so that invented URLs do not fill the cache. */
const maxCachedKeyLength = 600;

type Redirect = { location: string; status: number };

/** Makes the handler of public pages. It sends a cached page synchronously and returns a promise for any other. */
export function createPublicPages(app: FastifyInstance, context: Context, { render, page }: WebBuild) {
  const cacheKeyOf = createCacheKeys();
  const rendering = createSingleFlight<CachedPage | Redirect>();
  let compressing = 0;

  function servePublic(
    request: FastifyRequest,
    reply: FastifyReply,
    rule: CacheRule,
  ): Promise<FastifyReply> | undefined {
    const key = cacheKeyOf(request.url, rule);
    const cached = context.pages.get(key);
    const encoding = encodingFor(request);
    if (!cached || (encoding !== "plain" && !cached[encoding])) return serveFresh(request, reply, key, rule, cached);
    sendCached(request, reply, cached, encoding);
    return undefined;
  }

  /** Renders the page unless it is `cached`, compresses it and sends it. */
  async function serveFresh(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    rule: CacheRule,
    cached: CachedPage | undefined,
  ): Promise<FastifyReply> {
    const result = cached ?? (await renderOnce(request, key, rule));
    if ("location" in result) return reply.redirect(result.location, result.status);
    const encoding = encodingFor(request);
    if (encoding === "brotli") result.brotli ??= await compress(result.plain);
    if (encoding === "gzip") result.gzip ??= await gzipped(result.plain);
    sendCached(request, reply, result, encoding);
    return reply;
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
    const rendered = await render(pageInput, callAnonymously(app, request.ip), undefined);
    if (rendered.kind === "redirect") return { location: rendered.location, status: rendered.status };
    const plain = Buffer.from(page.whole(rendered));
    const result: CachedPage = {
      plain,
      etag: etagOf(plain),
      status: rendered.status,
      tags: ["all", ...rendered.tags],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (rendered.status === 200 && key.length <= maxCachedKeyLength) context.pages.set(key, result, since);
    return result;
  }

  async function compress(plain: Buffer): Promise<Buffer> {
    const quality = rendering.size() + compressing > 0 ? compressionQuality.busy : compressionQuality.calm;
    compressing += 1;
    try {
      return await brotli(plain, quality);
    } finally {
      compressing -= 1;
    }
  }

  function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedPage, encoding: Encoding): void {
    void reply.status(cached.status).headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-security-policy": page.policy,
      vary: "accept-encoding",
    });
    if (sendUnchanged(request, reply, cached.etag)) return;
    if (encoding !== "plain") void reply.header("content-encoding", contentEncoding[encoding]);
    void reply.send(cached[encoding]);
  }

  return servePublic;
}
