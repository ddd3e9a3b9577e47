// Writes src/lib/confusables.ts: characters that look like others, from Unicode's table (UTS #39), without those that
// src/lib/display-name.ts folds by normalisation.
// Run it when the table changes: node scripts/names/make-confusables.ts <unpacked npm package unhomoglyph>
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accents } from "../../src/lib/display-name.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Which folder is the package in?");
const table = new Map(
  Object.entries(JSON.parse(readFileSync(join(folder, "data.json"), "utf8")) as Record<string, string>),
);

const plain = (text: string) => text.normalize("NFKD").replace(accents, "");
const isAscii = (text: string) => /^[!-~]+$/.test(text);

function lookalike(sign: string, depth = 0): string {
  const target = isAscii(sign) ? undefined : table.get(sign);
  if (target === undefined || depth > 5) return sign.toLowerCase();
  return [...plain(target)].map((one) => lookalike(one, depth + 1)).join("");
}

const sources = new Map<string, string[]>();
// A lower-case letter without its own entry is compared as its capital: `к` as `К`.
const signs = new Set([...table.keys(), ...[...table.keys()].flatMap((one) => [...one.toLowerCase()])]);
for (const sign of [...signs].sort()) {
  if ([...sign].length !== 1 || isAscii(sign) || plain(sign) !== sign || !/[\p{L}\p{N}\p{S}\p{P}]/u.test(sign))
    continue;
  const own = lookalike(sign);
  const capital = sign.toUpperCase();
  const asCapital = [...capital].length === 1 ? lookalike(capital) : own;
  const target = isAscii(own) || !isAscii(asCapital) ? own : asCapital;
  const kept = [...target].filter((one) => /[\p{L}\p{N}\p{M}|]/u.test(one)).join("");
  if (kept === "" || kept === sign.toLowerCase()) continue;
  sources.set(kept, [...(sources.get(kept) ?? []), sign]);
}

const lines = [...sources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([target, all]) => `${target} ${all.join("")}`);
const text = `// Written by scripts/names/make-confusables.ts from Unicode's table of confusables, version 13 (see NOTICE).

// Characters that look like others, by which display-name.ts recognises two names that look alike. Each line: a text, a
// space, and the characters that look like it.
const lines = \`
${lines.join("\n")}
\`;

/** Characters that look like others: character → the text it is compared as. */
export const confusables: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split("\\n")
    .flatMap((line) => {
      const [target = "", signs = ""] = line.split(" ");
      return [...signs].map((sign): [string, string] => [sign, target]);
    }),
);
`;
writeFileSync(new URL("../../src/lib/confusables.ts", import.meta.url), text);
console.log(`${lines.length} lines, ${text.length} signs`);
