import type { Rupiah } from "#lib/rupiah.ts";
import type { DifferenceKind, EntryKind } from "./rules.ts";

/** Money that moved, as one of the two books has it. The amount is positive; `kind` says the direction. */
export type Entry = { kind: EntryKind; reference: string; amount: Rupiah };

/** `ours` and `theirs` are sums in rupiah, null where the book has nothing. */
export type Difference = {
  kind: DifferenceKind;
  entry: EntryKind;
  reference: string;
  note?: string;
  ours: Rupiah | null;
  theirs: Rupiah | null;
};

/**
 * Compares two books entry by entry, by kind and reference. The order does not matter. An entry that the provider has
 * twice is one difference, whatever its amounts are.
 */
export function compareEntries(
  ours: readonly Entry[],
  theirs: readonly Entry[],
): { checked: number; differences: Difference[] } {
  const keyOf = ({ kind, reference }: Entry) => `${kind} ${reference}`;
  const here = Map.groupBy(ours, keyOf);
  const there = Map.groupBy(theirs, keyOf);
  const keys = new Set([...here.keys(), ...there.keys()]);
  const sum = (entries: readonly Entry[] | undefined) =>
    entries === undefined ? null : entries.reduce((all, { amount }) => all + amount, 0);
  const differences = [...keys].flatMap((key): Difference[] => {
    const [mine, other] = [here.get(key), there.get(key)];
    const one = mine?.[0] ?? other?.[0];
    if (!one) return [];
    const kind = kindOf(mine, other);
    return kind ? [{ kind, entry: one.kind, reference: one.reference, ours: sum(mine), theirs: sum(other) }] : [];
  });
  return { checked: keys.size, differences };
}

function kindOf(mine: readonly Entry[] | undefined, other: readonly Entry[] | undefined): DifferenceKind | undefined {
  if (!other) return "missing_there";
  if (other.length > 1) return "doubled";
  if (!mine) return "missing_here";
  const total = mine.reduce((all, { amount }) => all + amount, 0);
  return total === other[0]?.amount ? undefined : "amount";
}
