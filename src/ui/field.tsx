import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from "react";
import { formatCount } from "#lib/rupiah.ts";
import { Checkbox } from "./checkbox.tsx";
import { classes } from "./class-names.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** Properties of every field. `errors` are the server's sentences about this field (S108). */
export type FieldProps = {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
};

type Described = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  autoFocus: true | undefined;
  onInput?: () => void;
};

/** Whether the page is the response to a sent form. Then the browser focuses the first wrong field. */
export const FormWasSubmitted = createContext(false);

/** The errors that a change has answered, for a form that is made again beside its refusal. */
const answeredErrors = new WeakSet<readonly string[]>();

/**
 * The attributes that connect an input with its label, hint and errors. A change answers the errors: what is there now
 * was not refused. A new refusal has new arrays. Call `onInput` for a change without an event `input`.
 */
export function useField(id: string | undefined, { hint, errors }: Pick<FieldProps, "hint" | "errors">): Described {
  const made = useId();
  const answers = use(FormWasSubmitted);
  const own = id ?? made;
  const [answered, setAnswered] = useState(errors && answeredErrors.has(errors) ? errors : undefined);
  const wrong = errors !== undefined && errors.length > 0 && errors !== answered;
  const described = classes(hint !== undefined && `${own}-hint`, wrong && `${own}-error`);
  return {
    id: own,
    "aria-invalid": wrong || undefined,
    "aria-describedby": described,
    autoFocus: (answers && wrong) || undefined,
    ...(wrong && {
      onInput: () => {
        answeredErrors.add(errors);
        setAnswered(errors);
      },
    }),
  };
}

/** Label above the given input, hint and errors below it. */
export function FieldFrame({
  field,
  label,
  hint,
  errors,
  optional,
  hideLabel = false,
  aside,
  children,
}: Pick<FieldProps, "label" | "hint" | "errors" | "hideLabel"> & {
  field: Described;
  optional?: boolean;
  /** Shown at the end of the label's line. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const name = (
    <label className={hideLabel ? "sr-only" : styles.label} htmlFor={field.id}>
      {label}
      {optional && <span className={styles.optional}> (opsional)</span>}
    </label>
  );
  return (
    <div className={styles.field} data-field>
      {aside === undefined ? (
        name
      ) : (
        <div className={styles.top}>
          {name}
          {aside}
        </div>
      )}
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
      {errors && field["aria-invalid"] && (
        <p className={styles.error} id={`${field.id}-error`}>
          <Icon name="warning" small />
          <span>{errors.join(" ")}</span>
        </p>
      )}
    </>
  );
}

export type Input = Omit<ComponentProps<"input">, "name">;

/**
 * One line of text. `type` may be email, tel, url, search, number or date. Fields are required unless `required` is
 * false. `optional` is whether the label says so, for a field that only the server can require.
 */
export function TextField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  optional = !required,
  className,
  ...rest
}: FieldProps & Input & { optional?: boolean }) {
  const field = useField(id, { hint, errors });
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel, optional }}>
      <input {...rest} {...field} required={required} className={classes(styles.input, className)} />
    </FieldFrame>
  );
}

/** A day, chosen with the system's own calendar. Values are `YYYY-MM-DD`. */
export function DateField(props: FieldProps & Input) {
  return <TextField {...props} type="date" />;
}

/**
 * Several lines of text. With `maxLength` it counts the typed characters. Nothing is cut: a pasted text that is too
 * long stays as it is, the field says by how much, and the server refuses it with a sentence.
 */
