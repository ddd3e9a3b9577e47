/** What pages cost that are not cached, in processor time, which other load on the machine changes least. */
import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";

const pages = 600;

/** Listings that were not requested before, each with a different address. */
export function differentListings(count: number, base: string): string[] {
  return Array.from({ length: count }, (_, at) => `${base}&max=${90_000_000 + at}`);
}

/**
 * Requests each path once, ten at a time. Each connection of autocannon would begin with the same path, and the server
 * renders a page once for all who request it at the same time.
 */
export async function requestEach(origin: string, paths: readonly string[], encoding: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const waiting = [...paths];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      await requestOne(origin + path, agent, encoding);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  agent.destroy();
}

function requestOne(url: string, agent: Agent, encoding: string): Promise<void> {
  return new Promise((done, fail) => {
    const call = get(url, { agent, headers: { "accept-encoding": encoding } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", done);
    });
    call.once("error", fail);
  });
}

/** Milliseconds of processor time that a process has used; 0 where the system does not provide it. */
function cpuOf(child: ChildProcess): Promise<number> {
  return readFile(`/proc/${child.pid}/stat`, "utf8").then(
    (text) => {
      const fields = text.slice(text.lastIndexOf(") ") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    () => 0,
  );
}

/**
 * Mean milliseconds of processor time to render a recorded page repeatedly, each time all of it: the loaders respond
 * from memory, and nothing else is measured.
 */
async function bareRender(origin: string, path: string): Promise<number> {
  const entry = (await import(
    new URL("../dist/server/entry-server.js", import.meta.url).href
  )) as typeof import("../src/web/entry-server.tsx");
  const answers = new Map<string, { status: number; body: unknown }>();
  const record = async (method: string, url: string) => {
    const known = answers.get(method + url);
    if (known) return known;
    const response = await fetch(origin + url, { method });
    const answer = { status: response.status, body: await response.json() };
    answers.set(method + url, answer);
    return answer;
  };
  const request = () => new Request(origin + path);
  const renderTimes = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      entry.clearStaticHtml();
      await entry.render(request(), record, undefined);
    }
  };
  await renderTimes(60);
  const rounds = 300;
  const used = process.cpuUsage();
  await renderTimes(rounds);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000 / rounds;
}

/**
 * Milliseconds of the server's processor time for a listing as text and with brotli, against rendering its components,
 * and for the home page. `child` is a server without a page cache. Every listing has another address, because
 * simultaneous requests for one address share a response; the home page is requested by one client.
 */
export async function costOfUncachedPages(
  origin: string,
  listing: string,
  child: ChildProcess,
): Promise<({ what: string } & Record<string, string | number>)[]> {
  const bare = await bareRender(origin, `${listing}&max=80000000`);
  async function cpuMs(paths: readonly string[], encoding: string): Promise<number> {
    const half = paths.length / 2;
    await requestEach(origin, paths.slice(half), encoding);
    const used = await cpuOf(child);
    await requestEach(origin, paths.slice(0, half), encoding);
    return ((await cpuOf(child)) - used) / half;
  }
  const listings = differentListings(2 * pages, listing);
  async function homeMs(): Promise<number> {
    const used = await cpuOf(child);
    for (let round = 0; round < 100; round += 1) await requestEach(origin, ["/"], "br");
    return ((await cpuOf(child)) - used) / 100;
  }
  const line = (what: string, cpu: number, wanted?: string) => ({
    what,
    cpu_ms: round(cpu),
    bare_render_cpu_ms: round(bare),
    ratio: round(cpu / bare),
    ...(wanted && { wanted }),
  });
  return [
    line("uncached pages, listing as text", await cpuMs(listings, "identity"), "<= 2"),
    line("uncached pages, listing with brotli", await cpuMs(listings, "br"), "<= 3"),
    line("uncached pages, home with brotli", await homeMs()),
  ];
}

const round = (value: number) => Math.round(value * 100) / 100;
