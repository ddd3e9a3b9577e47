// Which files need not be checked again. A file's types and lint depend on its own text, on what it imports, on what
// that imports and so on, on declarations that hold everywhere, and on the tools with their settings. A hash over all of
// that was noted when the file passed; the same hash passes again. Imports are not parsed: every text in quotes that
// leads to a file of ours counts as one, so that too much is checked again rather than too little.
import { createHash } from "node:crypto";
import { posix } from "node:path";

/** Path from the repository's root to text, as in import-walls.ts. */
type SourceTree = ReadonlyMap<string, string>;
/** Path to the hash under which the file passed. */
export type Proven = Readonly<Record<string, string>>;

const sha = (text: string) => createHash("sha256").update(text).digest("base64url");
const isEverywhere = (path: string, text: string) =>
  path.endsWith(".d.ts") || /^\s*declare (module|global)\b|^\/\/\/ ?</m.test(text);

function neighboursOf(path: string, text: string, files: SourceTree): string[] {
  const found = new Set<string>();
  for (const [, name = ""] of text.matchAll(/["'`]((?:\.{1,2}\/|#)[^"'`\n]+)["'`]/g)) {
    const plain = name.split("?")[0] ?? "";
    const target = plain.startsWith("#") ? `src/${plain.slice(1)}` : posix.join(posix.dirname(path), plain);
    if (files.has(target)) found.add(target);
  }
  return [...found];
}

/** For every file the hash of all that its verdict depends on. `setting` is everything outside the tree: tools, options. */
export function closureHashes(files: SourceTree, setting: string): Map<string, string> {
  const own = new Map([...files].map(([path, text]) => [path, sha(text)]));
  const next = new Map([...files].map(([path, text]) => [path, neighboursOf(path, text, files)]));
  const reach = (starts: readonly string[]) => {
    const seen = new Set(starts);
    for (const path of seen) for (const neighbour of next.get(path) ?? []) seen.add(neighbour);
    return [...seen].sort().map((path) => `${path} ${own.get(path)}`);
  };
  const everywhere = [...files].filter(([path, text]) => isEverywhere(path, text)).map(([path]) => path);
  const base = sha([setting, ...reach(everywhere)].join("\n"));
  return new Map([...files.keys()].map((path) => [path, sha([base, ...reach([path])].join("\n"))]));
}

/** The files that did not pass with this hash before. */
export function unproven(hashes: ReadonlyMap<string, string>, proven: Proven): string[] {
  return [...hashes].filter(([path, hash]) => proven[path] !== hash).map(([path]) => path);
}
