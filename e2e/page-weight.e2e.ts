import { expect, test } from "vitest";
import { firstLoadBytes, scriptBudget } from "../bench/page-weight.ts";
import { pageTable } from "../src/site/page-table.ts";

const entering = ["/login", "/register"];
const pages = pageTable.filter(({ path, cache }) => cache !== undefined || entering.includes(path));

test("there are pages to weigh", () => expect(pages.length).toBeGreaterThan(10));

test.each(pages)("scripts of the first load of $path weigh at most 100 kilobytes", async ({ file }) => {
  const bytes = await firstLoadBytes(file);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(scriptBudget);
});
