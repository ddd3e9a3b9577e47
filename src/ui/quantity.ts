/** The smallest quantity that can be bought (S104). */
export const minQuantity = 1;

/** A whole number from 1 to `max`. Empty text, fractions and negative numbers become the nearest allowed number. */
export function clampQuantity(value: unknown, max: number): number {
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number) || number < minQuantity) return minQuantity;
  return Math.max(minQuantity, Math.min(number, max));
}
