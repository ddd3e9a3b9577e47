import { useState } from "react";
import { classes } from "./class-names.ts";
import { FieldFrame, useField, type FieldProps, type Input } from "./field.tsx";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { PasswordStrength } from "./password-strength.tsx";

/**
 * A password with a button that shows and hides it. With `strength`, for a new password, it shows how hard it is to
 * guess.
 */
export function PasswordField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  autoComplete = "current-password",
  strength = false,
  secretName = "kata sandi",
  className,
  ...rest
}: FieldProps &
  Omit<Input, "autoComplete"> & {
    autoComplete?: "current-password" | "new-password" | "off";
    strength?: boolean;
    /** What the button shows and hides, as a user reads it. */
    secretName?: string;
  }) {
  const field = useField(id, { hint, errors });
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ""));
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <span className={styles.password}>
        <input
          {...rest}
          {...field}
          autoComplete={autoComplete}
          type={shown ? "text" : "password"}
          required={required}
          className={classes(styles.input, className)}
          onChange={(event) => {
            if (strength) setTyped(event.currentTarget.value);
            rest.onChange?.(event);
          }}
        />
        <button
          type="button"
          className={classes(styles.reveal, "needs-js")}
          aria-pressed={shown}
          aria-controls={field.id}
          disabled={rest.disabled}
          aria-label={`${shown ? "Sembunyikan" : "Tampilkan"} ${secretName}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      </span>
      {strength && <PasswordStrength password={typed} />}
    </FieldFrame>
  );
}
