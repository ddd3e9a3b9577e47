import { expect, test } from "vitest";
import { unwrapList } from "./list-cache.ts";

test("the list cache unwraps `result`, or `data` where a call names it so", () => {
  expect(unwrapList({ success: true, result: [1] })).toEqual([1]);
  expect(unwrapList({ success: true, data: [2] })).toEqual([2]);
  expect(unwrapList({ success: false, message: "x" })).toEqual([]);
  expect(unwrapList(null)).toEqual([]);
});
