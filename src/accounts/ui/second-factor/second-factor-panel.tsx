import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import { formatLongDate } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { SecurityAnswer } from "../../second-factor/contract.ts";
import styles from "./second-factor-panel.module.css";
import sections from "../sections.module.css";

type Setup = NonNullable<SecurityAnswer["second_factor"]["setup"]>;

/** Verification in two steps: off, being set up, or on. Its forms are shown only after a fresh login. */
export function SecondFactorPanel({ data, failure }: { data: SecurityAnswer; failure: FormFailure | undefined }) {
  const busy = useNavigation().state === "submitting";
  const { enabled_at: enabledAt, codes_left: left, setup } = data.second_factor;
  return (
    <Panel
      title="Verifikasi dua langkah"
      action={enabledAt ? <Badge tone="success">Aktif</Badge> : <Badge>Belum aktif</Badge>}
    >
      <div className={styles.panel}>
        <FormNotice failure={failure?.values.intent === "second-factor-confirm" ? undefined : failure} />
        {enabledAt ? (
          <>
            <p>
              Sejak {formatLongDate(new Date(enabledAt))}, masuk dengan kata sandi juga meminta kode dari aplikasi
              autentikator Anda.
            </p>
            <p className={left <= 3 ? styles.few : "muted"}>
              {left === 0 ? "Kode cadangan Anda sudah habis. Buat yang baru." : `Tersisa ${left} kode cadangan.`}
            </p>
            {data.is_fresh && (
              <div className={sections.choices}>
                <IntentButton intent="second-factor-codes">Buat kode cadangan baru</IntentButton>
                <IntentButton intent="second-factor-end" variant="danger">
                  Matikan
                </IntentButton>
              </div>
            )}
          </>
        ) : setup ? (
          <SetupSteps setup={setup} failure={failure} busy={busy} />
        ) : (
          <>
            <p className="muted">
              Selain kata sandi, masuk juga meminta kode dari ponsel Anda. Kata sandi yang bocor saja tidak lagi cukup.
            </p>
            {data.is_fresh && (
              <div>
                <IntentButton intent="second-factor-begin" variant="primary">
                  Aktifkan
                </IntentButton>
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

function IntentButton({
  intent,
  variant = "outline",
  children,
}: {
  intent: string;
  variant?: "primary" | "outline" | "danger";
  children: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button variant={variant}>{children}</Button>
    </Form>
  );
}

function SetupSteps({ setup, failure, busy }: { setup: Setup; failure: FormFailure | undefined; busy: boolean }) {
  const [size = "0", ...path] = setup.qr.split(" ");
  const wrong = failure?.values.intent === "second-factor-confirm" ? failure : undefined;
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <b>Pasang aplikasi autentikator</b> di ponsel Anda, misalnya Google Authenticator, Aegis, atau yang ada di
          pengelola kata sandi Anda.
        </p>
      </li>
      <li>
        <p>
          <b>Pindai kode ini</b> dengan aplikasi itu. Di ponsel yang sama,{" "}
          <a className="link" href={setup.uri}>
            buka langsung di aplikasinya
          </a>
          .
        </p>
        <svg
          className={styles.qr}
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="Kode QR untuk aplikasi autentikator"
        >
          <path d={path.join(" ")} />
        </svg>
        <p className="muted">Tidak bisa memindai? Ketik kunci ini:</p>
        <p className={styles.key}>
          <code>{setup.manual_key}</code>
          <CopyButton text={setup.manual_key} what="kunci" />
        </p>
      </li>
      <li>
        <Form method="post" className={sections.form} preventScrollReset>
          <FormNotice failure={wrong} />
          <input type="hidden" name="intent" value="second-factor-confirm" />
          <TextField
            label="Kode yang sekarang tampil di aplikasi"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className={`${sections.code} ${sections.short}`}
            errors={wrong?.fields.code}
          />
          <div>
            <Button busy={busy}>Aktifkan</Button>
          </div>
        </Form>
        <IntentButton intent="second-factor-cancel">Batal</IntentButton>
      </li>
    </ol>
  );
}

/** The recovery codes, which are shown only once: to copy, to save as a file, to print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Kode cadangan ${brandName()}. Setiap kode berlaku sekali.\n\n${codes.join("\n")}\n`;
  return (
    <Panel title="Simpan kode cadangan Anda">
      <div className={styles.panel}>
        <p>
          Bila ponsel Anda hilang, satu kode menggantikan kode dari aplikasi. Setiap kode berlaku sekali, dan kode ini
          hanya kami tampilkan sekarang.
        </p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p className={sections.choices}>
          <CopyButton text={codes.join("\n")} what="semua kode cadangan" label="Salin semua" />
          <a
            className="link"
            download="kode-cadangan-kawung.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            Unduh sebagai berkas
          </a>
        </p>
      </div>
    </Panel>
  );
}
