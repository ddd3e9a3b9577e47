import { describe, expect, test } from "vitest";

import { checkBreakpoints } from "../bin/checks/breakpoints.ts";
import { checkImports, importsOf } from "../bin/checks/import-walls.ts";
import { checkDocuments } from "../bin/checks/documents.ts";
import { closureHashes, readShapes, unproven } from "../bin/checks/check-cache.ts";
import { checkPageAddresses } from "../bin/checks/page-addresses.ts";
import { checkRepeatedRules } from "../bin/checks/repeated-rules.ts";
import { checkRuleValues } from "../bin/checks/rule-values.ts";
import { checkWords, maxWidth } from "../bin/checks/plain-words.ts";
import { checkPatterns, isSlow, patternsIn } from "../bin/checks/slow-patterns.ts";
import { checkWriters, tableOwners } from "../bin/checks/table-owners.ts";

function breaches(files: Record<string, string>): string[] {
  return checkImports(new Map(Object.entries(files))).breaches;
}

test("every form of import is seen", () => {
  const text = `
import a from "#a/a.ts";
import { b,
  c } from "#a/b.ts";
import type { D } from "#a/d.ts";
import { type E, type F } from "#a/e.ts";
import "#a/g.css";
export { h } from "#a/h.ts";
export * from "#a/i.ts";
const j = await import("#a/j.ts");
type K = typeof import("#a/k.ts");
// import l from "#a/l.ts";
/* import m from "#a/m.ts"; */
export const text = "not from";
`;
  expect(importsOf(text).map(({ name, isType, line }) => [name, isType, line])).toEqual([
    ["#a/a.ts", false, 2],
    ["#a/b.ts", false, 3],
    ["#a/d.ts", true, 5],
    ["#a/e.ts", true, 6],
    ["#a/g.css", false, 7],
    ["#a/h.ts", false, 8],
    ["#a/i.ts", false, 9],
    ["#a/j.ts", false, 10],
    ["#a/k.ts", true, 11],
  ]);
});

test("a slice imports those before it and never those after it, not even their types", () => {
  const rules = "export const a = 1;";
  expect(
    breaches({
      "src/orders/checkout/place-order.ts": 'import { a } from "#cart/rules.ts";',
      "src/cart/rules.ts": rules,
    }),
  ).toEqual([]);
  expect(
    breaches({ "src/cart/add-line.ts": 'import type { A } from "#orders/rules.ts";', "src/orders/rules.ts": rules }),
  ).toEqual(["src/cart/add-line.ts:1  #orders/rules.ts: cart comes before orders; send a typed job instead"]);
});

test("queries, routes, jobs and pages of another slice are private", () => {
  const files = ["queries.ts", "routes.ts", "jobs.ts", "pages/cart.tsx"];
  const prefixedOrNested = ["line-queries.ts", "lines/queries.ts", "lines/line-jobs.ts", "lines/pages/line.tsx"];
  for (const file of [...files, ...prefixedOrNested]) {
    const files = {
      "src/orders/checkout/place-order.ts": `import { a } from "#cart/${file}";`,
      [`src/cart/${file}`]: "",
    };
    expect(breaches(files)).toEqual([
      `src/orders/checkout/place-order.ts:1  #cart/${file}: private to cart; take its rules, contract, ui or operations`,
    ]);
  }
});

test("rules import nothing that reads or writes", () => {
  const files = {
    "src/cart/rules.ts": 'import { sql } from "#lib/database.ts";',
    "src/lib/database.ts": 'import pg from "pg";',
  };
  expect(breaches(files)[0]).toContain("rules.ts is pure");
});

test("what a browser gets does not reach the server through another file", () => {
  const files = {
    "src/cart/ui/line.tsx": 'import { limit } from "../limits.ts";',
    "src/cart/limits.ts": 'import { readFileSync } from "node:fs";',
  };
  expect(breaches(files)[0]).toContain("src/cart/ui/line.tsx > src/cart/limits.ts > node:fs");
  const typesOnly = { ...files, "src/cart/ui/line.tsx": 'import type { Limit } from "../limits.ts";' };
  expect(breaches(typesOnly)).toEqual([]);
});

test("circles and missing files are found", () => {
  expect(breaches({ "src/lib/a.ts": 'import "./b.ts";', "src/lib/b.ts": 'import "./a.ts";' })).toEqual([
    "src/lib/b.ts:1  a circle: src/lib/a.ts > src/lib/b.ts > src/lib/a.ts",
  ]);
  expect(breaches({ "src/lib/a.ts": 'import "./gone.ts";' })).toEqual(["src/lib/a.ts:1  ./gone.ts does not exist"]);
});

