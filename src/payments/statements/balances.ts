/**
 * Design note. A bank's running balance tells whether movements are missing or were added: each movement begins with
 * the balance that another one ended with. Banks list movements in different orders, and one account's movements come
 * in several files, so the order is not used. The balances before and after all movements are counted; what does not
 * cancel out is where a chain begins or ends. A chain that ends where it began cancels out, so movements that
 * share no balance with others count as a chain of their own. One chain is whole; each further one is a gap. A movement
 * that was added together with one that takes the same sum out again is not seen when they continue a balance of the
 * file, so money that went out is compared with payouts.
 */

/** A movement and the balance after it, in rupiah and hundredths of a rupiah. */
export type BalancedLine = { amount: number; cents: number; balanceCents: number | null };

/** Where chains of balances begin, in hundredths of a rupiah, ascending. Movements without a balance are left out. */
export function chainBeginnings(lines: readonly BalancedLine[]): number[] {
  const open = new Map<number, number>();
  const count = (balance: number, by: number) => open.set(balance, (open.get(balance) ?? 0) + by);
  for (const [before, after] of stepsOf(lines)) {
    count(before, 1);
    count(after, -1);
  }
  return [...open].flatMap(([balance, times]) => Array<number>(Math.max(0, times)).fill(balance)).sort((a, b) => a - b);
}

/** How many separate chains the balances form: 0 without balances, 1 when whole. */
export function countChains(lines: readonly BalancedLine[]): number {
  const beginnings = chainBeginnings(lines);
  const parts = connectedParts(stepsOf(lines));
  const begun = new Set(beginnings.map((balance) => parts.get(balance)));
  return beginnings.length + new Set(parts.values()).size - begun.size;
}

/** The balances before and after each movement, in hundredths of a rupiah. */
function stepsOf(lines: readonly BalancedLine[]): [before: number, after: number][] {
  return lines.flatMap(({ amount, cents, balanceCents }) =>
    balanceCents === null ? [] : [[balanceCents - (amount * 100 + cents), balanceCents]],
  );
}

/** For each balance a member of its part. Balances that movements connect are in the same part. */
function connectedParts(steps: readonly (readonly [number, number])[]): Map<number, number> {
  const parent = new Map<number, number>();
  const rootOf = (balance: number): number => {
    let root = balance;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    // The path becomes short, so that many movements take no longer than a few each.
    for (let at = balance; at !== root;) {
      const up = parent.get(at) ?? root;
      parent.set(at, root);
      at = up;
    }
    return root;
  };
  for (const [before, after] of steps) parent.set(rootOf(before), rootOf(after)).set(rootOf(after), rootOf(after));
  return new Map([...parent.keys()].map((balance) => [balance, rootOf(balance)]));
}
