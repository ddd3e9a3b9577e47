import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

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

export type Line = {
  group: string;
  name: string;
  /** Milliseconds at the largest size; of work in the background, seconds. */
  wanted: number;
  /** By the number of products. */
  sizes: Record<string, Figure>;
};

export type GrowthResults = { machine: string; date: string; command: string; lines: Line[] };

const folder = new URL("../results/", import.meta.url);
const file = new URL("growth.json", folder);

export function machine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** The stored results; empty before the first run. */
export function readGrowthResults(): GrowthResults {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as GrowthResults;
  } catch {
    return { machine: "", date: "", command: "", lines: [] };
  }
}

/** Stores results; cases that were not measured in this run keep theirs. `names` says which cases still exist. */
export function saveGrowthResults(results: GrowthResults): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

/** The ratio of the medians at the largest and smallest size; undefined while one is missing. */
export function ratioOf({ sizes }: Line): number | undefined {
  const known = Object.keys(sizes)
    .map(Number)
    .toSorted((a, b) => a - b);
  const [small, large] = [sizes[String(known[0])], sizes[String(known.at(-1))]];
  return known.length > 1 && small && large ? Math.round((large.p50 / small.p50) * 100) / 100 : undefined;
}
