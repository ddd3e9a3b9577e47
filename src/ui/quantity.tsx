import { useEffect, useRef, useState } from "react";
import { classes } from "./class-names.ts";
import type { useField } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { clampQuantity, minQuantity } from "./quantity.ts";
import styles from "./quantity.module.css";

const holdDelay = 420;
const repeatDelay = 80;

/**
 * A quantity: a number input between two buttons that repeat while pressed. `max` is the stock. Pass `value` to control
 * it. Without scripts it is a plain number input. A button that is pressed before the scripts loaded changes it by an
 * inline script (web/document.ts).
 */
export function Quantity({
  name,
  label,
  max,
  min = minQuantity,
  value,
  defaultValue = minQuantity,
  disabled = false,
  onChange,
  form,
  field,
}: {
  name: string;
  label: string;
  max: number;
  /** The smallest order; at most `max`. */
  min?: number;
  value?: number;
  defaultValue?: number;
  disabled?: boolean;
  onChange?: (quantity: number) => void;
  form?: string;
  /** The attributes from `useField`, when it is a field of a form. */
  field?: ReturnType<typeof useField>;
}) {
  const [own, setOwn] = useState(defaultValue);
  const [typed, setTyped] = useState<string>();
  const current = value ?? own;
  const latest = useRef(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    latest.current = current;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // Keep the number that was typed before the script ran.
  useEffect(() => {
    if (input.current?.value && input.current.value !== String(current)) set(Number(input.current.value));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);

  function set(next: number) {
    const allowed = clampQuantity(next, max, min);
    if (allowed === latest.current) return;
    latest.current = allowed;
    field?.onInput?.();
    setOwn(allowed);
    onChange?.(allowed);
  }
  function step(by: 1 | -1) {
    setTyped(undefined);
    set(latest.current + by);
  }
  function hold(by: 1 | -1, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      step(by);
      hold(by, repeatDelay);
    }, delay);
  }
  const release = () => clearTimeout(timer.current);
  const button = (by: 1 | -1) => {
    const end = by === 1 ? current >= max : current <= min;
    return (
      <button
        type="button"
        className="needs-js"
        data-step={by === 1 ? "stepUp" : "stepDown"}
        aria-label={by === 1 ? `Tambah ${label.toLowerCase()}` : `Kurangi ${label.toLowerCase()}`}
        disabled={disabled}
        // Not `disabled`, because the focus would be lost.
        aria-disabled={end || undefined}
        onClick={() => step(by)}
        onPointerDown={(event) => event.button === 0 && hold(by, holdDelay)}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon name={by === 1 ? "plus" : "minus"} small />
      </button>
    );
  };
  return (
    <span className={classes(styles.quantity, disabled && styles.off)}>
      {button(-1)}
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        name={name}
        form={form}
        {...field}
        aria-label={label}
        min={min}
        max={max}
        step={1}
        required
        disabled={disabled}
        value={typed ?? String(current)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (event.currentTarget.value !== "") set(Number(event.currentTarget.value));
        }}
        onBlur={(event) => {
          setTyped(undefined);
          set(clampQuantity(event.currentTarget.value, max, min));
        }}
      />
      {button(1)}
    </span>
  );
}