test("each table names its owner, and only the owner writes to it", () => {
  const migrations = new Map([
    [
      "1.sql",
      "create table carts (id int); comment on table carts is 'cart: what is chosen'; create table loose (id int);",
    ],
  ]);
  const { owners, breaches: missing } = tableOwners(migrations);
  expect(missing).toEqual(["1.sql  table loose lacks its comment: comment on table loose is '<slice>: ...'"]);
  const files = new Map([
    ["src/cart/queries.ts", "sql`update carts set id = 1`"],
    ["src/orders/queries.ts", "sql`select * from carts for update`;\nsql`\n  delete from carts`"],
  ]);
  expect(checkWriters(files, owners)).toEqual(["src/orders/queries.ts:3  writes to carts, which belongs to cart"]);
});

test("pages name files that exist, and addresses of the marketplace are none", () => {
  const files = new Set(["README.md", "docs/a.md", "docs/examples/add.md", "src/cart/rules.ts", "LICENSE"]);
  const found = (page: string, text: string) => checkDocuments(new Map([[page, text]]), files);
  expect(
    found("docs/a.md", "[a](../README.md#top), [b](examples), [c](/cart), `src/cart/rules.ts`, `rules.ts`"),
  ).toEqual([]);
  expect(found("docs/a.md", "\n[a](README.md) and `src/cart/gone.ts`, `src/cart/rules.js`")).toEqual([
    "docs/a.md:2  README.md does not exist",
    "docs/a.md:2  src/cart/gone.ts does not exist",
    "docs/a.md:2  src/cart/rules.js does not exist",
  ]);
  expect(found("docs/examples/add.md", "`src/cart/new.ts`, [a](../gone.md)")).toEqual([
    "docs/examples/add.md:1  ../gone.md does not exist",
  ]);
});

test("a decision has its number and the title of the list", () => {
  const list = "| 7 | [Our own script](0007-imports.md) |";
  const found = (title: string) => {
    const pages = { "docs/decisions/README.md": list, "docs/decisions/0007-imports.md": `${title}\n` };
    return checkDocuments(new Map(Object.entries(pages)), new Set(Object.keys(pages)));
  };
  expect(found("# 7. Our own script")).toEqual([]);
  for (const title of ["# 0007: Our own script", "# 7 Our own script", "# Our own script", "# 8. Our own script"])
    expect(found(title), title).toEqual(['docs/decisions/0007-imports.md:1  the title is not "# 7. …"']);
  expect(found("# 7. Another title")).toEqual([
    "docs/decisions/0007-imports.md:1  the list of decisions lacks | 7 | [Another title](0007-imports.md) |",
  ]);
});

test("the address of a page is written only in the list of pages", () => {
  const text = `// "/login" in a comment
/** \`/login\` in a docstring */
const a = "/login?from=" + "/v1/login" + \`/product/\${slug}\`;
export const b = /^\\/(login|register)$/;
export const c = "Buka [masuk](/login).";
export const d = "/" + "/products" + "/log";`;
  const files = new Map([
    ["src/pages.ts", '{ path: "/login" }'],
    ["src/a.ts", text],
    ["src/a.test.ts", text],
  ]);
  expect(checkPageAddresses(files, ["/", "/login", "/product/:slug"])).toEqual([
    "src/a.ts:3  /login is the address of a page: take it from hrefs.ts",
    "src/a.ts:3  /product/ is the address of a page: take it from hrefs.ts",
    "src/a.ts:4  /login is the address of a page: take it from hrefs.ts",
    "src/a.ts:5  /login is the address of a page: take it from hrefs.ts",
  ]);
});

test("patterns that backtrack are found, and only those", async () => {
  const slow = [
    /^(.{4,}?)(?:[^\p{L}\p{N}]?\1)+$/u,
    /^(?:a+)+$/,
    /[^\p{L}]+$/gu,
    /\s+$/,
    /\s*[\r\n]+\s*/g,
    /(-\d+)+$/,
    /^\d\s*[/\s]\s*\d$/,
    /\B(?=(\d{3})+(?!\d))/g,
    /(?<=a+)b/,
    /\d+(?=x)/,
    /\{z\}.*\{x\}.*\{y\}/,
    /[\p{L}--[a-z]]+$/v,
  ];
  for (const { source, flags } of slow) expect(await isSlow(source, flags), source).toBe(true);
  const quick = [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}$/, /\s+/g, /^\+62(8\d{8,11})$/, /checkbox|radio/i, /^[^@\s]+@[^@\s]+$/];
  for (const { source, flags } of quick) expect(await isSlow(source, flags), source).toBe(false);
});

