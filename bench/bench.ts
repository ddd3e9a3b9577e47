/**
 * `npm run bench`: starts the production server on its own demo data and prints one JSON line for each measurement,
 * with its ratio to a floor measured in the same run. Machines differ and share their cores, so trust ratios, not
 * single figures. Options: `--seconds 5`, `--only listing`; `--growth` measures other things (growth/growth.ts), and
 * `--write` only writes docs/performance.md from the last results, as every run does at its end.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { createLog } from "../src/lib/log.ts";
import { openDatabase, sql, type Database } from "../src/lib/database.ts";
import { costOfStreams, latencyOfNotifications } from "./event-streams.ts";
import { startPostgres } from "../src/lib/postgres/server.ts";
import { checkoutLoad } from "./checkout-load.ts";
import { catalogueBesideLogins, worstRegistration } from "./login-load.ts";
import serverMemory from "../bin/server-memory.json" with { type: "json" };
import { firstLoadBytes, scriptBudget, transferBytes } from "./page-weight.ts";
import { costOfUncachedPages, differentListings, requestEach } from "./uncached-pages.ts";
import { writePerformancePage } from "./performance-page.ts";
import { saveOrdinaryResults } from "./results.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    only: { type: "string" },
    growth: { type: "boolean", default: false },
    sizes: { type: "string" },
    rounds: { type: "string", default: "24" },
    fresh: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const dataDir = new URL("../tmp/bench", import.meta.url).pathname;
const port = 4800;
const floorPort = 4801;
const listApi = "/v1/products?limit=48";
const origin = `http://127.0.0.1:${port}`;

type Line = { what: string } & Record<string, string | number>;
const printed: Line[] = [];
function print(line: Line): void {
  printed.push(line);
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const children: ChildProcess[] = [];

async function startServer(env: Record<string, string>): Promise<{ child: ChildProcess; ms: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [...serverMemory.flags, "src/server.ts"], {
    env: {
      ...process.env,
      ...serverMemory.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "error",
      // Limits for users do not apply to a load test.
      NODE_ENV: "test",
      LIMIT_FACTOR: "10000",
      // Like npm start.
      NODE_COMPILE_CACHE: new URL("../tmp/compile-cache", import.meta.url).pathname,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await until(child, "ready at");
  return { child, ms: Math.round(performance.now() - began) };
}

function until(child: ChildProcess, text: string): Promise<void> {
  return new Promise((done, fail) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes(text)) done();
    });
    child.once("exit", (code) => fail(new Error(`a server ended early with ${code}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

type Measured = { rps: number; p50: number; p99: number; non2xx: number };
async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: 50,
    duration: 1,
    headers: { "accept-encoding": "br" },
    ...options,
  });
  return {
    rps: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    non2xx: result.non2xx,
  };
}

/**
 * Loads a route and the floor with the same bytes, alternately for a second each, so that other load on the machine
 * affects both. The ratio is the median of the pairs' ratios. With `paths`, requests these one after the other.
 */
async function besideFloor(
  path: string,
  paths?: readonly string[],
): Promise<Measured & { bytes: number; floor_rps: number; ratio: number }> {
  const floorUrl = `http://127.0.0.1:${floorPort}/${encodeURIComponent(path)}`;
  const requests = paths ? { requests: paths.map((one) => ({ path: one })) } : {};
  const loadRoute = () => load(origin + path, requests);
  await loadRoute();
  await load(floorUrl);
  const pairs: { route: Measured; floor: Measured }[] = [];
  for (let second = 0; second < seconds; second += 1)
    pairs.push({ floor: await load(floorUrl), route: await loadRoute() });
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    bytes: await bodySize(floorUrl),
    rps: median(pairs.map(({ route }) => route.rps)),
    p50: median(pairs.map(({ route }) => route.p50)),
    p99: median(pairs.map(({ route }) => route.p99)),
    non2xx: pairs.reduce((sum, { route }) => sum + route.non2xx, 0),
    floor_rps: median(pairs.map(({ floor }) => floor.rps)),
    ratio: round(median(pairs.map(({ route, floor }) => route.rps / floor.rps))),
  };
}

