/**
 * `npm run bench -- --growth`: the same calls on seeded databases of 10,000, 100,000 and 1,000,000 products, nothing
 * kept. All sizes are open at the same time and make a few calls in turn, so that a machine that is slower for a minute
 * is slower for all of them. Prints a table, stores it in bench/results and the plans of the largest size in
 * bench/plans, and returns the number of misses. Options: `--sizes 10000,100000`, `--only seller,facets`, `--fresh` for
 * new databases, `--rounds 24`, `--print` stores nothing.
 */
import { cases } from "./cases.ts";
import type { Read, Times } from "./measure-size.ts";
import { openSizes, type Size } from "./open-sizes.ts";
import { writePerformancePage } from "../performance-page.ts";
import { readGrowthResults, saveGrowthResults, type Figure, type GrowthLine } from "../results.ts";
import { allSizes, growthTable, missesOf } from "./growth-table.ts";
import { p99, tails, type BesideUpdates } from "./tails.ts";
import { works } from "./work.ts";

export type GrowthOptions = {
  sizes: number[];
  only: string | undefined;
  fresh: boolean;
  rounds: number;
  /** Nothing is stored. */
  print: boolean;
  command: string;
};

type Subject = { group: string; name: string; wanted: number };

/** So many calls of a size are made before it is the turn of the next one. */
const callsPerTurn = 4;
const callsPerTurnOfTails = 50;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const nameOf = ({ group, name }: Pick<Subject, "group" | "name">) => `${group}: ${name}`;
const background = (work: (typeof works)[number]): Subject => ({ ...work, group: "background" });
/** All that is measured, in the order of the table. */
const subjects: Subject[] = [...cases, ...Object.values(tails), ...works.map(background)];

/** Measures and returns the number of misses. */
export async function measureGrowth(options: GrowthOptions): Promise<number> {
  const { only } = options;
  const isWanted = (subject: Pick<Subject, "group" | "name">) =>
    only === undefined || only.split(",").some((part) => nameOf(subject).includes(part));
  const printed = new Map<string, GrowthLine>();
  // Stored at once, so that a run that is interrupted keeps what it measured.
  const keep = (subject: Subject, figures: ReadonlyMap<Size, Figure>) => {
    const stored = options.print ? [] : (readGrowthResults()?.lines ?? []);
    const lines = new Map(stored.map((line) => [nameOf(line), line]));
    const { group, name, wanted } = subject;
    const found = Object.fromEntries([...figures].map(([{ products }, figure]) => [products, figure]));
    const line = { group, name, wanted, sizes: { ...lines.get(nameOf(subject))?.sizes, ...found } };
    printed.set(nameOf(subject), line);
    lines.set(nameOf(subject), line);
    if (!options.print) {
      const all = subjects.flatMap((one) => lines.get(nameOf(one)) ?? []);
      saveGrowthResults(options.command, all);
      writePerformancePage();
    }
    const shown = [...figures].map(([{ products }, figure]) => `${products} ${figure.p50}`);
    say(`${nameOf(subject)}  ${shown.join("  ")}`);
    for (const fault of new Set([...figures.values()].flatMap(({ faults }) => faults))) say(`    ${fault}`);
  };
  const sizes = await openSizes(options.sizes, options.fresh);
  try {
    for (const [at, one] of cases.entries()) if (isWanted(one)) keep(one, await measureCase(sizes, at, options));
    for (const subject of ["searches", "suggestions"] as const)
      if (isWanted(tails[subject])) keep(tails[subject], await measureTail(sizes, subject));
    if (isWanted(tails.besideUpdates) || isWanted(tails.untilFound)) {
      const { searched, found } = await measureUpdates(sizes);
      keep(tails.besideUpdates, searched);
      keep(tails.untilFound, found);
    }
    for (const [at, work] of works.entries())
      if (isWanted(background(work))) keep(background(work), await measureWork(sizes, at));
  } finally {
    await Promise.allSettled(sizes.map((size) => size.ask({ ask: "close" })));
  }
  const shown = subjects.flatMap((subject) => printed.get(nameOf(subject)) ?? []);
  say(`\n${growthTable(shown)}`);
  return shown.filter((line) => missesOf(line).length > 0).length;
}

