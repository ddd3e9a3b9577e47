import type { FormFailure } from "#lib/api-client.ts";
import type { FieldProps } from "#ui/field.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { passwordLength } from "../../rules.ts";

/** The password that the account has. */
export function CurrentPasswordField({
  label = "Kata sandi",
  ...rest
}: Pick<FieldProps, "hint" | "errors"> & { label?: string; name: string; "data-invalid"?: true | undefined }) {
  return <PasswordField {...rest} label={label} autoComplete="current-password" maxLength={passwordLength.max} />;
}

/** A password that is chosen, and once more. `advice` follows the shortest length. */
export function NewPasswordFields({
  label = "Kata sandi baru",
  advice = "Beberapa kata yang Anda ingat lebih kuat daripada satu kata sulit.",
  failure,
}: {
  label?: string;
  advice?: string;
  failure: FormFailure | undefined;
}) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        minLength={passwordLength.min}
        maxLength={passwordLength.max}
        hint={`Minimal ${passwordLength.min} karakter. ${advice}`}
        errors={failure?.fields.password}
      />
      <PasswordField
        label={`Ulangi ${label.toLowerCase()}`}
        name="password_confirmation"
        autoComplete="new-password"
        maxLength={passwordLength.max}
        errors={failure?.fields.password_confirmation}
      />
    </>
  );
}
