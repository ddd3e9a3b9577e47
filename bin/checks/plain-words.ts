// Names and comments in plain words (docs/words.md): no banned word in a file's name, a declared name or a comment, and no
// comment line that is wider than the code.
import { basename } from "node:path";
import type { SourceTree } from "./import-walls.ts";

/** The width of a line of code (.oxfmtrc.json), which is also that of a comment. */
export const maxWidth = 120;

/** Words that no file's name and no declared name has, with the word to use. Names inside tests are not checked. */
export const wordsForNames: Readonly<Record<string, string>> = {
  anew: "again, new",
  asker: "requester",
  bata: "accent",
  calm: "delay",
  daun: "success",
  desk: "summary, simulator",
  erase: "anonymise, delete",
  forget: "delete, clear",
  galat: "error",
  grown: "loadedMore",
  hear: "listen, subscribe",
  helper: "say what it does",
  helpers: "say what it does",
  kunyit: "warning",
  mend: "correct",
  misc: "say what it does",
  news: "notification, flash message",
  nila: "brand",
  patience: "timeout",
  stood: "connected, paused",
  tell: "notify, publish",
  told: "notified, published",
  tries: "attempts",
  util: "say what it does",
  utils: "say what it does",
  whoever: "user, caller",
  wire: "transport, json",
  wish: "line, filter, input",
};

/** Phrases that no comment has, with what to write. */
export const phrasesInComments: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, "again, new"],
  [/\bwhoever\b/i, "the user, the caller, anyone who"],
  [/\bnobody who\b/i, "no user who"],
  [/\b(?:of|by) ours\b/i, "our"],
  [/\b(?:is|are) heard\b|\bunheard\b|\bhears\b/i, "is accepted, is checked, listens"],
  [/\b(?:is|are) told\b/i, "is notified, reads"],
  [/\bthrows\s+(?:\*\s+)?`[a-z_]+\.[a-z_]+`/i, "Refuses with `cart.full`"],
  [/\brefuses\s+(?:\*\s+)?`[a-z_]+\.[a-z_]+`/i, "Refuses with `cart.full`"],
  [/\b(?:refuses|refused) with\s+(?:\*\s+)?[a-z]+\.[a-z_]+/i, "Refuses with `cart.full`, the code in backticks"],
  [/\bin earnest\b/i, "in production"],
  [/\bmerely\b|\bthereof\b/i, "only, of it"],
  [/\bspecification §/i, "the code of docs/requirements.md (S001), or the reason"],
];

const declared = /\b(?:const|let|function|class|type|interface)\s+([A-Za-z_$][\w$]*)|^\s+([A-Za-z_$][\w$]*)\??:\s/gm;
const comment = /\/\*[\s\S]*?\*\/|(?:^|[\s;{}(,])\/\/.*$/gm;

/** The words of a name: `trackingNumber`, `tracking_number` and `tracking-number` have the same two. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

function bannedIn(name: string): string | undefined {
  const word = wordsOf(name).find((one) => Object.hasOwn(wordsForNames, one));
  return word && `"${word}" in ${name}: ${wordsForNames[word]}`;
}

/** Checks names and comments of a source tree. Returns the breaches, one line each. */
export function checkWords(files: SourceTree): string[] {
  const breaches: string[] = [];
  for (const [path, text] of files) {
    // They contain the words.
    if (path === "bin/checks/plain-words.ts" || path === "test/checks.test.ts") continue;
    const lineOf = (at: number) => text.slice(0, at).split("\n").length;
    const inFile = bannedIn(basename(path).replace(/\..*$/, ""));
    if (inFile) breaches.push(`${path}:1  ${inFile}`);
    const code = text.replace(comment, (found) => found.replace(/[^\n]/g, " "));
    const names = /\.(test|e2e)\.tsx?$|^(test|e2e)\//.test(path) ? [] : code.matchAll(declared);
    for (const found of names) {
      const banned = bannedIn(found[1] ?? found[2] ?? "");
      if (banned) breaches.push(`${path}:${lineOf(found.index)}  ${banned}`);
    }
    for (const found of text.matchAll(comment)) {
      for (const [phrase, instead] of phrasesInComments) {
        const hit = phrase.exec(found[0]);
        if (hit)
          breaches.push(`${path}:${lineOf(found.index + hit.index)}  "${hit[0].trim()}" in a comment: ${instead}`);
      }
    }
    text.split("\n").forEach((line, at) => {
      if (
        line.length > maxWidth &&
        /^\s*(?:\/\/|\/?\*)(?:\s|\*|$)/.test(line) &&
        !/https?:\/\/\S{60}|oxlint-disable/.test(line)
      )
        breaches.push(`${path}:${at + 1}  a comment of ${line.length} characters; at most ${maxWidth}`);
    });
  }
  return breaches;
}
