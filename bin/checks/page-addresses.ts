// The address of a page is written once, in its row of src/pages.ts; other code takes it from src/hrefs.ts. So an
// address changes in one place, and a link to a page that does not exist does not compile.
import type { SourceTree } from "./import-walls.ts";

const list = "src/pages.ts";
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);
const commentLine = /^\s*(?:\/\/|\/?\*|\{\/\*).*$/gm;

// A string or a link of a help text that begins with a path, or a regular expression for one.
const written = /(?:["'`]|\]\()(\/[A-Za-z][\w/-]*)|\^\\\/[($|]*([A-Za-z][\w-]*)/g;

/**
 * Finds addresses of pages outside the list of pages. `paths` are the paths of that list. `/` is not checked, because
 * it has other meanings.
 */
export function checkPageAddresses(files: SourceTree, paths: readonly string[]): string[] {
  const beginnings = paths.map((path) => path.replace(/\/:.*/, "")).filter((path) => path !== "/");
  const breaches: string[] = [];
  for (const [path, text] of files) {
    if (path === list || isTest(path)) continue;
    const code = text.replace(commentLine, "");
    for (const found of code.matchAll(written)) {
      const address = found[1] ?? `/${found[2]}`;
      if (!beginnings.some((page) => address === page || address.startsWith(`${page}/`))) continue;
      const line = code.slice(0, found.index).split("\n").length;
      breaches.push(`${path}:${line}  ${address} is the address of a page: take it from hrefs.ts`);
    }
  }
  if (!files.has(list)) breaches.push(`${list} was not seen`);
  return breaches;
}
