import { useState } from "react";
import { FieldNotes, useField, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { ratingSteps, ratingLabels } from "./rating.ts";
import styles from "./rating.module.css";

/** A choice of 0 to 5 stars in whole steps (S098, S106). 0 means no rating. */
export function RatingInput({
  label,
  name,
  hint,
  errors,
  hideLabel = false,
  defaultValue = 0,
  disabled = false,
  onChange,
}: FieldProps & { defaultValue?: number; disabled?: boolean; onChange?: (value: number) => void }) {
  const [value, setValue] = useState(defaultValue);
  // A choice answers the refusal of the one before it.
  const [answered, setAnswered] = useState<readonly string[]>();
  const shownErrors = errors === answered ? undefined : errors;
  const field = useField(undefined, { hint, errors: shownErrors });
  return (
    <fieldset
      className={styles.input}
      data-field
      disabled={disabled}
      role="radiogroup"
      aria-invalid={field["aria-invalid"]}
      aria-describedby={field["aria-describedby"]}
    >
      <legend className={hideLabel ? "sr-only" : styles.label}>{label}</legend>
      <div className={styles.row}>
        {ratingSteps.map((step, at) => (
          <label key={step} className={step === 0 ? styles.zero : styles.step}>
            <input
              type="radio"
              name={name}
              value={step}
              defaultChecked={step === defaultValue}
              data-invalid={field["aria-invalid"]}
              {...(at === 0 && { autoFocus: field.autoFocus })}
              onChange={() => {
                setValue(step);
                setAnswered(step > 0 ? errors : undefined);
                onChange?.(step);
              }}
            />
            {step > 0 && <Icon name="star" fill />}
            <span className="sr-only">{step === 0 ? "Belum dinilai" : `${step} bintang`}</span>
          </label>
        ))}
        <span className={styles.word} aria-hidden>
          {ratingLabels[value]}
        </span>
      </div>
      <FieldNotes {...{ field, hint, errors: shownErrors }} />
    </fieldset>
  );
}
