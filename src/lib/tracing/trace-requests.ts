import type { FastifyInstance, FastifyRequest } from "fastify";
import { endSpan, openSpan, parseTraceParent, withSpan, type OpenSpan } from "./trace.ts";

/** Makes a span of each request, also of the calls that a page makes in this process. Before the routes are added. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const span = openSpan("request", "server", parseTraceParent(request.headers.traceparent));
    if (span) spans.set(request, span);
    withSpan(span, done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request);
    if (!span) return;
    const route = request.routeOptions.url ?? "none";
    endSpan(span, {
      name: `${request.method} ${route}`,
      attributes: {
        "http.request.method": request.method,
        "http.route": route,
        "http.response.status_code": reply.statusCode,
      },
      isError: reply.statusCode >= 500,
    });
  });
}
