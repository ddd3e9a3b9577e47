/** The bytes of a page's own code that a browser downloads at the first load, from the web build in dist/. */
import { readFile, stat } from "node:fs/promises";
import { get } from "node:http";

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Maximum bytes of the scripts of a first load, after brotli. */
export const scriptBudget = 88_000;

/** Maximum bytes of the same scripts with the headers of their responses. */
export const transferBudget = 90_000;

const client = new URL("../dist/client/", import.meta.url);
const entry = "src/web/entry-client.tsx";

/** Bytes after brotli of the entry, the page's own file and all their imports. `page` as in the rows of pages.ts. */
export async function firstLoadBytes(page: string): Promise<number> {
  const files = await firstLoadFiles(page);
  const sizes = await Promise.all(files.map(async (file) => (await stat(new URL(`${file}.br`, client))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The same bytes with the headers of each response, as the server at `origin` sends them. */
export async function transferBytes(origin: string, page: string): Promise<{ files: number; bytes: number }> {
  const files = await firstLoadFiles(page);
  const sizes = await Promise.all(files.map((file) => responseBytes(`${origin}/${file}`)));
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function responseBytes(url: string): Promise<number> {
  return new Promise((done, fail) => {
    const call = get(url, { agent: false, headers: { "accept-encoding": "br" } }, (response) => {
      const { socket } = response;
      response.resume().once("end", () => done(socket.bytesRead));
    });
    call.once("error", fail);
  });
}

async function firstLoadFiles(page: string): Promise<string[]> {
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
  return [...files];
}
