import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { LongestFirst } from "./test/longest-first.ts";
import { printRepeatedTests } from "./test/print-repeated-tests.ts";

const { TEST_RESULTS: results } = process.env;

// Two projects: `unit` (rules, operations, routes) and `e2e` (journeys in a real browser). Both use one PostgreSQL that
// test/global-setup.ts starts. Each test file makes its own databases from a template (test/database.ts). The projects
// share one queue: the journeys take longest and begin first (by name, and test/longest-first.ts), and the small files
// fill the gaps at the end.
export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: "test/global-setup.ts",
    reporters: [
      "default",
      // bin/test.js reads them.
      ...(results === undefined ? [] : [["json", { outputFile: results }] as ["json", { outputFile: string }]]),
      printRepeatedTests,
    ],
    pool: "forks",
    // On two cores: a journey waits a third of its time, and a third worker uses the processor meanwhile. More workers
    // would make waits in the journeys unreliable.
    maxWorkers: 3,
    // A process runs many files and loads each module once, which saves a third of the processor's time. So a test file
    // leaves nothing behind in a module: what it changes there, it restores.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    // The first file that needs the demo loads it in a hook.
    hookTimeout: 180_000,
    teardownTimeout: 15_000,
    // A condition may take long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{src,db,test,scripts}/**/*.test.{ts,tsx}"],
          setupFiles: ["test/fixed-seed.ts", "test/cheap-hashes.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          setupFiles: ["test/cheap-hashes.ts"],
          // A browser on a busy machine fails now and then. What passes at the second attempt is printed by name at the
          // end (test/print-repeated-tests.ts) and has to be mended.
          retry: 1,
        },
      },
    ],
  },
});
