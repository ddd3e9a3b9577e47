import { maxEmailLength } from "#lib/field-limits.ts";
import { TextField, type FieldProps } from "#ui/field.tsx";

/** An e-mail address; password managers take it for the name of the account unless `autoComplete` says "email". */
export function EmailField({
  label = "Email",
  name = "email",
  autoComplete = "username",
  ...rest
}: Pick<FieldProps, "hint" | "errors"> & {
  label?: string;
  name?: string;
  autoComplete?: "username" | "email";
  defaultValue?: string | undefined;
}) {
  return (
    <TextField
      {...rest}
      {...{ label, name, autoComplete }}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxEmailLength}
    />
  );
}
