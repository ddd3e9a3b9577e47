/**
 * The floor: the product's own HTTP server (same hooks, same headers) answering one constant Buffer. What a route costs
 * above this is ours. Size and port come as arguments.
 */
import { createHttp } from "../src/lib/http.ts";
import { openContext } from "../src/start-context.ts";
import { readConfig } from "../src/lib/config.ts";

const [size = "8000", port = "0", url = ""] = process.argv.slice(2);
const context = await openContext(readConfig({ ...process.env, PORT: port, LOG_LEVEL: "silent" }), url);
const app = await createHttp(context);
const body = Buffer.alloc(Number(size), "k");
app.get("/", { config: { policy: "public" } }, (_request, reply) => {
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
