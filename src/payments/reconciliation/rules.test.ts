import { expect, test } from "vitest";
import { codMethod, providerIds } from "../rules.ts";
import { providerNameOf, providerNames } from "./rules.ts";

test("operators read a name for every provider of a payment, also for cash on delivery", () => {
  expect(providerIds.map(providerNameOf)).toEqual(providerIds.map((id) => providerNames[id]));
  expect(providerNameOf(codMethod.id)).toBe("kurir");
});
