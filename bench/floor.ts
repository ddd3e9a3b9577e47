/**
 * The floor: the product's own HTTP server (same hooks, same headers) answering constant Buffers (`/SIZE`). What a route
 * costs above this is ours. Port and database come as arguments.
 */
import { randomBytes } from "node:crypto";
import { createAuthenticate } from "../src/accounts/session.ts";
import { createHttp } from "../src/lib/http.ts";
import { readConfig } from "../src/lib/config.ts";
import { openContext } from "../src/lib/open-context.ts";

const [port = "0", url = ""] = process.argv.slice(2);
const context = await openContext(
  readConfig({ ...process.env, PORT: port, LOG_LEVEL: "silent" }),
  url,
  createAuthenticate,
);
const app = await createHttp(context);
// Random, as compressed pages look: the load generator reads plain letters several times faster.
const bodies = new Map<string, Buffer>();
app.get("/:size", { config: { policy: "public" } }, (request, reply) => {
  const { size } = request.params as { size: string };
  const body = bodies.get(size) ?? randomBytes(Number(size));
  bodies.set(size, body);
  void reply.headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "accept-encoding",
    etag: '"k"',
    "content-encoding": "br",
  });
  return reply.send(body);
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
process.stdout.write("ready\n");
