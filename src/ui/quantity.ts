/** The smallest quantity that can be bought (S104). */
export const minQuantity = 1;

/** A whole number from `min` to `max`; what is empty, a fraction or too small becomes the nearest allowed number. */
export function clampQuantity(value: unknown, max: number, min = minQuantity): number {
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number) || number < min) return min;
  return Math.max(min, Math.min(number, max));
}
