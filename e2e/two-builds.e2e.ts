/**
 * Two web processes of two versions, whose builds have other names for all styles and scripts, answer the same
 * visitors, as during an update. A page of one asks the other for its files.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContext } from "../test/make/context.ts";
import { makeProduct, makeShop } from "../test/make/rows.ts";
import { makeOtherBuild } from "./other-build.ts";
import { startServer, type Server } from "./start-server.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let otherFolder: string;
const servers: Server[] = [];
const settings = { ROLE: "web", DEMO: "0", PUBLIC_URL: "http://localhost" };
const pages = ["/", "/product", "/login", "/register", "/cart"];

beforeAll(async () => {
  [context, otherFolder] = await Promise.all([makeContext(), makeOtherBuild()]);
  const { shopId } = await makeShop(context);
  await makeProduct(context, shopId, { stock: 5 });
  servers.push(await startServer(context.databaseUrl, settings));
  servers.push(await startServer(context.databaseUrl, settings, otherFolder));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await context?.close();
  if (otherFolder) await rm(otherFolder, { recursive: true, force: true });
});

type Answer = { status: number; headers: Record<string, string | null>; digest: string };
const compared = ["content-type", "cache-control", "content-encoding", "content-length", "vary", "etag"];

async function ask(server: Server | undefined, path: string): Promise<Answer & { text: string }> {
  const response = await fetch(`${server?.origin}${path}`, {
    headers: { "accept-encoding": "br" },
    redirect: "manual",
  });
  const headers = Object.fromEntries(compared.map((name) => [name, response.headers.get(name)]));
  const text = await response.text();
  return { status: response.status, headers, digest: createHash("sha256").update(text).digest("hex"), text };
}

/** The hashed files that a page or a file names, as paths. */
function filesIn(path: string, text: string): string[] {
  const named = text.matchAll(/(?:assets\/|\.\/)([\w.-]+-[\w-]{8}\.(?:js|css|json|png|woff2))\b/g);
  const inStyles = path.endsWith(".css") ? text.matchAll(/url\(["']?([\w.-]+-[\w-]{8}\.\w+)/g) : [];
  return [...named, ...inStyles].map(([, name]) => `/assets/${name}`);
}

/** All files that the pages of a process need, also those that they load on demand, as `by` answers them. */
async function allFiles(renderer: Server | undefined, by: Server | undefined): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>();
  const waiting: string[] = [];
  for (const page of pages) {
    const { status, text } = await ask(renderer, page);
    expect([200, 302], page).toContain(status);
    waiting.push(...filesIn(page, text));
  }
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const { text, ...answer } = await ask(by, path);
    found.set(path, answer);
    waiting.push(...filesIn(path, text));
  }
  return found;
}

test("pages of both versions get all their files from both processes, with the same headers", async () => {
  const seen: string[][] = [];
  for (const renderer of servers) {
    const [one, other] = [await allFiles(renderer, servers[0]), await allFiles(renderer, servers[1])];
    expect([...one].filter(([, { status }]) => status !== 200)).toEqual([]);
    expect(one.size).toBeGreaterThan(200);
    expect(other).toEqual(one);
    seen.push([...one.keys()]);
  }
  // Nothing of this would be shown if both versions had the same files.
  expect(seen[0]?.filter((path) => seen[1]?.includes(path))).toEqual([]);
});

test("a tab that was opened before an update loads the rest of its files when no process of its version is left", async () => {
  const before = await allFiles(servers[0], servers[0]);
  const port = new URL(servers[0]?.origin ?? "").port;
  await servers[0]?.close();
  servers[0] = await startServer(context.databaseUrl, { ...settings, PORT: port }, otherFolder);
  for (const [path, answer] of before) expect(await ask(servers[0], path), path).toMatchObject(answer);
});
