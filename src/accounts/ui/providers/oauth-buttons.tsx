import type { ReactNode } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { classes } from "#ui/class-names.ts";
import { oauthHref } from "../../providers/addresses.ts";
import { providerNames, type Provider } from "../../providers/rules.ts";
import styles from "./oauth-buttons.module.css";

/** The provider's logo. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden>
      <use href={`/masuk.svg#${provider}`} />
    </svg>
  );
}

/** Buttons for the login by provider; nothing when no provider is set up. */
export function OauthButtons({
  providers,
  from,
  verb,
}: {
  providers: readonly Provider[];
  from: string;
  verb: "Masuk" | "Daftar";
}) {
  return providers.map((provider) => (
    <ButtonLink key={provider} variant="outline" wide href={oauthHref(provider, { from })}>
      <ProviderMark provider={provider} />
      {verb} dengan {providerNames[provider]}
    </ButtonLink>
  ));
}

/** The other ways to log in, below a line; `needsJs` when none of them works without scripts. */
export function OtherWays({ needsJs, children }: { needsJs: boolean; children: ReactNode }) {
  return (
    <div className={classes(styles.ways, needsJs && "needs-js")}>
      <p className={styles.or} aria-hidden>
        atau
      </p>
      {children}
    </div>
  );
}
