type Variant = { id: string; option1: string | null; option2: string | null; price: number; stock: number };

/**
 * The variant with the selected options. Missing and unknown options are ignored; among the variants that are left, the
 * first one in stock is taken, or else the first one, so that a page always shows a price.
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

/** Whether a variant with this option is in stock, given the option that is selected on the other axis. */
export function canChoose(variants: readonly Variant[], axis: 0 | 1, value: string, other: string | null): boolean {
  return variants.some(
    (one) =>
      one.stock > 0 &&
      (axis === 0 ? one.option1 : one.option2) === value &&
      (other === null || (axis === 0 ? one.option2 : one.option1) === other),
  );
}
