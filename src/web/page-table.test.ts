import { expect, test } from "vitest";
import { isPublicPage } from "#hrefs.ts";
import { pageTable } from "./page-table.ts";

test("a page is public exactly when its anonymous HTML may be kept", () => {
  for (const { path, cache } of pageTable) expect(isPublicPage(path.replace(/:\w+/, "kopi-gayo")), path).toBe(!!cache);
  expect(isPublicPage("/products")).toBe(false);
});
