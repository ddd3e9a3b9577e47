import { useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import { caretAfterFormat, currencyPrefix, formatCurrency, parseCurrency } from "./currency.ts";
import styles from "./currency-field.module.css";
import { FieldFrame, useField, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

/**
 * An amount in rupiah. With scripts the form sends plain digits under `name`, from a hidden input. Without them the
 * visible input sends what was typed, also with dots between thousands, as it shows the amount from the start. Read it
 * with `readAmount` or `parseCurrency`.
 */
export function CurrencyField({
  label,
  name,
  hint: about,
  errors,
  hideLabel,
  id,
  required = true,
  defaultValue,
  onAmount,
  ...rest
}: FieldProps &
  Omit<ComponentProps<"input">, "name" | "defaultValue" | "value"> & {
    defaultValue?: number | string | null | undefined;
    onAmount?: (amount: number | null) => void;
  }) {
  // An amount beyond the limit is refused in the words of the hint.
  const [answered, setAnswered] = useState<FieldProps["errors"]>();
  const hint = errors !== answered && errors?.includes(`${about}.`) ? undefined : about;
  const field = useField(id, { hint, errors });
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [amount, setAmount] = useState(() =>
    typeof defaultValue === "string" ? parseCurrency(defaultValue) : (defaultValue ?? null),
  );
  const [typedBefore, setTypedBefore] = useState(false);
  // Keep text that was typed before the script ran.
  useLayoutEffect(() => {
    if (!hydrated || typedBefore || !input.current) return;
    setTypedBefore(true);
    setAmount(parseCurrency(input.current.value));
  }, [hydrated, typedBefore]);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const shown = formatCurrency(amount);
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <span className={styles.box}>
        <span className={styles.prefix} aria-hidden>
          {currencyPrefix}
        </span>
        {hydrated && typedBefore ? (
          <input
            {...rest}
            {...field}
            ref={input}
            inputMode="numeric"
            autoComplete="off"
            required={required}
            value={shown}
            onChange={(event) => {
              const { value, selectionStart } = event.currentTarget;
              const next = parseCurrency(value);
              caret.current = caretAfterFormat(value, selectionStart ?? value.length, formatCurrency(next));
              setAmount(next);
              setAnswered(errors);
              onAmount?.(next);
            }}
          />
        ) : (
          <input
            {...rest}
            {...field}
            ref={input}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            required={required}
            pattern="[0-9.]*"
            defaultValue={shown}
          />
        )}
        {hydrated && typedBefore && <input type="hidden" name={name} value={amount ?? ""} />}
      </span>
    </FieldFrame>
  );
}
