import { useState } from "react";
import { FieldFrame, useField, type FieldProps } from "./field.tsx";
import { Quantity } from "./quantity.tsx";
import styles from "./quantity.module.css";

/** A quantity as a field of a form. It says when the stock is reached. */
export function QuantityField({
  label,
  name,
  hint,
  errors,
  max,
  defaultValue = 1,
  disabled = false,
}: Omit<FieldProps, "label"> & { label: string; max: number; defaultValue?: number; disabled?: boolean }) {
  const field = useField(undefined, { hint, errors });
  const [value, setValue] = useState(defaultValue);
  return (
    <FieldFrame {...{ field, label, hint, errors }}>
      <div className={styles.row}>
        <Quantity {...{ name, label, max, value, disabled, field }} onChange={setValue} />
        <span className={styles.stock} role="status">
          {value >= max && !disabled ? "Itu semua stok yang ada." : ""}
        </span>
      </div>
    </FieldFrame>
  );
}