export function TextareaField({
  label,
  hint,
  errors,
  hideLabel,
  id,
  required = true,
  rows = 4,
  className,
  maxLength: max,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, "name">) {
  const field = useField(id, { hint, errors });
  const [length, setLength] = useState(String(rest.value ?? rest.defaultValue ?? "").length);
  const left = max === undefined ? Number.POSITIVE_INFINITY : max - length;
  const counter = max !== undefined && !hideLabel && (
    <span className={classes(styles.counter, left <= 20 && styles.nearly, left < 0 && styles.over)}>
      <span className="needs-js" aria-hidden>
        {formatCount(length)}/{formatCount(max)}
      </span>
      <span className="without-js">paling banyak {formatCount(max)} karakter</span>
      <span className="sr-only" role="status">
        {left < 0
          ? `Terlalu panjang: ${formatCount(-left)} karakter lebih`
          : left <= 20
            ? `Tinggal ${left} karakter`
            : ""}
      </span>
    </span>
  );
  return (
    <FieldFrame {...{ field, label, hint, errors, hideLabel }} optional={!required} aside={counter || undefined}>
      <textarea
        {...rest}
        {...field}
        aria-invalid={field["aria-invalid"] ?? (left < 0 || undefined)}
        rows={rows}
        required={required}
        className={classes(styles.input, styles.area, className)}
        onChange={(event) => {
          setLength(event.currentTarget.value.length);
          rest.onChange?.(event);
        }}
      />
    </FieldFrame>
  );
}

/** `group` is the heading that a select shows above consecutive options of the same group. */
export type Option = { value: string; label: string; hint?: string; disabled?: boolean; group?: string };

/** A native select. `empty` is the text of the choice without a value, for example "Pilih provinsi". */
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
          {grouped(options).map(({ group, members }) =>
            group === undefined ? (
              members.map(optionElement)
            ) : (
              <optgroup key={group} label={group}>
                {members.map(optionElement)}
              </optgroup>
            ),
          )}
        </select>
        <Icon name="chevron-down" small />
      </span>
    </FieldFrame>
  );
}

function optionElement({ value, label, disabled }: Option) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

function grouped(options: readonly Option[]): { group: string | undefined; members: Option[] }[] {
  const groups: { group: string | undefined; members: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}

/** A yes or no, sent as 1 or 0 (S089). Read it with `checkboxValue`. */
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
    <div className={styles.field} data-field>
      {!checked && <input type="hidden" name={name} value="0" />}
      <label className={styles.check}>
        <Checkbox
          {...rest}
          {...field}
          name={name}
          value="1"
          defaultChecked={defaultChecked}
          className={className}
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
 * A choice of one or, with `multiple`, of several. `look="tiles"`: the chips and tiles of variants and filters (S099).
 * `look="list"`: plain radios, one below the other.
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
  disabled = false,
  onChange,
}: FieldProps & {
  options: readonly (Option & { mark?: ReactNode })[];
  defaultValue?: string | readonly string[] | undefined;
  multiple?: boolean;
  look?: "list" | "tiles";
  required?: boolean;
  disabled?: boolean;
  onChange?: (value: string, checked: boolean) => void;
}) {
  const field = useField(undefined, { hint, errors });
  const chosen = typeof defaultValue === "string" ? [defaultValue] : (defaultValue ?? []);
  return (
    <fieldset
      className={styles.field}
      data-field
      disabled={disabled}
      role={multiple ? undefined : "radiogroup"}
      aria-invalid={multiple ? undefined : field["aria-invalid"]}
      aria-describedby={field["aria-describedby"]}
      onInput={field.onInput}
    >
      <legend className={hideLabel ? "sr-only" : styles.label}>
        {label}
        {!required && !multiple && <span className={styles.optional}> (opsional)</span>}
      </legend>
      <div className={look === "tiles" ? styles.tiles : styles.list}>
        {options.map((option, at) => (
          <label key={option.value} className={look === "tiles" ? styles.tile : styles.check}>
            <input
              type={multiple ? "checkbox" : "radio"}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={required && !multiple}
              aria-invalid={multiple ? field["aria-invalid"] : undefined}
              data-invalid={field["aria-invalid"]}
              {...(at === 0 && { autoFocus: field.autoFocus })}
              className={look === "tiles" ? styles.unseen : styles.box}
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
