/** Counts tries of a kind by key, in this process. */
export type Tries = {
  /** Counts one try. Answers 0 when it may go on, else the seconds until the next one may. */
  take(key: string, now: Date): number;
  /** Takes one try back: it was a success and does not count. */
  giveBack(key: string): void;
};

/**
 * At most `max` tries of one key in `window` ms, counted before the work so that tries at the same moment count too.
 * Keeps at most `keep` keys; the oldest are forgotten first.
 */
export function countTries({ max, window }: { max: number; window: number }, keep = 50_000): Tries {
  const counts = new Map<string, { since: number; count: number }>();
  return {
    take(key, now) {
      const at = now.getTime();
      let entry = counts.get(key);
      if (!entry || at - entry.since >= window) {
        counts.delete(key);
        entry = { since: at, count: 0 };
        counts.set(key, entry);
        for (const oldest of counts.keys()) {
          if (counts.size <= keep) break;
          counts.delete(oldest);
        }
      }
      if (entry.count >= max) return Math.max(1, Math.ceil((entry.since + window - at) / 1000));
      entry.count += 1;
      return 0;
    },
    giveBack(key) {
      const entry = counts.get(key);
      if (entry && entry.count > 0) entry.count -= 1;
    },
  };
}
