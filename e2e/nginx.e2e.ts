/**
 * deploy/nginx.conf in a real nginx, in front of two processes in production mode. Ports, certificate and folders are
 * those of this test; everything else is what operators copy. Skipped on a machine without nginx and openssl.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { drainLimits } from "../src/lib/http/request-body.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeContext } from "../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { freePort, isPortFree, startServer, type Server } from "./start-server.ts";

const host = "pasar.example";
const isHere = [["nginx", "-v"] as const, ["openssl", "version"] as const].every(
  ([program, word]) => spawnSync(program, [word]).status === 0,
);

let context: Awaited<ReturnType<typeof makeContext>>;
let folder: string;
let nginx: ChildProcess;
let site: ClientHttp2Session;
let plainPort: number;
const servers: Server[] = [];
const settings = {
  NODE_ENV: "production",
  PUBLIC_URL: `https://${host}`,
  TRUST_PROXY: "1",
  DEMO: "0",
  ROLE: "web",
  LOG_LEVEL: "info",
  DRAIN_SECONDS: "1",
  SIMULATOR_SECRET: "satu-rahasia-untuk-dua-proses",
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A request over HTTP/2 with TLS, as a browser sends it. */
function ask(path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  return new Promise((done, fail) => {
    const about = body ? { ":method": "POST", "content-length": String(body.length) } : {};
    const sent = site.request({ ":path": path, "sec-fetch-site": "same-origin", ...about, ...headers });
    let status = 0;
    let found: IncomingHttpHeaders = {};
    const parts: Buffer[] = [];
    sent.once("response", (all) => ([status, found] = [Number(all[":status"]), all]));
    sent.on("data", (part: Buffer) => parts.push(part));
    sent.once("end", () => done({ status, headers: found, body: Buffer.concat(parts) }));
    sent.once("error", fail);
    sent.end(body);
  });
}

