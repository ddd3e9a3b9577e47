/** Writes docs/performance.md from the last results of the measurements. */
import { readFileSync, writeFileSync } from "node:fs";
import { allSizes, growthTable, missesOf } from "./growth/growth-table.ts";
import { readGrowthResults, readOrdinaryResults, type GrowthResults, type OrdinaryResults } from "./results.ts";

const file = new URL("../docs/performance.md", import.meta.url);

/** The page as it is in the repository; empty when there is none. */
export function readPerformancePage(): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Writes the page from the stored results. */
export function writePerformancePage(): void {
  writeFileSync(file, performancePage(readOrdinaryResults(), readGrowthResults()));
}

/** The text of the page. A measurement that was never made says so. */
export function performancePage(ordinary: OrdinaryResults | undefined, growth: GrowthResults | undefined): string {
  return `# Performance

Written by \`npm run bench\` from its last results (\`bench/results\`); do not edit. What each line means, and what is wanted of it,
is in [bench/README.md](../bench/README.md).

## One marketplace under load

${ordinary ? `${madeWith(ordinary)}\n\n${ordinaryTable(ordinary)}` : "Not measured yet: `npm run bench`."}

## The same calls on larger catalogues

${growth ? `${madeWith(growth)} ${summary(growth)}\n\n${legend}\n\n${growthTable(growth.lines)}` : "Not measured yet: `npm run bench -- --growth`."}
`;
}

function madeWith({ machine, date, command }: OrdinaryResults | GrowthResults): string {
  return `${date}, \`${command}\`, ${machine}.`;
}

function ordinaryTable({ lines }: OrdinaryResults): string {
  const rows = lines.map(({ what, path, wanted, ...figures }) => [
    path === undefined ? what : `${what}, \`${path}\``,
    Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
    wanted ?? "",
  ]);
  return [["", "measured", "wanted"], ["---", "---", "---"], ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function summary({ lines }: GrowthResults): string {
  const measured = lines.filter(({ sizes }) => allSizes.every((size) => sizes[String(size)]));
  const wanted = measured.filter((line) => missesOf(line).length === 0);
  return `${wanted.length} of ${measured.length} lines that were measured at all sizes are as wanted.`;
}

const legend = `Columns: median milliseconds of processor time in Node and PostgreSQL for one call, nothing kept, by the number of products
(seconds on the clock for work in the background, the 99th percentile in the lines of p99); the ratio of the last to the first; the
most that is wanted at the last; rows and pages of 8 kB that its statements read at the last size; what is not as wanted.`;
