import fc from "fast-check";
import { expect, test } from "vitest";
import { assignPayouts } from "./compare-bank.ts";
import { compareEntries, type Entry } from "./compare-entries.ts";

const kinds = ["receipt", "refund", "payout"] as const;
const books = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom(...kinds), reference: fc.uuid(), amount: fc.integer({ min: 1 }) }), {
    minLength: 1,
    maxLength: 40,
    selector: ({ reference }) => reference,
  })
  .chain((entries) =>
    fc.record({
      entries: fc.constant<Entry[]>(entries),
      theirs: fc.shuffledSubarray<Entry>(entries, { minLength: entries.length }),
      at: fc.nat(entries.length - 1),
    }),
  );

test("two equal books have no differences, in whatever order they are", () => {
  fc.assert(
    fc.property(books, ({ entries, theirs }) => {
      expect(compareEntries(entries, theirs)).toEqual({ checked: entries.length, differences: [] });
    }),
  );
});

test("each way in which an entry differs is one difference, and the others have none", () => {
  const ways = {
    missing_there: (entries: Entry[], at: number) => entries.toSpliced(at, 1),
    doubled: (entries: Entry[], at: number) => [...entries, entries[at] as Entry],
    amount: (entries: Entry[], at: number) =>
      entries.map((one, index) => (index === at ? { ...one, amount: one.amount + 1 } : one)),
  };
  fc.assert(
    fc.property(books, fc.constantFrom(...Object.keys(ways)), ({ entries, at }, way) => {
      const kind = way as keyof typeof ways;
      const changed = ways[kind](entries, at);
      const { reference } = entries[at] as Entry;
      expect(compareEntries(entries, changed).differences).toMatchObject([{ kind, reference }]);
      if (kind === "missing_there")
        expect(compareEntries(changed, entries).differences).toMatchObject([{ kind: "missing_here", reference }]);
    }),
  );
});

test("a movement that went out is the payout that it names, or the oldest of its sum whose days fit", () => {
  const payout = (reference: string, sent_day: string, paid_day = sent_day, amount = 50_000) => ({
    reference,
    amount,
    sent_day,
    paid_day,
  });
  const line = (id: string, day: string, description = "", amount = 50_000) => ({ id, day, amount, description });
  const payouts = [
    payout("PO-1", "2026-11-20"),
    payout("PO-2", "2026-11-20", "2026-11-21"),
    payout("PO-3", "2026-11-01"),
  ];
  const found = assignPayouts(
    [
      line("early", "2026-11-10"),
      line("any", "2026-11-20"),
      line("named", "2026-11-20", "KAWUNG PO-1"),
      line("third", "2026-11-21"),
      line("fee", "2026-11-20", "BIAYA", 17_000),
    ],
    payouts,
  );
  expect(found.unknownLines.map(({ id }) => id)).toEqual(["early", "third", "fee"]);
  expect(found.missingPayouts.map(({ reference }) => reference)).toEqual(["PO-3"]);
});
