import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { span } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { IdentityAnswer } from "../../providers/contract.ts";
import { providerNames } from "../../providers/rules.ts";
import { oauthHref } from "../../providers/addresses.ts";
import { freshLoginDuration } from "../../session/rules.ts";
import { CurrentPasswordField } from "../password/password-fields.tsx";
import { ProviderMark } from "../providers/oauth-buttons.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import styles from "../sections.module.css";

/**
 * Asks a user without a fresh login to confirm the session, once for all panels below: with the password, or, without
 * one, with the way in which they log in.
 */
export function ConfirmPanel({
  why = `Mengubah verifikasi dua langkah, PIN, passkey, dan akun terhubung butuh satu pembuktian. Berlaku ${span(freshLoginDuration)}.`,
  from,
  hasPassword,
  identities,
  hasPasskey,
  failure,
}: {
  why?: string;
  /** Where a confirmation at a provider returns to; Keamanan when left out. */
  from?: string;
  hasPassword: boolean;
  identities: readonly IdentityAnswer[];
  hasPasskey: boolean;
  failure: FormFailure | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const connected = identities.filter((one) => one.connected && one.can_connect);
  return (
    <Panel title="Pastikan ini Anda">
      <div className={styles.form}>
        <p className="muted">{why}</p>
        {hasPassword ? (
          <Form method="post" className={styles.form}>
            <FormNotice failure={failure} />
            <input type="hidden" name="intent" value="confirm" />
            <CurrentPasswordField
              label="Kata sandi Anda"
              name="confirm_password"
              errors={failure?.fields.current_password}
            />
            <div>
              <Button busy={busy}>Lanjutkan</Button>
            </div>
          </Form>
        ) : (
          <div className={styles.choices}>
            {connected.map(({ provider }) => (
              <ButtonLink
                key={provider}
                variant="outline"
                href={oauthHref(provider, { purpose: "confirm", ...(from === undefined ? {} : { from }) })}
              >
                <ProviderMark provider={provider} />
                Buktikan dengan {providerNames[provider]}
              </ButtonLink>
            ))}
            {hasPasskey && (
              <PasskeyButton act="log-in" label="Buktikan dengan passkey" done={() => location.reload()} />
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}
