// Pages of the repository lead somewhere: every link to a file and every path in backticks exists, and a decision has
// the title that the list of decisions gives it.
import { posix } from "node:path";
import type { SourceTree } from "./import-walls.ts";

/** Paths from the repository's root. Others, such as `routes.ts`, are names that many folders have. */
const path = /`((?:src|bin|db|deploy|docs|e2e|bench|test|scripts|tools|\.ci)\/[\w./-]+\.[a-z]{2,4})`/g;
const link = /\]\(([\w./-]+)(?:#[\w-]*)?\)/g;

/** Files that the reader of a page makes. */
const madeByReaders = ["deploy/.env", "deploy/kawung.env"];

/**
 * Checks pages (`path` to text) against the paths of all files. An example (docs/examples) names files that it adds.
 * Returns the breaches, one line each.
 */
export function checkDocuments(pages: SourceTree, files: ReadonlySet<string>): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder)) folders.add(folder);
  const exists = (target: string) => files.has(target) || folders.has(target.replace(/\/$/, ""));
  const breaches: string[] = [];
  for (const [page, text] of pages) {
    const lineOf = (at: number) => text.slice(0, at).split("\n").length;
    const report = (at: number, target: string) => breaches.push(`${page}:${lineOf(at)}  ${target} does not exist`);
    // A path that begins with a slash is an address of the marketplace.
    for (const { 1: to = "", index } of text.matchAll(link))
      if (!to.startsWith("/") && !exists(posix.join(posix.dirname(page), to))) report(index, to);
    if (page.startsWith("docs/examples/")) continue;
    for (const { 1: to = "", index } of text.matchAll(path))
      if (!exists(to) && !madeByReaders.includes(to)) report(index, to);
  }
  return [...breaches, ...checkDecisions(pages)];
}

const decision = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/;

function checkDecisions(pages: SourceTree): string[] {
  const list = pages.get("docs/decisions/README.md") ?? "";
  return [...pages].flatMap(([page, text]) => {
    const number = decision.exec(page)?.[1];
    if (number === undefined) return [];
    const [title = ""] = text.split("\n", 1);
    const [, name] = /^# \d+\. (.+)$/.exec(title) ?? [];
    if (name === undefined || !title.startsWith(`# ${Number(number)}. `))
      return [`${page}:1  the title is not "# ${Number(number)}. …"`];
    const row = `| ${Number(number)} | [${name}](${posix.basename(page)}) |`;
    return list.includes(row) ? [] : [`${page}:1  the list of decisions lacks ${row}`];
  });
}
