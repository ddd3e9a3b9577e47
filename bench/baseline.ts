/**
 * The floor of the measurements: the product's HTTP server with its hooks and headers, which sends the same bytes as a
 * route, from memory. The rest of a route's cost is its own code. Port, database and the measured server are arguments;
 * `/<encoded path>` sends what that path sends there.
 */
import { request as httpRequest } from "node:http";
import { createAuthenticate } from "../src/accounts/session/session.ts";
import { createHttp } from "../src/lib/http/create-http.ts";
import { readConfig } from "../src/lib/config.ts";
import { openContext } from "../src/lib/open-context.ts";

const [port = "0", url = "", origin = ""] = process.argv.slice(2);
const context = await openContext(
  readConfig({ ...process.env, PORT: port, LOG_LEVEL: "silent" }),
  url,
  createAuthenticate,
);
const app = await createHttp(context);

type Answer = { body: Buffer; headers: Record<string, string> };
const answers = new Map<string, Answer>();

/** Bytes and headers as they are sent. Node's fetch would decompress them. */
async function fetchRaw(path: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const call = httpRequest(origin + path, { headers: { "accept-encoding": "br" } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const names = ["content-type", "cache-control", "vary", "etag", "content-encoding"];
        const known = names.flatMap((name) => (response.headers[name] ? [[name, String(response.headers[name])]] : []));
        done({ body: Buffer.concat(parts), headers: Object.fromEntries(known) as Record<string, string> });
      });
    });
    call.on("error", fail).end();
  });
}

app.get("/:path", { config: { policy: "public" } }, (request, reply) => {
  const { path } = request.params as { path: string };
  const known = answers.get(path);
  if (known) {
    void reply.headers(known.headers).send(known.body);
    return undefined;
  }
  return fetchRaw(path).then((answer) => {
    answers.set(path, answer);
    return reply.headers(answer.headers).send(answer.body);
  });
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
process.stdout.write("ready\n");
