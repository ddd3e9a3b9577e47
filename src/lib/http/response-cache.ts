/**
 * Design note. Some public reads, such as a listing or a product, are the same for everyone and requested very often.
 * Their responses are cached as finished bytes beside the pages (page-cache.ts) and purged by the same tags. The
 * handler of such a call gets neither the request nor the caller, so that the response cannot contain personal data.
 * Simultaneous requests for the same uncached response wait for one run of the handler. A request after a purge never
 * joins a run that began before it, so that a user who changes something and reads it again sees the change.
 * A page that this process renders gets the content itself ({@link PublicRead}), because writing and parsing JSON takes
 * longer than reading it. Its reads are stored only when every page makes the same one: what belongs to one page is in
 * that page, which is cached itself. A read that every page makes is also held as an object until the next purge, so
 * that no page parses it again.
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

/** What a public read depends on. `params` and `query` hold what is in `url`. */
export type AskedRead = { url: string; params: unknown; query: unknown };

/**
 * The content of the response for a page of this process; it must not be changed. `request` is the visitor's, whose
 * network the limit counts. Throws what the handler throws.
 */
export type PublicRead = (asked: AskedRead, request: FastifyRequest) => Promise<unknown>;

type Fresh = { answer: unknown; since: number; response?: CachedPage };

/**
 * Makes the handler that responds from the cache, or with the result of `make` if `checkLimit` does not throw, and the
 * same read for pages of this process.
 */
export function serveCachedResponse(
  context: Pick<Context, "pages">,
  rule: ResponseCacheRule,
  make: (asked: AskedRead) => Promise<unknown>,
  checkLimit: (request: FastifyRequest, reply?: FastifyReply) => Promise<void> = async () => {},
): {
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;
  read: PublicRead;
} {
  const flights = createSingleFlight<Fresh>();
  const tagsOf = rule.tags as (answer: unknown) => readonly string[];

  async function findFresh(asked: AskedRead, request: FastifyRequest, reply?: FastifyReply): Promise<Fresh> {
    // A purge changes the key, so that no request joins a run that began before it.
    const since = context.pages.version();
    const key = `${since} ${asked.url}`;
    // A request that joins a running one costs nothing, so the limit does not apply to it.
    if (!flights.isRunning(key)) await checkLimit(request, reply);
    return flights.run(key, async () => ({ answer: await make(asked), since }));
  }

  /** What every page reads, as it was after the last purge. */
  let common: { answer: unknown; since: number; expires: number } | undefined;

  /** The bytes of the response, which are stored. Made once for all requests that wait for it. */
  function toResponse(fresh: Fresh, url: string): CachedPage {
    if (fresh.response) return fresh.response;
    const plain = Buffer.from(JSON.stringify(fresh.answer));
    fresh.response = {
      plain,
      etag: etagOf(plain),
      status: 200,
      tags: ["all", ...tagsOf(fresh.answer)],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (url.length <= maxCachedUrlLength) context.pages.set(url, fresh.response, fresh.since);
    return fresh.response;
  }

  async function sendFresh(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { url, params, query } = request;
    send(request, reply, toResponse(await findFresh({ url, params, query }, request, reply), url));
    return reply;
  }

  function send(request: FastifyRequest, reply: FastifyReply, cached: CachedPage): void {
    void reply.headers({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
    });
    if (!sendUnchanged(request, reply, cached.etag)) void reply.send(cached.plain);
  }

  return {
    handle(request, reply) {
      const cached = context.pages.get(request.url);
      if (!cached) return sendFresh(request, reply);
      send(request, reply, cached);
      return undefined;
    },
    async read(asked, request) {
      const isSameForAllPages = !asked.url.includes("?") && Object.keys(asked.params as object).length === 0;
      const since = context.pages.version();
      if (isSameForAllPages && common?.since === since && common.expires > Date.now()) return common.answer;
      const cached = context.pages.get(asked.url);
      const fresh = cached ? undefined : await findFresh(asked, request);
      const answer = fresh ? fresh.answer : (JSON.parse(String(cached?.plain)) as unknown);
      if (isSameForAllPages) {
        const { expires } = cached ?? toResponse(fresh as Fresh, asked.url);
        common = { answer, since: fresh?.since ?? since, expires };
      }
      return answer;
    },
  };
}
