import type { ReactNode } from "react";
import styles from "./choice.module.css";

/** One radio button of the checkout as a row: name, a line below it, and the price at the end. */
export function CheckoutChoice({
  name,
  value,
  checked,
  title,
  note,
  end,
  required = true,
  disabled = false,
}: {
  name: string;
  value: string;
  checked: boolean;
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
  required?: boolean;
  /** Shown, but not possible now; the line below says why. */
  disabled?: boolean;
}) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={checked}
        required={required}
        disabled={disabled}
        className={styles.radio}
      />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </label>
  );
}
