import type { Ref } from "react";
import type { ProductPage } from "../contract.ts";
import { canChoose } from "../choose-variant.ts";
import styles from "./variant-options.module.css";

type Variant = ProductPage["variants"][number];

/**
 * The axes of a product as radios. Without scripts the form asks for the page of the chosen variant; with them
 * `onChoose` hears at once.
 */
export function VariantOptions({
  form,
  product,
  variant,
  onChoose,
}: {
  form: Ref<HTMLFormElement>;
  product: Pick<ProductPage, "axes" | "variants">;
  variant: Variant;
  onChoose: (axis: 0 | 1, value: string) => void;
}) {
  if (product.axes.length === 0) return null;
  const chosen = [variant.option1, variant.option2] as const;
  return (
    <form className={styles.options} ref={form}>
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
      <button className={`without-js ${styles.show}`}>Tampilkan pilihan ini</button>
    </form>
  );
}
