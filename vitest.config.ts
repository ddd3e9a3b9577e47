import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Two projects: `unit` (rules, operations, routes) and `e2e` (journeys in a real browser). Both use one PostgreSQL that
// test/global-setup.ts starts; each test file makes databases of its own from a template (test/database.ts). They share one
// queue: the journeys, which take longest, begin first (by name), and the small files fill the gaps at the end.
export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: "test/global-setup.ts",
    pool: "forks",
    // A third would save a minute of ten on two cores, and take from each journey the quiet that its waits count on.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{src,db,test,scripts}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
