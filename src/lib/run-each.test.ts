import { expect, test } from "vitest";
import { inBatches, runEach } from "./run-each.ts";

test("every item runs even when one fails, and the first error is thrown at the end", async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`not ${n}`);
    done.push(n);
  };
  await expect(runEach([1, 2, 3, 4, 5], work)).rejects.toThrow("not 2");
  expect(done).toEqual([1, 3, 5]);
});

test("rows are deleted in batches until none is left", async () => {
  let rows = 25;
  const limits: number[] = [];
  await inBatches(async (limit) => {
    limits.push(limit);
    const gone = Math.min(limit, rows);
    rows -= gone;
    return gone;
  }, 10);
  expect([rows, limits]).toEqual([0, [10, 10, 10]]);
});
