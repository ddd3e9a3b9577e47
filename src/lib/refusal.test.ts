import { expect, test } from "vitest";
import { defineRefusals, Refusal, requestRefusals } from "./refusal.ts";

test("a refusal carries the code, the status and the sentence that were declared together", () => {
  const { full } = defineRefusals({
    full: { code: "uji.full", status: 422, message: "Sudah penuh." },
  });
  const refusal = new Refusal(full);
  expect([refusal.code, refusal.status, refusal.message]).toEqual(["uji.full", 422, "Sudah penuh."]);
});

test("one code cannot be declared with two sentences, not even in two slices", () => {
  expect(() =>
    defineRefusals({ gone: { code: requestRefusals.notFound.code, status: 410, message: "Sudah tidak ada." } }),
  ).toThrow("refusal request.not_found is declared twice");
});
