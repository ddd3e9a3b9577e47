/** The least that can be bought (specification §5). */
export const minQuantity = 1;

/** A whole number from 1 to `most`, whatever was typed: nothing, a fraction or a minus gives the nearest allowed. */
export function clampQuantity(value: unknown, max: number): number {
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number) || number < minQuantity) return minQuantity;
  return Math.max(minQuantity, Math.min(number, max));
}