async function startFloor(databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=32", "bench/baseline.ts", String(floorPort), databaseUrl, origin],
    { env: { ...process.env, DATA_DIR: dataDir }, stdio: ["ignore", "pipe", "inherit"] },
  );
  children.push(child);
  await until(child, "ready");
  return child;
}

function memoryOf(child: ChildProcess): Promise<number> {
  return readFile(`/proc/${child.pid}/status`, "utf8").then(
    (text) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024),
    () => 0,
  );
}

const wanted = (name: string) => !values.only || name.includes(values.only);

async function bodySize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "br" } });
  await response.arrayBuffer();
  return Number(response.headers.get("content-length"));
}

/**
 * Texts as users type them, letter by letter: beginnings of product names, of later words, and words with two swapped
 * letters.
 */
async function typedTexts(db: Database): Promise<string[]> {
  const names = await db.rows<{ name: string }>(sql`select lower(name) as name from products order by id limit 60`);
  return names.flatMap(({ name }) => {
    const [first = "", second = ""] = name.split(" ");
    const swapped = first.slice(0, 2) + (first[3] ?? "") + (first[2] ?? "") + first.slice(4);
    return [name.slice(0, 1), name.slice(0, 3), first, `${first} ${second.slice(0, 2)}`, second, swapped];
  });
}

/** Milliseconds that the server reports for each suggestion, requested one after the other. */
async function suggestionTimes(db: Database): Promise<{ p50: number; p99: number; worst: number; asked: number }> {
  const texts = await typedTexts(db);
  const times: number[] = [];
  for (const text of texts) {
    const path = `/v1/products/keywords?type=product&name=${encodeURIComponent(text)}`;
    const response = await fetch(origin + path, { headers: { "cache-control": "no-cache" } });
    await response.arrayBuffer();
    times.push(Number(/dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1]));
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), worst: at(1), asked: times.length };
}

