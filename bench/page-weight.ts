/** The bytes of a page's own code that a browser downloads at the first load, from the web build in dist/. */
import { readFile, stat } from "node:fs/promises";

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Maximum bytes of the scripts of a first load, after brotli. */
export const scriptBudget = 100_000;

const client = new URL("../dist/client/", import.meta.url);
const entry = "src/web/entry-client.tsx";

/** Bytes after brotli of the entry, the page's own file and all their imports. `page` as in the rows of pages.ts. */
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
