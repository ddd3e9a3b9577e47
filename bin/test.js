// npm test [FILTER ...]: installs, builds and runs all tests, including the browser journeys. A FILTER selects files
// whose path contains it; vitest options are passed on. The last line is always "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, main, root, runPinned } from "./bootstrap.js";

await main(async () => {
  ensureInstalled({ dev: true });
  await ensureBuilt();
  const results = join(root, "tmp", `test-results-${process.pid}.json`);
  mkdirSync(join(root, "tmp"), { recursive: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = {
    // Also for the processes that tests start, such as a node for each stored file of a database's log.
    NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"),
    ...process.env,
    NODE_ENV: "test",
    TEST_RESULTS: results,
  };
  const code = await runPinned([vitest, "run", ...process.argv.slice(2)], { env });
  const { passed, failed } = count(results);
  rmSync(results, { force: true });
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return code !== 0 ? code : failed > 0 || passed === 0 ? 1 : 0;
});

/** A file that cannot be loaded reports no failed test, so it counts as one. */
function count(path) {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
