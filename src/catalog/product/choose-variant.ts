type Variant = { id: string; option1: string | null; option2: string | null; price: number; stock: number };

/**
 * The variant that chosen options mean; options that are missing or unknown are filled with those of the first variant
 * that fits and can be bought, else the first that fits, so that a page always shows a price.
 */
export function chooseVariant<V extends Variant>(
  variants: readonly V[],
  chosen: readonly (string | null)[],
): V | undefined {
  const known1 = variants.some((one) => one.option1 === chosen[0]) ? chosen[0] : null;
  const first = variants.filter((one) => known1 === null || one.option1 === known1);
  const known2 = first.some((one) => one.option2 === chosen[1]) ? chosen[1] : null;
  const fitting = first.filter((one) => known2 === null || one.option2 === known2);
  return fitting.find((one) => one.stock > 0) ?? fitting[0];
}

/** Whether anything with this option can be bought, given what is chosen on the other axis. */
export function canChoose(variants: readonly Variant[], axis: 0 | 1, value: string, other: string | null): boolean {
  return variants.some(
    (one) =>
      one.stock > 0 &&
      (axis === 0 ? one.option1 : one.option2) === value &&
      (other === null || (axis === 0 ? one.option2 : one.option1) === other),
  );
}
