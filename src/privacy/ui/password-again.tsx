import { useEffect, useRef } from "react";
import type { FormFailure } from "#lib/api-client.ts";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import styles from "./privacy.module.css";

/** True when nothing went wrong but that the server wants to know whether it is really the person. */
const isQuestion = (failure: FormFailure | undefined) => failure?.code === "accounts.confirm_needed";

/** Above a form: what it was refused with. A question for the password is no fault and does not look like one. */
export function RefusalOf({ failure }: { failure: FormFailure | undefined }) {
  return isQuestion(failure) ? <Notice tone="info" title={failure?.message} /> : <FormNotice failure={failure} />;
}

/** Asks for the password when the server wants to know that it is really the person; nothing before that. */
export function PasswordAgain({ failure }: { failure: FormFailure | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const isAsked = isQuestion(failure);
  useEffect(() => {
    if (isAsked) place.current?.querySelector("input")?.focus();
  }, [isAsked]);
  if (!isAsked && !failure?.fields.current_password) return null;
  return (
    <div ref={place} className={styles.again}>
      <PasswordField
        label="Kata sandi Anda"
        name="password_again"
        autoComplete="current-password"
        maxLength={200}
        hint="Masuk tanpa kata sandi? Keluar lalu masuk lagi, kemudian ulangi langkah ini."
        errors={failure?.fields.current_password}
      />
    </div>
  );
}
