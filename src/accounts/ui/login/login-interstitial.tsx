import { useMemo } from "react";
import { useLocation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { AnyCodeField } from "../second-factor/code-field.tsx";
import { EmailField } from "../email/email-field.tsx";
import { CurrentPasswordField } from "../password/password-fields.tsx";
import { interstitialFields, type LoginInterstitialData } from "./login-interstitial-fields.ts";
import styles from "./login-interstitial.module.css";

/**
 * Asks for the login in the middle of a form and carries along what was typed there. It posts to the form's own
 * address, which shows the form again. Works without scripts.
 */
export function LoginInterstitial({ fields, asks, hadFiles, hadSession, email, message }: LoginInterstitialData) {
  const { pathname, search } = useLocation();
  const refused = useMemo(() => (message === undefined ? undefined : { message }), [message]);
  return (
    <div className={`wrap ${styles.page}`}>
      <Panel>
        <h1 className={styles.title}>{hadSession ? "Sesi Anda sudah berakhir" : "Masuk untuk melanjutkan"}</h1>
        <form method="post" action={pathname + search} encType="multipart/form-data" className={styles.form}>
          <p className="muted">
            {hadSession ? "Masuk lagi" : "Masuk"}, lalu Anda kembali ke formulir tadi dengan isian yang sama.
            {hadFiles && " Hanya foto yang perlu Anda pilih lagi: browser tidak mengizinkan kami menyimpannya."}
          </p>
          <FormNotice failure={refused} />
          {fields.map(([name, value], at) => (
            <input key={`${name} ${at}`} type="hidden" name={name} value={value} />
          ))}
          {hadSession && <input type="hidden" name={interstitialFields.hadSession} value="1" />}
          {hadFiles && <input type="hidden" name={interstitialFields.hadFiles} value="1" />}
          {asks === "password" ? (
            <>
              <EmailField name={interstitialFields.email} defaultValue={email} />
              <CurrentPasswordField name={interstitialFields.password} />
            </>
          ) : (
            <AnyCodeField name={interstitialFields.code} />
          )}
          <Button wide>Masuk dan lanjutkan</Button>
          <p className={styles.other}>
            <a className="link" href={hrefs.login()} target="_blank" rel="noopener">
              Masuk dengan cara lain di tab baru
            </a>
            , lalu muat ulang halaman ini.
          </p>
        </form>
      </Panel>
    </div>
  );
}
