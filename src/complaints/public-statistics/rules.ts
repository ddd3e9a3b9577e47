/** @rule The public statistics of complaints show no number under 5, so that nobody is recognised by a small one. */
export const minPublicCount = 5;

/**
 * @rule The public statistics have the last 12 full months in which cases were closed. The running month is left out,
 * because its changes from day to day would show single cases.
 */
export const publicMonths = 12;

/**
 * The counts as anybody may read them: null for one under {@link minPublicCount}. With `total`, the hidden ones cannot
 * be computed from it: when together they are under the minimum, the smallest of the others is hidden too.
 */
export function publicCounts<Key extends string>(
  counts: Readonly<Record<Key, number>>,
  total?: number,
): Record<Key, number | null> {
  const shown = { ...counts } as Record<Key, number | null>;
  const keys = Object.keys(counts) as Key[];
  const hide = (key: Key) => (shown[key] = null);
  for (const key of keys) if (counts[key] < minPublicCount) hide(key);
  if (total === undefined) return shown;
  const hidden = () => keys.filter((key) => shown[key] === null).reduce((sum, key) => sum + counts[key], 0);
  const smallest = () => keys.filter((key) => shown[key] !== null).sort((one, other) => counts[one] - counts[other])[0];
  while (hidden() > 0 && hidden() < minPublicCount) {
    const next = smallest();
    if (next === undefined) break;
    hide(next);
  }
  return shown;
}