test("patterns are found in code and pages, not in comments and strings, and patterns built at run time are refused", async () => {
  const text = `// /a+$/
const text = "/b+$/";
const found = text.replace(/c+$/gu, "/d/") / 2 / text.length;
const made = new RegExp("^" + text);
export const Page = () => <p title="/e/">{/f/.test(text)}</p>;`;
  expect(await patternsIn("src/a.tsx", text)).toEqual({
    patterns: [
      { source: "c+$", flags: "gu", line: 3 },
      { source: "f", flags: "", line: 5 },
    ],
    made: [4],
  });
  const { breaches, passed } = await checkPatterns(new Map([["src/a.tsx", text]]), new Set(), {});
  expect(breaches).toEqual([
    "src/a.tsx:4  a pattern built at run time cannot be checked",
    "src/a.tsx:3  /c+$/gu can backtrack too much on long texts",
  ]);
  expect(passed).toEqual([]);
});

test("a slow pattern needs a reason, a reason needs its pattern, and a file that passed is not checked again", async () => {
  const files = new Map([["src/a.ts", "export const a = /a+$/;"]]);
  expect(await checkPatterns(files, new Set(), { "src/a.ts /a+$/": "reads our own texts" })).toMatchObject({
    breaches: [],
  });
  expect((await checkPatterns(new Map(), new Set(), { "src/a.ts /a+$/": "reads our own texts" })).breaches).toEqual([
    "src/a.ts /a+$/: the pattern no longer exists: remove its reason",
  ]);
  const made = new Map([["src/a.ts", "export const a = new RegExp(`${b}`);"]]);
  expect((await checkPatterns(made, new Set(), { "src/a.ts RegExp": "of a list that stands there" })).breaches).toEqual(
    [],
  );
  const quick = new Map([["src/a.ts", "export const a = /a/;"]]);
  const { passed } = await checkPatterns(quick, new Set(), {});
  expect(passed).toHaveLength(1);
  expect(await checkPatterns(quick, new Set(passed), {})).toEqual({ breaches: [], passed });
});

async function hashesOf(files: Record<string, string>, setting = "tools 1") {
  return closureHashes(await readShapes(new Map(Object.entries(files))), setting);
}

/** The files that are checked again when `after` replaces texts of `before`. */
async function checkedAgain(before: Record<string, string>, after: Record<string, string>): Promise<string[]> {
  const proven = Object.fromEntries(await hashesOf(before));
  return unproven(await hashesOf({ ...before, ...after }), proven);
}

test("a file is checked again when it, or anything it reaches by whatever import, changes; others are not", async () => {
  const before = {
    "src/a.ts": `import { b } from "./b/b.ts"; export { b };`,
    "src/b/b.ts": "const text = await import(`#c.ts`); export const b = text;",
    "src/c.ts": `import type { A } from "./a.ts"; export type C = A;`,
    "src/alone.ts": `export const alone = "b.ts";`,
  };
  const proven = Object.fromEntries(await hashesOf(before));
  expect(unproven(await hashesOf(before), proven)).toEqual([]);
  expect(unproven(await hashesOf({ ...before, "src/c.ts": "export type C = 1;" }), proven)).toEqual([
    "src/a.ts",
    "src/b/b.ts",
    "src/c.ts",
  ]);
  expect(unproven(await hashesOf({ ...before, "src/alone.ts": "export const alone = 2;" }), proven)).toEqual([
    "src/alone.ts",
  ]);
});

test("everything is checked again when a tool, a setting or a declaration that holds everywhere changes", async () => {
  const before = {
    "src/jobs.ts": `declare module "#lib/jobs.ts" { interface J { a: A } }\nimport type { A } from "./payload.ts";`,
    "src/payload.ts": "export type A = 1;",
    "src/alone.ts": "export const alone = 1;",
  };
  const all = Object.keys(before);
  const proven = Object.fromEntries(await hashesOf(before));
  expect(unproven(await hashesOf(before, "tools 2"), proven)).toEqual(all);
  expect(unproven(await hashesOf({ ...before, "src/payload.ts": "export type A = 2;" }), proven)).toEqual(all);
});

