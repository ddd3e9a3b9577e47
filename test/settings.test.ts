import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The names of settings in the files that read the configuration. Nothing else there is in capitals. */
function settingsRead(): Set<string> {
  const ofSubjects = readdirSync(new URL("../src/lib/config/", import.meta.url)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const files = ["src/lib/config.ts", ...ofSubjects.map((name) => `src/lib/config/${name}`)];
  const names = files.flatMap((file) => [
    ...[...read(file).matchAll(/\benv\.([A-Z]+)\b/g)].map(([, found = ""]) => found),
    ...(read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
  ]);
  return new Set(names);
}

/** The names in the first column of the table of settings. */
function settingsDocumented(): Set<string> {
  const rows = read("docs/operating.md").match(/^\| `[A-Z].*$/gm) ?? [];
  return new Set(rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []));
}

/** Settings that only tests use (NODE_ENV=test). */
const forTests = ["LIMIT_FACTOR"];

test("the table of settings in docs/operating.md names no setting that is not read", () => {
  const known = settingsRead();
  expect([...settingsDocumented()].filter((name) => !known.has(name))).toEqual([]);
});

test("every setting that is read is in the table of docs/operating.md", () => {
  const documented = settingsDocumented();
  const missing = [...settingsRead()].filter((name) => !documented.has(name));
  expect(missing.filter((name) => !forTests.includes(name))).toEqual([]);
});
