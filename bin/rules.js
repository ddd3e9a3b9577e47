// npm run rules [-- WORD ...]: finds business rules. Prints the place and the sentence of each. A word may be English,
// or the Indonesian name of a thing in docs/words.md.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "./bootstrap.js";

/** All rules of the source, most of them in a rules.ts: file, line, sentence. */
export function readRules() {
  const files = readdirSync(join(root, "src"), { recursive: true })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort();
  return files.flatMap((file) => rulesIn(readFileSync(join(root, file), "utf8")).map((rule) => ({ file, ...rule })));
}

/** The rules of a file's text. A comment may have several. */
function rulesIn(text) {
  return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)].flatMap((comment) =>
    [...comment[0].matchAll(/@rule\s+((?:(?!\*\/|@rule)[\s\S])*)/g)].map((found, at) => ({
      // The first is found by its comment, which is above what it describes.
      line: text.slice(0, comment.index + (at === 0 ? 0 : found.index)).split("\n").length,
      // An empty line ends the rule: what follows describes the function.
      sentence: found[1]
        .split(/\n\s*\*[ \t]*\n/, 1)[0]
        .replace(/\s*\n\s*\*?\s*/g, " ")
        .trim(),
    })),
  );
}

const wordsOf = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** A word without its ending, so that "editing" finds "edit". */
const stemOf = (word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, "") : word);

// How well a rule has a word: as a word, at the beginning of one, anywhere, or not. A folder of that name counts too.
function nearness(text, word) {
  const stem = stemOf(word);
  const isWord = (one) => one === word || stemOf(one) === stem;
  const inFolder = text.folders.some(isWord) ? 1 : 0;
  if (text.words.some(isWord)) return 3 + inFolder;
  if (text.words.some((one) => one.startsWith(stem))) return 2 + inFolder;
  return text.all.includes(word) ? 1 + inFolder : 0;
}

/** The English names of things by the first word of their Indonesian names, from the tables of docs/words.md. */
function readNames(page) {
  const names = new Map();
  for (const line of page.split("\n")) {
    const [, , code = "", , indonesian = ""] = line.split("|");
    for (const [word] of indonesian.split(/[,;]/).map(wordsOf))
      for (const name of wordsOf(code.replace(/([a-z])(?=[A-Z])/g, "$1 ")))
        if (word && name.length > 2) names.set(word, (names.get(word) ?? new Set()).add(name));
  }
  return names;
}

const maxNearest = 12;
const lengthOf = ({ rule }) => rule.sentence.length;
/** Words that every sentence may have. */
const noise = new Set("a an and by for from in is of on or the to what when with".split(" "));

/**
 * The rules that have all words, the nearest and shortest first; if none has all, those that have the most. A rare word
 * counts more than a common one. `meant` has the English names of the words that are Indonesian.
 */
function findRules(rules, words, names = new Map()) {
  const texts = rules.map(({ file, sentence }) => {
    const all = `${file} ${sentence}`.toLowerCase();
    return { all, words: wordsOf(all), folders: wordsOf(file) };
  });
  const meant = new Map();
  for (const word of words) {
    if (texts.some((text) => text.words.includes(word))) continue;
    const known = names.get(word) ?? names.get(word.replace(/^(?:di|ber|mem|men|ter)/, ""));
    if (known) meant.set(word, [...known]);
  }
  const found = words.map((word) =>
    texts.map((text) => Math.max(...(meant.get(word) ?? [word]).map((one) => nearness(text, one)))),
  );
  const rarity = found.map((ofWord) =>
    Math.log(1 + rules.length / Math.max(1, ofWord.filter((one) => one > 0).length)),
  );
  const scored = rules
    .map((rule, at) => ({
      rule,
      isWhole: found.every((ofWord) => ofWord[at] > 0),
      score: found.reduce((sum, ofWord, index) => sum + ofWord[at] * rarity[index], 0),
    }))
    .sort((one, other) => other.score - one.score || (words.length > 0 ? lengthOf(one) - lengthOf(other) : 0));
  const whole = scored.filter(({ isWhole }) => isWhole);
  const listed = whole.length > 0 ? whole : scored.filter(({ score }) => score > 0).slice(0, maxNearest);
  return { hasAll: whole.length > 0, rules: listed.map(({ rule }) => rule), meant };
}

if (process.argv[1] === import.meta.filename) {
  // A reader such as `head` that has enough is no error.
  process.stdout.on("error", () => {});
  await main(() => {
    const words = process.argv
      .slice(2)
      .flatMap(wordsOf)
      .filter((word) => !noise.has(word));
    const names = readNames(readFileSync(join(root, "docs/words.md"), "utf8"));
    const { hasAll, rules, meant } = findRules(readRules(), words, names);
    const lines = [...meant].map(([word, english]) => `${word}: ${english.join(", ")}`);
    if (!hasAll) lines.push(rules.length === 0 ? "No rule says this." : "No rule has all words. The nearest:");
    lines.push(...rules.map(({ file, line, sentence }) => `${file}:${line}  ${sentence}`));
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return hasAll ? 0 : 1;
  });
}
