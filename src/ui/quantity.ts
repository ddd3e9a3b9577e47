/** The least that can be bought (specification §5). */
export const leastQuantity = 1;

/** A whole number from 1 to `most`, whatever was typed: nothing, a fraction or a minus gives the nearest allowed. */
export function clampQuantity(value: unknown, most: number): number {
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number) || number < leastQuantity) return leastQuantity;
  return Math.max(leastQuantity, Math.min(number, most));
}
