import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Names of settings stand in capitals where the configuration is read, and nothing else does. */
function settingsRead(): Set<string> {
  const files = readdirSync(new URL("../src/lib/", import.meta.url)).filter((name) => name.endsWith("config.ts"));
  const names = files.flatMap((name) => [
    ...[...read(`src/lib/${name}`).matchAll(/\benv\.([A-Z]+)\b/g)].map(([, found = ""]) => found),
    ...(read(`src/lib/${name}`).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
  ]);
  return new Set(names);
}

/** First column of the table of settings. */
function settingsTold(): Set<string> {
  const rows = read("README.md").match(/^\| `[A-Z].*$/gm) ?? [];
  return new Set(rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []));
}

/** Read in tests only (NODE_ENV=test). */
const forTests = ["LIMIT_FACTOR"];

test("README's table names no setting that is not read", () => {
  const known = settingsRead();
  expect([...settingsTold()].filter((name) => !known.has(name))).toEqual([]);
});

test("every setting that is read stands in README's table, or in docs/operating.md if hardly anybody needs it", () => {
  const told = settingsTold();
  const operating = read("docs/operating.md");
  const untold = [...settingsRead()].filter((name) => !told.has(name) && !operating.includes(`\`${name}`));
  expect(untold.filter((name) => !forTests.includes(name))).toEqual([]);
});
