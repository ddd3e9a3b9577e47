/**
 * Two web processes behind a small proxy are restarted one after the other while people read, log in and fill carts.
 * No request fails. The proxy does what deploy/Caddyfile asks of Caddy: it asks each process for its readiness and
 * sends requests only to those that are ready. `REQUESTS=5000` plays more of them than the suite does.
 */
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type Server as HttpServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSession } from "../test/make/checkout.ts";
import { makeContext } from "../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { freePort, isPortFree, startServer, type Server } from "./start-server.ts";

const wanted = Number(process.env.REQUESTS ?? 1000);
const healthInterval = 100;

type Backend = { port: number; isReady: boolean };

let context: Awaited<ReturnType<typeof makeContext>>;
let proxy: HttpServer;
const backends: Backend[] = [];
const servers: Server[] = [];
// As docs/operating.md sets it behind a proxy: on a busy machine a health check may take more than a second.
const settings = { ROLE: "web", DEMO: "0", DRAIN_SECONDS: "5", PUBLIC_URL: "http://localhost" };
const agent = new Agent({ keepAlive: true });
let isOver = false;

function exchange(port: number, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      response.resume().once("end", () => done(response.statusCode ?? 0));
      response.once("error", fail);
    });
    sent.once("error", fail).end();
  });
}

async function watchHealth(backend: Backend): Promise<void> {
  while (!isOver) {
    backend.isReady = (await exchange(backend.port, "/readyz").catch(() => 0)) === 200;
    await wait(healthInterval);
  }
}

let turn = 0;
function forward(incoming: IncomingMessage, answer: (status: number) => void): void {
  const ready = backends.filter(({ isReady }) => isReady);
  const backend = ready[(turn += 1) % ready.length];
  if (!backend) return answer(502);
  const { url = "/", method, headers } = incoming;
  const sent = request({ host: "127.0.0.1", port: backend.port, path: url, method, headers, agent }, (response) =>
    response.resume().once("end", () => answer(response.statusCode ?? 0)),
  );
  sent.once("error", () => answer(502));
  incoming.pipe(sent);
}

beforeAll(async () => {
  context = await makeContext();
  for (let at = 0; at < 2; at += 1) backends.push({ port: await freePort(), isReady: false });
  const started = backends.map(({ port }) => startServer(context.databaseUrl, { ...settings, PORT: String(port) }));
  servers.push(...(await Promise.all(started)));
  proxy = createServer((incoming, response) => forward(incoming, (status) => response.writeHead(status).end()));
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  for (const backend of backends) void watchHealth(backend);
});
afterAll(async () => {
  isOver = true;
  proxy?.closeAllConnections();
  proxy?.close();
  await Promise.all(servers.map((server) => server.close()));
  agent.destroy();
  await context?.close();
});

test("two web processes are restarted one after the other, and no request fails", async () => {
  await expect.poll(() => backends.every(({ isReady }) => isReady)).toBe(true);
  const { shopId } = await makeShop(context);
  await makeProduct(context, shopId, { stock: 5 });
  const token = await makeSession(context, await makeUser(context));
  const { port } = proxy.address() as AddressInfo;
  const paths = ["/v1/products?limit=20", "/", "/v1/users", "/v1/cart", "/product"];
  const statuses = new Map<string, number>();
  let count = 0;
  let restarted = false;
  const person = async () => {
    while (!restarted || count < wanted) {
      const path = paths[(count += 1) % paths.length] ?? "/";
      const status = await exchange(port, path, { cookie: `sid=${token}` }).catch(() => "broken");
      const key = `${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
  };
  const people = Array.from({ length: 8 }, person);

  for (const [at, backend] of backends.entries()) {
    await servers[at]?.close();
    await expect.poll(() => backend.isReady).toBe(false);
    servers[at] = await startServer(context.databaseUrl, { ...settings, PORT: String(backend.port) });
    await expect.poll(() => backend.isReady).toBe(true);
  }
  restarted = true;
  await Promise.all(people);
  process.stdout.write(`Rolling restart: ${count} requests, ${JSON.stringify(Object.fromEntries(statuses))}\n`);
  expect(count).toBeGreaterThanOrEqual(wanted);
  expect([...statuses.keys()]).toEqual(["200"]);
});

test("a connection that was accepted is answered once more when new ones are refused already", async () => {
  const server = await startServer(context.databaseUrl, { ...settings, DRAIN_SECONDS: "1" });
  const port = Number(new URL(server.origin).port);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const ended = server.close();
  await expect.poll(() => isPortFree(port), { timeout: 20_000 }).toBe(true);
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "close");
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
});

test("a process whose port of metrics is taken says which setting is wrong", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const started = startServer(context.databaseUrl, { ...settings, METRICS_PORT: String(port) });
  await expect(started).rejects.toThrow(`Setting: METRICS_PORT ${port} is taken by another program`);
  await new Promise((done) => other.close(done));
});
