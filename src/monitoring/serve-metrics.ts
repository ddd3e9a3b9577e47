import { createServer, type Server } from "node:http";
import type { Context } from "#lib/context.ts";
import type { Metrics } from "./metrics.ts";
import { createReadiness } from "./readiness.ts";

/** Serves `/metrics`, `/healthz` and `/readyz` on a port of their own, also for processes without pages. */
export async function serveMetrics(
  context: Context,
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const readiness = createReadiness(context);
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000 }, (request, response) => {
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    const answers: Record<string, () => Promise<unknown>> = {
      "/metrics": async () => send(200, metrics.contentType, await metrics.read()),
      "/healthz": async () => send(200, "text/plain", "ok\n"),
      "/readyz": async () => {
        const found = await readiness();
        return send(found.ready ? 200 : 503, "application/json", JSON.stringify(found));
      },
    };
    const answer = request.method === "GET" ? answers[request.url ?? ""] : undefined;
    if (!answer) return void send(404, "text/plain", "not found\n");
    return void answer().catch((error: unknown) => {
      context.log.error({ err: error }, "metrics could not be served");
      send(500, "text/plain", "error\n");
    });
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, done);
  });
  return server;
}
