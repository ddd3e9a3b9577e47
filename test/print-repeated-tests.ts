import { stripVTControlCharacters as withoutColours } from "node:util";
import type { Reporter, TestModule } from "vitest/node";

/** The browser's log of a failed action says what the action waited for. */
const maxLines = 30;

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
            const lines = withoutColours(message).split("\n");
            const [first, ...log] = lines.filter((line) => line.trim() !== "").slice(0, maxLines);
            const said = [`${first} (${place ? `line ${place.line}` : "no place"})`, ...log];
            return said.map((line) => `    ${line}\n`).join("");
          });
          return `  ${file.relativeModuleId} > ${test.fullName}\n${errors?.join("") ?? ""}`;
        }),
    );
    if (repeated.length === 0) return;
    process.stdout.write(`\nPassed only when repeated, mend them (${repeated.length}):\n${repeated.join("")}`);
  },
};