test("a file that an import no longer leads to, and one it newly leads to, are noticed", async () => {
  const importing = { "src/a.ts": `export * from "./b.ts";` };
  const whole = { ...importing, "src/b.ts": "export const b = 1;" };
  expect(unproven(await hashesOf(importing), Object.fromEntries(await hashesOf(whole)))).toEqual(["src/a.ts"]);
  expect(unproven(await hashesOf(whole), Object.fromEntries(await hashesOf(importing)))).toEqual([
    "src/a.ts",
    "src/b.ts",
  ]);
});

test("what no type of another file depends on is checked in its own file alone", async () => {
  const before = {
    "src/sum.ts": `import { log } from "./log.ts";
      const factor = 2;
      function half(a: number) { return a / 2; }
      /** Doubles. */
      export function double(a: number): number { log(); return half(a) * factor; }
      export const triple = (a: number): number => a * 3;
      export const inferred = (a: number) => a * 4;
      type Unit = "g" | "kg";
      export type Weight = { unit: Unit };`,
    "src/log.ts": "export function log() { return 1; }",
    "src/user.ts": `import { double } from "./sum.ts"; export const four = double(2);`,
  };
  const sum = before["src/sum.ts"];
  const user = ["src/sum.ts", "src/user.ts"];
  const again = (from: string, to: string) => checkedAgain(before, { "src/sum.ts": sum.replace(from, to) });
  for (const [from, to] of [
    ["half(a) * factor", "a + a"],
    ["a * 3", "a + a + a"],
    ["const factor = 2", "const factor = 2n"],
    ["a / 2", "String(a)"],
    ["Doubles.", "Doubles a number."],
  ] as const)
    expect(await again(from, to), from).toEqual(["src/sum.ts"]);
  for (const [from, to] of [
    ["(a: number): number { log", "(a: string): number { log"],
    ["): number { log", "): string { log"],
    ["(a: number): number => a * 3", "(a: number): string => a * 3"],
    ["a * 4", "String(a)"],
    [`"g" | "kg"`, `"g"`],
    ["export const triple", "const triple"],
  ] as const)
    expect(await again(from, to), from).toEqual(user);
  // The importer of log.ts uses it only where it declares what it returns.
  expect(await checkedAgain(before, { "src/log.ts": "export function log() { return 2n; }" })).toEqual([
    "src/sum.ts",
    "src/log.ts",
  ]);
});

test("of a file with a declaration that holds everywhere, only that declaration and what it uses hold everywhere", async () => {
  const before = {
    "src/contract.ts": `import { limit, type Kind } from "./rules.ts";
      declare module "#lib/jobs.ts" { interface J { kind: Kind; of: Id } }
      type Id = string;
      export const max = limit;
      export const kind = 1;`,
    "src/rules.ts": "export const limit = 1; export type Kind = 1;",
    "src/alone.ts": "export const alone = 1;",
  };
  const contract = before["src/contract.ts"];
  const all = Object.keys(before);
  const again = (from: string, to: string) => checkedAgain(before, { "src/contract.ts": contract.replace(from, to) });
  expect(await again("kind = 1", "kind = 2")).toEqual(["src/contract.ts"]);
  expect(await again("Id = string", "Id = number")).toEqual(all);
  expect(await again("kind: Kind", "kind?: Kind")).toEqual(all);
  expect(await checkedAgain(before, { "src/rules.ts": "export const limit = 1; export type Kind = 2;" })).toEqual(all);
});

test("a file that cannot be parsed, or whose comments tools read, is checked again with all that import it", async () => {
  const user = `import { a } from "./a.ts"; export const b = a(1);`;
  const text = "export function a(b: number): number { return b; }";
  for (const before of [`${text} // @deprecated`, `${text} }}`]) {
    const after = before.replace("return b", "return b + 1");
    const files = { "src/a.ts": before, "src/user.ts": user };
    expect(await checkedAgain(files, { "src/a.ts": after })).toEqual(["src/a.ts", "src/user.ts"]);
  }
});

const brand = ["src/lib/brand.ts", 'export const softwareName = "Pasar";'] as const;
const repeated = (path: string, text: string, allowed: Parameters<typeof checkRepeatedRules>[1] = []) =>
  checkRepeatedRules(new Map([brand, [path, text]]), allowed);

