import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { classes } from "./class-names.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** What every field has. `errors` are the server's sentences for this field (specification §5). */
export type FieldProps = {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
};

type Described = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

/** The attributes that tie an input to its label, hint and errors. */
export function useField(id: string | undefined, { hint, errors }: Pick<FieldProps, "hint" | "errors">): Described {
  const made = useId();
  const own = id ?? made;
  const wrong = errors !== undefined && errors.length > 0;
  const described = classes(hint !== undefined && `${own}-hint`, wrong && `${own}-error`);
  return { id: own, "aria-invalid": wrong || undefined, "aria-describedby": described };
}

/** Label above, hint and errors below whatever input it is given. */
export function FieldFrame({
  field,
  label,
  hint,
  errors,
  optional,
  hideLabel = false,
  children,
}: Pick<FieldProps, "label" | "hint" | "errors" | "hideLabel"> & {
  field: Described;
  optional?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label className={hideLabel ? "sr-only" : styles.label} htmlFor={field.id}>
        {label}
        {optional && <span className={styles.optional}> (opsional)</span>}
      </label>
      {children}
      <FieldNotes field={field} hint={hint} errors={errors} />
    </div>
  );
}

/** Hint and errors of a field. */
export function FieldNotes({ field, hint, errors }: { field: Described } & Pick<FieldProps, "hint" | "errors">) {
  return (
    <>
      {hint !== undefined && (
        <p className={styles.hint} id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {errors && errors.length > 0 && (
        <p className={styles.error} id={`${field.id}-error`}>
          <Icon name="warning" small />
          <span>{errors.join(" ")}</span>
        </p>
      )}
    </>
  );
}

type Input = Omit<ComponentProps<"input">, "name">;

/** One line of text; `type` may be email, tel, url, search, number or date. Fields are required unless `required` is false. */
export function TextField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  className,
  ...rest
}: FieldProps & Input) {
  const field = useField(id, { hint, errors });
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <input {...rest} {...field} required={required} className={classes(styles.input, className)} />
    </FieldFrame>
  );
}

/** A day, chosen with the system's own calendar. Values are `YYYY-MM-DD`. */
export function DateField(props: FieldProps & Input) {
  return <TextField {...props} type="date" />;
}

/** Several lines of text. */
export function TextareaField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  rows = 4,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, "name">) {
  const field = useField(id, { hint, errors });
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <textarea
        {...rest}
        {...field}
        rows={rows}
        required={required}
        className={classes(styles.input, styles.area, className)}
      />
    </FieldFrame>
  );
}

export type Option = { value: string; label: string; hint?: string; disabled?: boolean };

/** A native select. `empty` is the sentence of the choice that is none, for example "Pilih provinsi". */
export function SelectField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  options,
  empty,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<"select">, "name"> & { options: readonly Option[]; empty?: string }) {
  const field = useField(id, { hint, errors });
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required}>
      <span className={styles.select}>
        <select {...rest} {...field} required={required} className={classes(styles.input, className)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </span>
    </FieldFrame>
  );
}

/** A password with a button that shows and hides it. */
export function PasswordField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  autoComplete = "current-password",
  className,
  ...rest
}: FieldProps & Omit<Input, "autoComplete"> & { autoComplete?: "current-password" | "new-password" }) {
  const field = useField(id, { hint, errors });
  const [shown, setShown] = useState(false);
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
        />
        <button
          type="button"
          className={classes(styles.reveal, "needs-js")}
          aria-pressed={shown}
          aria-controls={field.id}
          aria-label={shown ? "Sembunyikan kata sandi" : "Tampilkan kata sandi"}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      </span>
    </FieldFrame>
  );
}

/** A yes or no, sent as 1 or 0 (specification §3); read it with `checkboxValue`. */
export function CheckboxField({
  label,
  hint,
  errors,
  name,
  id,
  defaultChecked = false,
  className,
  ...rest
}: Omit<FieldProps, "hideLabel"> & Omit<Input, "value" | "type">) {
  const field = useField(id, { hint, errors });
  const [checked, setChecked] = useState(defaultChecked);
  return (
    <div className={styles.field}>
      {!checked && <input type="hidden" name={name} value="0" />}
      <label className={styles.check}>
        <input
          {...rest}
          {...field}
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={defaultChecked}
          className={classes(styles.box, className)}
          onChange={(event) => {
            setChecked(event.currentTarget.checked);
            rest.onChange?.(event);
          }}
        />
        <span>{label}</span>
      </label>
      <FieldNotes {...{ field, hint, errors }} />
    </div>
  );
}

/**
 * A choice of one (or, with `multiple`, several). `look="tiles"` are the chips and tiles of variants and filters
 * (the specification's input "selection"); `list` are plain radios under each other.
 */
export function RadioGroup({
  label,
  name,
  hint,
  errors,
  hideLabel = false,
  options,
  defaultValue,
  multiple = false,
  look = "list",
  required = true,
  onChange,
}: FieldProps & {
  options: readonly (Option & { mark?: ReactNode })[];
  defaultValue?: string | readonly string[] | undefined;
  multiple?: boolean;
  look?: "list" | "tiles";
  required?: boolean;
  onChange?: (value: string, checked: boolean) => void;
}) {
  const field = useField(undefined, { hint, errors });
  const chosen = typeof defaultValue === "string" ? [defaultValue] : (defaultValue ?? []);
  return (
    <fieldset className={styles.field} aria-describedby={field["aria-describedby"]}>
      <legend className={hideLabel ? "sr-only" : styles.label}>{label}</legend>
      <div className={look === "tiles" ? styles.tiles : styles.list}>
        {options.map((option) => (
          <label key={option.value} className={look === "tiles" ? styles.tile : styles.check}>
            <input
              type={multiple ? "checkbox" : "radio"}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={required && !multiple}
              data-invalid={field["aria-invalid"]}
              className={look === "tiles" ? styles.unseen : classes(styles.box, !multiple && styles.round)}
              onChange={(event) => onChange?.(option.value, event.currentTarget.checked)}
            />
            {option.mark}
            <span>
              {option.label}
              {option.hint !== undefined && <small className={styles.note}>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes {...{ field, hint, errors }} />
    </fieldset>
  );
}

/** A picture from the device, with a preview where scripts run. */
export function ImageField({
  label,
  hint,
  errors,
  id,
  required = true,
  current,
  ...rest
}: FieldProps & Input & { current?: string | undefined }) {
  const field = useField(id, { hint, errors });
  const [preview, setPreview] = useState(current);
  return (
    <FieldFrame {...{ field, label, hint, errors }} optional={!required}>
      <span className={styles.image}>
        {preview ? (
          <img src={preview} alt="" width={72} height={72} />
        ) : (
          <span className={styles.noImage}>
            <Icon name="camera" />
          </span>
        )}
        <input
          accept="image/jpeg,image/png,image/webp"
          {...rest}
          {...field}
          type="file"
          required={required}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            setPreview(file ? URL.createObjectURL(file) : current);
            rest.onChange?.(event);
          }}
        />
      </span>
    </FieldFrame>
  );
}
