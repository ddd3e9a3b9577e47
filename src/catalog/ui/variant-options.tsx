import type { Ref } from "react";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { ProductPage } from "../contract.ts";
import { canChoose } from "../product/choose-variant.ts";
import { buyFormId, showVariantIntent } from "./buy-form.ts";
import styles from "./variant-options.module.css";

type Variant = ProductPage["variants"][number];

/**
 * The axes of a product as radio buttons. They belong to the form of the buy box, so that the selected variant is
 * bought without scripts too; then a button shows its price and stock. With scripts, `onChoose` is called at once.
 */
export function VariantOptions({
  place,
  product,
  variant,
  onChoose,
}: {
  place: Ref<HTMLDivElement>;
  product: Pick<ProductPage, "axes" | "variants">;
  variant: Variant;
  onChoose: (axis: 0 | 1, value: string) => void;
}) {
  const hydrated = useHydrated();
  if (product.axes.length === 0) return null;
  const chosen = [variant.option1, variant.option2] as const;
  return (
    <div className={styles.options} ref={place}>
      {product.axes.map((axis, index) => {
        const at = index === 0 ? 0 : 1;
        return (
          <fieldset key={axis.name}>
            <legend>
              {axis.name}: <span>{chosen[at]}</span>
            </legend>
            <div className={styles.values}>
              {axis.values.map((value) => {
                const left = canChoose(product.variants, at, value, at === 1 ? chosen[0] : null);
                return (
                  <label key={value} className={left ? styles.value : `${styles.value} ${styles.gone}`}>
                    <input
                      type="radio"
                      form={buyFormId}
                      name={`o${at + 1}`}
                      value={value}
                      checked={chosen[at] === value}
                      onChange={() => onChoose(at, value)}
                    />
                    {value}
                    {!left && <span className="sr-only"> (habis)</span>}
                  </label>
                );
              })}
            </div>
          </fieldset>
        );
      })}
      {/* With scripts this button must not exist: Enter would press it, because it is the first of its form. */}
      {!hydrated && (
        <button
          className={`without-js ${styles.show}`}
          form={buyFormId}
          formNoValidate
          name="then"
          value={showVariantIntent}
        >
          Tampilkan pilihan ini
        </button>
      )}
    </div>
  );
}
