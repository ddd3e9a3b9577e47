// npm run check: the definition of done, except for tests. Runs all checks at once and prints one line for each with
// its time, then their findings. A file that passed before, with unchanged dependencies, is not linted again
// (bin/checks/check-cache.ts); `--fresh` removes this cache. Needs the pinned Node (bin/run.js).
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "./bootstrap.js";
import { checkBreakpoints } from "./checks/breakpoints.ts";
import { checkImports, fewest } from "./checks/import-walls.ts";
import { missingFromLock } from "./checks/lock-file.ts";
import { checkDocuments } from "./checks/documents.ts";
import { closureHashes, readShapes, unproven } from "./checks/check-cache.ts";
import { checkPageAddresses } from "./checks/page-addresses.ts";
import { checkRepeatedRules } from "./checks/repeated-rules.ts";
import { checkRuleValues } from "./checks/rule-values.ts";
import { checkWords } from "./checks/plain-words.ts";
import { checkPatterns } from "./checks/slow-patterns.ts";
import { checkWriters, tableOwners } from "./checks/table-owners.ts";
import { pageRows } from "../src/pages.ts";
import { breakpoints } from "../src/ui/breakpoints.ts";
import { readRules } from "./rules.js";

// The type checker is a short Go program. Without garbage collection below 1.5 GB it takes a quarter less time.
const env = { ...process.env, GOGC: "off", GOMEMLIMIT: "1500MiB" };
const notes = join(root, "tmp", "check");

function tool(path, ...args) {
  return () =>
    new Promise((resolve) => {
      const native = !/\.m?js$/.test(path);
      const file = join(root, "node_modules", path);
      const child = spawn(native ? file : process.execPath, native ? args : [file, ...args], { cwd: root, env });
      let output = "";
      child.stdout.on("data", (chunk) => (output += chunk));
      child.stderr.on("data", (chunk) => (output += chunk));
      child.once("error", (error) => resolve([error.message]));
      child.once("close", (code) => resolve(code === 0 ? [] : [output.trim() || `exit code ${code}`]));
    });
}

// Most checks read the same files.
const texts = new Map();
function textOf(path) {
  const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
  texts.set(path, text);
  return text;
}

const folders = new Map();
function pathsIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const paths = folders.get(folder) ?? readdirSync(join(root, folder), { recursive: true });
  folders.set(folder, paths);
  return paths.map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

function readTree(folder, pattern) {
  const paths = pathsIn(folder).filter((path) => pattern.test(path));
  return new Map(paths.sort().map((path) => [path, textOf(path)]));
}

// One pass over the types for both. tsc and the linter separately take 1.6 times as long.
const lint = ["--type-aware", "--type-check", "--deny-warnings", "--format=unix"];
const linted = (path) => /\.[cm]?[jt]sx?$/.test(path);

async function typesAndLint() {
  const settings = ["package.json", "package-lock.json", "tsconfig.json", ".oxlintrc.json"];
  const cache = ["bin/checks/check-cache.ts", "bin/checks/type-shape.ts"];
  const tops = readdirSync(root, { withFileTypes: true }).filter((one) => one.isFile() && linted(one.name));
  const tree = new Map(tops.map(({ name }) => [name, textOf(name)]));
  for (const folder of ["bench", "bin", "db", "e2e", "scripts", "src", "test"])
    for (const [path, text] of readTree(folder, /\.([cm]?[jt]sx?|json)$/)) tree.set(path, text);
  const setting = [
    process.version,
    process.platform,
    ...lint,
    ...[...settings, ...cache].map((name) => readFileSync(join(root, name))),
  ].join("\n");
  const file = join(notes, "types-and-lint.json");
  const noted = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const stored = noted.setting === setting ? noted : {};
  const lintAll = tool("oxlint/bin/oxlint", ...lint);
  // Without notes everything is checked, so the linter begins before the shapes are read.
  const begun = stored.proven ? undefined : lintAll();
  const shapes = await readShapes(tree, stored.shapes);
  const hashes = closureHashes(shapes, setting);
  const open = unproven(hashes, stored.proven ?? {}).filter(linted);
  const all = [...hashes.keys()].filter(linted);
  const lintOpen = open.length < all.length ? tool("oxlint/bin/oxlint", ...lint, ...open) : lintAll;
  const problems = await (begun ?? (open.length === 0 ? [] : lintOpen()));
  // A finding names its file. If one does not, no file is stored as passed.
  const found = problems.flatMap((text) => text.split("\n")).filter((text) => !/^(\d+ problems?)?$/.test(text));
  const failed = new Set(found.map((text) => /^(\S+):\d+:\d+: /.exec(text)?.[1]));
  if ([...failed].every((path) => hashes.has(path))) {
    const passed = [...hashes].filter(([path]) => !failed.has(path));
    mkdirSync(notes, { recursive: true });
    const proven = Object.fromEntries(passed);
    writeFileSync(file, JSON.stringify({ setting, proven, shapes: Object.fromEntries(shapes) }));
  }
  return problems;
}