test("a span that is typed in a sentence is found, in rules and comments it is not", () => {
  const page = "src/a/pages/a.tsx";
  const advice = "compute it from its rule with span() of lib/time.ts";
  for (const span of ["24 jam", "2×24 jam", "30 menit", "14 hari", "10 tahun", "satu menit", "setengah jam"]) {
    expect(repeated(page, `\nconst a = "Terima dalam ${span}.";`)).toEqual([`${page}:2  "${span}": ${advice}`]);
    expect(repeated(page, `<p>\n  Terima dalam ${span}.\n</p>`)).toEqual([`${page}:2  "${span}": ${advice}`]);
    expect(repeated("src/a/rules.ts", `const a = "${span}";`)).toEqual([]);
    expect(repeated("src/a/b/c-rules.ts", `const a = "${span}";`)).toEqual([]);
    expect(repeated(page, `/** ${span} */\n// ${span}\nf(); // ${span}`)).toEqual([]);
    expect(repeated("src/a/a.test.ts", `expect(a).toBe("${span}");`)).toEqual([]);
  }
  expect(repeated(page, "`Terima dalam ${span(confirmationDuration)}, ${days} hari`")).toEqual([]);
});

test("an amount that is typed in a sentence is found, samples of messages and comments are not", () => {
  const found = (text: string) => repeated("src/a/pages/a.tsx", text);
  const advice = "compute it from its rule with formatRupiah() of lib/rupiah.ts";
  expect(found('const a = "Paling banyak Rp50.000";')).toEqual([`src/a/pages/a.tsx:1  "Rp50.000": ${advice}`]);
  expect(found("<p>\n  Di atas Rp 5.000.000,00 berlaku\n</p>")).toEqual([
    `src/a/pages/a.tsx:2  "Rp 5.000.000": ${advice}`,
  ]);
  for (const text of [
    '{ about: "jumlah", sample: "Biaya Rp50.000" }',
    '"Rp0 bila tidak ada"',
    "/** Rp50.000 */",
    "`${formatRupiah(max)}`",
  ])
    expect(found(text)).toEqual([]);
});

test("a limit that is typed in a sentence is found, also of sizes and attempts", () => {
  const page = "src/a/pages/a.tsx";
  for (const [text, limit] of [
    ["Paling banyak 5 foto.", "Paling banyak 5"],
    ["Gambar paling sedikit 800 piksel.", "paling sedikit 800"],
    ["Berkas ini lebih besar dari 8 MB.", "8 MB"],
    ["Kode salah 5 kali.", "5 kali"],
  ] as const)
    expect(repeated(page, `const a = "${text}";`)).toEqual([`${page}:1  "${limit}": compute it from its rule`]);
  for (const text of ["Paling sedikit 1 foto.", "paling banyak ${max}", "Satu kali", "2 barang"])
    expect(repeated(page, `const a = "${text}";`)).toEqual([]);
  expect(repeated("src/a/rules.ts", 'const a = "Paling banyak 5 foto.";')).toEqual([]);
});

test("the marketplace's name is found outside lib/brand.ts", () => {
  const found = (text: string) => repeated("src/a/mails.ts", text).length;
  for (const text of ['"Akun Pasar Anda"', "`Pasar ${a}`", "<b>Pasar</b>", '"a\nPasar siap"'])
    expect(found(text)).toBe(1);
  for (const text of ["<PasarMark />", '"pasar.example"', 'import "#ui/Pasar.ts";', "/** Pasar */"])
    expect(found(text)).toBe(0);
  expect(checkRepeatedRules(new Map([["src/a/mails.ts", ""]]), [])).toHaveLength(1);
});

test("a rule and the constant below it say the same time", () => {
  const found = (text: string) => checkRuleValues(new Map([["src/a/rules.ts", text]]));
  const rule = (sentence: string, code: string) =>
    found(`\n/**\n * @rule ${sentence}\n */\nexport const wait${code};\n`);
  const finding = (value: string) => [`src/a/rules.ts:2  wait is ${value}, and its sentence names another time`];
  expect(rule("A seller answers within 24 hours.", " = 36 * hour")).toEqual(finding("36 × hour"));
  expect(
    rule("A seller answers within 24\n * hours.", ": BoundedSetting = { min: hour, defaultValue: 2 * day }"),
  ).toEqual(finding("2 × day"));
  for (const sentence of [
    "Within 24 hours.",
    "After a day.",
    "Each day, for 3 weeks.",
    "Within 1 day of 14 days.",
    "After 1×24 hours.",
  ])
    expect(rule(sentence, " = day")).toEqual([]);
  expect(rule("Within 1,440 minutes.", " = 24 * hour")).toEqual([]);
  // What is computed from another rule, and a sentence that names no time.
  expect(rule("Within 3 hours.", " = 2 * otherDuration")).toEqual([]);
  expect(rule("Until the courier comes.", " = 5 * day")).toEqual([]);
});

