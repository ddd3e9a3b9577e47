import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest one first. Of the files that need the demo, one begins alone: to load it
 * takes half a minute, for which others would wait.
 */
const longest = [
  "e2e/every-page-operator.e2e.ts",
  "test/open-a-marketplace.test.ts",
  "e2e/start.e2e.ts",
  "e2e/every-page-visitor.e2e.ts",
  "e2e/every-page-buyer.e2e.ts",
  "e2e/spec-people.e2e.ts",
  "e2e/every-page-seller.e2e.ts",
  "e2e/first-sale.e2e.ts",
  "e2e/rolling-restart.e2e.ts",
  "e2e/layout.e2e.ts",
];

/**
 * Begins with the longest files, so that no worker still has one when the others have finished. Vitest knows only how
 * long a file took in the last run on this machine; on a new one it begins with the largest, and these files are small.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
