import type { Reporter, TestModule } from "vitest/node";

/**
 * Prints by name the tests that passed only when they were repeated, and why they failed before (vitest.config.ts says
 * which are repeated). Such a test has a defect, or shows one of the product.
 */
export const printRepeatedTests: Reporter = {
  onTestRunEnd(files: readonly TestModule[]) {
    const repeated = files.flatMap((file) =>
      [...file.children.allTests("passed")]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => {
          const errors = test.result().errors?.map(({ message, stacks }) => {
            const [place] = stacks ?? [];
            return `    ${message.split("\n", 1)[0]} (${place ? `line ${place.line}` : "no place"})\n`;
          });
          return `  ${file.relativeModuleId} > ${test.fullName}\n${errors?.join("") ?? ""}`;
        }),
    );
    if (repeated.length === 0) return;
    process.stdout.write(`\nPassed only when repeated, mend them (${repeated.length}):\n${repeated.join("")}`);
  },
};