/** Milliseconds from spawn to ready in an empty folder. */
async function firstStart(env: Record<string, string>): Promise<number> {
  const parent = new URL("../tmp/", import.meta.url).pathname;
  await mkdir(parent, { recursive: true });
  const empty = await mkdtemp(`${parent}bench-first-`);
  try {
    const { child, ms } = await startServer({ ...env, DATA_DIR: empty });
    await stop(child);
    return ms;
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}

const measuredPages = [
  ["/", "/src/catalog/pages/home.tsx"],
  ["/product", "/src/catalog/pages/listing.tsx"],
  ["/product/:slug", "/src/site/pages/product.tsx"],
  ["/login", "/src/accounts/pages/login.tsx"],
] as const;

async function main(): Promise<void> {
  for (const [path, file] of measuredPages) {
    const bytes = await firstLoadBytes(file);
    print({ what: "scripts of the first load", path, bytes, ratio: round(bytes / scriptBudget), wanted: "<= 1" });
  }
  if (wanted("first start")) {
    print({ what: "first start, without demo data", ms: await firstStart({ DEMO: "0" }), wanted: "<= 10000" });
    print({ what: "first start, with demo data", ms: await firstStart({ DEMO: "1" }), wanted: "<= 60000" });
  }
  const first = await startServer({ DEMO: "1" });
  await stop(first.child);
  const again = await startServer({});
  print({ what: "start with data", ms: again.ms, wanted: "<= 1500" });
  for (const [path, file] of measuredPages)
    print({
      what: "scripts with their headers",
      path,
      ...(await transferBytes(origin, file)),
      wanted: "bytes <= 90000",
    });
  const postgres = await startPostgres({ dataDir: `${dataDir}/postgres`, log: () => {} });
  const db = openDatabase(postgres.url, { log: createLog("error"), connections: 8 });
  const product = await db.row<{ slug: string }>(sql`select slug from products order by sold_count desc limit 1`);
  const category = await db.row<{ slug: string }>(
    sql`select c.slug from categories c join products p on p.root_category_id = c.id group by c.id order by count(*) desc limit 1`,
  );
  const listing = `/product?category=${category?.slug}`;
  const floor = await startFloor(postgres.url);
  for (const [what, path, expected] of [
    ["cached listing", listing, ">= 0.8"],
    ["list api of 48, cached", listApi, ">= 0.067"],
    ["product api, cached", `/v1/products/${product?.slug}`, ""],
    ["suggestion, under load", "/v1/products/keywords?name=ba&type=product", ""],
  ] as const) {
    if (wanted(what)) print({ what, ...(await besideFloor(path)), ...(expected ? { wanted: expected } : {}) });
  }
  if (wanted("suggestion"))
    print({ what: "suggestion, milliseconds in the server", ...(await suggestionTimes(db)), wanted: "p99 <= 5" });
  if (wanted("worst refused registration"))
    print({ what: "worst refused registration", ...(await worstRegistration(origin)), wanted: "<= 2" });
  if (wanted("catalogue beside 100 logins")) {
    const figures = await catalogueBesideLogins(origin, listApi, seconds);
    print({ what: "catalogue beside 100 logins", ...figures, wanted: "<= 2" });
  }
  const pids = { serverPid: again.child.pid ?? 0, postgresPid: postgres.pid };
  for (const [what, options, expected] of [
    ["checkout, spread", { hot: false, vouchers: false }, "rps >= 250, order_cpu_ms <= 4"],
    ["checkout, one hot product", { hot: true, vouchers: false }, "p95_by_p50 <= 4"],
    ["checkout, with two vouchers", { hot: false, vouchers: true }, "rps >= 250, order_cpu_ms <= 4"],
  ] as const)
    if (wanted(what)) print({ what, ...(await checkoutLoad(origin, db, { ...options, ...pids })), wanted: expected });
  print({ what: "memory", rss_mb: await memoryOf(again.child), wanted: "<= 300" });
  if (wanted("notification")) {
    for (const [how, figures] of Object.entries(await latencyOfNotifications(origin, postgres.url, dataDir)))
      print({ what: `notification reaches an open page, ${how}`, ...figures, wanted: "worst_ms < 300" });
  }
  await stop(again.child);

  if (wanted("event streams")) {
    const { child } = await startServer({});
    print({
      what: "event streams",
      ...(await costOfStreams(origin, db, 2000, () => memoryOf(child))),
      wanted: "rss_mb <= 250",
    });
    await stop(child);
  }

  const uncached = await startServer({ PAGE_CACHE_MB: "0" });
  if (wanted("list api of 48, uncached"))
    print({
      what: "list api of 48, uncached",
      ...(await besideFloor(listApi, differentListings(4000, listApi))),
      wanted: ">= 0.067",
    });
  if (wanted("uncached pages"))
    for (const line of await costOfUncachedPages(origin, listing, uncached.child)) print(line);
  await stop(uncached.child);

  if (wanted("memory under uncached pages")) {
    const { child } = await startServer({});
    await requestEach(origin, differentListings(2000, listing), "br");
    print({ what: "memory under uncached pages", rss_mb: await memoryOf(child), wanted: "<= 300" });
    await stop(child);
  }
  await stop(floor);
  await db.close();
  await postgres.stop();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const command = ["npm run bench", ...(process.argv.length > 2 ? ["--"] : []), ...process.argv.slice(2)].join(" ");

/** The other measurement: the same calls on catalogues of three sizes. */
async function growth(): Promise<void> {
  const [{ measureGrowth }, { allSizes }] = await Promise.all([
    import("./growth/growth.ts"),
    import("./growth/growth-table.ts"),
  ]);
  const misses = await measureGrowth({
    sizes: values.sizes?.split(",").map(Number) ?? allSizes,
    only: values.only,
    fresh: values.fresh,
    rounds: Number(values.rounds),
    print: values.print,
    command,
  });
  process.exitCode = misses > 0 ? 1 : 0;
}

try {
  if (!values.write) await (values.growth ? growth() : main());
  // A part of the figures would make the page mix several runs.
  if (!values.write && !values.growth && !values.only) saveOrdinaryResults(command, printed);
  if (!values.print) writePerformancePage();
} finally {
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
}
