/**
 * Design note. Some public reads, such as a listing or a product, are the same for everyone and requested very often.
 * Their responses are cached as finished bytes beside the pages (page-cache.ts) and purged by the same tags. The
 * handler of such a call gets neither the request nor the caller, so that the response cannot contain personal data.
 * Simultaneous requests for the same uncached response wait for one run of the handler. A request after a purge never
 * joins a run that began before it, so that a user who changes something and reads it again sees the change.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { etagOf, sendUnchanged } from "./etag.ts";
import type { CachedPage } from "./page-cache.ts";
import { createSingleFlight } from "../single-flight.ts";

/** How the responses of an endpoint are cached. */
export type ResponseCacheRule = {
  /** Maximum age of a cached response, for changes that do not purge it. */
  seconds: number;
  /** The tags that purge this response. */
  tags: (answer: never) => readonly string[];
};

/** Length of the longest address whose response is cached. */
const maxCachedUrlLength = 600;

type RenderedResponse = { text: string; answer: unknown };

/** A handler that responds from the cache, or with the result of `make` if `checkLimit` does not throw. */
export function serveCachedResponse(
  context: Pick<Context, "pages">,
  rule: ResponseCacheRule,
  make: (request: FastifyRequest) => Promise<RenderedResponse>,
  checkLimit: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = async () => {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined {
  const flights = createSingleFlight<CachedPage>();
  // A purge changes the key, so that no request joins a run that began before it.
  const flightKey = (url: string) => `${context.pages.version()} ${url}`;
  const tagsOf = rule.tags as (answer: unknown) => readonly string[];

  async function makeFresh(request: FastifyRequest, key: string): Promise<CachedPage> {
    const since = context.pages.version();
    const { text, answer } = await make(request);
    const plain = Buffer.from(text);
    const cached: CachedPage = {
      plain,
      etag: etagOf(plain),
      status: 200,
      tags: ["all", ...tagsOf(answer)],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (key.length <= maxCachedUrlLength) context.pages.set(key, cached, since);
    return cached;
  }

  async function sendFresh(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
    // A request that joins a running one costs nothing, so the limit does not apply to it.
    if (!flights.isRunning(flightKey(key))) await checkLimit(request, reply);
    send(request, reply, await flights.run(flightKey(key), () => makeFresh(request, key)));
    return reply;
  }

  function send(request: FastifyRequest, reply: FastifyReply, cached: CachedPage): void {
    void reply.headers({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
    });
    if (!sendUnchanged(request, reply, cached.etag)) void reply.send(cached.plain);
  }

  return (request, reply) => {
    const cached = context.pages.get(request.url);
    if (!cached) return sendFresh(request, reply, request.url);
    send(request, reply, cached);
    return undefined;
  };
}
