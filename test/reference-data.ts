import { readFile } from "node:fs/promises";

import pg from "pg";

/** How much of the country a test database knows. */
export type RegionScope = "small" | "full";

/** Part of the template's name: change it when what is loaded below changes. */
export const referenceDataVersion = "2";

const detailedCities = ["31.74", "32.73", "34.71", "35.78", "91.71"];

/** Fills the table of regions from the package idn-area-data. */
export async function loadRegions(url: string, scope: RegionScope): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [index, file] of ["provinces", "regencies", "districts", "villages"].entries()) {
      const level = index + 1;
      const rows = (await readCsv(file)).filter(([code = ""]) => scope === "full" || level < 3 || isDetailed(code));
      await client.query(
        `insert into regions (code, parent_code, level, name)
         select code, parent, $1, name from unnest($2::text[], $3::text[], $4::text[]) as t (code, parent, name)`,
        [
          level,
          rows.map(([code]) => code),
          rows.map((row) => (level === 1 ? null : row[1])),
          rows.map((row) => row.slice(level === 1 ? 1 : 2).join(",")),
        ],
      );
    }
    await client.query("vacuum analyze regions");
  } finally {
    await client.end();
  }
}

function isDetailed(code: string): boolean {
  return detailedCities.some((city) => code.startsWith(`${city}.`));
}

async function readCsv(name: string): Promise<string[][]> {
  const url = new URL(`../node_modules/idn-area-data/data/${name}.csv`, import.meta.url);
  const [, ...lines] = (await readFile(url, "utf8")).trim().split(/\r?\n/);
  return lines.map((line) => line.split(",").map((field) => field.replaceAll('"', "")));
}
