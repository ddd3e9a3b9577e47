import { expect, test } from "vitest";
import { allSizes, missesOf } from "../bench/growth/growth-table.ts";
import { performancePage, readPerformancePage } from "../bench/performance-page.ts";
import { readGrowthResults, readOrdinaryResults, type Figure } from "../bench/results.ts";

test("docs/performance.md is what the bench writes from its last results", () => {
  expect(readPerformancePage()).toBe(performancePage(readOrdinaryResults(), readGrowthResults()));
});

test("a call misses when it is too slow, grows too much, or reads too much", () => {
  const figure = (p50: number, faults: string[] = []): Figure => ({
    p50,
    p95: p50,
    waited: p50,
    buffers: 1,
    rows: 1,
    faults,
  });
  const line = (small: number, large: Figure) => ({
    group: "listing",
    name: "everything",
    wanted: 5,
    sizes: { [String(allSizes[0])]: figure(small), [String(allSizes.at(-1))]: large },
  });
  expect(missesOf(line(3, figure(4)))).toEqual([]);
  expect(missesOf(line(4, figure(5.5)))).toEqual(["over 5"]);
  expect(missesOf(line(2, figure(4)))).toEqual(["ratio over 1.5"]);
  expect(missesOf(line(3, figure(4, ["Seq Scan products reads 90000 rows"])))).toEqual([
    "Seq Scan products reads 90000 rows",
  ]);
});
