import { CurrentPasswordField } from "#accounts/ui/password/password-fields.tsx";
import type { providerRefusals } from "#accounts/providers/contract.ts";
import type { FormFailure } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import styles from "./privacy.module.css";

/** Whether the server only asks for the password. */
const isPasswordRequest = (failure: FormFailure | undefined) =>
  failure?.code === ("accounts.confirm_needed" satisfies CodeOf<typeof providerRefusals>);

/** Asks for the password when the server requires it; shows nothing before that. */
export function PasswordPrompt({ failure }: { failure: FormFailure | undefined }) {
  const isAsked = isPasswordRequest(failure);
  if (!isAsked && !failure?.fields.current_password) return null;
  return (
    <div className={styles.again} data-invalid={isAsked || undefined}>
      <CurrentPasswordField
        label="Kata sandi Anda"
        name="password_again"
        hint="Masuk tanpa kata sandi? Keluar lalu masuk lagi, kemudian ulangi langkah ini."
        errors={failure?.fields.current_password}
      />
    </div>
  );
}
