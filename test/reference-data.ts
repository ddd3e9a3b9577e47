import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { createLog } from "../src/lib/log.ts";
import { openDatabase, sql } from "../src/lib/database.ts";
import { loadRegions as loadAllRegions, parseRegions } from "../src/regions/load-regions.ts";
import { locatePlacesAndRegions } from "../src/regions/map/locate-regions.ts";
import { insertRegions } from "../src/regions/queries.ts";

/** How many regions a test database has. */
export type RegionScope = "small" | "full";

const detailedCities = ["31.74", "32.73", "34.71", "35.78", "91.71"];

/** The sources of the content beside the migrations. Their hash is part of a template's name. */
export function referenceDataSource(): string {
  const files = [
    "./reference-data.ts",
    "../src/regions/load-regions.ts",
    "../src/regions/map/places.csv",
    "../node_modules/idn-area-data/package.json",
  ];
  return files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\0");
}

/** Fills the table of regions from the package idn-area-data, as the product does, or with a part of it. */
export async function loadRegions(url: string, scope: RegionScope): Promise<void> {
  const db = openDatabase(url, { log: createLog("silent"), connections: 1 });
  try {
    if (scope === "full") await loadAllRegions(db);
    else {
      await insertRegions(db, await someRegions());
      await db.run(sql`analyze regions`);
      await locatePlacesAndRegions(db);
    }
  } finally {
    await db.close();
  }
}

async function someRegions(): Promise<ReturnType<typeof parseRegions>> {
  const folder = join(dirname(createRequire(import.meta.url).resolve("idn-area-data")), "../data");
  const levels = ["provinces", "regencies", "districts", "villages"].map(async (file, index) => {
    const regions = parseRegions(await readFile(join(folder, `${file}.csv`), "utf8"), index + 1);
    return regions.filter(({ code, level }) => level < 3 || detailedCities.includes(code.slice(0, 5)));
  });
  return (await Promise.all(levels)).flat();
}
