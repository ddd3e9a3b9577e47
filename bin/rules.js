// npm run rules [-- WORD ...]: finds business rules. Prints the place and the sentence of each. A word may be English,
// the Indonesian name of a thing in docs/words.md, or a word of its table of searches.
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
/** Words that every sentence may have. */
const noise = new Set("a an and at by for from in is of on or per the to what when with".split(" "));
const withoutNoise = (words) => words.filter((word) => !noise.has(word));
/** A word without its ending, so that "editing" finds "edit", "deletion" "deleted" and "confirmation" "confirms". */
const stemOf = (word) => word.replace(/(?:(?<=.{4})(?:ing|ed|es|e|s)|(?<=.{5})(?:at)?ion)$/, "");

/**
 * How well a rule has a word: a word of its sentence counts 3, the beginning of one 2, a part of one 1. A word of its
 * path counts 1 more: a folder's name says what all its rules are about, but not what each of them says.
 */
function nearness({ sentence, words, path }, word) {
  const stem = stemOf(word);
  const isWord = (one) => one === word || stemOf(one) === stem;
  const inPath = path.some(isWord) ? 1 : 0;
  if (words.some(isWord)) return 3 + inPath;
  if (words.some((one) => one.startsWith(stem))) return 2 + inPath;
  return (sentence.includes(word) ? 1 : 0) + inPath;
}

/**
 * What rules say for what people search, from docs/words.md: the English names of things by their Indonesian names, and
 * its table of other words. `first` has the names by the first word of a longer one.
 */
function readNames(page) {
  const names = new Map();
  const first = new Map();
  const add = (to, key, found) => to.set(key, [...(to.get(key) ?? []), ...found]);
  const addRow = (searched, found) => {
    for (const words of searched
      .replace(/\(.*?\)/g, "")
      .split(/[,;]/)
      .map(wordsOf)) {
      if (words.length > 0) add(names, words.join(" "), found);
      if (words.length > 1) add(first, words[0], found);
    }
  };
  let section = "";
  for (const line of page.split(/\r?\n/)) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, left = "", right = "", , indonesian = ""] = line.split("|");
    if (section === "The business") {
      // Words that are not marked explain the names, unless nothing is marked.
      const marked = right.match(/[`*][^`*]+[`*]/g) ?? right.split(",");
      addRow(
        indonesian,
        marked.map((name) => wordsOf(name.replace(/([a-z])(?=[A-Z])/g, "$1 ")).join(" ")),
      );
    }
    if (section === "Words of searches")
      addRow(
        left,
        right.split(",").map((name) => name.trim()),
      );
  }
  return { names, first };
}

/** The searched words, each with what rules say for it. Up to three words may be one name. */
function meaningsOf(searched, { names, first }, isKnown) {
  const meanings = [];
  for (let at = 0, length; at < searched.length; at += length) {
    const nameOf = (count) => searched.slice(at, at + count).join(" ");
    length = [3, 2].find((count) => at + count <= searched.length && names.has(nameOf(count))) ?? 1;
    const word = nameOf(length);
    const isOfRules = isKnown(word);
    const lookUp = (one) =>
      names.get(one) ?? names.get(one.replace(/s$/, "")) ?? (isOfRules ? undefined : first.get(one));
    const said = lookUp(word) ?? lookUp(word.replace(/^(?:di|ber|mem|men|ter)/, "")) ?? [];
    meanings.push({ word, said: [...new Set(isOfRules || said.length === 0 ? [word, ...said] : said)] });
  }
  return meanings;
}

const maxNearest = 12;
const withoutArticles = (words) => words.filter((word) => !/^(?:an?|the)$/.test(word));

/**
 * The rules that have all words, the nearest first; if none has all, those that have the most. A rare word counts more
 * than a common one. Of a name of several words a rule must have all, and each counts. Among equals, the sentence that
 * says the word earliest is first, then the shortest.
 */
function findRules(rules, searched, known) {
  const texts = rules.map(({ file, sentence }) => ({
    sentence: sentence.toLowerCase(),
    words: withoutArticles(wordsOf(sentence)),
    path: wordsOf(file),
  }));
  const meanings = meaningsOf(searched, known, (word) => texts.some(({ words }) => words.includes(word)));
  const found = meanings.map(({ said }) => {
    const names = said.map((name) => withoutNoise(wordsOf(name)));
    const nearnesses = texts.map((text) =>
      Math.max(
        ...names.map((name) => {
          const ofWords = name.map((word) => nearness(text, word));
          return ofWords.includes(0) ? 0 : ofWords.reduce((sum, one) => sum + one, 0);
        }),
      ),
    );
    const rarity = Math.log(1 + rules.length / Math.max(1, nearnesses.filter((one) => one > 0).length));
    return nearnesses.map((one) => one * rarity);
  });
  const stems = meanings.flatMap(({ said }) => withoutNoise(said.flatMap(wordsOf))).map(stemOf);
  const placeOf = ({ words }) => {
    const place = words.findIndex((word) => stems.some((stem) => word.startsWith(stem)));
    return place < 0 ? words.length : place;
  };
  const scored = rules.map((rule, at) => ({
    rule,
    isWhole: found.every((ofWord) => ofWord[at] > 0),
    score: found.reduce((sum, ofWord) => sum + ofWord[at], 0),
    place: placeOf(texts[at]),
    length: rule.sentence.length,
  }));
  if (searched.length > 0)
    scored.sort((one, other) => other.score - one.score || one.place - other.place || one.length - other.length);
  const whole = scored.filter(({ isWhole }) => isWhole);
  const listed = whole.length > 0 ? whole : scored.filter(({ score }) => score > 0).slice(0, maxNearest);
  return { hasAll: whole.length > 0, rules: listed.map(({ rule }) => rule), meanings };
}

if (process.argv[1] === import.meta.filename) {
  // A reader such as `head` that has enough is no error.
  process.stdout.on("error", () => {});
  await main(() => {
    const searched = withoutNoise(process.argv.slice(2).flatMap(wordsOf));
    const known = readNames(readFileSync(join(root, "docs/words.md"), "utf8"));
    const { hasAll, rules, meanings } = findRules(readRules(), searched, known);
    const lines = meanings.flatMap(({ word, said }) => {
      const others = said.filter((name) => name !== word);
      return others.length > 0 ? [`${word}: ${others.join(", ")}`] : [];
    });
    if (!hasAll) lines.push(rules.length === 0 ? "No rule says this." : "No rule has all words. The nearest:");
    lines.push(...rules.map(({ file, line, sentence }) => `${file}:${line}  ${sentence}`));
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return hasAll ? 0 : 1;
  });
}
