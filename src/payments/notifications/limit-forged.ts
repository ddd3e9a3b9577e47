import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { forgedNotifications } from "./rules.ts";

/** Refuses with `request.too_many` when one network has sent too many notifications without a valid signature. */
export function limitForged(app: FastifyInstance, { config }: Context) {
  const take = app.createRateLimit({
    max: forgedNotifications.max * config.limitFactor,
    timeWindow: forgedNotifications.window,
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
