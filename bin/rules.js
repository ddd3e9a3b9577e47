// npm run rules [-- WORD ...]: finds business rules. Prints the place and the sentence of each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "./bootstrap.js";

/** All rules of the source, most of them in a rules.ts: file, line, sentence. */
export function readRules() {
  const files = readdirSync(join(root, "src"), { recursive: true })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*?@rule\s+((?:(?!\*\/)[\s\S])*?)\s*\*\//g)].map((found) => ({
      file,
      line: text.slice(0, found.index).split("\n").length,
      // An empty line ends the rule: what follows describes the function.
      sentence: found[1]
        .split(/\n\s*\*[ \t]*\n/, 1)[0]
        .replace(/\s*\n\s*\*?\s*/g, " ")
        .trim(),
    }));
  });
}

if (process.argv[1] === import.meta.filename) {
  await main(() => {
    const words = process.argv.slice(2).map((word) => word.toLowerCase());
    const rules = readRules().filter(({ file, sentence }) =>
      words.every((word) => `${file} ${sentence}`.toLowerCase().includes(word)),
    );
    for (const { file, line, sentence } of rules) process.stdout.write(`${file}:${line}  ${sentence}\n`);
    if (rules.length === 0) process.stdout.write("No rule says this.\n");
    return rules.length === 0 ? 1 : 0;
  });
}
