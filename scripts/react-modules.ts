/**
 * Design note. React is published as CommonJS: one object with everything in it, of which a build cannot leave anything
 * out, and each of its functions is called as a member of that object (`(0, jsx.jsx)(…)`). Its files are so regular
 * that they can be read as ES modules: every `exports.name = …` begins a line, and every `require` is one of three
 * names. Then browsers get only what pages import, calls are short, and no page needs the bundler's helpers for
 * CommonJS (docs/decisions/0099). A file that is not that regular fails the build. The server renders with the
 * published files.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);

/** What code imports of React, and the published file that holds it. */
export const reactFiles: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["react", "react", "react"],
    ["react/jsx-runtime", "react", "react-jsx-runtime"],
    ["react-dom", "react-dom", "react-dom"],
    ["react-dom/client", "react-dom", "react-dom-client"],
    ["scheduler", "scheduler", "scheduler"],
  ].map(([name = "", folder = "", file]) => [
    name,
    join(dirname(require.resolve(`${folder}/package.json`)), "cjs", `${file}.production.js`),
  ]),
);

/** The same code as an ES module. Throws for code that exports or requires in any other way than React does. */
export function asModule(code: string): string {
  const names = new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name));
  const module = code
    .replace(/^"use strict";$/m, "")
    .replace(/^(?:var| ) (\w+) = require\("([a-z-]+)"\)[,;]$/gm, 'import * as $1 from "$2";')
    .replace(/^exports\.(\w+) = void 0;$/gm, "let export$$$1;")
    .replace(/^exports\.(\w+) =/gm, "const export$$$1 =")
    .replace(/\bexports\.(\w+)/g, "export$$$1");
  const left = /\b(?:exports|require|module)\b(?!\$).*/.exec(module.replace(/"[^"\n]*"|\/\*[^]*?\*\/|\/\/.*/g, ""));
  if (names.size === 0 || left) throw new Error(`React cannot be read as an ES module: ${left?.[0] ?? "no exports"}`);
  return `${module}\nexport { ${[...names].map((name) => `export$${name} as ${name}`).join(", ")} };\n`;
}

/** Parts of the scheduler for React's own tests. The published file has none; React reads them all the same. */
const absent = "export const log = undefined, unstable_setDisableYieldValue = undefined;\n";

/**
 * Code that imports React as one object, with imports of its names instead. SWR also hands that object to its
 * development tools, which would keep all of React in the build.
 */
export function withoutDefaultImport(code: string): string {
  return code
    .replace(
      /^import (\w+)(?:, (\{[^}]*\}))? from ["']react["'];$/gm,
      (_, name: string, others?: string) =>
        `import * as ${name} from "react";${others ? ` import ${others} from "react";` : ""}`,
    )
    .replace(/^ *window\.__SWR_DEVTOOLS_REACT__ = React;$/m, "");
}

const names = new RegExp(`^(?:${Object.keys(reactFiles).join("|")})$`);

/** Gives the browsers' build React as ES modules. */
export const reactModules: Plugin[] = [
  {
    name: "react-modules",
    enforce: "pre",
    resolveId: { filter: { id: names }, handler: (source) => reactFiles[source] ?? null },
    transform: {
      filter: { id: Object.values(reactFiles) },
      handler: (code, id) => asModule(code) + (id === reactFiles.scheduler ? absent : ""),
    },
  },
  {
    name: "react-imports",
    enforce: "pre",
    transform: {
      filter: { id: /\/node_modules\//, code: /^import \w+(?:, \{[^}]*\})? from ["']react["'];$/m },
      handler: withoutDefaultImport,
    },
  },
  {
    // SWR imports the hook from a package that serves every React since 16.8; React 18 and later have it themselves.
    name: "react-store",
    enforce: "pre",
    load: {
      filter: { id: /\/use-sync-external-store\/shim\/index\.js$/ },
      handler: () => 'export { useSyncExternalStore } from "react";',
    },
  },
];
