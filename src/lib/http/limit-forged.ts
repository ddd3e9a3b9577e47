import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { Refusal, requestRefusals } from "../refusal.ts";
import { clientNetwork } from "./client-network.ts";

/**
 * Makes a function that refuses with `request.too_many` when one network has sent more than `max` notifications without
 * a valid signature within `window` ms.
 */
export function limitForged(
  app: FastifyInstance,
  { config }: Pick<Context, "config">,
  { max, window }: { max: number; window: number },
) {
  const take = app.createRateLimit({
    max: max * config.limitFactor,
    timeWindow: window,
    keyGenerator: (request) => `forged notifications ${clientNetwork(request.ip)}`,
  });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const taken = await take(request);
    if (taken.isAllowed || !taken.isExceeded) return;
    void reply.header("retry-after", String(taken.ttlInSeconds));
    throw new Refusal(requestRefusals.tooMany);
  };
}

/** The headers of a notification; of one that was sent twice, the first. */
export function headersOf({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
