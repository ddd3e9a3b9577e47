/**
 * Design note. A bank's running balance tells whether movements are missing or were added: each movement begins with
 * the balance that another one ended with. Banks list movements in different orders, and one account's movements come
 * in several files, so the order is not used. The balances before and after all movements are counted; what does not
 * cancel out is where a chain begins or ends. One chain is whole; each further one is a gap. A movement that was added
 * together with one that takes the same sum out again is not seen, so money that went out is compared with payouts.
 */

/** A movement and the balance after it, in rupiah and hundredths of a rupiah. */
export type BalancedLine = { amount: number; cents: number; balanceCents: number | null };

/** Where chains of balances begin, in hundredths of a rupiah, ascending. Movements without a balance are left out. */
export function chainBeginnings(lines: readonly BalancedLine[]): number[] {
  const open = new Map<number, number>();
  const count = (balance: number, by: number) => open.set(balance, (open.get(balance) ?? 0) + by);
  for (const { amount, cents, balanceCents } of lines) {
    if (balanceCents === null) continue;
    count(balanceCents - (amount * 100 + cents), 1);
    count(balanceCents, -1);
  }
  return [...open].flatMap(([balance, times]) => Array<number>(Math.max(0, times)).fill(balance)).sort((a, b) => a - b);
}

/** How many separate chains the balances form: 0 without balances or when they end where they began, 1 when whole. */
export const countChains = (lines: readonly BalancedLine[]): number => chainBeginnings(lines).length;
