import { Form, useNavigation } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatMoment } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { PasswordField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { AccountApi, SessionAnswer } from "../contract.ts";
import type { EmailState } from "../recovery-contract.ts";
import { actOnEmail, EmailPanel, isAboutEmail, loadEmail } from "./email-panel.tsx";
import { sectionDone } from "./section-done.ts";
import styles from "./sections.module.css";

/** Password and devices, in /profile. */
export const securitySection: Section<{ sessions: SessionAnswer[]; email: EmailState }> = {
  title: "Keamanan",
  load: async (args) => ({
    sessions: (await pageApi<AccountApi>(args)("GET /v1/users/sessions")).result,
    email: await loadEmail(args),
  }),
  act: async (args, form) => {
    const api = pageApi<AccountApi>(args);
    const typed = (name: string) => String(form.get(name) ?? "");
    try {
      const aboutEmail = await actOnEmail(args, form);
      if (aboutEmail) return aboutEmail;
      switch (form.get("intent")) {
        case "end-session":
          return sectionDone((await api("DELETE /v1/users/sessions/:id", { params: { id: typed("id") } })).message);
        case "end-others":
          return sectionDone((await api("DELETE /v1/users/sessions")).message);
        default: {
          const body = {
            current_password: typed("password_current"),
            password: typed("password"),
            password_confirmation: typed("password_confirmation"),
          };
          return sectionDone((await api("PUT /v1/users/password", { body })).message);
        }
      }
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: SecurityView,
};

function SecurityView({
  data,
  failure,
}: {
  data: { sessions: SessionAnswer[]; email: EmailState };
  failure: FormFailure | undefined;
}) {
  const navigation = useNavigation();
  const busy = navigation.state === "submitting";
  const aboutSessions = failure?.values.intent?.startsWith("end-") === true;
  const wrong = aboutSessions || isAboutEmail(failure) ? undefined : failure;
  // A new list of sessions means that the password was changed: the form starts empty again.
  const formKey = data.sessions.find(({ current }) => current)?.id ?? "";
  return (
    <>
      <EmailPanel data={data.email} failure={failure} />
      <Panel title="Ganti kata sandi">
        <Form method="post" className={styles.form} key={formKey}>
          <FormNotice failure={wrong} />
          <input type="hidden" name="intent" value="password" />
          <PasswordField
            label="Kata sandi saat ini"
            name="password_current"
            autoComplete="current-password"
            maxLength={200}
            errors={wrong?.fields.current_password}
          />
          <PasswordField
            label="Kata sandi baru"
            name="password"
            autoComplete="new-password"
            minLength={8}
            maxLength={200}
            hint="Minimal 8 karakter. Perangkat lain akan dikeluarkan."
            errors={wrong?.fields.password}
          />
          <PasswordField
            label="Ulangi kata sandi baru"
            name="password_confirmation"
            autoComplete="new-password"
            maxLength={200}
            errors={wrong?.fields.password_confirmation}
          />
          <div>
            <Button busy={busy}>Ganti kata sandi</Button>
          </div>
        </Form>
      </Panel>
      <Panel
        title="Perangkat yang masuk"
        action={
          data.sessions.length > 1 && (
            <Form method="post">
              <input type="hidden" name="intent" value="end-others" />
              <Button variant="outline" size="s">
                Keluarkan yang lain
              </Button>
            </Form>
          )
        }
      >
        {aboutSessions && <Notice tone="error">{failure?.message}</Notice>}
        <ul className={styles.rows}>
          {data.sessions.map((session) => (
            <li key={session.id}>
              <Icon name={/Android|iPhone|iPad/.test(session.device) ? "phone" : "globe"} />
              <div>
                <p>
                  <b>{session.device}</b> {session.current && <Badge tone="success">Perangkat ini</Badge>}
                </p>
                <p className="muted">
                  Alamat {session.address} · terakhir dipakai {formatMoment(new Date(session.last_seen_at))}
                </p>
              </div>
              {!session.current && (
                <Form method="post">
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="id" value={session.id} />
                  <Button variant="outline" size="s" aria-label={`Keluarkan ${session.device}`}>
                    Keluarkan
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
