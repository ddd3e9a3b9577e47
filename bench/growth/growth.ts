/**
 * `npm run bench -- --growth`: the same calls on seeded databases of 10,000, 100,000 and 1,000,000 products, nothing
 * kept, one after the other. Prints a table, stores it in bench/results and the plans of the largest size in
 * bench/plans, and returns the number of misses. Options: `--sizes 10000,100000`, `--only seller,facets`, `--fresh` for
 * new databases, `--rounds 20`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { idempotencyKey, type Ask, type Call, type Case } from "./case.ts";
import { cases } from "./cases.ts";
import { openSize, type Measured } from "./databases.ts";
import { readFacts, type Facts, type Role } from "./facts.ts";
import { explain, type Plan } from "./plans.ts";
import { createStopwatch } from "./processor-time.ts";
import { recordStatements } from "./record-statements.ts";
import { writePerformancePage } from "../performance-page.ts";
import { readGrowthResults, saveGrowthResults, type Figure } from "../results.ts";
import { allSizes, growthTable, missesOf } from "./growth-table.ts";
import { differentSearches, differentSuggestions, p99, searchBesideUpdates, tails } from "./tails.ts";
import { works } from "./work.ts";

export type GrowthOptions = {
  sizes: number[];
  only: string | undefined;
  fresh: boolean;
  rounds: number;
  command: string;
};

const plans = new URL("../plans/", import.meta.url);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Measures and returns the number of misses. */
export async function measureGrowth({ sizes, only, fresh, rounds, command }: GrowthOptions): Promise<number> {
  const isWanted = (group: string, name: string) =>
    only === undefined || only.split(",").some((part) => `${group}: ${name}`.includes(part));
  // Stored at once, so that a run that is interrupted keeps what it measured.
  const keep = (group: string, name: string, wanted: number, size: number, figure: Figure) => {
    const lines = new Map((readGrowthResults()?.lines ?? []).map((line) => [nameOf(line), line]));
    const known = lines.get(nameOf({ group, name }));
    lines.set(nameOf({ group, name }), { group, name, wanted, sizes: { ...known?.sizes, [size]: figure } });
    saveGrowthResults(
      command,
      [...cases, ...Object.values(tails), ...works.map((work) => ({ group: "background", name: work.name }))].flatMap(
        (one) => lines.get(nameOf(one)) ?? [],
      ),
    );
    writePerformancePage();
    say(`${size}  ${group}: ${name}  ${figure.p50}  (${figure.buffers} buffers, ${figure.rows} rows)`);
    for (const fault of figure.faults) say(`    ${fault}`);
  };
  for (const size of sizes) {
    const measured = await openSize(size, { fresh, say });
    try {
      const facts = await readFacts(measured.context.db);
      await warmUp(measured.app, facts);
      for (const one of cases.filter(({ group, name }) => isWanted(group, name)))
        keep(
          one.group,
          one.name,
          one.wanted,
          size,
          await measureCase(one, measured, facts, { rounds, keepsPlan: size === allSizes.at(-1) }),
        );
      for (const [{ group, name, wanted }, figure] of await measureTails(measured, facts, isWanted))
        keep(group, name, wanted, size, figure);
      for (const work of works.filter(({ name }) => isWanted("background", name))) {
        const began = performance.now();
        const failure = await work.run(measured.context, facts).then(
          () => undefined,
          (error: unknown) => String(error).slice(0, 120),
        );
        const seconds = round((performance.now() - began) / 1000);
        keep("background", work.name, work.wanted, size, {
          p50: seconds,
          p95: seconds,
          waited: seconds,
          buffers: 0,
          rows: 0,
          faults: failure ? [failure] : [],
        });
      }
    } finally {
      await measured.close();
    }
  }
  const shown = (readGrowthResults()?.lines ?? []).filter(({ group, name }) => isWanted(group, name));
  say(`\n${growthTable(shown)}`);
  return shown.filter((line) => missesOf(line).length > 0).length;
}

const nameOf = ({ group, name }: { group: string; name: string }) => `${group}: ${name}`;

/** Calls that let Node compile what all calls share. */
async function warmUp(app: FastifyInstance, facts: Facts): Promise<void> {
  const [visitor, seller] = [askAs(app, facts, "visitor"), askAs(app, facts, "seller")];
  for (let round = 0; round < 60; round += 1) {
    await visitor({ url: `/v1/products?limit=24&category=${facts.roots[round % facts.roots.length]}` });
    await visitor({ url: `/v1/products/${facts.products[round % facts.products.length]}` });
    await seller({ url: "/v1/seller/orders" });
  }
}

