import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Database } from "#lib/database.ts";
import { locatePlacesAndRegions } from "./map/locate-regions.ts";
import { analyzeRegions, hasRegions, insertRegions, lockRegions, type NewRegion } from "./queries.ts";

const files = ["provinces", "regencies", "districts", "villages"] as const;
const batchSize = 10_000;

/**
 * Fills the table of regions (38 provinces, 514 regencies and cities, 7,285 districts, 83,762 villages in idn-area-data
 * 4.0.1) when it is empty, in one transaction. Returns whether it did; of two processes that start at once, one does.
 * Also adds missing map positions, in installations that are older than the map.
 */
export async function loadRegions(db: Database): Promise<boolean> {
  const filled = await fillRegions(db);
  await locatePlacesAndRegions(db);
  return filled;
}

async function fillRegions(db: Database): Promise<boolean> {
  if (await hasRegions(db)) return false;
  const folder = join(dirname(createRequire(import.meta.url).resolve("idn-area-data")), "../data");
  return db.transaction(async (tx) => {
    await lockRegions(tx);
    if (await hasRegions(tx)) return false;
    for (const [index, file] of files.entries()) {
      const regions = parseRegions(await readFile(join(folder, `${file}.csv`), "utf8"), index + 1);
      for (let at = 0; at < regions.length; at += batchSize) await insertRegions(tx, regions.slice(at, at + batchSize));
    }
    await analyzeRegions(tx);
    return true;
  });
}

/** Parses one file of the package: `code,name` for provinces, `code,parent,name` for the others. */
export function parseRegions(csv: string, level: number): NewRegion[] {
  const [, ...lines] = csv.trim().split(/\r?\n/);
  return lines.map((row) => {
    const [code = "", ...rest] = row.split(",");
    const parent = level === 1 ? null : (rest.shift() ?? null);
    const name = rest.join(",").replace(/^"|"$/g, "").replaceAll('""', '"');
    return { code, parent, level, name };
  });
}
