/**
 * Design note. Some public reads are the same for everyone and asked for all the time: a listing, a product. Their
 * answers are kept beside the pages (page-cache.ts), as the finished bytes, and purged by the same tags. The handler of
 * such a call is given neither the request nor who calls, so nothing personal can get in. Several who ask at once for
 * what is not kept wait for one answer, unless something was purged since it was begun: whoever changes something and
 * reads it again sees the change.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "./context.ts";
import { etagOf, sendUnchanged } from "./etag.ts";
import type { CachedPage } from "./page-cache.ts";
import { createSingleFlight } from "./single-flight.ts";

/** How an endpoint's answers are kept. */
export type ResponseCacheRule = {
  /** Oldest answer that is given, for changes that purge nothing. */
  seconds: number;
  /** What purges this answer. */
  tags: (answer: never) => readonly string[];
};

/** Longest address whose answer is kept. */
const maxCachedUrlLength = 600;

type RenderedResponse = { text: string; answer: unknown };

/** A handler that answers from what is kept, or with what `make` makes if `mayMake` does not throw. */
export function serveCachedResponse(
  context: Pick<Context, "pages">,
  rule: ResponseCacheRule,
  make: (request: FastifyRequest) => Promise<RenderedResponse>,
  mayMake: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = async () => {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined {
  const flights = createSingleFlight<CachedPage>();
  // A purge changes the key, so that nobody joins an answer that was begun before it.
  const flightKey = (url: string) => `${context.pages.version()} ${url}`;
  const tagsOf = rule.tags as (answer: unknown) => readonly string[];

  async function makeFresh(request: FastifyRequest, key: string): Promise<CachedPage> {
    const since = context.pages.version();
    const { text, answer } = await make(request);
    const plain = Buffer.from(text);
    const kept: CachedPage = {
      plain,
      etag: etagOf(plain),
      status: 200,
      tags: ["all", ...tagsOf(answer)],
      expires: Date.now() + rule.seconds * 1000,
    };
    if (key.length <= maxCachedUrlLength) context.pages.set(key, kept, since);
    return kept;
  }

  async function sendFresh(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
    // A request that joins an answer that is being made costs nothing, so the limit does not apply to it.
    if (!flights.isRunning(flightKey(key))) await mayMake(request, reply);
    send(request, reply, await flights.run(flightKey(key), () => makeFresh(request, key)));
    return reply;
  }

  function send(request: FastifyRequest, reply: FastifyReply, kept: CachedPage): void {
    void reply.headers({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
    });
    if (!sendUnchanged(request, reply, kept.etag)) void reply.send(kept.plain);
  }

  return (request, reply) => {
    const kept = context.pages.get(request.url);
    if (!kept) return sendFresh(request, reply, request.url);
    send(request, reply, kept);
    return undefined;
  };
}
