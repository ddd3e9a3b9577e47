import type { GrowthLine } from "../results.ts";

/** @rule The catalogue is measured with 10,000, 100,000 and 1,000,000 products. */
export const allSizes = [10_000, 100_000, 1_000_000];

/** @rule A call may take 1.5 times as long with a hundred times the products. */
export const maxRatio = 1.5;

/** The ratio of the medians at the largest and smallest size; undefined while one is missing. */
export function ratioOf({ sizes }: GrowthLine): number | undefined {
  const [small, large] = [sizes[String(allSizes[0])], sizes[String(allSizes.at(-1))]];
  return small && large && small.p50 > 0 ? Math.round((large.p50 / small.p50) * 100) / 100 : undefined;
}

/** What of a line is not as wanted. Work in the background grows with the catalogue, and slow calls vary: no ratio. */
export function missesOf(line: GrowthLine): string[] {
  const largest = line.sizes[String(allSizes.at(-1))];
  const ratio = ratioOf(line);
  return [
    ...(largest && largest.p50 > line.wanted ? [`over ${line.wanted}`] : []),
    ...(line.group !== "background" && line.group !== "p99" && ratio !== undefined && ratio > maxRatio
      ? [`ratio over ${maxRatio}`]
      : []),
    ...(largest?.faults ?? []),
  ];
}

/** The lines as a table in Markdown. */
export function growthTable(lines: readonly GrowthLine[]): string {
  const head = [
    "",
    ...allSizes.map((size) => size.toLocaleString("en")),
    "ratio",
    "wanted",
    "rows",
    "buffers",
    "misses",
  ];
  const rows = lines.map((line) => {
    const isWork = line.group === "background";
    const largest = line.sizes[String(allSizes.at(-1))];
    return [
      `${line.group}: ${line.name}`,
      ...allSizes.map((size) => line.sizes[String(size)]?.p50 ?? "–"),
      isWork ? "" : (ratioOf(line) ?? "–"),
      isWork ? `${line.wanted} s` : line.wanted,
      isWork ? "" : (largest?.rows ?? "–"),
      isWork ? "" : (largest?.buffers ?? "–"),
      missesOf(line).join("; "),
    ];
  });
  const rule = head.map((_, at) => (at === 0 || at === head.length - 1 ? "---" : "---:"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
