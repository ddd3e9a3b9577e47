// Finds files that need no second check. The types and lint of a file depend on its text, on its imports and theirs, on
// global declarations, and on the tools with their settings. When a file passes, a hash over all of this is stored; the
// same hash passes again. Imports are not parsed: every quoted text that is the path of a source file counts as an
// import, so that too many files are checked rather than too few.
import { createHash } from "node:crypto";
import { posix } from "node:path";

/** Path from the repository's root to text, as in import-walls.ts. */
type SourceTree = ReadonlyMap<string, string>;
/** Path to the hash with which the file passed. */
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

/**
 * The hash of everything that each file's result depends on. `setting` is what is outside the tree: tools and options.
 */
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

/** The files that have not passed with this hash. */
export function unproven(hashes: ReadonlyMap<string, string>, proven: Proven): string[] {
  return [...hashes].filter(([path, hash]) => proven[path] !== hash).map(([path]) => path);
}
