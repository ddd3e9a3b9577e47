import { Form, useNavigation } from "react-router";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { EmailState, RecoveryApi } from "../../recovery/contract.ts";
import { EmailField } from "./email-field.tsx";
import { CurrentPasswordField } from "../password/password-fields.tsx";
import styles from "./email-panel.module.css";
import { EmailText } from "./email-text.tsx";
import { sectionSuccess, type SectionSuccess } from "../section-success.ts";

/** Loads the data of the panel. */
export async function loadEmail(args: SectionArgs): Promise<EmailState> {
  return (await pageApi<RecoveryApi>(args)("GET /v1/users/email")).result;
}

/** Carries out the intent of a form of the panel; undefined when the form belongs to another panel. */
export async function actOnEmail(args: SectionArgs, form: FormData): Promise<SectionSuccess | undefined> {
  const api = pageApi<RecoveryApi>(args);
  const typed = (name: string) => String(form.get(name) ?? "");
  switch (form.get("intent")) {
    case "email-change": {
      const password = typed("email_password");
      const body = { email: typed("email"), ...(password === "" ? {} : { current_password: password }) };
      return sectionSuccess((await api("PUT /v1/users/email", { body })).message);
    }
    case "email-keep":
      return sectionSuccess((await api("DELETE /v1/users/email/change")).message);
    case "email-verify":
      return sectionSuccess((await api("POST /v1/users/email/verification")).message);
    default:
      return undefined;
  }
}

/** Whether the failure is of one of this panel's forms. */
export function isAboutEmail(failure: FormFailure | undefined): boolean {
  return failure?.values.intent?.startsWith("email-") === true;
}

/** The account's e-mail: whether it is confirmed, and the form to change it. */
export function EmailPanel({ data, failure }: { data: EmailState; failure: FormFailure | undefined }) {
  const busy = useNavigation().state === "submitting";
  const own = isAboutEmail(failure) ? failure : undefined;
  const wrong = own?.values.intent === "email-change" ? own : undefined;
  return (
    <Panel title="Email">
      <div className={styles.panel}>
        <p className={styles.address}>
          <b>
            <EmailText email={data.email} />
          </b>
          {data.verified ? (
            <Badge tone="success">Terkonfirmasi</Badge>
          ) : (
            <Badge tone="warning">Belum dikonfirmasi</Badge>
          )}
        </p>
        <FormNotice failure={wrong ? undefined : own} />
        {!data.verified && (
          <Notice tone="info" title="Konfirmasi email Anda">
            Buka tautan yang kami kirim, agar akun ini selalu bisa Anda pulihkan.
            <Form method="post" className={styles.step}>
              <input type="hidden" name="intent" value="email-verify" />
              <Button size="s" variant="outline">
                Kirim tautan lagi
              </Button>
            </Form>
          </Notice>
        )}
        {data.pending !== null && (
          <Notice tone="info" title={`Menunggu konfirmasi dari ${data.pending}`}>
            Buka tautan di sana selagi Anda masuk. Sampai itu terjadi, email Anda tetap.
            <Form method="post" className={styles.step}>
              <input type="hidden" name="intent" value="email-keep" />
              <Button size="s" variant="outline">
                Batalkan
              </Button>
            </Form>
          </Notice>
        )}
        {/* A new pending address means that the form succeeded, so it is closed and empty again. */}
        <details key={`${data.email} ${data.pending}`} className={styles.change} open={wrong !== undefined}>
          <summary className="link">Ganti email</summary>
          <Form method="post" className={styles.form}>
            <FormNotice failure={wrong} />
            <input type="hidden" name="intent" value="email-change" />
            <EmailField
              label="Email baru"
              autoComplete="email"
              defaultValue={wrong?.values.email}
              errors={wrong?.fields.email}
              hint="Kami mengirim tautan ke sana, dan kabar ke email yang sekarang."
            />
            {data.has_password && (
              <CurrentPasswordField name="email_password" errors={wrong?.fields.current_password} />
            )}
            <div>
              <Button busy={busy}>Kirim tautan</Button>
            </div>
          </Form>
        </details>
      </div>
    </Panel>
  );
}
