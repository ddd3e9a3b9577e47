// Finds files that need no second check. The types and lint of a file depend on its text, on the shapes of what it
// imports and so on (type-shape.ts), on global declarations, and on the tools with their settings. When a file passes,
// a hash over all of this is stored; the same hash passes again. Imports are not parsed: every quoted text that is the
// path of a source file counts as an import, so that too many files are checked rather than too few.
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { importsOf, mayHoldEverywhere, shapeOf, textHash, type Shape } from "./type-shape.ts";

/** Path from the repository's root to text, as in import-walls.ts. */
type SourceTree = ReadonlyMap<string, string>;
/** Path to shape. */
export type Shapes = ReadonlyMap<string, Shape>;
/** Path to the hash with which the file passed. */
export type Proven = Readonly<Record<string, string>>;

const sha = (text: string) => createHash("sha256").update(text).digest("base64url");

const targetsIn = (files: ReadonlyMap<string, unknown>, path: string, imports: readonly string[]): string[] =>
  imports
    .map((name) => name.split("?")[0] ?? "")
    .map((name) => (name.startsWith("#") ? `src/${name.slice(1)}` : posix.join(posix.dirname(path), name)))
    .filter((target) => files.has(target));

/** The shape of every file that others depend on. A file in `known` whose text is unchanged is not read again. */
export async function readShapes(files: SourceTree, known: Readonly<Record<string, Shape>> = {}): Promise<Shapes> {
  const isKnown = (path: string, text: string) => known[path]?.text === textHash(path, text);
  const found = new Map(
    [...files].map(([path, text]) => [path, (isKnown(path, text) && known[path]) || importsOf(path, text)]),
  );
  const imported = new Set([...found].flatMap(([path, { imports }]) => targetsIn(files, path, imports)));
  const open = [...files].filter(
    ([path, text]) => found.get(path)?.isRead !== true && (imported.has(path) || mayHoldEverywhere(path, text)),
  );
  if (open.length === 0) return found;
  const { parseSync } = await import("vite");
  for (const [path, text] of open) found.set(path, shapeOf(path, text, parseSync));
  return found;
}

/**
 * The hash of everything that each file's result depends on. `setting` is what is outside the tree: tools and options.
 */
export function closureHashes(shapes: Shapes, setting: string): Map<string, string> {
  const next = new Map([...shapes].map(([path, { shapeImports }]) => [path, targetsIn(shapes, path, shapeImports)]));
  const reach = (starts: readonly string[]) => {
    const seen = new Set(starts);
    for (const path of seen) for (const target of next.get(path) ?? []) seen.add(target);
    return [...seen].sort().map((path) => `${path} ${shapes.get(path)?.shape}`);
  };
  const everywhere = [...shapes].flatMap(([path, shape]) => (shape.everywhere ? [{ path, ...shape.everywhere }] : []));
  const used = everywhere.flatMap(({ path, imports }) => targetsIn(shapes, path, imports));
  const base = sha([setting, ...everywhere.map(({ path, text }) => `${path} ${text}`), ...reach(used)].join("\n"));
  return new Map(
    [...shapes].map(([path, { text, imports }]) => [
      path,
      sha([base, path, text, ...reach(targetsIn(shapes, path, imports))].join("\n")),
    ]),
  );
}

/** The files that have not passed with this hash. */
export function unproven(hashes: ReadonlyMap<string, string>, proven: Proven): string[] {
  return [...hashes].filter(([path, hash]) => proven[path] !== hash).map(([path]) => path);
}
