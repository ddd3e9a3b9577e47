// npm run spec [S014 ...]: runs the test files that name a statement of docs/requirements.md, or one of the given
// numbers. Prints number, words and verdict of each statement. "pass" needs a passing test at every level that the
// statement names; any other verdict fails the command. Needs the pinned Node (bin/run.js).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, main, Problem, root, runPinned } from "./bootstrap.js";

/** The statements of docs/requirements.md: number, words, levels. */
function readStatements() {
  const text = readFileSync(join(root, "docs", "requirements.md"), "utf8");
  return [...text.matchAll(/^\| (S\d{3}) +\| (.+?) +\| ([a-z, ]+?) +\|$/gm)].map(([, number, words, levels]) => ({
    number,
    words,
    levels: levels.split(", "),
  }));
}

/** The folder of a test says its level. */
function levelOf(file) {
  const path = file.replaceAll("\\", "/");
  if (path.includes("/e2e/")) return "browser";
  return path.includes("/test/spec/http-") ? "http" : "unit";
}

const numbered = /["'`]((?:S\d{3} )+)/g;

/** The files with a test that names one of the numbers. */
function filesFor(numbers) {
  const paths = ["src", "test", "e2e", "db", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  return paths.filter((path) => {
    if (!/\.(test|e2e)\.tsx?$/.test(path)) return false;
    const text = readFileSync(join(root, path), "utf8");
    return [...text.matchAll(numbered)].some(([, found]) => found.split(" ").some((one) => numbers.has(one)));
  });
}

/** Tests by number and level: `S014 browser` → their outcomes. */
function readOutcomes(path) {
  const outcomes = new Map();
  const broken = [];
  for (const file of JSON.parse(readFileSync(path, "utf8")).testResults) {
    const level = levelOf(file.name);
    if (file.assertionResults.length === 0) broken.push(`${file.name}: ${file.message}`);
    for (const test of file.assertionResults) {
      for (const number of /^(S\d{3} )+/.exec(test.title)?.[0].trim().split(" ") ?? []) {
        const key = `${number} ${level}`;
        outcomes.set(key, [...(outcomes.get(key) ?? []), test]);
      }
    }
  }
  return { outcomes, broken };
}

function verdictOf({ number, levels }, outcomes) {
  const tests = levels.flatMap((level) => outcomes.get(`${number} ${level}`) ?? []);
  const failed = tests.filter(({ status }) => status !== "passed");
  if (failed.length > 0) return { verdict: "FAIL", note: failed.map(({ title }) => title).join("; ") };
  const missing = levels.filter((level) => !outcomes.has(`${number} ${level}`));
  if (missing.length > 0) return { verdict: "open", note: `no test: ${missing.join(", ")}` };
  return { verdict: "pass", note: "" };
}

await main(async () => {
  const started = Date.now();
  const asked = process.argv.slice(2);
  const all = readStatements();
  if (all.length === 0) throw new Problem("docs/requirements.md holds no statement.");
  const unknown = asked.filter((number) => !all.some((statement) => statement.number === number));
  if (unknown.length > 0) throw new Problem(`docs/requirements.md has no statement ${unknown.join(", ")}.`);
  const statements = asked.length === 0 ? all : all.filter(({ number }) => asked.includes(number));
  const files = filesFor(new Set(statements.map(({ number }) => number)));
  const chosen = asked.length === 0 ? [] : ["-t", `(${asked.join("|")}) `];
  if (files.length === 0) throw new Problem(`No test carries ${asked.join(", ")} in its name.`);
  ensureInstalled({ dev: true });
  await ensureBuilt();
  const results = join(root, "tmp", `spec-results-${process.pid}.json`);
  mkdirSync(join(root, "tmp"), { recursive: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const code = await runPinned([vitest, "run", ...files, ...chosen, ...reporters], {
    env: { ...process.env, NODE_ENV: "test" },
  });
  if (!existsSync(results)) throw new Problem("The tests could not be run: see above.");
  const { outcomes, broken } = readOutcomes(results);
  rmSync(results, { force: true });

  let holding = 0;
  process.stdout.write("\n");
  for (const statement of statements) {
    const { verdict, note } = verdictOf(statement, outcomes);
    if (verdict === "pass") holding += 1;
    process.stdout.write(
      `${statement.number}  ${verdict}  ${statement.words}${note ? `\n            (${note})` : ""}\n`,
    );
  }
  for (const one of broken) process.stdout.write(`\nA file of tests could not be run: ${one}\n`);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`\n${holding} of ${statements.length} in ${seconds} s\n`);
  return code === 0 && holding === statements.length ? 0 : 1;
});
