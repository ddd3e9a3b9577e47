import type { FormFailure } from "#lib/api-client.ts";
import { PasswordField } from "#ui/field.tsx";

/** Asks for the password when the server wants to know that it is really the person; nothing before that. */
export function PasswordAgain({ failure }: { failure: FormFailure | undefined }) {
  const isAsked = failure?.code === "accounts.confirm_needed";
  if (!isAsked && !failure?.fields.current_password) return null;
  return (
    <PasswordField
      label="Kata sandi Anda"
      name="password_again"
      autoComplete="current-password"
      maxLength={200}
      hint="Masuk tanpa kata sandi? Keluar lalu masuk lagi, kemudian ulangi langkah ini."
      errors={failure?.fields.current_password}
    />
  );
}
