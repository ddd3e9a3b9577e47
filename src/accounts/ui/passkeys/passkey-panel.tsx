import { Form, useRevalidator } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { PasskeyAnswer } from "../../passkeys/contract.ts";
import { maxPasskeyNameLength } from "../../passkeys/rules.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import styles from "../sections.module.css";

/** The user's passkeys. */
export function PasskeyPanel({
  passkeys,
  isFresh,
  failure,
}: {
  passkeys: readonly PasskeyAnswer[];
  isFresh: boolean;
  failure: FormFailure | undefined;
}) {
  const { revalidate } = useRevalidator();
  return (
    <Panel title="Passkey">
      <FormNotice failure={failure} />
      {passkeys.length === 0 && (
        <p className="muted">
          Masuk dengan sidik jari, wajah, atau PIN perangkat Anda. Tanpa kata sandi, jadi tidak ada yang bisa dicuri
          lewat situs palsu (phishing).
        </p>
      )}
      <ul className={styles.rows}>
        {passkeys.map((passkey) => {
          const renamed =
            failure?.values.intent === "passkey-rename" && failure.values.id === passkey.id ? failure : undefined;
          return (
            <li key={passkey.id}>
              <Icon name="key" />
              <div>
                <p>
                  <b>{passkey.name}</b>
                </p>
                <p className="muted">
                  Dibuat {formatDate(new Date(passkey.created_at))}
                  {passkey.last_used_at && ` · terakhir dipakai ${formatDate(new Date(passkey.last_used_at))}`}
                </p>
                <details className={styles.more} open={renamed !== undefined}>
                  <summary className="link">Ganti nama</summary>
                  <Form method="post" className={styles.inline} preventScrollReset key={passkey.name}>
                    <input type="hidden" name="intent" value="passkey-rename" />
                    <input type="hidden" name="id" value={passkey.id} />
                    <TextField
                      label={`Nama baru untuk ${passkey.name}`}
                      hideLabel
                      name="name"
                      maxLength={maxPasskeyNameLength}
                      defaultValue={renamed?.values.name ?? passkey.name}
                      errors={renamed?.fields.name}
                    />
                    <Button variant="outline">Simpan</Button>
                  </Form>
                </details>
              </div>
              {isFresh && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="passkey-remove" />
                  <input type="hidden" name="id" value={passkey.id} />
                  <Button variant="outline" size="s" aria-label={`Hapus ${passkey.name}`}>
                    Hapus
                  </Button>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
      {isFresh && (
        <div className={styles.add}>
          <PasskeyButton act="add" label="Tambah passkey" done={() => void revalidate()} />
        </div>
      )}
    </Panel>
  );
}
