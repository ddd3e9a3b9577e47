import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asModule, reactFiles, withoutDefaultImport } from "./react-modules.ts";

test.each(Object.entries(reactFiles))(
  "%s as an ES module exports what the published file exports",
  async (name, file) => {
    const published = Object.keys((await import(file)) as object).filter((one) => one !== "default");
    const code = asModule(readFileSync(file, "utf8"));
    const exported = [...(/\nexport \{ (.*) \};\n$/.exec(code)?.[1] ?? "").matchAll(/ as (\w+)/g)].map(
      ([, one]) => one,
    );
    expect(exported.length, name).toBeGreaterThan(2);
    expect(exported.toSorted()).toEqual(published.filter((one) => one !== "module.exports").toSorted());
    expect(code).not.toMatch(/\brequire\(|\bexports\./);
  },
);

test.each([
  ["a file that replaces its exports", "exports.a = 1;\nmodule.exports = other;"],
  ["a file that requires in the middle", 'exports.a = 1;\nfunction load() {\n  return require("other");\n}'],
  ["a file without exports", "var a = 1;"],
])("%s is refused", (_, code) => {
  expect(() => asModule(code)).toThrow(/cannot be read as an ES module/);
});

test("code that imports React as one object imports its names", () => {
  expect(withoutDefaultImport("import React, { useRef } from 'react';\nconst a = React.use;")).toBe(
    'import * as React from "react"; import { useRef } from "react";\nconst a = React.use;',
  );
  expect(withoutDefaultImport('import React from "react";')).toBe('import * as React from "react";');
});