function walls() {
  const { breaches, files, imports } = checkImports(readTree("src", /\.tsx?$/));
  if (files < fewest.files || imports < fewest.imports)
    breaches.push(`only ${files} files with ${imports} imports were seen`);
  return breaches;
}

function owners() {
  const { owners: ownerOf, breaches } = tableOwners(readTree("db/migrations", /\.sql$/));
  if (ownerOf.size === 0) breaches.push("no table was seen in db/migrations");
  return [...breaches, ...checkWriters(readTree("src", /\.tsx?$/), ownerOf)];
}

function addresses() {
  const paths = pageRows.map(({ path }) => path);
  return checkPageAddresses(readTree("src", /\.tsx?$/), paths);
}

async function patterns() {
  const file = join(notes, "patterns.json");
  const own = ["bin/checks/slow-patterns.ts", "node_modules/redos-detector/package.json"];
  const setting = own.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const noted = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const tree = readTree("src", /\.tsx?$/);
  const { breaches, passed } = await checkPatterns(tree, new Set(noted.setting === setting ? noted.passed : []));
  mkdirSync(notes, { recursive: true });
  writeFileSync(file, JSON.stringify({ setting, passed }));
  if (tree.size < fewest.files) breaches.push(`only ${tree.size} files were seen`);
  return breaches;
}

function lockFile() {
  const missing = missingFromLock(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  if (missing.size === 0) return [];
  return [`package-lock.json lacks ${missing.size} platform packages: node scripts/complete-lock.ts adds them`];
}

function rules() {
  const without = readRules().filter(({ sentence }) => !/^[A-Z`0-9].*[.!]$/.test(sentence));
  return without.map(({ file, line, sentence }) => `${file}:${line}  a rule is a sentence: "${sentence}"`);
}

function ruleValues() {
  return checkRuleValues(readTree("src", /\.tsx?$/));
}

function widths() {
  return checkBreakpoints(readTree("src", /\.(css|tsx)$/), Object.values(breakpoints));
}

function repeatedRules() {
  return checkRepeatedRules(readTree("src", /\.tsx?$/));
}

function plainWords() {
  const tree = new Map();
  for (const folder of ["bench", "bin", "db/demo", "e2e", "scripts", "src", "test"])
    for (const [path, text] of readTree(folder, /\.([cm]?[jt]sx?)$/)) tree.set(path, text);
  return checkWords(tree);
}

function documents() {
  const top = readdirSync(root, { withFileTypes: true }).filter((one) => one.isFile());
  const trees = [".ci", "bench", "bin", "db", "deploy", "docs", "e2e", "public", "scripts", "src", "test", "tools"];
  const files = [...top.map(({ name }) => name), ...trees.flatMap(pathsIn)];
  // What changed in an old version may name files of that time.
  const pages = files.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");
  return checkDocuments(new Map(pages.map((path) => [path, textOf(path)])), new Set(files));
}

const checks = {
  "types and lint": typesAndLint,
  format: tool("oxfmt/bin/oxfmt", "--list-different"),
  "dead code": tool("knip/bin/knip.js", "--no-progress", "--cache", "--cache-location", join(notes, "knip")),
  imports: walls,
  "table owners": owners,
  "page addresses": addresses,
  breakpoints: widths,
  patterns,
  "lock file": lockFile,
  rules,
  "rule values": ruleValues,
  "repeated rules": repeatedRules,
  words: plainWords,
  documents,
};

await main(async () => {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const args = process.argv.slice(2);
  if (args.includes("--fresh")) rmSync(notes, { recursive: true, force: true });
  if (args.includes("--fix")) {
    const failures = await tool("oxfmt/bin/oxfmt")();
    if (failures.length > 0) process.stderr.write(`${failures.join("\n")}\n`);
  }
  const wanted = args.filter((name) => !["--fresh", "--fix"].includes(name));
  const unknown = wanted.filter((name) => !Object.hasOwn(checks, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no check named ${unknown.join(", ")}. The checks: ${Object.keys(checks).join(", ")}.\n`,
    );
    return 1;
  }
  const chosen = Object.entries(checks).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const found = await Promise.all(
    chosen.map(async ([name, check]) => {
      const problems = await check();
      process.stdout.write(`${problems.length === 0 ? "ok    " : "FAILED"} ${name.padEnd(15)} ${seconds()}\n`);
      return { name, problems };
    }),
  );
  const failed = found.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of failed) process.stdout.write(`\n== ${name}\n${problems.join("\n")}\n`);
  return failed.length === 0 ? 0 : 1;
});