/** The example with the ports and files of this test. */
async function configuration(ports: { tls: number; plain: number; processes: readonly number[] }): Promise<string> {
  const example = await readFile(new URL("../deploy/nginx.conf", import.meta.url), "utf8");
  const [first, second] = ports.processes;
  const own = example
    .replaceAll(/^\tlisten \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${ports.plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${ports.tls} `)
    .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${second}`)
    .replace("/etc/ssl/pasar.example.pem", join(folder, "site.pem"))
    .replace("/etc/ssl/private/pasar.example.key", join(folder, "site.key"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${folder}/t;`);
  return [
    "daemon off;",
    // Its workers would be another user, who cannot enter the folder of this test.
    process.getuid?.() === 0 ? "user root;" : "",
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    "events { worker_connections 512; }",
    // Debian's nginx.conf compresses by itself. One connection sends all requests of this test.
    `http { access_log off; gzip on; keepalive_requests 1000000; ${temporary.join(" ")}`,
    own,
    "}",
  ].join("\n");
}

beforeAll(async () => {
  if (!isHere) return;
  context = await makeContext();
  folder = await mkdtemp(join(tmpdir(), "kawung-nginx-"));
  const certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${host}`];
  const files = ["-keyout", join(folder, "site.key"), "-out", join(folder, "site.pem")];
  expect(spawnSync("openssl", [...certificate, ...files]).status).toBe(0);
  const processes = [await freePort(), await freePort()];
  const tls = await freePort();
  plainPort = await freePort();
  const started = processes.map((port) => startServer(context.databaseUrl, { ...settings, PORT: String(port) }));
  servers.push(...(await Promise.all(started)));
  const file = join(folder, "nginx.conf");
  await writeFile(file, await configuration({ tls, plain: plainPort, processes }));
  nginx = spawn("nginx", ["-p", folder, "-c", file, "-e", join(folder, "error.log")], { stdio: "ignore" });
  await vi.waitFor(async () => expect(await isPortFree(tls)).toBe(false), { timeout: 10_000 });
  site = connect(`https://127.0.0.1:${tls}`, { servername: host, rejectUnauthorized: false });
  site.on("error", () => {});
});
afterAll(async () => {
  site?.destroy();
  if (nginx) await new Promise((done) => nginx.once("exit", done) && nginx.kill("SIGTERM"));
  await Promise.all(servers.map((server) => server.close()));
  await context?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const said = () => servers.map((server) => server.text()).join("");
const headers = { ":authority": host };

describe.skipIf(!isHere)("behind the nginx of deploy/", () => {
  test("plain HTTP leads to the same address with TLS", async () => {
    const location = await new Promise((done, fail) => {
      const sent = request({ port: plainPort, path: "/product?q=kopi", headers: { host } }, (response) => {
        response.resume();
        done([response.statusCode, response.headers.location]);
      });
      sent.once("error", fail).end();
    });
    expect(location).toEqual([308, `https://${host}/product?q=kopi`]);
  });

  test("a visitor is known by the address of the connection, whatever the request says about it", async () => {
    const forged = { "x-forwarded-for": "198.51.100.77", "x-real-ip": "198.51.100.77", forwarded: "for=198.51.100.77" };
    const body = Buffer.from(JSON.stringify({ email: "tidak@ada.example", password: "salah-sekali-1" }));
    const more = { ...headers, ...forged, "content-type": "application/json" };
    expect((await ask("/v1/auth/login", more, body)).status).toBe(401);
    // The process writes its log after it has answered, and an earlier attempt may have left a line.
    const addresses = () =>
      said()
        .split("\n")
        .filter((line) => line.includes('"/v1/auth/login"'))
        .map((line) => (JSON.parse(line) as { from: string }).from);
    await vi.waitFor(() => expect(addresses()).not.toEqual([]), { timeout: 10_000 });
    expect([...new Set(addresses())]).toEqual(["127.0.0.1"]);
    expect(said()).not.toContain("198.51.100.77");
  });

  test("a page arrives as Kawung compressed it, and one that it left alone stays so", async () => {
    const direct = (accepted: string) =>
      fetch(`${servers[0]?.origin}/`, { headers: { "accept-encoding": accepted, "x-forwarded-proto": "https" } });
    for (const accepted of ["br", "gzip", "identity"]) {
      const wanted = (await direct(accepted)).headers;
      const { status, headers: found } = await ask("/", { ...headers, "accept-encoding": accepted });
      const names = ["content-encoding", "etag", "cache-control", "vary"];
      const seen = [status, ...names.map((name) => found[name] ?? null)];
      expect(seen, accepted).toEqual([200, ...names.map((name) => wanted.get(name))]);
    }
  });

  test("live notifications arrive while their stream is open", async () => {
    const token = await makeSession(context, await makeUser(context));
    const cookie = `__Host-sid=${token}`;
    const stream = site.request({ ":path": "/v1/users/events", "sec-fetch-site": "same-origin", cookie, ...headers });
    const first = await new Promise<string>((done, fail) => {
      stream.once("data", (part: Buffer) => done(part.toString()));
      stream.once("end", () => fail(new Error("the stream ended")));
      stream.once("error", fail);
    });
    stream.close();
    expect(first).toContain("retry: 2000");
  });

  test("an upload that is too large is refused with a sentence, also when Kawung does not read it to its end", async () => {
    const more = { ...headers, "content-type": "application/json" };
    const answers = [drainLimits.announced, 1.5 * drainLimits.announced].map((size) =>
      ask("/v1/auth/login", more, Buffer.alloc(size, " ")),
    );
    for (const { status, body } of await Promise.all(answers))
      expect([status, JSON.parse(body.toString())]).toEqual([
        413,
        { success: false, code: "request.too_large", message: "Kiriman terlalu besar." },
      ]);
  });

  test("no request fails while one of two processes is restarted", async () => {
    const { shopId } = await makeShop(context);
    await makeProduct(context, shopId, { stock: 5 });
    const token = await makeSession(context, await makeUser(context));
    const cookie = `__Host-sid=${token}`;
    const statuses = new Map<number, number>();
    let restarted = false;
    const person = async () => {
      while (!restarted)
        for (const path of ["/", "/v1/products?limit=20", "/v1/users"]) {
          const { status } = await ask(path, { ...headers, cookie });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
    };
    const people = Array.from({ length: 4 }, person);
    const port = new URL(servers[1]?.origin ?? "").port;
    await servers[1]?.close();
    servers[1] = await startServer(context.databaseUrl, { ...settings, PORT: port });
    restarted = true;
    await Promise.all(people);
    expect([...statuses.keys()]).toEqual([200]);
  });
});
