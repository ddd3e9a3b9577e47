import { expect, test } from "vitest";
import { submittedList, ApiError, formFailure } from "./api-client.ts";

const refusal = new ApiError(422, { code: "request.invalid", message: "Ada isian yang perlu diperbaiki.", data: {} });

test("a refused form gives back every value of a name that was sent more than once, and no password", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["couriers", "jne-reg"],
    ["name", "Kopi Gayo"],
    ["couriers", "jnt-ez"],
    ["couriers", "pickup"],
    ["one", "1"],
    ["password_again", "rahasia"],
  ] as const)
    form.append(name, value);
  const failure = formFailure(refusal, form).data;
  expect(failure.values).toEqual({ couriers: "pickup", name: "Kopi Gayo", one: "1" });
  expect(["couriers", "one", "none"].map((name) => submittedList(failure, name))).toEqual([
    ["jne-reg", "jnt-ez", "pickup"],
    ["1"],
    [],
  ]);
  expect(submittedList(undefined, "couriers")).toBeUndefined();
});