/** Asks each size in turn, as none may disturb another one. */
async function ofEach<Result>(
  sizes: readonly Size[],
  ask: (size: Size) => Promise<Result>,
): Promise<Map<Size, Result>> {
  const results = new Map<Size, Result>();
  for (const size of sizes) results.set(size, await ask(size));
  return results;
}

/** Makes `count` calls of the opened ones at each size, `perTurn` of them at a time. */
async function inTurns(sizes: readonly Size[], count: number, perTurn: number): Promise<Map<Size, Times>> {
  const all = new Map(sizes.map((size): [Size, Times] => [size, { used: [], waited: [] }]));
  for (let made = 0; made < count; made += perTurn)
    for (const [size, times] of all) {
      const more = await size.ask<Times>({ ask: "run", count: Math.min(perTurn, count - made) });
      times.used.push(...more.used);
      times.waited.push(...more.waited);
    }
  return all;
}

async function measureCase(
  sizes: readonly Size[],
  at: number,
  { rounds, print }: Pick<GrowthOptions, "rounds" | "print">,
): Promise<Map<Size, Figure>> {
  const one = cases[at];
  if (!one) throw new Error("there is no such case");
  const calls = Math.min(rounds, one.rounds ?? rounds);
  // The first calls open connections, prepare statements and fill PostgreSQL's memory.
  await ofEach(sizes, async (size) => {
    const different = await size.ask<number>({ ask: "open", subject: at });
    await size.ask({ ask: "run", count: Math.min(calls, Math.max(6, different)) });
  });
  const times = await inTurns(sizes, calls, callsPerTurn);
  return ofEach(sizes, async (size) => {
    const plan = size.products === allSizes.at(-1) && !print ? `${one.group}-${one.name}` : undefined;
    const { failed, faults, ...read } = await size.ask<Read & { failed: string[] }>({ ask: "explain", plan });
    const { used = [], waited = [] } = times.get(size) ?? {};
    return {
      p50: quantile(used, 0.5),
      p95: quantile(used, 0.95),
      waited: quantile(waited, 0.5),
      ...read,
      faults: [...failed, ...faults],
    };
  });
}

/** The slowest of many calls: see tails.ts. */
async function measureTail(sizes: readonly Size[], subject: "searches" | "suggestions"): Promise<Map<Size, Figure>> {
  let calls = 0;
  await ofEach(sizes, async (size) => {
    calls = await size.ask<number>({ ask: "open", subject });
    await size.ask({ ask: "run", count: callsPerTurnOfTails });
  });
  const times = await inTurns(sizes, calls, callsPerTurnOfTails);
  return ofEach(sizes, async (size) => {
    const { failed } = await size.ask<{ failed: string[] }>({ ask: "explain", plan: undefined });
    const { used = [], waited = [] } = times.get(size) ?? {};
    return tailFigure(p99(used), waited, failed);
  });
}

async function measureUpdates(sizes: readonly Size[]): Promise<Record<"searched" | "found", Map<Size, Figure>>> {
  const measured = await ofEach(sizes, (size) => size.ask<BesideUpdates>({ ask: "update" }));
  const figures = (part: "searched" | "found") =>
    new Map(
      [...measured].map(([size, { updatesPerSecond, failures, [part]: waited }]): [Size, Figure] => {
        const faults = [
          ...(updatesPerSecond < 190 ? [`only ${updatesPerSecond} updates a second`] : []),
          ...(failures.length > 0 ? [`${failures.length} updates fail: ${failures[0]}`] : []),
        ];
        return [size, tailFigure(p99(waited), waited, faults)];
      }),
    );
  for (const [{ products }, { updatesPerSecond, searched, found }] of measured)
    say(
      `    ${products}: ${updatesPerSecond} updates a second, ${searched.length} searches, ${found.length} looked for`,
    );
  return { searched: figures("searched"), found: figures("found") };
}

function measureWork(sizes: readonly Size[], at: number): Promise<Map<Size, Figure>> {
  return ofEach(sizes, async (size) => {
    const { seconds, failure } = await size.ask<{ seconds: number; failure?: string }>({ ask: "work", work: at });
    return tailFigure(seconds, [seconds], failure ? [failure] : []);
  });
}

function tailFigure(value: number, waits: readonly number[], faults: string[]): Figure {
  const shown = round(value);
  return { p50: shown, p95: shown, waited: quantile(waits, 0.5), buffers: 0, rows: 0, faults };
}

function quantile(values: readonly number[], part: number): number {
  return round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
