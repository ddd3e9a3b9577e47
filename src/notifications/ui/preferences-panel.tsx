import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { preferenceKinds, preferenceSubjects, type Channels, type PreferenceKind } from "../rules.ts";
import styles from "./preferences.module.css";
import { PushControl } from "./push-control.tsx";

export type Preferences = {
  kinds: ({ kind: PreferenceKind } & Channels)[];
  email_confirmed: boolean;
  push_key: string;
};

/** The choices of a submitted form. Browsers do not send a checkbox that is not ticked. */
export function preferencesIn(form: FormData): ({ kind: PreferenceKind } & Channels)[] {
  return preferenceKinds.map((kind) => ({ kind, email: form.has(`${kind}.email`), push: form.has(`${kind}.push`) }));
}

/** The form of channels by subject. The application shows every notification. */
export function PreferencesPanel({
  data,
  userId,
  failure,
}: {
  data: Preferences;
  userId: string | undefined;
  failure: FormFailure | undefined;
}) {
  const refused = failure?.values.intent === "preferences" ? failure.values : undefined;
  return (
    <>
      <Panel title="Atur notifikasi">
        <FormNotice failure={failure} />
        {!data.email_confirmed && (
          <div className={styles.notice}>
            <Notice tone="info">
              Email baru dikirim setelah alamat Anda dikonfirmasi.{" "}
              <a className="link" href={hrefs.profile("security")}>
                Konfirmasi email
              </a>
            </Notice>
          </div>
        )}
        <Form method="post" className={styles.form}>
          <input type="hidden" name="intent" value="preferences" />
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Kabar</th>
                <th scope="col">Aplikasi</th>
                <th scope="col">Email</th>
                <th scope="col">Push</th>
              </tr>
            </thead>
            <tbody>
              {data.kinds.map(({ kind, email, push }) => (
                <tr key={kind}>
                  <th scope="row">
                    <b>{preferenceSubjects[kind].name}</b>
                    <span>{preferenceSubjects[kind].about}</span>
                  </th>
                  <td>
                    <span className={styles.always}>Selalu</span>
                  </td>
                  {(["email", "push"] as const).map((channel) => (
                    <td key={channel}>
                      <label>
                        <input
                          type="checkbox"
                          name={`${kind}.${channel}`}
                          value="1"
                          defaultChecked={
                            refused ? `${kind}.${channel}` in refused : channel === "email" ? email : push
                          }
                          aria-label={`${preferenceSubjects[kind].name} lewat ${channel}`}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>
            Email tentang keamanan akun, misalnya perangkat baru atau kata sandi yang diganti, selalu dikirim. Pilihan
            untuk promosi dicatat sebagai persetujuan, atau penarikannya, di{" "}
            <a className="link" href={hrefs.profile("privacy")}>
              Privasi & data
            </a>
            .
          </p>
          <Button>Simpan pilihan</Button>
        </Form>
      </Panel>
      {userId !== undefined && <PushControl userId={userId} pushKey={data.push_key} />}
    </>
  );
}