test("an exception holds for one text of one file, and is found when the text has gone", () => {
  const allowed = [{ file: "src/a/a.ts", text: "satu menit", reason: "an estimate" }];
  expect(repeated("src/a/a.ts", '"satu menit"', allowed)).toEqual([]);
  expect(repeated("src/a/a.ts", '"satu menit, 5 menit"', allowed)).toHaveLength(1);
  expect(repeated("src/a/a.ts", "", allowed)).toEqual([
    "bin/checks/repeated-rules.ts  src/a/a.ts does not say satu menit any more",
  ]);
});

test("a layout changes only at a named width, from it on or below it", () => {
  const found = (text: string) => checkBreakpoints(new Map([["src/a/a.css", text]]), [768, 960]);
  expect(found("@media (min-width: 768px) and (max-width: 959px) {}")).toEqual([]);
  expect(found("a {}\n@media (max-width: 768px) {}")).toEqual([
    "src/a/a.css:2  (max-width: 768px) is not a width of src/ui/breakpoints.ts",
  ]);
  expect(found('const sizes = "(min-width:900px) 1px, 2px";')).toHaveLength(1);
  expect(found("@container (min-width: 600px) {} @media (min-width: 768px) {}")).toEqual([]);
  expect(found("a { max-width: 900px }")).toEqual(["no media query was seen"]);
});

describe("plain words", () => {
  const found = (path: string, text: string) => checkWords(new Map([[path, text]]));

  test("a banned word fails in a file's name and in a declared name, in any spelling", () => {
    expect(found("src/cart/wish-cookie.ts", "")).toEqual([
      'src/cart/wish-cookie.ts:1  "wish" in wish-cookie: line, filter, input',
    ]);
    for (const code of ["const lastWish = 1;", "export function tellTabs() {}", "type A = {\n  kept_wish: string;\n};"])
      expect(found("src/cart/rules.ts", code), code).toHaveLength(1);
    for (const code of ["const retries = 1;", "const newsletter = 1;", "const mostSold = 1;"])
      expect(found("src/cart/rules.ts", code), code).toEqual([]);
  });

  test("names inside tests, texts for people and comments are not names", () => {
    expect(found("src/cart/rules.test.ts", "const wish = 1;")).toEqual([]);
    expect(found("src/cart/rules.ts", 'const text = "a wish";\n// const wish = 1;')).toEqual([]);
  });

  test("a banned phrase fails in a comment and names its line", () => {
    expect(found("src/cart/rules.ts", "/**\n * Whoever asks gets it anew.\n */")).toEqual([
      'src/cart/rules.ts:2  "anew" in a comment: again, new',
      'src/cart/rules.ts:2  "Whoever" in a comment: the user, the caller, anyone who',
    ]);
    expect(found("src/cart/rules.ts", 'const url = "https://x.test/whoever";')).toEqual([]);
  });

  test("a refusal is written in one way", () => {
    for (const comment of [
      "Throws `cart.full`.",
      "Throws\n * `cart.full`.",
      "Refuses `cart.full`.",
      "Refuses with cart.full.",
    ])
      expect(found("src/cart/rules.ts", `/**\n * ${comment}\n */`), comment).toHaveLength(1);
    for (const comment of ["Refuses with `cart.full`.", "Refuses with\n * `cart.full`.", "Throws `ServiceError`."])
      expect(found("src/cart/rules.ts", `/**\n * ${comment}\n */`), comment).toEqual([]);
  });

  test("a comment is no wider than the code", () => {
    const line = (length: number) => `// ${"a".repeat(length - 3)}`;
    expect(found("src/cart/rules.ts", line(maxWidth))).toEqual([]);
    expect(found("src/cart/rules.ts", `\n${line(maxWidth + 1)}`)).toEqual([
      "src/cart/rules.ts:2  a comment of 121 characters; at most 120",
    ]);
  });
});
