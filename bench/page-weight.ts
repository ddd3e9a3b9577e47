/** What a browser downloads of a page's own code at its first load, from the web build in dist/. */
import { readFile, stat } from "node:fs/promises";

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Scripts of the shop's first load may weigh this much, in bytes after brotli (issue: storefront JS of 100 KB). */
export const scriptBudget = 100_000;

const client = new URL("../dist/client/", import.meta.url);
const entry = "src/web/entry-client.tsx";

/** Bytes after brotli of the entry, the page's own file and everything they import; `page` as in the rows of pages.ts. */
export async function firstLoadBytes(page: string): Promise<number> {
  const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", client), "utf8")) as Manifest;
  const files = new Set<string>();
  function add(name: string): void {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the web build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const other of chunk.imports ?? []) add(other);
  }
  add(entry);
  add(page.replace(/^\//, ""));
  const sizes = await Promise.all([...files].map(async (file) => (await stat(new URL(`${file}.br`, client))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
