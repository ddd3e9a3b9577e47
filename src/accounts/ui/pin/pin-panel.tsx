import { Form, useNavigation } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatLongDate } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import type { PinApi } from "../../pin/contract.ts";
import { pinLength } from "../../pin/rules.ts";
import styles from "../sections.module.css";

export type PinState = ApiResponse<PinApi["GET /v1/users/pin"]>["result"];

/** One PIN. The name contains "password", so the page never repeats what was typed. */
export function PinField({
  label,
  name,
  errors,
}: {
  label: string;
  name: string;
  errors: readonly string[] | undefined;
}) {
  return (
    <div className={styles.short}>
      <PasswordField
        label={label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        secretName="PIN"
        maxLength={pinLength}
        errors={errors}
      />
    </div>
  );
}

/** The PIN with which a user confirms a withdrawal. It can be set only after a fresh login. */
export function PinPanel({
  pin,
  isFresh,
  failure,
  formKey,
}: {
  pin: PinState;
  isFresh: boolean;
  failure: FormFailure | undefined;
  /** Changes when the form was saved, so that its fields are empty again. */
  formKey: string;
}) {
  const busy = useNavigation().state === "submitting";
  return (
    <Panel id="pin" title="PIN" action={pin.set_at ? <Badge tone="success">Ada</Badge> : <Badge>Belum ada</Badge>}>
      <Form method="post" className={styles.form} key={formKey}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="pin" />
        <p className="muted">
          {pin.set_at
            ? `PIN Anda dibuat ${formatLongDate(new Date(pin.set_at))}. Lupa? Buat yang baru.`
            : `PIN ${pinLength} angka memastikan bahwa hanya Anda yang menarik saldo.`}
        </p>
        {isFresh && (
          <>
            <PinField label="PIN baru" name="password_pin" errors={failure?.fields.pin} />
            <PinField
              label="Ulangi PIN baru"
              name="password_pin_confirmation"
              errors={failure?.fields.pin_confirmation}
            />
            <div>
              <Button busy={busy}>{pin.set_at ? "Ganti PIN" : "Buat PIN"}</Button>
            </div>
          </>
        )}
      </Form>
    </Panel>
  );
}
