import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { oauthHref } from "../../providers/addresses.ts";
import type { IdentityAnswer } from "../../providers/contract.ts";
import { providerNames } from "../../providers/rules.ts";
import { ProviderMark } from "./oauth-buttons.tsx";
import styles from "../sections.module.css";

/** The provider accounts with which the user can log in. */
export function OauthPanel({
  identities,
  isFresh,
  failure,
}: {
  identities: readonly IdentityAnswer[];
  isFresh: boolean;
  failure: FormFailure | undefined;
}) {
  return (
    <Panel title="Akun terhubung">
      <FormNotice failure={failure} alone />
      <ul className={styles.rows}>
        {identities.map(({ provider, connected, can_connect: canConnect }) => (
          <li key={provider}>
            <ProviderMark provider={provider} />
            <div>
              <p>
                <b>{providerNames[provider]}</b>
              </p>
              <p className="muted">
                {connected
                  ? `${connected.email ?? "Terhubung"} · sejak ${formatDate(new Date(connected.created_at))}`
                  : "Belum terhubung"}
              </p>
            </div>
            {isFresh && connected && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="oauth-remove" />
                <input type="hidden" name="provider" value={provider} />
                <Button variant="outline" size="s" aria-label={`Putuskan ${providerNames[provider]}`}>
                  Putuskan
                </Button>
              </Form>
            )}
            {isFresh && !connected && canConnect && (
              <ButtonLink
                variant="outline"
                size="s"
                href={oauthHref(provider, { purpose: "connect" })}
                aria-label={`Hubungkan ${providerNames[provider]}`}
              >
                Hubungkan
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
