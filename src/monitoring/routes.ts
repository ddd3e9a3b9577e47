import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { createReadiness } from "./readiness.ts";

/** `/healthz` and `/readyz` for load balancers and process managers. They say nothing about people or the business. */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  const readiness = createReadiness(context);
  const options = { config: { policy: "public" as const }, schema: { hide: true } as object };
  app.get("/healthz", options, async (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("ok\n"),
  );
  app.get("/readyz", options, async (_request, reply) => {
    const found = await readiness();
    return reply
      .status(found.ready ? 200 : 503)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(found));
  });
}
