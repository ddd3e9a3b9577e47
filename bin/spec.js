// npm run spec: runs the tests of docs/requirements.md and prints, for each of its statements, number, words and
// verdict. "pass" needs a passing test at every level that the statement names. Needs the pinned Node (bin/run.js).
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
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

/** Where a test stands says at which level it looks. */
function levelOf(file) {
  const path = file.replaceAll("\\", "/");
  if (path.includes("/e2e/")) return "browser";
  return path.includes("/test/spec/http-") ? "http" : "unit";
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
  ensureInstalled({ dev: true });
  await ensureBuilt();
  const statements = readStatements();
  if (statements.length === 0) throw new Problem("docs/requirements.md holds no statement.");
  const results = join(root, "tmp", `spec-results-${process.pid}.json`);
  mkdirSync(join(root, "tmp"), { recursive: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const code = await runPinned([vitest, "run", "test/spec", "e2e/spec-", "e2e/realtime", ...reporters], {
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
  process.stdout.write(`\n${holding} of ${statements.length}\n`);
  return code === 0 && holding === statements.length ? 0 : 1;
});
