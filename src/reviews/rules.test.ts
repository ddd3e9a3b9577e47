import fc from "fast-check";
import { expect, test } from "vitest";
import { helpfulScore, publicName } from "./rules.ts";

test("one helpful vote of one does not beat forty of forty-two", () => {
  expect(helpfulScore({ helpful: 1, unhelpful: 0 })).toBeLessThan(helpfulScore({ helpful: 40, unhelpful: 2 }));
  expect(helpfulScore({ helpful: 0, unhelpful: 0 })).toBe(0);
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (helpful, unhelpful) => {
      const score = helpfulScore({ helpful, unhelpful });
      const share = helpful + unhelpful === 0 ? 0 : helpful / (helpful + unhelpful);
      return score >= -1e-9 && score <= share + 1e-9;
    }),
  );
});

test("other people see a first name and an initial", () => {
  expect(publicName("Siti Nur Rahmawati")).toBe("Siti R.");
  expect(publicName("Suharto")).toBe("Suharto");
});
