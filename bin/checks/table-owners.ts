// Each table has one owner, named in its comment ("orders: what it holds"), and only the owner writes to it.
import { slices, type SourceTree } from "./import-walls.ts";

const owners = new Set<string>([...slices, "lib"]);

/** Reads the owner of each table from the comments in the migrations, and the mistakes in them. */
export function tableOwners(migrations: SourceTree): { owners: Map<string, string>; breaches: string[] } {
  const breaches: string[] = [];
  const tables = new Map<string, string>();
  const comments = new Map<string, string>();
  for (const [path, text] of migrations) {
    const sql = text.replace(/--.*$/gm, "");
    for (const [, name = ""] of sql.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi))
      tables.set(name, path);
    for (const [, name = ""] of sql.matchAll(/\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)/gi)) tables.delete(name);
    for (const [, name = "", owner = ""] of sql.matchAll(/\bcomment\s+on\s+table\s+(\w+)\s+is\s+'([\w-]+): /gi))
      comments.set(name, owner);
  }
  for (const [name, path] of tables) {
    const owner = comments.get(name);
    if (owner === undefined)
      breaches.push(`${path}  table ${name} lacks its comment: comment on table ${name} is '<slice>: ...'`);
    else if (!owners.has(owner)) breaches.push(`${path}  table ${name} belongs to ${owner}, which is no slice`);
  }
  return { owners: comments, breaches };
}

/** Finds statements that write to another slice's table. */
export function checkWriters(files: SourceTree, ownerOf: ReadonlyMap<string, string>): string[] {
  const breaches: string[] = [];
  for (const [path, text] of files) {
    const [, slice] = /^src\/([^/]+)\//.exec(path) ?? [];
    if (/\.test\.tsx?$/.test(path)) continue;
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
    const writes =
      /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:only\s+)?"?([a-z_]+)"?/gi;
    for (const found of code.matchAll(writes)) {
      const owner = ownerOf.get(found[1] ?? "");
      if (owner === undefined || owner === slice) continue;
      const line = code.slice(0, found.index).split("\n").length;
      breaches.push(`${path}:${line}  writes to ${found[1]}, which belongs to ${owner}`);
    }
  }
  return breaches;
}
