import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { insteadOf, readVersion, unusedFunctions, withoutUnused } from "./trim-react.ts";

const folder = dirname(createRequire(import.meta.url).resolve("react-dom"));
const reactDom = readFileSync(join(folder, "cjs/react-dom-client.production.js"), "utf8");

test("the calls of what the browsers' React leaves out were read in this version of React", () => {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  expect(version).toBe(readVersion);
});

test("the browsers' React has every function, and only those that no page uses without their body", () => {
  const trimmed = withoutUnused(reactDom);
  const names = [...reactDom.matchAll(/^ *function (\w+)\(/gm)].map(([, name]) => name);
  expect([...trimmed.matchAll(/^ *function (\w+)\(/gm)].map(([, name]) => name)).toEqual(names);
  const left = Object.values(unusedFunctions).flat();
  for (const name of left) expect(trimmed).toContain(`throw Error("left out: ${name}")`);
  // Without the left out functions both are the same text.
  const without = (code: string) =>
    [...left, ...Object.keys(insteadOf)].reduce(
      (rest, name) =>
        rest.replace(new RegExp(`^( *)function ${name}\\([^)]*\\) \\{(?:.*\\}$|\\n[^]*?\\n\\1\\}$)`, "m"), ""),
      code,
    );
  expect(without(trimmed)).toBe(without(reactDom));
  expect(reactDom.length - trimmed.length).toBeGreaterThan(25_000);
  expect(() => new Script(trimmed)).not.toThrow();
});

test("a React without one of these functions is refused", () => {
  expect(() => withoutUnused("function other() {\n}")).toThrow(/no function/);
});

const unused =
  /<(?:link|style|script|meta|title|base)[\s>]|\b(?:ViewTransition|SuspenseList|useActionState|useFormState)\b/;
const otherEntry = /from "react-dom"|import\("react-dom"\)/;

/** Whether the code uses a part of React that the browsers' build leaves out. */
function usesLeftOut(code: string): boolean {
  return otherEntry.test(code) || unused.test(code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|`[^`]*`/g, ""));
}

test.each([
  'import { preload } from "react-dom";',
  'import { ViewTransition } from "react";',
  "const [state, act] = React.useActionState(save, undefined);",
  "<title>{name}</title>",
  '<link rel="preload" href={file} />',
])("a component with %s would use what the browsers' React leaves out", (code) => {
  expect(usesLeftOut(code)).toBe(true);
});

test("no component uses what the browsers' React leaves out", async () => {
  const offenders: string[] = [];
  for await (const file of glob("src/**/*.tsx"))
    if (!file.endsWith(".test.tsx") && usesLeftOut(readFileSync(file, "utf8"))) offenders.push(file);
  expect(offenders).toEqual([]);
});