async function measureCase(
  one: Case,
  { app, context, postgresPid, indexPid }: Measured,
  facts: Facts,
  { rounds, keepsPlan }: { rounds: number; keepsPlan: boolean },
): Promise<Figure> {
  const ask = askAs(app, facts, one.as ?? "visitor");
  const calls = await one.calls(facts, ask);
  if (calls.length === 0) return { p50: 0, p95: 0, waited: 0, buffers: 0, rows: 0, faults: ["nothing to ask for"] };
  let turn = 0;
  const next = async (): Promise<Call> => {
    const call = calls[turn++ % calls.length] as Call;
    return one.before ? one.before(call, facts, ask) : call;
  };
  const times: number[] = [];
  const waits: number[] = [];
  const wantedRounds = Math.min(rounds, one.rounds ?? rounds);
  const failed = new Set<string>();
  const stopwatch = createStopwatch(postgresPid, indexPid === undefined ? [] : [indexPid]);
  // The first calls open connections, prepare statements and fill PostgreSQL's memory.
  for (let at = -Math.min(6, wantedRounds); at < wantedRounds; at += 1) {
    const call = await next();
    if (at <= 0) stopwatch?.connections();
    const [began, used] = [performance.now(), stopwatch?.read() ?? 0];
    const { status, body } = await ask(call);
    const waited = performance.now() - began;
    if (status !== 200) failed.add(`${call.method ?? "GET"} ${call.url} answers ${status} ${codeOf(body)}`);
    if (at < 0) continue;
    waits.push(waited);
    const parts = one.perThousand ? one.perThousand(body) / 1000 : 1;
    times.push((stopwatch ? stopwatch.read() - used : waited) / parts);
  }
  const found: Plan[] = [];
  const call = await next();
  const statements = await recordStatements(() => ask(call));
  const client = await context.db.pool.connect();
  try {
    for (const statement of statements) {
      await client.query("begin");
      const plan = await explain(client, statement).catch((error: unknown): Plan => ({
        lines: [],
        buffers: 0,
        rows: 0,
        faults: [`not explained: ${String(error)}`],
      }));
      await client.query("rollback");
      if (plan) found.push(plan);
    }
  } finally {
    client.release();
  }
  if (keepsPlan) keepPlan(one, found);
  const sum = (part: "buffers" | "rows") => Math.round(found.reduce((total, plan) => total + plan[part], 0));
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    waited: quantile(waits, 0.5),
    buffers: sum("buffers"),
    rows: sum("rows"),
    faults: [...failed, ...new Set(found.flatMap((plan) => plan.faults))],
  };
}

type Tail = (typeof tails)[keyof typeof tails];

/** The slowest of many calls: see tails.ts. */
async function measureTails(
  { app, context, postgresPid, indexPid }: Measured,
  facts: Facts,
  isWanted: (group: string, name: string) => boolean,
): Promise<[Tail, Figure][]> {
  const measured: [Tail, Figure][] = [];
  const visitor = askAs(app, facts, "visitor");
  const figure = (value: number, waits: readonly number[], faults: string[] = []): Figure => {
    const shown = round(value);
    return { p50: shown, p95: shown, waited: quantile(waits, 0.5), buffers: 0, rows: 0, faults };
  };
  const searches = await differentSearches(context.db, facts);
  for (const [tail, calls] of [
    [tails.searches, searches],
    [tails.suggestions, await differentSuggestions(context.db)],
  ] as const) {
    if (!isWanted(tail.group, tail.name)) continue;
    const stopwatch = createStopwatch(postgresPid, indexPid === undefined ? [] : [indexPid]);
    const [times, waits]: [number[], number[]] = [[], []];
    let failures = 0;
    for (const [at, call] of [...calls.slice(0, 20), ...calls].entries()) {
      const [began, used] = [performance.now(), stopwatch?.read() ?? 0];
      const { status } = await visitor(call);
      if (status !== 200) failures += 1;
      if (at < 20) continue;
      waits.push(performance.now() - began);
      times.push(stopwatch ? stopwatch.read() - used : performance.now() - began);
    }
    measured.push([tail, figure(p99(times), waits, failures > 0 ? [`${failures} calls fail`] : [])]);
  }
  if (isWanted("p99", tails.besideUpdates.name) || isWanted("p99", tails.untilFound.name)) {
    const { searched, found, ...updates } = await searchBesideUpdates(
      facts,
      { seller: askAs(app, facts, "seller"), visitor },
      searches,
    );
    say(`    ${updates.updatesPerSecond} updates a second, ${searched.length} searches, ${found.length} looked for`);
    const faults = [
      ...(updates.updatesPerSecond < 190 ? [`only ${updates.updatesPerSecond} updates a second`] : []),
      ...(updates.failures.length > 0 ? [`${updates.failures.length} updates fail: ${updates.failures[0]}`] : []),
    ];
    measured.push([tails.besideUpdates, figure(p99(searched), searched, faults)]);
    measured.push([tails.untilFound, figure(p99(found), found, faults)]);
  }
  return measured;
}

function askAs(app: FastifyInstance, facts: Facts, role: Role): Ask {
  return async ({ method = "GET", url, body, key }) => {
    const response = await app.inject({
      method,
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        "accept-encoding": "identity",
        ...(role === "visitor" ? {} : { authorization: `Bearer ${facts.tokens[role]}` }),
        ...(key ? { "idempotency-key": idempotencyKey() } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const type = String(response.headers["content-type"] ?? "");
    return { status: response.statusCode, body: type.includes("json") ? (response.json() as unknown) : response.body };
  };
}

/** Stores the plans of a case and says when they are others than before. */
function keepPlan({ group, name }: Case, found: readonly Plan[]): void {
  mkdirSync(plans, { recursive: true });
  const file = new URL(`${`${group}-${name}`.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.txt`, plans);
  const text = `${found.map(({ lines }) => lines.join("\n")).join("\n\n")}\n`;
  let before: string | undefined;
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // The first run has nothing to compare with.
  }
  if (before !== undefined && before !== text) say(`    the plan of "${group}: ${name}" changed: git diff bench/plans`);
  writeFileSync(file, text);
}

function codeOf(body: unknown): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}

function quantile(values: readonly number[], part: number): number {
  return round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
