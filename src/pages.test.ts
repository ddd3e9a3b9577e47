import { expect, test } from "vitest";
import { isAuthPage, isPublicPage } from "./hrefs.ts";
import { pageRows } from "./pages.ts";

test("a page is public exactly when its anonymous HTML may be cached", () => {
  for (const { path, cache } of pageRows) expect(isPublicPage(path.replace(/:\w+/, "kopi-gayo")), path).toBe(!!cache);
  expect(isPublicPage("/products")).toBe(false);
});

test("people log in only where the row of the page says so", () => {
  for (const { path, isAuthPage: row } of pageRows) expect(isAuthPage(path), path).toBe(!!row);
  expect(isAuthPage("/login/oauth/google/callback")).toBe(true);
});

test("no two pages have the same path or file, and only public pages without a parameter are in the site map", () => {
  expect(new Set(pageRows.map(({ path }) => path)).size).toBe(pageRows.length);
  expect(new Set(pageRows.map(({ file }) => file)).size).toBe(pageRows.length);
  for (const { path, cache, inSitemap } of pageRows)
    if (inSitemap)
      expect({ path, cache }).toEqual({ path: expect.not.stringContaining(":"), cache: expect.anything() });
});
