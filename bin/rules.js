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
    const rules = readRules().map((rule) => {
      const text = `${rule.file} ${rule.sentence}`.toLowerCase();
      return { ...rule, found: words.filter((word) => text.includes(word)).length };
    });
    const most = Math.max(...rules.map(({ found }) => found));
    if (most < words.length)
      process.stdout.write(most === 0 ? "No rule says this.\n" : `No rule has all words; these have ${most}:\n`);
    if (most > 0 || words.length === 0)
      for (const { file, line, sentence, found } of rules)
        if (found === most) process.stdout.write(`${file}:${line}  ${sentence}\n`);
    return most < words.length ? 1 : 0;
  });
}
