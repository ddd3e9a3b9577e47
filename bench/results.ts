/** What the last measurements found, as JSON beside this file, for docs/performance.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

/** Where, when and how it was measured. */
type Run = { machine: string; date: string; command: string };

export type OrdinaryResults = Run & { lines: ({ what: string } & Record<string, string | number>)[] };

/** Figures of one case at one size. */
export type Figure = {
  /** Milliseconds of processor time in Node and PostgreSQL. */
  p50: number;
  p95: number;
  /** Milliseconds on the clock, median. */
  waited: number;
  /** Pages of 8 kB that its statements read, and rows. */
  buffers: number;
  rows: number;
  faults: string[];
};

export type GrowthLine = {
  group: string;
  name: string;
  /** Milliseconds at the largest size; of work in the background, seconds. */
  wanted: number;
  /** By the number of products. */
  sizes: Record<string, Figure>;
};

export type GrowthResults = Run & { lines: GrowthLine[] };

const folder = new URL("results/", import.meta.url);

function read<Results extends { lines: unknown[] }>(name: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Results;
  } catch {
    return undefined;
  }
}

function save(name: string, command: string, lines: readonly unknown[]): void {
  mkdirSync(folder, { recursive: true });
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const results = { machine, date: new Date().toISOString().slice(0, 10), command, lines };
  writeFileSync(new URL(name, folder), `${JSON.stringify(results, null, 1)}\n`);
}

/** The last results of `npm run bench`; undefined before the first run. */
export function readOrdinaryResults(): OrdinaryResults | undefined {
  return read("ordinary.json");
}

/** Stores what `npm run bench` printed. */
export function saveOrdinaryResults(command: string, lines: OrdinaryResults["lines"]): void {
  save("ordinary.json", command, lines);
}

/** The last results of `npm run bench -- --growth`; undefined before the first run. */
export function readGrowthResults(): GrowthResults | undefined {
  return read("growth.json");
}

/** Stores results of `npm run bench -- --growth`. */
export function saveGrowthResults(command: string, lines: readonly GrowthLine[]): void {
  save("growth.json", command, lines);
}
